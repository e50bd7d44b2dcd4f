import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { best } from '../../../../main/retrieval/legs/search.ts';

describe('retrieval/legs/search', () => {
  it('keeps the best by score, then by number, without what scores nothing or is out of sight', () => {
    const documents = fc.array(fc.record({ score: fc.integer({ min: -1, max: 6 }), isIn: fc.boolean() }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(documents, fc.integer({ min: 0, max: 40 }), (given, limit) => {
        const wanted = given
          .map(({ score, isIn }, doc) => ({ doc, score, isIn }))
          .filter(({ score, isIn }) => score > 0 && isIn)
          .sort((a, b) => b.score - a.score || a.doc - b.doc)
          .slice(0, limit)
          .map(({ doc, score }) => ({ doc, score }));
        const docs = [...given.keys()].toReversed();
        const mask = Uint8Array.from(given, ({ isIn }) => (isIn ? 1 : 0));
        expect(best({ docs, scores: given.map(({ score }) => score), mask, limit })).toEqual(wanted);
      }),
    );
  });
});
