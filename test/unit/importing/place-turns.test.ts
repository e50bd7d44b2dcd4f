import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeTurns, type TreeNode } from '../../../main/importing/formats/place-turns.pure.ts';

const makeNode = (id: string, parentId: string | null, more: Partial<TreeNode> = {}): TreeNode => ({
  id,
  parentId,
  childIds: [],
  isTurn: true,
  atMs: null,
  ...more,
});
const path = (placed: ReturnType<typeof placeTurns>) => placed.turns.filter((t) => t.isOnActivePath).map((t) => t.id);

describe('importing/place-turns', () => {
  it('orders by links and not by time, as an answer may be dated before its prompt', () => {
    const placed = placeTurns([makeNode('a', 'u', { atMs: 1 }), makeNode('u', null, { atMs: 2 })], 'a');

    expect(placed).toEqual({
      turns: [
        { id: 'u', parentId: null, isOnActivePath: true },
        { id: 'a', parentId: 'u', isOnActivePath: true },
      ],
      activeLeafId: 'a',
    });
  });

  it('links the children of left-out nodes to the nearest turn above', () => {
    const nodes = [
      makeNode('root', null, { isTurn: false }),
      makeNode('u', 'root'),
      makeNode('tool', 'u', { isTurn: false }),
      makeNode('more', 'tool', { isTurn: false }),
      makeNode('a', 'more'),
    ];

    expect(placeTurns(nodes, 'a').turns.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['u', null],
      ['a', 'u'],
    ]);
  });

  it('takes the turn above when the active node itself is left out', () => {
    const nodes = [makeNode('u', null), makeNode('tool', 'u', { isTurn: false }), makeNode('other', 'u', { atMs: 9 })];

    expect(placeTurns(nodes, 'tool').activeLeafId).toBe('u');
  });

  it.each([['gone'], [null]])('walks from the newest leaf when the active node is %s', (activeId) => {
    const nodes = [
      makeNode('u', null, { atMs: 5 }),
      makeNode('old', 'u', { atMs: 1 }),
      makeNode('new', 'u', { atMs: 3 }),
    ];

    expect(path(placeTurns(nodes, activeId))).toEqual(['u', 'new']);
    expect(path(placeTurns(nodes.toReversed(), activeId))).toEqual(['u', 'new']);
  });

  it('takes the last leaf when no turn has a time', () => {
    expect(placeTurns([makeNode('u', null), makeNode('a', 'u'), makeNode('b', 'u')], null).activeLeafId).toBe('b');
  });

  it('uses child lists only where a node names no parent, and for the order of siblings', () => {
    const nodes = [
      makeNode('r', null, { childIds: ['b', 'a', 'gone'] }),
      makeNode('a', null),
      makeNode('b', 'missing'),
    ];

    expect(placeTurns(nodes, 'b').turns.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['r', null],
      ['b', 'r'],
      ['a', 'r'],
    ]);
  });

  it('breaks a circle where the active path closes it', () => {
    const placed = placeTurns([makeNode('u', 'a'), makeNode('a', 'u')], 'a');

    expect(placed.turns.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['u', null],
      ['a', 'u'],
    ]);
    expect(path(placed)).toEqual(['u', 'a']);
  });

  it('keeps a node that is its own parent', () => {
    expect(placeTurns([makeNode('u', 'u', { childIds: ['u'] })], 'u').turns).toHaveLength(1);
  });

  it('follows a chain of a hundred thousand turns', () => {
    const nodes = Array.from({ length: 100_000 }, (_, i) => makeNode(`n${i}`, i === 0 ? null : `n${i - 1}`));

    expect(path(placeTurns(nodes, 'n99999'))).toHaveLength(100_000);
  });

  it('places every turn once, parents first, and marks one unbroken path, whatever the links say', () => {
    const ids = fc.integer({ min: 0, max: 8 }).map(String);
    const node = fc.record({
      parentId: fc.option(ids),
      childIds: fc.array(ids, { maxLength: 3 }),
      isTurn: fc.boolean(),
      atMs: fc.option(fc.integer({ min: 0, max: 5 })),
    });
    fc.assert(
      fc.property(fc.array(node, { maxLength: 8 }), fc.option(ids), (raw, activeId) => {
        const nodes = raw.map((one, i) => ({ id: String(i), ...one }));
        const { turns, activeLeafId } = placeTurns(nodes, activeId);

        expect(turns.map(({ id }) => id).toSorted()).toEqual(
          nodes
            .filter((n) => n.isTurn)
            .map((n) => n.id)
            .toSorted(),
        );
        const seen = new Set<string>();
        let tip: string | null = null;
        for (const { id, parentId, isOnActivePath } of turns) {
          if (parentId !== null) expect(seen).toContain(parentId);
          seen.add(id);
          if (!isOnActivePath) continue;
          expect(parentId).toBe(tip);
          tip = id;
        }
        expect(activeLeafId).toBe(tip);
      }),
    );
  });
});
