import { Growing } from './growing.pure.ts';

/** Up to here comparing every vector costs less than choosing which to compare. */
export const EXACT_ROWS = 2_000;
/** Rows that the scan of sign bits hands to the exact comparison, and more of very many: a fiftieth (ARCHITECTURE.md). */
export const RERANKED_ROWS = 1_000;
const RERANKED_SHARE = 1 / 50;

export type VectorMethod = 'cosine of int8' | 'sign bits, then cosine of int8';
export type VectorHits = {
  readonly method: VectorMethod;
  readonly compared: number;
  /** Cosine of the best chunk of each document, best first. */
  readonly hits: readonly { readonly doc: number; readonly score: number }[];
};

/**
 * Vectors of documents in memory: one sign bit a dimension for a first scan, eight bits for the comparison that counts.
 * A document may have several vectors; its score is that of the best (max-pooling).
 */
export class VectorIndex {
  readonly dimension: number;
  readonly #bytes: number;
  readonly #bits = new Growing((n) => new Uint8Array(n), 1 << 14);
  readonly #codes = new Growing((n) => new Int8Array(n), 1 << 16);
  readonly #scales = new Growing((n) => new Float32Array(n), 1024);
  readonly #docs = new Growing((n) => new Int32Array(n), 1024);
  /** Rows of a document are linked: the first by document, the next by row. */
  readonly #firstRow = new Map<number, number>();
  readonly #nextRow = new Growing((n) => new Int32Array(n), 1024);

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#bytes = Math.ceil(dimension / 8);
  }

  get rows(): number {
    return this.#docs.size;
  }

  has(doc: number): boolean {
    return this.#firstRow.has(doc);
  }

  /** `vector` has length 1. */
  add(doc: number, vector: ArrayLike<number>): void {
    const row = this.#docs.size;
    this.#docs.push(doc);
    this.#nextRow.push(this.#firstRow.get(doc) ?? -1);
    this.#firstRow.set(doc, row);
    let peak = 0;
    for (let i = 0; i < this.dimension; i += 1) peak = Math.max(peak, Math.abs(vector[i] ?? 0));
    const scale = peak / 127;
    this.#scales.push(scale);
    const code = this.#codes.extend(this.dimension);
    const bit = this.#bits.extend(this.#bytes);
    for (let i = 0; i < this.dimension; i += 1) {
      const value = vector[i] ?? 0;
      this.#codes.data[code + i] = scale > 0 ? Math.round(value / scale) : 0;
      if (value > 0) this.#bits.data[bit + (i >> 3)] = (this.#bits.data[bit + (i >> 3)] ?? 0) | (1 << (i & 7));
    }
  }

  /** Cosine of a document's best vector, or null where it has none. */
  cosine(doc: number, query: Float32Array): number | null {
    let best: number | null = null;
    for (let row = this.#firstRow.get(doc) ?? -1; row >= 0; row = this.#nextRow.data[row] ?? -1) {
      const score = this.#compare(row, query);
      if (best === null || score > best) best = score;
    }
    return best;
  }

  /** How so many vectors are searched. */
  methodFor(rows: number): VectorMethod {
    return rows <= EXACT_ROWS ? 'cosine of int8' : 'sign bits, then cosine of int8';
  }

  /** The best documents in scope. */
  search(query: Float32Array, mask: Uint8Array, limit: number): VectorHits {
    const inScope = this.#rowsIn(mask);
    const method = this.methodFor(inScope.length);
    const keep = Math.max(RERANKED_ROWS, Math.ceil(inScope.length * RERANKED_SHARE), limit * 2);
    const rows = method === 'cosine of int8' ? inScope : this.#closestBySigns(query, inScope, keep);
    const best = new Map<number, number>();
    for (const row of rows) {
      const doc = this.#docs.data[row] ?? -1;
      const score = this.#compare(row, query);
      if (score > (best.get(doc) ?? -2)) best.set(doc, score);
    }
    const hits = [...best].map(([doc, score]) => ({ doc, score })).sort((a, b) => b.score - a.score || a.doc - b.doc);
    return {
      method,
      compared: inScope.length,
      hits: hits.slice(0, limit),
    };
  }

  #rowsIn(mask: Uint8Array): Int32Array {
    const { data, size } = this.#docs;
    const rows = new Int32Array(size);
    let count = 0;
    for (let row = 0; row < size; row += 1) {
      if (mask[data[row] ?? -1] !== 1) continue;
      rows[count] = row;
      count += 1;
    }
    return rows.subarray(0, count);
  }

  /** Four sums side by side: one alone would wait for each addition before the next. */
  #compare(row: number, query: Float32Array): number {
    const { data } = this.#codes;
    const from = row * this.dimension;
    const whole = this.dimension & ~3;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < whole; i += 4) {
      a += (data[from + i] ?? 0) * (query[i] ?? 0);
      b += (data[from + i + 1] ?? 0) * (query[i + 1] ?? 0);
      c += (data[from + i + 2] ?? 0) * (query[i + 2] ?? 0);
      d += (data[from + i + 3] ?? 0) * (query[i + 3] ?? 0);
    }
    for (let i = whole; i < this.dimension; i += 1) a += (data[from + i] ?? 0) * (query[i] ?? 0);
    return (a + b + c + d) * (this.#scales.data[row] ?? 0);
  }

  /** Float query against sign bits, a byte at a time through tables. */
  #closestBySigns(query: Float32Array, rows: Int32Array, keep: number): Int32Array {
    const tables = byteTables(query, this.#bytes);
    const scores = new Float32Array(rows.length);
    const { data } = this.#bits;
    for (let i = 0; i < rows.length; i += 1) {
      const from = (rows[i] ?? 0) * this.#bytes;
      let [a, b, c, d] = [0, 0, 0, 0];
      let byte = 0;
      for (; byte + 3 < this.#bytes; byte += 4) {
        const table = byte << 8;
        a += tables[table + (data[from + byte] ?? 0)] ?? 0;
        b += tables[table + 256 + (data[from + byte + 1] ?? 0)] ?? 0;
        c += tables[table + 512 + (data[from + byte + 2] ?? 0)] ?? 0;
        d += tables[table + 768 + (data[from + byte + 3] ?? 0)] ?? 0;
      }
      for (; byte < this.#bytes; byte += 1) a += tables[(byte << 8) + (data[from + byte] ?? 0)] ?? 0;
      scores[i] = a + b + c + d;
    }
    const threshold = nearKthLargest(scores, keep);
    const kept: number[] = [];
    for (let i = 0; i < rows.length && kept.length < keep * 2; i += 1)
      if ((scores[i] ?? 0) >= threshold) kept.push(rows[i] ?? 0);
    return Int32Array.from(kept);
  }
}

/** For each byte of signs and each of its values: the sum of the query's dimensions, positive where the bit is set. */
export function byteTables(query: Float32Array, bytes: number): Float32Array {
  const tables = new Float32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte += 1) {
    for (let value = 0; value < 256; value += 1) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        const component = query[byte * 8 + bit] ?? 0;
        sum += (value >> bit) & 1 ? component : -component;
      }
      tables[byte * 256 + value] = sum;
    }
  }
  return tables;
}

const BINS = 4_096;

/** A value that k of the values reach, and few more than k: counted in bins, which costs a tenth of sorting them. */
function nearKthLargest(values: Float32Array, k: number): number {
  if (values.length <= k) return Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(high > low)) return low;
  const scale = (BINS - 1) / (high - low);
  const counts = new Int32Array(BINS);
  for (const value of values) {
    const bin = Math.floor((value - low) * scale);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let bin = BINS - 1;
  for (let left = k - (counts[bin] ?? 0); left > 0 && bin > 0; left -= counts[bin] ?? 0) bin -= 1;
  // A hair below the bin, so that rounding leaves nothing out that was counted in it.
  return low + (bin - 0.001) / scale;
}
