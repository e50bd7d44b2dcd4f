import { Growing } from './growing.pure.ts';
import { BLOCK, Int8Rows, peakOf, type Question } from './int8-rows.pure.ts';
import { TopRows } from './top-rows.pure.ts';

const CODES_MAX = 127;
/** Of a row whose document was removed; in no mask. */
const NO_DOC = -1;

export type VectorHits = {
  /** Vectors that were compared. */
  readonly compared: number;
  /** Cosine of the best chunk of each document, best first. */
  readonly hits: readonly { readonly doc: number; readonly score: number }[];
};

/**
 * Vectors of documents in memory, eight bits a dimension, every one in scope compared. A document may have several vectors;
 * its score is that of the best (max-pooling).
 */
export class VectorIndex {
  readonly dimension: number;
  readonly #codes: Int8Rows;
  readonly #scales = new Growing((n) => new Float32Array(n), 1024);
  readonly #docs = new Growing((n) => new Int32Array(n), 1024);
  /** Rows of a document are linked: the first by document, the next by row. */
  readonly #firstRow = new Growing((n) => new Int32Array(n), 1024);
  readonly #nextRow = new Growing((n) => new Int32Array(n), 1024);
  /** The last question, which is asked again of every candidate. */
  #asked: { readonly query: Float32Array; readonly question: Question } | null = null;

  constructor(dimension: number, options: { readonly isPlain?: boolean } = {}) {
    this.dimension = dimension;
    this.#codes = new Int8Rows(dimension, options);
  }

  #removed = 0;

  /** Those that belong to a document. */
  get rows(): number {
    return this.#docs.size - this.#removed;
  }

  has(doc: number): boolean {
    return this.#firstRowOf(doc) >= 0;
  }

  /** `vector` has length 1. */
  add(doc: number, vector: ArrayLike<number>): void {
    const row = this.#docs.size;
    this.#docs.push(doc);
    this.#nextRow.push(this.#firstRowOf(doc));
    while (this.#firstRow.size <= doc) this.#firstRow.push(-1);
    this.#firstRow.data[doc] = row;
    const scale = peakOf(vector, this.dimension) / CODES_MAX;
    this.#scales.push(scale);
    this.#codes.push(vector, scale);
  }

  /** Its vectors are gone; the document may get others. */
  remove(doc: number): void {
    for (let row = this.#firstRowOf(doc); row >= 0; row = this.#nextRow.data[row] ?? -1) {
      this.#docs.data[row] = NO_DOC;
      this.#scales.data[row] = 0;
      this.#codes.clear(row);
      this.#removed += 1;
    }
    if (doc < this.#firstRow.size) this.#firstRow.data[doc] = -1;
  }

  /** Cosine of a document's best vector, or null where it has none. */
  cosine(doc: number, query: Float32Array): number | null {
    const question = this.#questionOf(query);
    let best: number | null = null;
    for (let row = this.#firstRowOf(doc); row >= 0; row = this.#nextRow.data[row] ?? -1) {
      const score = this.#codes.compare(question, row) * (this.#scales.data[row] ?? 0) * question.scale;
      if (best === null || score > best) best = score;
    }
    return best;
  }

  /** Adds the mean of a document's vectors times `factor` to `sum`; false where it has none. */
  addMeanTo(sum: Float32Array, doc: number, factor: number): boolean {
    let count = 0;
    for (let row = this.#firstRowOf(doc); row >= 0; row = this.#nextRow.data[row] ?? -1) count += 1;
    for (let row = this.#firstRowOf(doc); row >= 0; row = this.#nextRow.data[row] ?? -1)
      this.#codes.addTo(sum, row, ((this.#scales.data[row] ?? 0) * factor) / count);
    return count > 0;
  }

  /** The best documents in scope. */
  search(query: Float32Array, mask: Uint8Array, limit: number): VectorHits {
    // Where many rows belong to few documents, more rows are needed for as many documents.
    for (let keep = Math.max(1, limit * 2); ; keep *= 4) {
      const { top, compared } = this.#scan(query, mask, keep);
      const best = new Map<number, number>();
      for (const { doc, score } of top) if (!best.has(doc)) best.set(doc, score);
      if (best.size < limit && keep < compared) continue;
      return { compared, hits: [...best].slice(0, limit).map(([doc, score]) => ({ doc, score })) };
    }
  }

  #scan(query: Float32Array, mask: Uint8Array, keep: number) {
    const question = this.#questionOf(query);
    const { scale } = question;
    const codes = this.#codes;
    const { data: docs, size } = this.#docs;
    const { data: scales } = this.#scales;
    const { list, sums } = codes;
    const top = new TopRows(keep);
    let compared = 0;
    for (let row = 0; row < size; ) {
      let count = 0;
      for (; row < size && count < BLOCK; row += 1) {
        if (mask[docs[row] ?? -1] !== 1) continue;
        list[count] = row;
        count += 1;
      }
      codes.compareListed(question, count);
      compared += count;
      for (let i = 0; i < count; i += 1) {
        const at = list[i] ?? 0;
        const score = (sums[i] ?? 0) * (scales[at] ?? 0) * scale;
        if (score >= top.floor) top.offer(docs[at] ?? -1, score);
      }
    }
    return { top: top.list(), compared };
  }

  #firstRowOf(doc: number): number {
    return doc < this.#firstRow.size ? (this.#firstRow.data[doc] ?? -1) : -1;
  }

  #questionOf(query: Float32Array): Question {
    if (this.#asked?.query !== query) this.#asked = { query, question: this.#codes.toQuestion(query) };
    return this.#asked.question;
  }
}
