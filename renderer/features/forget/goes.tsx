import { type ReactNode, useId, useState } from 'react';
import type { ForgetCounts, ForgetPreview } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { GoesTurns } from './goes-turns.tsx';
import { type ForgetItem, type ItemKind, itemsOf, sayFact } from './items.pure.ts';

type RowProps = { readonly n: number; readonly label: string; readonly children?: ReactNode };

function Row({ n, label, children }: RowProps) {
  return (
    <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] border-b border-rule py-2.5">
      <b className="num pe-4 text-end">{formatNumber(n)}</b>
      <div className="min-w-0">
        <p>{label}</p>
        {children}
      </div>
    </li>
  );
}

const AT_A_GLANCE = 3;

/** What they say, in a line; all of them one under another on request. */
function Names({
  items,
  total,
  what,
}: {
  readonly items: readonly ForgetItem[];
  readonly total: number;
  readonly what: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  if (items.length === 0) return null;
  const more = total - AT_A_GLANCE;
  return (
    <div className="text-sec text-text-2">
      {isOpen ? null : (
        <p className="line-clamp-3 [overflow-wrap:anywhere]">
          {items.slice(0, AT_A_GLANCE).map(({ id, text }, place) => (
            <span key={id}>
              {place > 0 ? '; ' : ''}
              <bdi>{sayFact(text)}</bdi>
            </span>
          ))}
        </p>
      )}
      {more > 0 || items.some(({ text }) => text.length > 120) ? (
        <TextButton aria-expanded={isOpen} aria-controls={listId} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('forget.list.close') : t('forget.list.open', { n: formatNumber(items.length) })}
        </TextButton>
      ) : null}
      <ul id={listId} hidden={!isOpen} aria-label={t('forget.list.label', { what })}>
        {isOpen
          ? items.map(({ id, text }) => (
              <li key={id} dir="auto" className="border-t border-rule py-1.5 first:border-t-0 [overflow-wrap:anywhere]">
                {sayFact(text)}
              </li>
            ))
          : null}
      </ul>
      {isOpen && items.length < total ? (
        <p>{t('forget.list.cut', { shown: formatNumber(items.length), n: formatNumber(total) })}</p>
      ) : null}
    </div>
  );
}

/** Kinds after the turns, in their order; `of` are the lines that the preview has for it. */
const KINDS: readonly {
  readonly kind: Exclude<keyof ForgetCounts, 'turns' | 'answers' | 'chunks' | 'claims'>;
  readonly of: ItemKind | null;
}[] = [
  { kind: 'conversations', of: 'conversation' },
  { kind: 'titles', of: 'title' },
  { kind: 'documents', of: 'document' },
  { kind: 'revisions', of: 'fact' },
  { kind: 'entities', of: 'entity' },
  { kind: 'summaries', of: 'summary' },
  { kind: 'procedures', of: 'procedure' },
  { kind: 'reflections', of: 'reflection' },
  { kind: 'slots', of: 'slot' },
  { kind: 'clusters', of: null },
  { kind: 'corrections', of: null },
  { kind: 'traces', of: null },
  { kind: 'drafts', of: null },
  { kind: 'embeddings', of: null },
];

function labelOf(kind: (typeof KINDS)[number]['kind'], n: number): string {
  const form = n === 1 ? 'one' : 'other';
  return kind === 'revisions' ? t(`forget.goes.facts.${form}`) : t(`forget.goes.${kind}.${form}`);
}

function Backups({ backups }: Pick<ForgetPreview, 'backups'>) {
  if (backups.length === 0) return null;
  return (
    <Row n={backups.length} label={t(`forget.backups.${backups.length === 1 ? 'one' : 'other'}`)}>
      <ul className="text-sec text-text-2">
        {backups.map(({ id, path, at }) => (
          <li key={id}>
            <bdi dir="ltr" className="[overflow-wrap:anywhere]">
              {path}
            </bdi>
            , <span className="num whitespace-nowrap">{formatDay(at)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sec">{t('forget.backups.what')}</p>
    </Row>
  );
}

type GoesProps = { readonly value: ForgetPreview; readonly items: readonly ForgetItem[] };

/** Everything that goes, by kind. */
export function Goes({ value, items }: GoesProps) {
  const { counts } = value;
  const turns = itemsOf(items, 'turn');
  return (
    <section>
      <h2 className="border-b-2 border-rubric pb-[5px] text-head font-semibold text-rubric">{t('forget.goes')}</h2>
      <ul className="m-0 list-none p-0">
        {counts.turns > 0 || turns.length > 0 ? (
          <Row n={counts.turns} label={t(counts.turns === 1 ? 'forget.goes.turn' : 'forget.goes.turns')}>
            {counts.answers > 0 ? (
              <p className="text-sec text-text-2">
                {counts.answers === 1
                  ? t('forget.goes.answers.one')
                  : t('forget.goes.answers.other', { n: formatNumber(counts.answers) })}
              </p>
            ) : null}
            <GoesTurns items={turns} total={counts.turns} />
          </Row>
        ) : null}
        {KINDS.map(({ kind, of }) => {
          const n = counts[kind];
          if (n === 0) return null;
          const label = labelOf(kind, n);
          return (
            <Row key={kind} n={n} label={label}>
              {kind === 'documents' && counts.chunks > 0 ? (
                <p className="text-sec text-text-2">
                  {t('forget.goes.documents.passages', { passages: count(counts.chunks, 'passages') })}
                </p>
              ) : null}
              {of === null ? null : <Names items={itemsOf(items, of)} total={n} what={label} />}
            </Row>
          );
        })}
        <Backups backups={value.backups} />
      </ul>
    </section>
  );
}
