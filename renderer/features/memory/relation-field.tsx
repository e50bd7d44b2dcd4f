import { useEffect } from 'react';
import type { Relation } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { Combo } from './combo.tsx';
import { findRelations } from './find-relations.pure.ts';
import { Field } from './form.tsx';
import { loadRelations, useMemory } from './memory-store.ts';
import { areaText } from './words.ts';

const MEANING = {
  'single-valued': 'dialog.relation.replaces',
  property: 'dialog.relation.property',
  'multi-valued': 'dialog.relation.many',
} as const;

type RelationFieldProps = {
  readonly text: string;
  readonly relation: Relation | null;
  readonly trouble: string | null;
  readonly onChange: (text: string, relation: Relation | null) => void;
  readonly onOwn: () => void;
};

/** One relation of the vocabulary, found by its name or by what it means. */
export function RelationField({ text, relation, trouble, onChange, onOwn }: RelationFieldProps) {
  const relations = useMemory((state) => state.relations);
  useEffect(() => {
    // Where it cannot be read the list stays empty and says so; the engine's absence has its own banner.
    if (relations.length === 0) loadRelations().catch(() => undefined);
  }, [relations.length]);
  const found = findRelations(relations, relation?.name === text ? '' : text);
  return (
    <div>
      <Field
        label={t('dialog.relation')}
        hint={relation === null ? undefined : `${relation.description} ${t(MEANING[relation.bucket])}`}
        trouble={trouble}
      >
        {(ids) => (
          <Combo
            {...ids}
            listLabel={t('dialog.relation.find')}
            text={text}
            nothing={t('dialog.relation.none')}
            choices={found.map((each) => ({
              key: each.name,
              label: each.name,
              detail: `${areaText(each.area)}. ${each.description}`,
            }))}
            onText={(next) => onChange(next, relations.find(({ name }) => name === next.trim()) ?? null)}
            onPick={(name) => onChange(name, relations.find((each) => each.name === name) ?? null)}
          />
        )}
      </Field>
      <TextButton onClick={onOwn}>{t('dialog.relation.own')}</TextButton>
    </div>
  );
}
