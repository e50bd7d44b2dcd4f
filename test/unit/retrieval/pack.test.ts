import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Packable, pack } from '../../../main/retrieval/pack.pure.ts';

/** The rule in the plainest words: the worthiest first, each taken if it still fits. */
function packSlowly(items: readonly Packable[], budget: number): ReadonlySet<string> {
  const left = [...items];
  const taken = new Set<string>();
  let open = budget;
  while (left.length > 0) {
    const worth = (item: Packable) => item.score - 0.15 * Math.log(Math.max(1, item.tokens));
    let best = 0;
    for (const [index, item] of left.entries()) {
      const other = left[best];
      if (other && (worth(item) > worth(other) || (worth(item) === worth(other) && item.id < other.id))) best = index;
    }
    const [item] = left.splice(best, 1);
    if (!item || item.tokens > open) continue;
    taken.add(item.id);
    open -= item.tokens;
  }
  return taken;
}

const anyItems = fc
  .array(fc.record({ score: fc.double({ min: 0, max: 3, noNaN: true }), tokens: fc.nat(400) }), { maxLength: 40 })
  .map((list) => list.map((item, index) => ({ ...item, id: `i${index}` })));

describe('retrieval/pack', () => {
  it('agrees with the naive rule, keeps the order, and neither loses nor exceeds anything (any items, any budget)', () => {
    fc.assert(
      fc.property(anyItems, fc.nat(2_000), (items, budget) => {
        const { taken, deferred, usedTokens } = pack(items, budget);
        expect(new Set(taken.map(({ id }) => id))).toEqual(packSlowly(items, budget));
        expect(usedTokens).toBe(taken.reduce((sum, { tokens }) => sum + tokens, 0));
        expect(usedTokens).toBeLessThanOrEqual(budget);
        const order = new Map(items.map(({ id }, index) => [id, index]));
        for (const part of [taken, deferred])
          expect(part).toEqual(part.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)));
        expect(new Set([...taken, ...deferred])).toEqual(new Set(items));
        expect(taken.length + deferred.length).toBe(items.length);
      }),
    );
  });

  it('takes everything without a budget', () => {
    const items = [
      { id: 'a', score: 1, tokens: 9_999 },
      { id: 'b', score: 0, tokens: 1 },
    ];
    expect(pack(items, null)).toEqual({ taken: items, deferred: [], usedTokens: 10_000 });
  });

  it('fills the room that a long item leaves with shorter ones', () => {
    const items = [
      { id: 'long', score: 2, tokens: 90 },
      { id: 'longer', score: 1.9, tokens: 100 },
      { id: 'short', score: 0.1, tokens: 10 },
    ];
    expect(pack(items, 100).taken.map(({ id }) => id)).toEqual(['long', 'short']);
  });
});
