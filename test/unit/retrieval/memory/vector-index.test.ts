import { describe, expect, it } from 'vitest';
import { halfToFloats } from '../../../../main/retrieval/memory/half.pure.ts';
import { VectorIndex, type VectorMethod } from '../../../../main/retrieval/memory/vector-index.pure.ts';
import { makeMixture } from '../../../../scripts/vectors/mixture.mjs';

const DIMENSION = 64;

class Chosen extends VectorIndex {
  method: VectorMethod = 'cosine of int8';
  override methodFor(): VectorMethod {
    return this.method;
  }
}

const fill = (count: number) => {
  const { vectors, queries } = makeMixture({ count, queries: 10, dimension: DIMENSION, seed: 5 });
  const index = new Chosen(DIMENSION);
  for (let row = 0; row < count; row += 1) index.add(row, vectors.subarray(row * DIMENSION, (row + 1) * DIMENSION));
  return { index, queries };
};

describe('retrieval/memory/vector-index', () => {
  it('finds by signs first what comparing every vector finds', () => {
    const { index, queries } = fill(6_000);
    const mask = new Uint8Array(6_000).fill(1);
    for (const query of queries) {
      index.method = 'cosine of int8';
      const wanted = index.search(query, mask, 10).hits;
      index.method = 'sign bits, then cosine of int8';
      expect(index.search(query, mask, 10).hits).toEqual(wanted);
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
      const { hits, method } = index.search(query, mask, 50);
      expect([hits.length, method]).toEqual([50, 'cosine of int8']);
      for (const [n, { doc, score }] of hits.entries()) {
        expect(Math.abs(score - (wanted[doc] ?? 9))).toBeLessThan(0.01);
        expect(Math.abs(score - (sorted[n] ?? 9))).toBeLessThan(0.01);
      }
    }
  });

  it('looks at nothing outside the mask, by either method', () => {
    const { index, queries } = fill(3_000);
    const mask = new Uint8Array(3_000).map((_, doc) => (doc % 7 === 0 ? 1 : 0));
    for (const method of ['cosine of int8', 'sign bits, then cosine of int8'] as const) {
      index.method = method;
      const { hits, compared } = index.search(queries[0] ?? new Float32Array(DIMENSION), mask, 50);
      expect([hits.length, compared, hits.every(({ doc }) => doc % 7 === 0)]).toEqual([50, 429, true]);
    }
  });

  it('gives a document the cosine of its best vector, and none where it has no vector', () => {
    const index = new VectorIndex(4);
    index.add(0, [1, 0, 0, 0]);
    index.add(0, [0, 1, 0, 0]);
    const query = Float32Array.of(0, 1, 0, 0);
    expect([index.cosine(0, query), index.cosine(1, query)]).toEqual([expect.closeTo(1, 5), null]);
    expect(index.search(query, Uint8Array.of(1), 5).hits).toEqual([{ doc: 0, score: expect.closeTo(1, 5) }]);
  });

  it('searches copies of one vector without losing count', () => {
    const index = new Chosen(4);
    for (let doc = 0; doc < 5_000; doc += 1) index.add(doc, [0.5, 0.5, 0.5, 0.5]);
    index.method = 'sign bits, then cosine of int8';
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
