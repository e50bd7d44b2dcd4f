import type { Entity, Relation } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { TextField } from '../../ui/parts.tsx';
import { EntityField } from './entity-field.tsx';
import { Field, fieldLook } from './form.tsx';
import { kindsOf } from './object-input.pure.ts';

export type ValueDraft = { readonly text: string; readonly entity: Entity | null };
export const NO_VALUE: ValueDraft = { text: '', entity: null };

type ValueFieldProps = {
  readonly relation: Pick<Relation, 'object'> | null;
  readonly value: ValueDraft;
  readonly trouble: string | null;
  readonly onChange: (value: ValueDraft) => void;
};

/** The value of a fact: somebody or something by name where the relation takes that, else words. */
export function ValueField({ relation, value, trouble, onChange }: ValueFieldProps) {
  const types = relation === null ? [] : kindsOf(relation).types;
  if (types.length > 0)
    return (
      <EntityField
        label={t('dialog.value')}
        text={value.text}
        types={types}
        trouble={trouble}
        canBeNew
        onChange={(text, entity) => onChange({ text, entity })}
      />
    );
  return (
    <Field label={t('dialog.value')} trouble={trouble}>
      {(ids) => (
        <TextField
          {...ids}
          dir="auto"
          autoComplete="off"
          value={value.text}
          onChange={(event) => onChange({ text: event.target.value, entity: null })}
          className={fieldLook}
        />
      )}
    </Field>
  );
}
