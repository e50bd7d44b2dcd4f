import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOT_MODULE } from '../../../../main/retrieval/memory/dot-kernel.pure.ts';
import { halfToFloats } from '../../../../main/retrieval/memory/half.pure.ts';
import { VectorIndex } from '../../../../main/retrieval/memory/vector-index.pure.ts';
import { makeMixture } from '../../../../scripts/vectors/mixture.mjs';

const DIMENSION = 64;

const fill = (count: number) => {
  const { vectors, queries } = makeMixture({ count, queries: 10, dimension: DIMENSION, seed: 5 });
  const index = new VectorIndex(DIMENSION);
  for (let row = 0; row < count; row += 1) index.add(row, vectors.subarray(row * DIMENSION, (row + 1) * DIMENSION));
  return { index, queries };
};

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => (length > 0 ? value / length : 0));
};

describe('retrieval/memory/vector-index', () => {
  it('finds what comparing every document by itself finds, with vector instructions and without', () => {
    const dimensions = fc.constantFrom(1, 4, 31, 32, 33, 64, 100);
    const cases = dimensions.chain((dimension) => {
      const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: dimension, maxLength: dimension });
      return fc.record({
        dimension: fc.constant(dimension),
        rows: fc.array(fc.record({ doc: fc.nat(12), vector }), { maxLength: 40 }),
        query: vector,
        mask: fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }),
        limit: fc.integer({ min: 1, max: 6 }),
      });
    });
    fc.assert(
      fc.property(cases, ({ dimension, rows, query, mask, limit }) => {
        const asked = unit(query);
        const results = [false, true].map((isPlain) => {
          const index = new VectorIndex(dimension, { isPlain });
          for (const { doc, vector } of rows) index.add(doc, unit(vector));
          const isIn = Uint8Array.from(mask, (each) => (each ? 1 : 0));
          const wanted = [...mask.keys()]
            .flatMap((doc) => {
              const score = mask[doc] ? index.cosine(doc, asked) : null;
              return score === null ? [] : [{ doc, score }];
            })
            .sort((a, b) => b.score - a.score || a.doc - b.doc);
          const made = index.search(asked, isIn, limit);
          expect(made.hits).toEqual(wanted.slice(0, limit));
          expect(made.compared).toBe(rows.filter(({ doc }) => mask[doc]).length);
          return wanted;
        });
        expect(results[0]).toEqual(results[1]);
      }),
    );
  });

  it('has vector instructions to compare with where the tests run', () => {
    expect(WebAssembly.validate(DOT_MODULE)).toBe(true);
  });

  it('adds up vectors of any common dimension without losing the sum, the longest rows included', () => {
    for (const dimension of [384, 1_024, 4_096]) {
      const index = new VectorIndex(dimension);
      const flat = new Float32Array(dimension).fill(1 / Math.sqrt(dimension));
      index.add(0, flat);
      index.add(
        1,
        flat.map((value) => -value),
      );
      const { hits } = index.search(flat, Uint8Array.of(1, 1), 2);
      expect(hits.map(({ doc }) => doc)).toEqual([0, 1]);
      expect(hits.map(({ score }) => score)).toEqual([expect.closeTo(1, 4), expect.closeTo(-1, 4)]);
    }
  });

  it('compares nearly as floats do: the order of the best, within a hundredth', () => {
    const { vectors, queries } = makeMixture({ count: 1_500, queries: 10, dimension: DIMENSION, seed: 9 });
    const index = new VectorIndex(DIMENSION);
    const rows = Array.from({ length: 1_500 }, (_, n) => vectors.subarray(n * DIMENSION, (n + 1) * DIMENSION));
    // Two vectors a document: the better one counts.
    for (const [n, row] of rows.entries()) index.add(n >> 1, row);
    const mask = new Uint8Array(750).fill(1);
    for (const query of queries) {
      const exact = (n: number) => (rows[n] ?? query).reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0);
      const wanted = Array.from(mask, (_, doc) => Math.max(exact(doc * 2), exact(doc * 2 + 1)));
      const sorted = wanted.toSorted((x, y) => y - x);
      const { hits } = index.search(query, mask, 50);
      expect(hits).toHaveLength(50);
      for (const [n, { doc, score }] of hits.entries()) {
        expect(Math.abs(score - (wanted[doc] ?? 9))).toBeLessThan(0.01);
        expect(Math.abs(score - (sorted[n] ?? 9))).toBeLessThan(0.01);
      }
    }
  });

  it('looks at nothing outside the mask, and at every vector inside it however many there are', () => {
    const { index, queries } = fill(30_000);
    const mask = new Uint8Array(30_000).map((_, doc) => (doc % 7 === 0 ? 1 : 0));
    const query = queries[0] ?? new Float32Array(DIMENSION);
    const wanted = Array.from({ length: Math.ceil(30_000 / 7) }, (_, n) => n * 7)
      .map((doc) => ({ doc, score: index.cosine(doc, query) ?? -2 }))
      .sort((a, b) => b.score - a.score || a.doc - b.doc);
    expect(index.search(query, mask, 50)).toEqual({ compared: wanted.length, hits: wanted.slice(0, 50) });
  });

  it('gives a document the cosine of its best vector, and none where it has no vector', () => {
    const index = new VectorIndex(4);
    index.add(0, [1, 0, 0, 0]);
    index.add(0, [0, 1, 0, 0]);
    const query = Float32Array.of(0, 1, 0, 0);
    expect([index.cosine(0, query), index.cosine(1, query)]).toEqual([expect.closeTo(1, 5), null]);
    expect([index.has(0), index.has(1)]).toEqual([true, false]);
    expect(index.search(query, Uint8Array.of(1), 5).hits).toEqual([{ doc: 0, score: expect.closeTo(1, 5) }]);
  });

  it('returns as many documents as are asked for where the first have thousands of vectors', () => {
    const index = new VectorIndex(4);
    for (let row = 0; row < 3_000; row += 1) index.add(0, [1, 0, 0, 0]);
    for (let doc = 1; doc < 10; doc += 1) index.add(doc, unit([1, doc, 0, 0]));
    const { hits } = index.search(Float32Array.of(1, 0, 0, 0), new Uint8Array(10).fill(1), 5);
    expect(hits.map(({ doc }) => doc)).toEqual([0, 1, 2, 3, 4]);
  });

  it('searches copies of one vector without losing count', () => {
    const index = new VectorIndex(4);
    for (let doc = 0; doc < 5_000; doc += 1) index.add(doc, [0.5, 0.5, 0.5, 0.5]);
    const { hits } = index.search(Float32Array.of(1, 0, 0, 0), new Uint8Array(5_000).fill(1), 20);
    expect(hits.map(({ doc }) => doc)).toEqual(Array.from({ length: 20 }, (_, doc) => doc));
  });

  it('reads halves: whole numbers, fractions, subnormal ones, signs and what is no number', () => {
    const halves = [0x3c00, 0xc000, 0x3555, 0x0001, 0x8000, 0x7c00, 0x7e00];
    const bytes = new Uint8Array([0, halves.length, 0, 0, ...halves.flatMap((half) => [half >> 8, half & 255])]);
    const third = 0.333251953125;
    const wanted = [1, -2, third, 2 ** -24, -0, Number.POSITIVE_INFINITY, Number.NaN];
    expect([...halfToFloats(bytes)]).toEqual(wanted);
  });
});
