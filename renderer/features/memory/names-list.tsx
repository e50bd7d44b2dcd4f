import { useState } from 'react';
import { ASSISTANT, type EntityId } from '../../../main/contract/index.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { routeToHash } from '../../route.pure.ts';
import { TextButton } from '../../ui/button.tsx';
import { useLayout } from '../../ui/layout.ts';
import { Failure, Loading, TextField } from '../../ui/parts.tsx';
import type { AsOf } from './as-of.pure.ts';
import { type EntityGroup, GROUP_NAMES, isMe, loadNames, type Names, useMemory } from './memory-store.ts';
import { nameOf } from './words.ts';

const chip =
  'inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sec whitespace-nowrap max-mid:py-1.5';
const chipLook = (isOn: boolean): string =>
  isOn ? 'border-ink bg-ink-wash text-ink' : 'border-rule text-text-2 hover:border-rule-2 hover:text-text';

function Kinds() {
  const { group, totals } = useMemory();
  const kinds: readonly (EntityGroup | null)[] = [null, ...GROUP_NAMES];
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('entities.kinds')}</legend>
      {kinds.map((kind) => {
        const n = totals[kind ?? 'all'];
        return (
          <button
            key={kind ?? 'all'}
            type="button"
            aria-pressed={group === kind}
            onClick={() => void loadNames({ group: kind })}
            className={`${chip} ${chipLook(group === kind)}`}
          >
            {t(`entities.${kind ?? 'all'}`)}
            {n === undefined ? null : <span className="num">{formatNumber(n)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}

/** So many names stand over the facts before one asks for more. */
const FEW = { narrow: 6, mid: 10, wide: 12 } as const;

/** `me` first: most of what is known is about the one who reads it. */
function inOrder({ entities }: Names): Names['entities'] {
  // The assistant is in every folder; it is a name to look at once something is known about it.
  const known = entities.filter(({ id, factCount }) => id !== ASSISTANT || factCount > 0);
  return [...known.filter(({ id }) => isMe(id)), ...known.filter(({ id }) => !isMe(id))];
}

type ListProps = { readonly names: Names; readonly current: EntityId; readonly asOf: AsOf };

function List({ names, current, asOf }: ListProps) {
  const query = useMemory((state) => state.query.trim());
  const [isWhole, setIsWhole] = useState(false);
  const layout = useLayout();
  if (names.entities.length === 0)
    return (
      <p className="text-sec text-text-2">{query === '' ? t('entities.none') : t('entities.noneNamed', { query })}</p>
    );
  const shown = isWhole ? inOrder(names) : inOrder(names).slice(0, FEW[layout]);
  const left = names.total - shown.length - (names.entities.length - inOrder(names).length);
  const more = () => {
    if (isWhole) void loadNames({ more: true });
    else setIsWhole(true);
  };
  return (
    <>
      <ul className="flex max-h-[8.25rem] flex-wrap gap-1.5 overflow-auto max-mid:max-h-[7.5rem]">
        {shown.map((entity) => (
          <li key={entity.id} className="min-w-0">
            <a
              href={routeToHash({ name: 'memory', subject: entity.id, ...asOf })}
              aria-current={entity.id === current ? 'page' : undefined}
              title={nameOf(entity)}
              className={`${chip} max-w-[15rem] ${chipLook(entity.id === current)}`}
            >
              <span aria-hidden="true" className="contents">
                <bdi className="truncate">{nameOf(entity)}</bdi>
                <span className="num">{formatNumber(entity.factCount)}</span>
              </span>
              <span className="sr-only">
                {t('entities.name', {
                  name: nameOf(entity),
                  type: t(`entity.${entity.type}`),
                  facts: count(entity.factCount, 'facts'),
                })}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {left > 0 ? <TextButton onClick={more}>{t('entities.more', { n: formatNumber(left) })}</TextButton> : null}
    </>
  );
}

/** Who and what is known: found by name, filtered by kind. Choosing one shows its facts, on the same days. */
export function NamesList({ current, asOf }: Omit<ListProps, 'names'>) {
  const { names, query, group } = useMemory();
  // Where nothing is known yet there is nothing to find, and the page says so once.
  if (names.kind === 'ready' && query === '' && group === null && inOrder(names.value).length === 0) return null;
  return (
    <nav aria-label={t('entities.label')} className="mb-3.5 flex flex-col items-start gap-2">
      <div className="flex flex-wrap items-center gap-2.5">
        <TextField
          type="search"
          dir="auto"
          value={query}
          aria-label={t('entities.find')}
          placeholder={t('entities.find')}
          onChange={(event) => void loadNames({ query: event.target.value })}
          className="w-52 max-mid:w-full"
        />
        <Kinds />
      </div>
      {names.kind === 'loading' ? <Loading label={t('entities.loading')} lines={2} /> : null}
      {names.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadNames()}>
          {names.failure.message}
        </Failure>
      ) : null}
      {names.kind === 'ready' ? <List names={names.value} current={current} asOf={asOf} /> : null}
    </nav>
  );
}
