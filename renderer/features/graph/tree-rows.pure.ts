import type { EntityId, RevisionId } from '../../../main/contract/index.ts';
import { type Indexed, type Link, otherEnd, type Shown } from './model.pure.ts';

/** What list and picture both point at: an entity, or one of its links. */
export type Focus = { readonly entity: EntityId; readonly link: RevisionId | null };

export type TreeRow =
  | {
      readonly kind: 'entity';
      readonly key: string;
      readonly place: number;
      readonly nth: number;
      readonly isOpen: boolean;
      /** All that can be listed, and how many of them hold on this day. */
      readonly links: number;
      readonly held: number;
    }
  | {
      readonly kind: 'link';
      readonly key: string;
      /** The entity that it is listed under. */
      readonly place: number;
      readonly link: Link;
      readonly other: number;
      readonly nth: number;
      readonly of: number;
    };

export const entityKey = (place: number): string => `e${place}`;
export const linkKey = (place: number, id: RevisionId): string => `l${place}-${id}`;

/** The rows of the list: every entity, most linked first, and under the open one its links. */
export function planRows({ nodes, linksOf, held }: Shown, open: number | null): readonly TreeRow[] {
  return nodes.flatMap((place, index): TreeRow[] => {
    const links = linksOf.get(place) ?? [];
    const isOpen = place === open && links.length > 0;
    const head: TreeRow = {
      ...{ kind: 'entity', key: entityKey(place), place, nth: index + 1, isOpen },
      links: links.length,
      held: held.get(place) ?? 0,
    };
    if (!isOpen) return [head];
    return [
      head,
      ...links.map((link, n): TreeRow => {
        const other = otherEnd(link, place);
        return {
          ...{ kind: 'link', key: linkKey(place, link.id), place, link, other, nth: n + 1 },
          of: links.length,
        };
      }),
    ];
  });
}

export type TreeStep =
  | { readonly kind: 'focus'; readonly focus: Focus; readonly open: EntityId | null }
  | { readonly kind: 'visit'; readonly entity: EntityId };

type Press = {
  readonly key: string;
  readonly rows: readonly TreeRow[];
  /** Where in the rows the list stands; -1 before the first. */
  readonly here: number;
  readonly open: EntityId | null;
};

/** Where a key leads in the list; null for keys that are not its own. */
export function stepInTree({ data }: Indexed, { key, rows, here, open }: Press): TreeStep | null {
  const idOf = (place: number) => data.nodes[place]?.id ?? null;
  const to = (row: TreeRow | undefined, opened: EntityId | null = open): TreeStep | null => {
    const entity = row ? idOf(row.place) : null;
    if (!row || entity === null) return null;
    return { kind: 'focus', focus: { entity, link: row.kind === 'link' ? row.link.id : null }, open: opened };
  };
  const row = rows[here];
  const own = row ? idOf(row.place) : null;
  switch (key) {
    case 'ArrowDown':
      return to(rows[Math.min(here + 1, rows.length - 1)]);
    case 'ArrowUp':
      return to(rows[Math.max(here - 1, 0)]);
    case 'Home':
      return to(rows[0]);
    case 'End':
      return to(rows.at(-1));
    case 'PageDown':
      return to(rows[Math.min(here + 10, rows.length - 1)]);
    case 'PageUp':
      return to(rows[Math.max(here - 10, 0)]);
    case 'ArrowRight':
      if (!row) return null;
      // On a link, onwards to whom it leads to.
      if (row.kind === 'link') {
        const other = idOf(row.other);
        return other === null ? null : { kind: 'focus', focus: { entity: other, link: null }, open: other };
      }
      return row.isOpen ? to(rows[here + 1]) : to(row, own);
    case 'ArrowLeft':
      if (!row) return null;
      return row.kind === 'link' ? to(rows.find((each) => each.key === entityKey(row.place))) : to(row, null);
    case 'Enter': {
      const entity = row ? idOf(row.kind === 'link' ? row.other : row.place) : null;
      return entity === null ? null : { kind: 'visit', entity };
    }
    default:
      return null;
  }
}
