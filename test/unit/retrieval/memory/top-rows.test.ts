import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TopRows } from '../../../../main/retrieval/memory/top-rows.pure.ts';

describe('retrieval/memory/top-rows', () => {
  it('keeps what sorting everything would put first, of many equal scores those of the lower documents', () => {
    const offers = fc.array(fc.record({ doc: fc.nat(99), score: fc.constantFrom(-1, 0, 0.25, 0.5, 0.75, 1) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 8 }), (all, keep) => {
        const top = new TopRows(keep);
        for (const { doc, score } of all) if (score >= top.floor) top.offer(doc, score);
        const sorted = all.toSorted((a, b) => b.score - a.score || a.doc - b.doc);
        expect(top.list()).toEqual(sorted.slice(0, keep));
      }),
    );
  });
});
