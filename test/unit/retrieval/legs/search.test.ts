import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { best } from '../../../../main/retrieval/legs/search.ts';

describe('retrieval/legs/search', () => {
  it('keeps the best by score, then by number, without what scores nothing, as sorting all of them would', () => {
    const scores = fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 200 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 40 }), (given, limit) => {
        const wanted = given
          .map((score, doc) => ({ doc, score }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.doc - b.doc)
          .slice(0, limit);
        expect(best(given.keys(), (doc) => given[doc] ?? 0, limit)).toEqual(wanted);
      }),
    );
  });
});
