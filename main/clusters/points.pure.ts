import { BLOCK, Int8Rows, peakOf, type Question } from '../retrieval/memory/int8-rows.pure.ts';

const CODES_MAX = 127;
/** Rows between two pauses: some milliseconds of work. */
const STEP = 1_500;

/** Work that may be interrupted: each step is a few milliseconds long. */
export type Steps<T> = Generator<undefined, T>;

/** Writes the vector of a turn into `out`, which is all zero; false where it has none. */
export type ReadVector = (id: string, out: Float32Array) => boolean;

/**
 * Turns as points on a sphere, one byte a dimension, with the mean of all taken off: sentence vectors share a direction that
 * says nothing, and without it "far apart" and "near" are far apart indeed.
 */
export type Points = {
  /** In the order of the rows: sorted, so that the order in which turns are given does not matter. */
  readonly ids: readonly string[];
  readonly dimension: number;
  readonly rows: Int8Rows;
  /** What the codes of each row are multiplied by. */
  readonly scales: Float32Array;
};

/** The points of those turns that have vectors. */
export function* buildPoints(ids: readonly string[], dimension: number, read: ReadVector): Steps<Points> {
  const sorted = [...new Set(ids)].sort();
  const centre = new Float32Array(dimension);
  const has: string[] = [];
  const vector = new Float32Array(dimension);
  for (const [n, id] of sorted.entries()) {
    if (n % STEP === STEP - 1) yield;
    vector.fill(0);
    if (!read(id, vector) || !normalise(vector)) continue;
    has.push(id);
    for (let i = 0; i < dimension; i += 1) centre[i] = (centre[i] ?? 0) + (vector[i] ?? 0);
  }
  for (let i = 0; i < dimension; i += 1) centre[i] = (centre[i] ?? 0) / Math.max(1, has.length);
  const rows = new Int8Rows(dimension);
  const scales = new Float32Array(has.length);
  for (const [n, id] of has.entries()) {
    if (n % STEP === STEP - 1) yield;
    vector.fill(0);
    read(id, vector);
    normalise(vector);
    for (let i = 0; i < dimension; i += 1) vector[i] = (vector[i] ?? 0) - (centre[i] ?? 0);
    normalise(vector);
    const scale = peakOf(vector, dimension) / CODES_MAX;
    rows.push(vector, scale);
    scales[n] = scale;
  }
  return { ids: has, dimension, rows, scales };
}

/** To length 1; false where it has none. */
export function normalise(vector: Float32Array): boolean {
  let sum = 0;
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] ?? 0) ** 2;
  const length = Math.sqrt(sum);
  if (!(length > 1e-9)) return false;
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) / length;
  return true;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** The direction of the middle of some rows; null where they cancel each other out. */
export function centroidOf({ rows, scales, dimension }: Points, members: Iterable<number>): Float32Array | null {
  const sum = new Float32Array(dimension);
  for (const row of members) rows.addTo(sum, row, scales[row] ?? 0);
  return normalise(sum) ? sum : null;
}

export type Nearest = {
  /** For each of the rows asked about the number of the nearest centroid, -1 where there is none. */
  readonly at: Int32Array;
  readonly cosine: Float32Array;
};

/** The nearest centroid of each of these rows; of equals the first. */
export function* findNearest(points: Points, centroids: readonly Float32Array[], rows: Int32Array): Steps<Nearest> {
  const at = new Int32Array(rows.length).fill(-1);
  const cosine = new Float32Array(rows.length).fill(-2);
  let compared = 0;
  for (const [n, centroid] of centroids.entries()) {
    const question = points.rows.toQuestion(centroid);
    for (let from = 0; from < rows.length; from += BLOCK) {
      const count = Math.min(BLOCK, rows.length - from);
      compareBlock(points, question, rows.subarray(from, from + count));
      const { sums } = points.rows;
      for (let i = 0; i < count; i += 1) {
        const score = (sums[i] ?? 0) * (points.scales[rows[from + i] ?? 0] ?? 0) * question.scale;
        if (score <= (cosine[from + i] ?? 0)) continue;
        cosine[from + i] = score;
        at[from + i] = n;
      }
      compared += count;
      if (compared < BLOCK * 8) continue;
      compared = 0;
      yield;
    }
  }
  return { at, cosine };
}

function compareBlock({ rows }: Points, question: Question, block: Int32Array): void {
  rows.list.set(block);
  rows.compareListed(question, block.length);
}
