import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growTree } from '../../../main/export/tree.pure.ts';

/** Trees in which each turn hangs under any earlier one, or is a root; any of them may be left out. */
const links = fc
  .array(fc.record({ parent: fc.nat(), isRoot: fc.boolean(), isIn: fc.boolean() }), { minLength: 1, maxLength: 30 })
  .map((turns) =>
    turns.map(({ parent, isRoot, isIn }, n) => ({
      id: `t${n}`,
      parentId: n === 0 || isRoot ? null : `t${parent % n}`,
      isIn,
    })),
  );

describe('growTree', () => {
  it('reaches every exported turn once from the root, and no other', () => {
    fc.assert(
      fc.property(links, (given) => {
        const tree = growTree(given, 't0');
        const reached: string[] = [];
        const walk = (id: string | null): void => {
          for (const child of tree.childrenOf(id)) {
            expect(tree.parentOf(child)).toBe(id);
            reached.push(child);
            walk(child);
          }
        };
        walk(null);
        expect(reached.sort()).toEqual(
          given
            .filter(({ isIn }) => isIn)
            .map(({ id }) => id)
            .sort(),
        );
      }),
    );
  });

  it('hangs a turn under the nearest exported one before it', () => {
    const tree = growTree(
      [
        { id: 'a', parentId: null, isIn: true },
        { id: 'b', parentId: 'a', isIn: false },
        { id: 'c', parentId: 'b', isIn: true },
        { id: 'd', parentId: 'c', isIn: false },
      ],
      'd',
    );
    expect(tree.parentOf('c')).toBe('a');
    expect(tree.leafId).toBe('c');
  });

  it('ends also where links lead back to themselves', () => {
    const tree = growTree(
      [
        { id: 'a', parentId: 'b', isIn: false },
        { id: 'b', parentId: 'a', isIn: false },
        { id: 'client-created-root', parentId: 'a', isIn: true },
      ],
      'a',
    );
    expect(tree.parentOf('client-created-root')).toBeNull();
    expect(tree.rootId).not.toBe('client-created-root');
  });
});
