import { assert } from '../../lib/assert.ts';
import { DOT_MODULE, ROUND } from './dot-kernel.pure.ts';

/** Rows that one call of the kernel compares; their numbers and sums lie in the first pages of its memory. */
export const BLOCK = 4_096;
const PAGE = 65_536;
const LIST_AT = PAGE;
const OUT_AT = LIST_AT + BLOCK * 4;
const ROWS_AT = OUT_AT + BLOCK * 4;
const PARTS_MAX = 32_767;
const CODES_MAX = 127;
const SUM_MAX = 2 ** 31 - 1;

/** As much of WebAssembly as is used here; its own types come with those of a browser only. */
type Memory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
type Scan = (...places: readonly number[]) => void;
declare const WebAssembly: {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly own: { readonly memory: Memory } },
  ) => { readonly exports: { readonly scan: Scan } };
};

/** A question as whole numbers: its parts times `scale` are its values. */
export type Question = { readonly parts: Int16Array; readonly scale: number };

/**
 * Rows of one byte a dimension, compared with a question of two. Whole numbers add up to the same however they are added, so
 * sixteen at a time by the processor's vector instructions or one by one give the same.
 */
export class Int8Rows {
  readonly dimension: number;
  /** Numbers of rows to compare are put here; what came of it is read from `sums`. Both move when rows are added. */
  list: Int32Array;
  sums: Int32Array;
  readonly #stride: number;
  readonly #memory: Memory;
  readonly #scan: Scan | null;
  #codes: Int8Array;
  #size = 0;
  /** Whose parts lie in the kernel's memory. */
  #asked: Question | null = null;

  constructor(dimension: number, { isPlain = false } = {}) {
    this.dimension = dimension;
    this.#stride = Math.ceil(dimension / ROUND) * ROUND;
    assert(this.#stride * 2 <= PAGE, 'a question has a page for itself');
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(ROWS_AT / PAGE), maximum: PAGE });
    // Processors without these instructions are older than what runs the chat models, but a search is no place to fail.
    this.#scan = isPlain || !WebAssembly.validate(DOT_MODULE) ? null : instantiate(this.#memory);
    const { buffer } = this.#memory;
    this.list = new Int32Array(buffer, LIST_AT, BLOCK);
    this.sums = new Int32Array(buffer, OUT_AT, BLOCK);
    this.#codes = new Int8Array(buffer, ROWS_AT);
  }

  /** Adds a row of `vector` divided by `scale`. */
  push(vector: ArrayLike<number>, scale: number): void {
    const from = this.#size * this.#stride;
    if (from + this.#stride > this.#codes.length) this.#grow();
    this.#size += 1;
    if (!(scale > 0)) return;
    const codes = this.#codes;
    const { dimension } = this;
    for (let i = 0; i < dimension; i += 1) codes[from + i] = Math.round((vector[i] ?? 0) / scale);
  }

  clear(row: number): void {
    this.#codes.fill(0, row * this.#stride, (row + 1) * this.#stride);
  }

  /** No sum of products can leave 32 bits, whatever row the question meets. */
  toQuestion(vector: ArrayLike<number>): Question {
    const most = Math.min(PARTS_MAX, Math.floor(SUM_MAX / (CODES_MAX * this.dimension)));
    const parts = new Int16Array(this.#stride);
    const scale = peakOf(vector, this.dimension) / most;
    if (scale > 0) for (let i = 0; i < this.dimension; i += 1) parts[i] = Math.round((vector[i] ?? 0) / scale);
    return { parts, scale };
  }

  /** Compares the first `count` rows of `list`. */
  compareListed(question: Question, count: number): void {
    if (this.#scan === null) {
      for (let i = 0; i < count; i += 1) this.sums[i] = this.#compareSlowly(question, this.list[i] ?? 0);
      return;
    }
    if (this.#asked !== question) new Int16Array(this.#memory.buffer, 0, this.#stride).set(question.parts);
    this.#asked = question;
    this.#scan(LIST_AT, count, ROWS_AT, this.#stride, 0, OUT_AT);
  }

  /** The same of one row. */
  compare(question: Question, row: number): number {
    this.list[0] = row;
    this.compareListed(question, 1);
    return this.sums[0] ?? 0;
  }

  /** Adds a row times `factor` to `sum`. */
  addTo(sum: Float32Array, row: number, factor: number): void {
    const codes = this.#codes;
    const from = row * this.#stride;
    const { dimension } = this;
    for (let i = 0; i < dimension; i += 1) sum[i] = (sum[i] ?? 0) + (codes[from + i] ?? 0) * factor;
  }

  #compareSlowly({ parts }: Question, row: number): number {
    const codes = this.#codes;
    const from = row * this.#stride;
    let sum = 0;
    for (let i = 0; i < parts.length; i += 1) sum = (sum + (codes[from + i] ?? 0) * (parts[i] ?? 0)) | 0;
    return sum;
  }

  /** By an eighth: pages that are not written to yet take no memory. */
  #grow(): void {
    this.#memory.grow(Math.ceil(Math.max(16 * PAGE, this.#codes.length / 8, this.#stride) / PAGE));
    const { buffer } = this.#memory;
    this.list = new Int32Array(buffer, LIST_AT, BLOCK);
    this.sums = new Int32Array(buffer, OUT_AT, BLOCK);
    this.#codes = new Int8Array(buffer, ROWS_AT);
  }
}

export function peakOf(vector: ArrayLike<number>, dimension: number): number {
  let peak = 0;
  for (let i = 0; i < dimension; i += 1) peak = Math.max(peak, Math.abs(vector[i] ?? 0));
  return peak;
}

const instantiate = (memory: Memory): Scan =>
  new WebAssembly.Instance(new WebAssembly.Module(DOT_MODULE), { own: { memory } }).exports.scan;
