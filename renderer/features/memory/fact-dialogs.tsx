import { useState } from 'react';
import type { InputOf, Relation, Revision } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { correctFact, endFact, retractFact } from './change-fact.ts';
import { DatesFields, useDates } from './dates-fields.tsx';
import { DateField, FormDialog, pointOf, readField } from './form.tsx';
import { toObject } from './object-input.pure.ts';
import { writeDate } from './read-date.pure.ts';
import { textOf } from './revisions.pure.ts';
import { ValueField } from './value-field.tsx';
import { wholeFactText } from './words.ts';

type FactDialogProps = { readonly fact: Revision; readonly onClose: () => void };

const written = (at: string | null, fact: Revision): string => (at === null ? '' : writeDate(at, fact.precision));

/** The record was wrong: another value, or other dates. */
export function CorrectDialog({ fact, relation, onClose }: FactDialogProps & { readonly relation: Relation }) {
  const before = {
    text: textOf(fact.object),
    from: fact.isStartStated ? written(fact.validFrom, fact) : '',
    to: written(fact.validTo, fact),
  };
  const [value, setValue] = useState({ text: before.text, entity: null as Parameters<typeof toObject>[2] });
  const dates = useDates({ from: before.from, to: before.to });
  const [isAsked, setIsAsked] = useState(false);
  const text = value.text.trim();
  const hasNewValue = text !== before.text || value.entity !== null;
  const isUnchanged = !hasNewValue && dates.from === before.from && dates.to === before.to;
  const trouble = !isAsked
    ? null
    : text === ''
      ? t('dialog.missing.value')
      : isUnchanged
        ? t('dialog.correct.none')
        : null;
  const submit = () => {
    setIsAsked(true);
    if (text === '' || isUnchanged || !dates.points) return null;
    const input: Omit<InputOf<'codex.correct'>, 'id'> = {
      ...(hasNewValue ? { object: toObject(text, relation, value.entity) } : {}),
      ...(dates.from === before.from ? {} : { validFrom: dates.points.from }),
      ...(dates.to === before.to ? {} : { validTo: dates.points.to }),
    };
    return correctFact(fact, input, { text, shouldOpen: true });
  };
  return (
    <FormDialog
      title={t('dialog.correct.title', { fact: wholeFactText(fact) })}
      submitLabel={t('dialog.correct.go')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('dialog.correct.what')}</p>
      <ValueField relation={relation} value={value} trouble={trouble} onChange={setValue} />
      <DatesFields dates={dates} />
      <p className="text-sec">{t('dialog.correct.world')}</p>
    </FormDialog>
  );
}

/** It was so, and is no longer. */
export function EndDialog({ fact, onClose }: FactDialogProps) {
  const [text, setText] = useState('');
  const point = pointOf(readField(text));
  const isEarly = point != null && fact.validFrom !== null && point.at < fact.validFrom;
  const submit = () => {
    if (point === undefined || isEarly) return null;
    return endFact(fact, point ?? { at: now().toISOString(), precision: 'day' });
  };
  return (
    <FormDialog
      title={t('dialog.end.title', { fact: wholeFactText(fact) })}
      submitLabel={t('dialog.end.go')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('dialog.end.what')}</p>
      <DateField
        label={t('dialog.end.at')}
        text={text}
        hint={t('dialog.end.hint')}
        trouble={isEarly ? t('dialog.order') : null}
        onChange={setText}
      />
    </FormDialog>
  );
}

/** It never was so. */
export function RetractDialog({ fact, onClose }: FactDialogProps) {
  return (
    <FormDialog
      title={t('dialog.retract.title', { fact: wholeFactText(fact) })}
      submitLabel={t('dialog.retract.go')}
      variant="danger"
      onSubmit={() => retractFact(fact)}
      onClose={onClose}
    >
      <p>{t('dialog.retract.what')}</p>
    </FormDialog>
  );
}
