import { useState } from 'react';
import { Bucket } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Select, TextField } from '../../ui/parts.tsx';
import { addRelation } from './change-fact.ts';
import { Field, FormDialog, fieldLook } from './form.tsx';
import { useMemory } from './memory-store.ts';

const KINDS = ['text', 'person', 'place', 'thing', 'organisation', 'topic', 'date', 'number', 'amount'] as const;

type RelationDialogProps = { readonly onDone: (name: string) => void; readonly onClose: () => void };

/** A relation that the vocabulary does not have, by its name and by what a second value would mean. */
export function RelationDialog({ onDone, onClose }: RelationDialogProps) {
  const relations = useMemory((state) => state.relations);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [bucket, setBucket] = useState<Bucket>('multi-valued');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('text');
  const [isAsked, setIsAsked] = useState(false);
  const clean = name.trim();
  const isTaken = relations.some((each) => each.name.toLowerCase() === clean.toLowerCase());
  const trouble = isTaken ? t('relation.taken') : isAsked && clean.length < 2 ? t('dialog.missing.name') : null;
  const submit = () => {
    setIsAsked(true);
    if (isTaken || clean.length < 2) return null;
    return addRelation({ name: clean, description: description.trim(), bucket, object: [kind] }).then((outcome) => {
      if (outcome === null) onDone(clean);
      return outcome;
    });
  };
  return (
    <FormDialog title={t('relation.title')} submitLabel={t('relation.go')} onSubmit={submit} onClose={onClose}>
      <p>{t('relation.what')}</p>
      <Field label={t('relation.name')} trouble={trouble}>
        {(ids) => (
          <TextField
            {...ids}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
            className={fieldLook}
          />
        )}
      </Field>
      <Field label={t('relation.description')}>
        {(ids) => (
          <TextField
            {...ids}
            value={description}
            maxLength={400}
            onChange={(event) => setDescription(event.target.value)}
            className={fieldLook}
          />
        )}
      </Field>
      <Field label={t('relation.object')}>
        {(ids) => (
          <Select {...ids} value={kind} onChange={(event) => setKind(event.target.value as typeof kind)}>
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {t(`relation.object.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('relation.bucket')}>
        {(ids) => (
          <Select {...ids} value={bucket} onChange={(event) => setBucket(event.target.value as Bucket)}>
            {Bucket.options.map((each) => (
              <option key={each} value={each}>
                {t(`relation.bucket.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
