import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack } from '../../../../main/retrieval/ranking/pack.pure.ts';

const long = { id: 'long', score: 5, tokens: 400 };
const short = { id: 'short', score: 4.5, tokens: 20 };
const other = { id: 'other', score: 4, tokens: 30 };

describe('retrieval/ranking/pack', () => {
  it('takes what gives most for its length, in the order given', () => {
    expect(pack([long, short, other], 60)).toEqual({ taken: [short, other], deferred: [long], usedTokens: 50 });
  });

  it('takes by score where that is asked for, and passes on what is left', () => {
    expect(pack([long, short, other], 425, 'by score')).toEqual({
      taken: [long, short],
      deferred: [other],
      usedTokens: 420,
    });
  });

  it('takes everything without a budget', () => {
    expect(pack([long, short], null).taken).toEqual([long, short]);
  });

  const items = fc.array(fc.record({ score: fc.double({ min: -9, max: 9, noNaN: true }), tokens: fc.nat(500) }));
  it('never goes over the budget, loses nothing and leaves out nothing that fits', () => {
    void fc.assert(
      fc.property(items, fc.nat(2_000), (given, budget) => {
        const all = given.map((item, index) => ({ ...item, id: String(index) }));
        const { taken, deferred, usedTokens } = pack(all, budget);

        expect(usedTokens).toBe(taken.reduce((sum, { tokens }) => sum + tokens, 0));
        expect(usedTokens <= budget && taken.length + deferred.length === all.length).toBe(true);
        expect(deferred.every(({ tokens }) => tokens > budget - usedTokens)).toBe(true);
      }),
    );
  });
});
