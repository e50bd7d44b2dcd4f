import { HEADS, LABELS, seeded, shuffled } from './labels.mjs';

/** @typedef {import('./labels.mjs').HeadName} HeadName */
/** One hidden layer that all heads share. @typedef {{ w1: Float32Array, b1: Float32Array, w2: Float32Array, b2: Float32Array }} Weights */
/** @typedef {{ vector: Float32Array, labels: Readonly<Partial<Record<HeadName, string>>> }} Row */
/** @typedef {{ hidden: number, epochs: number, batch: number, rate: number, decay: number, dropout: number, seed: number }} Options */

export const OUTPUTS = HEADS.reduce((sum, head) => sum + LABELS[head].length, 0);
/** First output of every head. */
export const OFFSETS = HEADS.map((_, i) => HEADS.slice(0, i).reduce((sum, head) => sum + LABELS[head].length, 0));

/** @param {Weights} weights @param {Float32Array} vector @param {number} hidden @returns {{ h: Float32Array, z: Float32Array }} */
export function forward({ w1, b1, w2, b2 }, vector, hidden) {
  const h = new Float32Array(hidden);
  const dimension = vector.length;
  for (let i = 0; i < hidden; i++) {
    let sum = b1[i] ?? 0;
    for (let j = 0, at = i * dimension; j < dimension; j++, at++)
      sum += /** @type {number} */ (w1[at]) * /** @type {number} */ (vector[j]);
    h[i] = Math.max(0, sum);
  }
  return { h, z: outputs({ w2, b2 }, h) };
}

/** @param {Pick<Weights, 'w2' | 'b2'>} weights @param {Float32Array} h */
function outputs({ w2, b2 }, h) {
  const z = new Float32Array(b2.length);
  for (let o = 0; o < z.length; o++) {
    let sum = b2[o] ?? 0;
    for (let i = 0, at = o * h.length; i < h.length; i++, at++)
      sum += /** @type {number} */ (w2[at]) * /** @type {number} */ (h[i]);
    z[o] = sum;
  }
  return z;
}

/** @param {ArrayLike<number>} z @param {number} temperature */
export function softmax(z, temperature = 1) {
  const scaled = Array.from(z, (value) => value / temperature);
  const top = Math.max(...scaled);
  const powers = scaled.map((value) => Math.exp(value - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((value) => value / sum);
}

/** Leaving memory out where it is needed is the costliest mistake. */
const MEMORY_WEIGHT = 1.5;

/** Rare labels count for more, by the root of how rare they are. @param {readonly Row[]} rows */
function labelWeights(rows) {
  return HEADS.map((head) => {
    const counts = LABELS[head].map((label) => rows.filter(({ labels }) => labels[head] === label).length);
    const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
    return counts.map((count, i) => {
      const isMemory = LABELS[head][i] === 'long_term_memory';
      return count === 0 ? 0 : Math.sqrt(mean / count) * (isMemory ? MEMORY_WEIGHT : 1);
    });
  });
}

/** Gradient of the loss at the outputs; a head without a label adds none. @param {Float32Array} z @param {Row['labels']} labels @param {number[][]} classWeights */
function lossGradient(z, labels, classWeights) {
  const gradient = new Float32Array(z.length);
  HEADS.forEach((head, n) => {
    const label = labels[head];
    if (label === undefined) return;
    const from = /** @type {number} */ (OFFSETS[n]);
    const target = LABELS[head].indexOf(label);
    const weight = classWeights[n]?.[target] ?? 1;
    softmax(z.subarray(from, from + LABELS[head].length)).forEach((p, i) => {
      gradient[from + i] = weight * (p - (i === target ? 1 : 0));
    });
  });
  return gradient;
}

/** Adam for one array. @param {Float32Array} values @param {Options} options */
function adam(values, { rate, decay }) {
  const [m, v] = [new Float32Array(values.length), new Float32Array(values.length)];
  let step = 0;
  return (/** @type {Float32Array} */ gradient, /** @type {number} */ scale) => {
    step += 1;
    const [c1, c2] = [1 - 0.9 ** step, 1 - 0.999 ** step];
    for (let i = 0; i < values.length; i++) {
      const g = /** @type {number} */ (gradient[i]);
      const mi = 0.9 * /** @type {number} */ (m[i]) + 0.1 * g;
      const vi = 0.999 * /** @type {number} */ (v[i]) + 0.001 * g * g;
      [m[i], v[i]] = [mi, vi];
      const value = /** @type {number} */ (values[i]);
      values[i] = value - rate * scale * (mi / c1 / (Math.sqrt(vi / c2) + 1e-8) + decay * value);
      gradient[i] = 0;
    }
  };
}

/** Trains by Adam, with nothing left to chance: same rows and options, same weights. @param {readonly Row[]} rows @param {Options} options @returns {Weights} */
export function train(rows, options) {
  const random = seeded(options.seed);
  const { hidden, dropout } = options;
  const dimension = rows[0]?.vector.length ?? 0;
  const start = (/** @type {number} */ count, /** @type {number} */ width) =>
    Float32Array.from({ length: count }, () => (random() * 2 - 1) * Math.sqrt(6 / width));
  const w = {
    w1: start(hidden * dimension, dimension),
    b1: new Float32Array(hidden),
    w2: start(OUTPUTS * hidden, hidden * 4),
    b2: new Float32Array(OUTPUTS),
  };
  const keys = /** @type {(keyof Weights)[]} */ (['w1', 'b1', 'w2', 'b2']);
  const g = {
    w1: new Float32Array(w.w1.length),
    b1: new Float32Array(hidden),
    w2: new Float32Array(w.w2.length),
    b2: new Float32Array(OUTPUTS),
  };
  const steps = keys.map((key) => adam(w[key], options));
  const classWeights = labelWeights(rows);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    const scale = 0.5 * (1 + Math.cos((Math.PI * epoch) / options.epochs));
    const order = shuffled(rows, random);
    for (let at = 0; at < order.length; at += options.batch) {
      const batch = order.slice(at, at + options.batch);
      for (const row of batch) backward(row, { w, g, hidden, dropout, random, classWeights, share: 1 / batch.length });
      for (const [i, key] of keys.entries()) steps[i]?.(g[key], scale);
    }
  }
  return w;
}

/**
 * Adds one row's gradients.
 * @param {Row} row
 * @param {{ w: Weights, g: Weights, hidden: number, dropout: number, random: () => number, classWeights: number[][], share: number }} state
 */
function backward({ vector, labels }, { w, g, hidden, dropout, random, classWeights, share }) {
  const { h } = forward(w, vector, hidden);
  for (let i = 0; i < hidden; i++) h[i] = random() < dropout ? 0 : /** @type {number} */ (h[i]) / (1 - dropout);
  const dz = lossGradient(outputs(w, h), labels, classWeights);
  const dh = new Float32Array(hidden);
  for (let o = 0; o < dz.length; o++) {
    const d = /** @type {number} */ (dz[o]) * share;
    if (d === 0) continue;
    g.b2[o] = /** @type {number} */ (g.b2[o]) + d;
    for (let i = 0, at = o * hidden; i < hidden; i++, at++) {
      g.w2[at] = /** @type {number} */ (g.w2[at]) + d * /** @type {number} */ (h[i]);
      dh[i] = /** @type {number} */ (dh[i]) + d * /** @type {number} */ (w.w2[at]);
    }
  }
  for (let i = 0; i < hidden; i++) {
    if (h[i] === 0) continue;
    const d = /** @type {number} */ (dh[i]) / (1 - dropout);
    g.b1[i] = /** @type {number} */ (g.b1[i]) + d;
    for (let j = 0, at = i * vector.length; j < vector.length; j++, at++)
      g.w1[at] = /** @type {number} */ (g.w1[at]) + d * /** @type {number} */ (vector[j]);
  }
}
