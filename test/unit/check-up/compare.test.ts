import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSides } from '../../../main/check-up/compare.pure.ts';

const side = (ids: readonly string[], abstain = false) => ({
  abstain,
  fragments: ids.map((id, index) => ({ id, rank: index + 1 })),
});
const anySide = fc
  .tuple(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 }), fc.boolean())
  .map(([ids, abstain]) => side(ids, abstain));

describe('check-up/compare', () => {
  it('finds no difference between a side and itself', () => {
    fc.assert(
      fc.property(anySide, (one) => {
        expect(compareSides(one, one)).toEqual({ onlyA: [], onlyB: [], moved: [], difference: 'same' });
      }),
    );
  });

  it('puts every fragment of either side in exactly one place', () => {
    fc.assert(
      fc.property(anySide, anySide, (a, b) => {
        const { onlyA, onlyB, moved } = compareSides(a, b);
        const stayed = a.fragments.filter(({ id, rank }) =>
          b.fragments.some((other) => other.id === id && other.rank === rank),
        );
        const told = [...onlyA, ...onlyB, ...moved.map(({ id }) => id), ...stayed.map(({ id }) => id)];
        const all = new Set([...a.fragments, ...b.fragments].map(({ id }) => id));
        expect(told.toSorted()).toEqual([...all].toSorted());
      }),
    );
  });

  it('says the same the other way round when the sides are swapped', () => {
    const reverse = { same: 'same', order: 'order', other: 'other', less: 'more', more: 'less' } as const;
    fc.assert(
      fc.property(anySide, anySide, (a, b) => {
        const [there, back] = [compareSides(a, b), compareSides(b, a)];
        expect(back.onlyA).toEqual(there.onlyB);
        expect(back.onlyB).toEqual(there.onlyA);
        expect(back.difference).toBe(reverse[there.difference]);
        const turned = back.moved.map(({ id, before, after }) => ({ id, before: after, after: before }));
        expect(turned.toSorted((x, y) => (x.id < y.id ? -1 : 1))).toEqual(
          there.moved.toSorted((x, y) => (x.id < y.id ? -1 : 1)),
        );
      }),
    );
  });

  it.each([
    ['less', ['a', 'b'], ['a']],
    ['more', ['a'], ['a', 'b']],
    ['other', ['a', 'b'], ['a', 'c']],
    ['order', ['a', 'b'], ['b', 'a']],
  ] as const)('calls it %s where %j becomes %j', (difference, before, after) => {
    expect(compareSides(side(before), side(after)).difference).toBe(difference);
  });

  it('calls it another thing where only the word on an answer is another', () => {
    expect(compareSides(side(['a']), side(['a'], true)).difference).toBe('other');
  });
});
