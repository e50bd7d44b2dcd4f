import { useState } from 'react';
import { type Entity, EntityType, ME, type Revision, type RevisionId } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { Select, TextField } from '../../ui/parts.tsx';
import { changeEntity, mergeEntities, splitEntity } from './change-fact.ts';
import { EntityField } from './entity-field.tsx';
import { Field, FormDialog, fieldLook } from './form.tsx';
import { factText, nameOf, wholeFactText } from './words.ts';

type EntityDialogProps = { readonly entity: Entity; readonly onClose: () => void };

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Name, kind and other names. */
export function NamesDialog({ entity, onClose }: EntityDialogProps) {
  const [name, setName] = useState(entity.name);
  const [type, setType] = useState(entity.type);
  const [aliases, setAliases] = useState(entity.aliases.join('\n'));
  const clean = name.trim();
  const submit = () => {
    if (clean === '') return null;
    const others = linesOf(aliases);
    const patch = {
      ...(clean === entity.name ? {} : { name: clean }),
      ...(type === entity.type ? {} : { type }),
      ...(others.join('\n') === entity.aliases.join('\n') ? {} : { aliases: [...others] }),
    };
    return changeEntity({ id: entity.id, ...patch }, clean);
  };
  return (
    <FormDialog
      title={t('names.title', { name: nameOf(entity) })}
      submitLabel={t('names.go')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('names.what')}</p>
      <Field label={t('names.name')} trouble={clean === '' ? t('dialog.missing.name') : null}>
        {(ids) => (
          <TextField
            {...ids}
            dir="auto"
            value={name}
            maxLength={400}
            onChange={(event) => setName(event.target.value)}
            className={fieldLook}
          />
        )}
      </Field>
      {entity.id === ME ? null : (
        <Field label={t('names.type')}>
          {(ids) => (
            <Select {...ids} value={type} onChange={(event) => setType(event.target.value as EntityType)}>
              {EntityType.options.map((each) => (
                <option key={each} value={each}>
                  {t(`entity.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t('names.aliases')}>
        {(ids) => (
          <textarea
            {...ids}
            dir="auto"
            rows={3}
            value={aliases}
            onChange={(event) => setAliases(event.target.value)}
            className={`rounded-ctl border border-rule-2 bg-leaf px-[11px] py-1.5 ${fieldLook}`}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Two names are one. */
export function MergeDialog({ entity, onClose }: EntityDialogProps) {
  const [into, setInto] = useState<{ text: string; entity: Entity | null }>({ text: '', entity: null });
  const [isAsked, setIsAsked] = useState(false);
  const submit = () => {
    setIsAsked(true);
    return into.entity === null ? null : mergeEntities(entity, into.entity);
  };
  const name = nameOf(entity);
  return (
    <FormDialog title={t('merge.title', { name })} submitLabel={t('merge.go')} onSubmit={submit} onClose={onClose}>
      <p>{t('merge.what', { name })}</p>
      <EntityField
        label={t('merge.into')}
        text={into.text}
        types={[]}
        canBeNew={false}
        except={entity}
        trouble={isAsked && into.entity === null ? t('merge.none') : null}
        onChange={(text, chosen) => setInto({ text, entity: chosen })}
      />
    </FormDialog>
  );
}

type SplitDialogProps = EntityDialogProps & { readonly facts: readonly Revision[] };

/** One name is two: the marked facts move to a new one. */
export function SplitDialog({ entity, facts, onClose }: SplitDialogProps) {
  const [name, setName] = useState('');
  const [marked, setMarked] = useState<ReadonlySet<RevisionId>>(new Set());
  const [isAsked, setIsAsked] = useState(false);
  const clean = name.trim();
  const toggle = (id: RevisionId) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  };
  const submit = () => {
    setIsAsked(true);
    return clean === '' || marked.size === 0 ? null : splitEntity(entity.id, [...marked], clean);
  };
  const own = nameOf(entity);
  return (
    <FormDialog
      title={t('split.title', { name: own })}
      submitLabel={t('split.go', { facts: count(marked.size, 'facts') })}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('split.what', { name: own })}</p>
      <Field label={t('split.name')} trouble={isAsked && clean === '' ? t('dialog.missing.name') : null}>
        {(ids) => (
          <TextField
            {...ids}
            dir="auto"
            value={name}
            maxLength={400}
            onChange={(event) => setName(event.target.value)}
            className={fieldLook}
          />
        )}
      </Field>
      <fieldset className="flex max-h-60 flex-col gap-1 overflow-auto">
        <legend className="mb-1 text-sec text-text">{t('split.facts')}</legend>
        {facts.map((fact) => (
          <label key={fact.id} className="flex items-baseline gap-2 text-ui text-text">
            <input
              type="checkbox"
              className="accent-ink"
              checked={marked.has(fact.id)}
              onChange={() => toggle(fact.id)}
            />
            <bdi>{fact.subject.id === entity.id ? factText(fact) : wholeFactText(fact)}</bdi>
          </label>
        ))}
      </fieldset>
      {isAsked && marked.size === 0 ? <p className="text-sec text-rubric">{t('split.none')}</p> : null}
    </FormDialog>
  );
}
