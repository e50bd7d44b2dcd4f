import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef } from 'react';
import type { EntityId } from '../../../main/contract/index.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { nameOf } from '../memory/words.ts';
import { MarkIcon } from './mark-icon.tsx';
import { type Indexed, isCurrent, type Shown } from './model.pure.ts';
import { entityKey, type Focus, linkKey, planRows, stepInTree, type TreeRow } from './tree-rows.pure.ts';
import { sayLink, typeText, yearsText } from './words.ts';

const ENTITY_PX = 32;
const LINK_PX = 28;
const BENEATH = 8;

type ListProps = {
  readonly indexed: Indexed;
  readonly shown: Shown;
  readonly focus: Focus | null;
  readonly open: EntityId | null;
  readonly onFocus: (focus: Focus, open: EntityId | null) => void;
  readonly onVisit: (entity: EntityId) => void;
};

type RowProps = ListProps & { readonly row: TreeRow; readonly id: string; readonly isHere: boolean };

type EntityTreeRow = Extract<TreeRow, { kind: 'entity' }>;
type LinkTreeRow = Extract<TreeRow, { kind: 'link' }>;

function EntityRow({ row, indexed, shown }: ListProps & { readonly row: EntityTreeRow }) {
  const node = indexed.data.nodes[row.place];
  if (!node) return null;
  const hasLinks = isCurrent(indexed, shown, row.place);
  return (
    <>
      <MarkIcon type={node.type} isCurrent={hasLinks} />
      <span dir="auto" className={`min-w-0 flex-1 truncate ${hasLinks ? '' : 'text-text-3'}`}>
        {nameOf(node)}
      </span>
      <span className="num flex-none text-lab text-text-2">{formatNumber(row.held)}</span>
    </>
  );
}

function LinkRow({ row, indexed }: ListProps & { readonly row: LinkTreeRow }) {
  const { link } = row;
  const [from, to] = [indexed.data.nodes[link.a], indexed.data.nodes[link.b]];
  if (!from || !to) return null;
  const tone = link.state === 'conflict' ? 'text-rubric' : link.state === 'past' ? 'text-text-3' : '';
  return (
    <>
      <span className={`min-w-0 flex-1 truncate ps-6 ${tone}`}>
        <bdi>{nameOf(from)}</bdi> <span className="text-text-2">{link.relation}</span> <bdi>{nameOf(to)}</bdi>
      </span>
      <span className="num flex-none text-lab text-text-2">{yearsText(link)}</span>
    </>
  );
}

/** What a row says to those who listen. */
function sayRow({ indexed }: ListProps, row: TreeRow): string {
  if (row.kind === 'link') return sayLink(indexed, row.link);
  const node = indexed.data.nodes[row.place];
  if (!node) return '';
  return t('graph.row', { name: nameOf(node), type: typeText(node.type), links: count(row.held, 'links') });
}

function Row(props: RowProps & { readonly top: number }) {
  const { row, id, isHere, indexed, shown, top, onFocus, onVisit, open } = props;
  const isEntity = row.kind === 'entity';
  const own = indexed.data.nodes[row.place]?.id;
  const leadsTo = isEntity ? own : indexed.data.nodes[row.other]?.id;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and the keys; this is the mouse's way
    // biome-ignore lint/a11y/useFocusableInteractive: rows are pointed at by aria-activedescendant
    <div
      id={id}
      role="treeitem"
      aria-level={isEntity ? 1 : 2}
      aria-setsize={isEntity ? shown.nodes.length : row.of}
      aria-posinset={row.nth}
      aria-expanded={isEntity && row.links > 0 ? row.isOpen : undefined}
      aria-selected={isHere}
      title={sayRow(props, row)}
      style={{ top, height: isEntity ? ENTITY_PX : LINK_PX }}
      className={`absolute inset-x-0 flex cursor-pointer items-center gap-2 border-b border-rule px-1 text-sec ${isHere ? 'bg-ink-wash text-text' : 'hover:bg-sunk'}`}
      onClick={() => {
        if (own === undefined) return;
        if (row.kind === 'link') onFocus({ entity: own, link: row.link.id }, open);
        else onFocus({ entity: own, link: null }, row.isOpen && isHere ? null : own);
      }}
      onDoubleClick={() => {
        if (leadsTo !== undefined) onVisit(leadsTo);
      }}
    >
      <span className="sr-only">{sayRow(props, row)}</span>
      <span aria-hidden="true" className="flex min-w-0 flex-1 items-center gap-2">
        {row.kind === 'entity' ? <EntityRow {...props} row={row} /> : <LinkRow {...props} row={row} />}
      </span>
    </div>
  );
}

function indexOfFocus(rows: readonly TreeRow[], { at }: Indexed, focus: Focus | null): number {
  const place = focus === null ? undefined : at.get(focus.entity);
  if (focus === null || place === undefined) return -1;
  const own = focus.link === null ? entityKey(place) : linkKey(place, focus.link);
  const found = rows.findIndex(({ key }) => key === own);
  // A link that this day or filter has not leaves its entity.
  return found >= 0 ? found : rows.findIndex(({ key }) => key === entityKey(place));
}

/** The rows that are in sight, and the one that is pointed at; that one follows the focus. */
function useRows(rows: readonly TreeRow[], here: number) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (rows[index]?.kind === 'link' ? LINK_PX : ENTITY_PX),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    // The row that is pointed at exists, or nothing could be pointed at.
    rangeExtractor: ({ startIndex, endIndex, overscan, count: total }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(total - 1, endIndex + overscan);
      const range = Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
      return here >= 0 && here < total && !range.includes(here) ? [...range, here].sort((a, b) => a - b) : range;
    },
  });
  useEffect(() => {
    if (here < 0) return;
    // Upwards to the row itself, downwards so far that its links are in sight too.
    const row = rows[here];
    const top = virtual.getOffsetForIndex(here, 'start')?.[0] ?? 0;
    const last = row?.kind === 'entity' && row.isOpen ? here + Math.min(row.links, BENEATH) : here;
    virtual.scrollToIndex(top < (virtual.scrollOffset ?? 0) ? here : last);
  }, [here, rows, virtual]);
  return { box, virtual };
}

/** The same as the picture: every entity, most linked first, and the links of the one that is open. */
export function GraphList(props: ListProps) {
  const { indexed, shown, focus, open, onFocus, onVisit } = props;
  const id = useId();
  const place = open === null ? null : (indexed.at.get(open) ?? null);
  const rows = useMemo(() => planRows(shown, place), [shown, place]);
  const here = indexOfFocus(rows, indexed, focus);
  const { box, virtual } = useRows(rows, here);
  return (
    <div
      ref={box}
      role="tree"
      aria-label={t('graph.list')}
      tabIndex={0}
      aria-activedescendant={here < 0 ? undefined : `${id}-${here}`}
      className="min-h-0 flex-1 overflow-auto border-t border-rule focus-visible:outline-offset-[-2px]"
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        const step = stepInTree(indexed, { key: event.key, rows, here, open });
        if (step === null) return;
        event.preventDefault();
        if (step.kind === 'visit') onVisit(step.entity);
        else onFocus(step.focus, step.open);
      }}
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return row ? (
            <Row key={key} {...props} row={row} id={`${id}-${index}`} isHere={index === here} top={start} />
          ) : null;
        })}
      </div>
    </div>
  );
}
