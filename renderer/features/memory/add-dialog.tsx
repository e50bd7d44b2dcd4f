import { useState } from 'react';
import { type Entity, type InputOf, ME, type Relation } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { type AddDraft, closeAdd, useAdd } from './add-store.ts';
import { addFact } from './change-fact.ts';
import { DatesFields, useDates } from './dates-fields.tsx';
import { EntityField } from './entity-field.tsx';
import { FormDialog } from './form.tsx';
import { useMemory } from './memory-store.ts';
import { toObject } from './object-input.pure.ts';
import { RelationDialog } from './relation-dialog.tsx';
import { RelationField } from './relation-field.tsx';
import { sayFact, sayFactOf } from './revisions.pure.ts';
import { NO_VALUE, ValueField } from './value-field.tsx';

type Subject = { readonly text: string; readonly id: Entity['id'] | null };

const startOf = ({ subject }: AddDraft): Subject => ({
  text: subject && subject.id !== ME ? subject.name : t('memory.me'),
  id: subject?.id ?? ME,
});

function AddForm({ draft }: { readonly draft: AddDraft }) {
  const relations = useMemory((state) => state.relations);
  const [subject, setSubject] = useState(() => startOf(draft));
  const [relation, setRelation] = useState<{ text: string; chosen: Relation | null }>({ text: '', chosen: null });
  const [value, setValue] = useState(NO_VALUE);
  const dates = useDates({ from: '', to: '' });
  const [isAsked, setIsAsked] = useState(false);
  const [isOwnOpen, setIsOwnOpen] = useState(false);
  const chosen = relation.chosen ?? relations.find(({ name }) => name === relation.text) ?? null;
  const needed = (isMissing: boolean, text: string) => (isAsked && isMissing ? text : null);

  const submit = () => {
    setIsAsked(true);
    if (subject.text.trim() === '' || chosen === null || value.text.trim() === '' || !dates.points) return null;
    const { from, to } = dates.points;
    const input: InputOf<'codex.add'> = {
      subject: subject.id === null ? { kind: 'name', name: subject.text.trim() } : { kind: 'entity', id: subject.id },
      relation: chosen.name,
      object: toObject(value.text, chosen, value.entity),
      ...(from === null ? {} : { validFrom: from }),
      ...(to === null ? {} : { validTo: to }),
    };
    const words = value.text.trim();
    const isOwn = subject.id === ME;
    return addFact(input, isOwn ? sayFact(chosen.name, words) : sayFactOf(subject.text.trim(), chosen.name, words));
  };

  return (
    <>
      <FormDialog
        title={t('dialog.add.title')}
        submitLabel={t('dialog.add.go')}
        width="wide"
        onSubmit={submit}
        onClose={closeAdd}
      >
        <p>{t('dialog.add.what')}</p>
        {draft.quote ? (
          <div>
            <p className="text-sec">{t('dialog.add.quote')}</p>
            <blockquote dir="auto" className="line-clamp-6 border-s-2 border-rule ps-3 font-serif text-quote text-text">
              {draft.quote}
            </blockquote>
          </div>
        ) : null}
        <EntityField
          label={t('dialog.subject')}
          text={subject.text}
          types={[]}
          canBeNew
          trouble={needed(subject.text.trim() === '', t('dialog.missing.subject'))}
          onChange={(text, entity) => setSubject({ text, id: entity?.id ?? null })}
        />
        <RelationField
          text={relation.text}
          relation={chosen}
          trouble={needed(chosen === null, t('dialog.missing.relation'))}
          onChange={(text, next) => setRelation({ text, chosen: next })}
          onOwn={() => setIsOwnOpen(true)}
        />
        <ValueField
          relation={chosen}
          value={value}
          trouble={needed(value.text.trim() === '', t('dialog.missing.value'))}
          onChange={setValue}
        />
        <DatesFields dates={dates} />
      </FormDialog>
      {isOwnOpen ? (
        <RelationDialog
          onDone={(name) => setRelation({ text: name, chosen: null })}
          onClose={() => setIsOwnOpen(false)}
        />
      ) : null}
    </>
  );
}

/** A fact by hand, from wherever it was asked for. */
export function AddDialog() {
  const draft = useAdd((state) => state.draft);
  return draft === null ? null : <AddForm draft={draft} />;
}
