/**
 * A seeded random rotation: after it, the sign of each dimension says as much as of any other, and one bit a dimension
 * loses nothing measurable (research/retrieval.md). Two rounds of a permutation, random signs and a Walsh–Hadamard
 * transform in blocks: a full matrix would cost more than the model.
 */
export type Rotation = (vector: Float32Array) => void;

const SEED = 20261130;
const ROUNDS = 2;
const MAX_BLOCK = 128;

/** Mulberry32: small, and the same numbers everywhere. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function largestBlock(dimension: number): number {
  let block = 1;
  while (block < MAX_BLOCK && dimension % (block * 2) === 0) block *= 2;
  return block;
}

/** Rotates in place; lengths and dot products stay. */
export function createRotation(dimension: number): Rotation {
  const random = createRandom(SEED);
  const block = largestBlock(dimension);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const order = Array.from({ length: dimension }, (_, i) => i);
    for (let i = dimension - 1; i > 0; i -= 1) {
      const j = Math.floor(random() * (i + 1));
      const kept = order[i] ?? 0;
      order[i] = order[j] ?? 0;
      order[j] = kept;
    }
    return { order: Int32Array.from(order), signs: Float32Array.from(order, () => (random() < 0.5 ? -1 : 1)) };
  });
  const scratch = new Float32Array(dimension);
  const scale = 1 / Math.sqrt(block);
  return (vector) => {
    for (const { order, signs } of rounds) {
      for (let i = 0; i < dimension; i += 1) scratch[i] = (vector[order[i] ?? 0] ?? 0) * (signs[i] ?? 0);
      for (let from = 0; from < dimension; from += block) transform(scratch, from, block);
      for (let i = 0; i < dimension; i += 1) vector[i] = (scratch[i] ?? 0) * scale;
    }
  };
}

function transform(values: Float32Array, from: number, block: number): void {
  for (let half = 1; half < block; half *= 2) {
    for (let start = from; start < from + block; start += 2 * half) {
      for (let i = start; i < start + half; i += 1) {
        const a = values[i] ?? 0;
        const b = values[i + half] ?? 0;
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
}
