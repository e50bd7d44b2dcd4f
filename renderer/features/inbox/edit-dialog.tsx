import { useState } from 'react';
import type { InboxItem, InputOf } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { correctFact } from '../memory/change-fact.ts';
import { DatesFields, useDates } from '../memory/dates-fields.tsx';
import { FormDialog } from '../memory/form.tsx';
import { useMemory } from '../memory/memory-store.ts';
import { toObject } from '../memory/object-input.pure.ts';
import { writeDate } from '../memory/read-date.pure.ts';
import { textOf } from '../memory/revisions.pure.ts';
import { type ValueDraft, ValueField } from '../memory/value-field.tsx';
import { loadInbox } from './inbox-store.ts';

const ANY = { object: ['text'] } as const;

/** Keeps a candidate with another value or other dates than were heard. */
export function EditDialog({ item, onClose }: { readonly item: InboxItem; readonly onClose: () => void }) {
  const relation = useMemory((state) => state.relations.find(({ name }) => name === item.relation)) ?? ANY;
  const heard = {
    text: item.object ? textOf(item.object) : '',
    from: item.validFrom ? writeDate(item.validFrom.at, item.validFrom.precision) : '',
    to: item.validTo ? writeDate(item.validTo.at, item.validTo.precision) : '',
  };
  const [value, setValue] = useState<ValueDraft>({ text: heard.text, entity: null });
  const dates = useDates({ from: heard.from, to: heard.to });
  const text = value.text.trim();
  const isMissing = item.object !== null && text === '';
  const submit = () => {
    if (isMissing || !dates.points) return null;
    const input: Omit<InputOf<'codex.correct'>, 'id'> = {
      ...(text === heard.text && value.entity === null ? {} : { object: toObject(text, relation, value.entity) }),
      ...(dates.from === heard.from ? {} : { validFrom: dates.points.from }),
      ...(dates.to === heard.to ? {} : { validTo: dates.points.to }),
    };
    const fact = {
      id: item.id,
      subject: item.subject,
      relation: item.relation,
      object: { kind: 'literal', text, value: text },
    } as const;
    return correctFact(fact, input, { text, shouldOpen: false }).then(async (outcome) => {
      if (outcome === null) await loadInbox();
      return outcome;
    });
  };
  return (
    <FormDialog title={t('inbox.editTitle')} submitLabel={t('inbox.edit.go')} onSubmit={submit} onClose={onClose}>
      <p>{t('inbox.edit.what')}</p>
      <blockquote dir="auto" className="border-s-2 border-rule ps-3 font-serif text-quote text-text">
        “{item.evidence.quote}”
      </blockquote>
      {item.object === null ? null : (
        <ValueField
          relation={relation}
          value={value}
          trouble={isMissing ? t('dialog.missing.value') : null}
          onChange={setValue}
        />
      )}
      <DatesFields dates={dates} />
    </FormDialog>
  );
}
