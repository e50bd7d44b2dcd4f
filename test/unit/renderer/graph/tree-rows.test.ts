import { describe, expect, it } from 'vitest';
import type { EntityId, RevisionId } from '../../../../main/contract/index.ts';
import { indexGraph, NO_FILTER, planShown } from '../../../../renderer/features/graph/model.pure.ts';
import { planRows, stepInTree } from '../../../../renderer/features/graph/tree-rows.pure.ts';

const id = (text: string) => text as EntityId;
const indexed = indexGraph({
  nodes: ['me', 'b', 'c'].map((each) => ({ id: id(each), name: each, type: 'person', degree: 1 })),
  edges: [
    ['1', 'me', 'b'],
    ['2', 'c', 'me'],
  ].map(([link = '', from = '', to = '']) => ({
    ...{ id: link as RevisionId, from: id(from), to: id(to), relation: 'friend', status: 'active' },
    ...{ validFrom: null, validTo: null },
  })),
  leftOut: 0,
});
const shown = planShown(indexed, { filter: NO_FILTER, areas: new Map(), atMs: 0 });
const closed = planRows(shown, null);
const opened = planRows(shown, 0);
const step = (key: string, here: number, rows = opened) =>
  stepInTree(indexed, { key, rows, here, open: rows === opened ? id('me') : null });

describe('renderer/graph tree-rows', () => {
  it('lists everybody, most linked first, and the links of the open one', () => {
    expect(closed.map(({ key }) => key)).toEqual(['e0', 'e1', 'e2']);
    expect(opened.map(({ key }) => key)).toEqual(['e0', 'l0-1', 'l0-2', 'e1', 'e2']);
    expect(opened[2]).toMatchObject({ kind: 'link', other: 2, nth: 2, of: 2 });
  });

  it('opens with the arrow to the right, goes on to the links, and follows one to its other end', () => {
    expect(step('ArrowRight', 0, closed)).toMatchObject({ focus: { entity: 'me', link: null }, open: 'me' });
    expect(step('ArrowRight', 0)).toMatchObject({ focus: { entity: 'me', link: '1' } });
    expect(step('ArrowRight', 2)).toEqual({ kind: 'focus', focus: { entity: 'c', link: null }, open: 'c' });
  });

  it('goes back and closes with the arrow to the left', () => {
    expect(step('ArrowLeft', 2)).toMatchObject({ focus: { entity: 'me', link: null }, open: 'me' });
    expect(step('ArrowLeft', 0)).toMatchObject({ focus: { entity: 'me', link: null }, open: null });
  });

  it('stops at both ends, and begins at the top when nothing is in focus', () => {
    expect(step('ArrowUp', 0)).toMatchObject({ focus: { entity: 'me', link: null } });
    expect(step('End', 0)).toMatchObject({ focus: { entity: 'c', link: null } });
    expect(step('ArrowDown', 4)).toMatchObject({ focus: { entity: 'c', link: null } });
    expect(step('ArrowDown', -1)).toMatchObject({ focus: { entity: 'me', link: null } });
    expect(step('x', 0)).toBe(null);
  });

  it('visits the entity, or whom a link leads to', () => {
    expect([step('Enter', 3), step('Enter', 2), step('Enter', -1)]).toEqual([
      { kind: 'visit', entity: 'b' },
      { kind: 'visit', entity: 'c' },
      null,
    ]);
  });
});
