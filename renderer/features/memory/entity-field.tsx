import { useEffect, useState } from 'react';
import type { Entity, EntityType } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { Combo } from './combo.tsx';
import { findEntities } from './find-entities.ts';
import { Field } from './form.tsx';
import { findNamed } from './object-input.pure.ts';
import { nameOf } from './words.ts';

type EntityFieldProps = {
  readonly label: string;
  readonly text: string;
  readonly types: readonly EntityType[];
  readonly trouble?: string | null;
  readonly hint?: string;
  /** Somebody new may be named. */
  readonly canBeNew: boolean;
  readonly except?: Entity;
  readonly onChange: (text: string, entity: Entity | null) => void;
};

/** Somebody or something known, found by name; or, where that is allowed, somebody new. */
export function EntityField(props: EntityFieldProps) {
  const { label, text, types, trouble = null, hint, canBeNew, except, onChange } = props;
  const [found, setFound] = useState<readonly Entity[]>([]);
  const key = types.join(' ');
  useEffect(() => {
    const controller = new AbortController();
    const wanted = key === '' ? [] : (key.split(' ') as EntityType[]);
    void findEntities(text, wanted, controller.signal).then((entities) => {
      if (!controller.signal.aborted) setFound(entities);
    });
    return () => controller.abort();
  }, [text, key]);
  const known = found.filter(({ id }) => id !== except?.id);
  const named = findNamed(text, known);
  const fresh = canBeNew && text.trim() !== '' && named === null ? [text.trim()] : [];
  return (
    <Field label={label} trouble={trouble} hint={hint}>
      {(ids) => (
        <Combo
          {...ids}
          listLabel={label}
          text={text}
          nothing={t('dialog.pick.none')}
          choices={[
            ...known.map((each) => ({
              key: each.id,
              label: nameOf(each),
              detail: `${t(`entity.${each.type}`)}, ${count(each.factCount, 'facts')}`,
            })),
            ...fresh.map((name) => ({
              key: 'new',
              label:
                types.length === 1 && types[0]
                  ? t('dialog.newAs', { type: t(`entity.${types[0]}`), name })
                  : t('dialog.new', { name }),
              detail: '',
            })),
          ]}
          onText={(next) => onChange(next, findNamed(next, known))}
          onPick={(picked) => {
            const entity = known.find(({ id }) => id === picked) ?? null;
            onChange(entity === null ? text.trim() : nameOf(entity), entity);
          }}
        />
      )}
    </Field>
  );
}
