import { seeded, shuffled } from '../heads/labels.mjs';

/** One hidden layer. @typedef {{ w1: Float32Array, b1: Float32Array, w2: Float32Array, b2: Float32Array }} Weights */
/** What is read of a word, and what it is; `weight` is what a mistake costs. @typedef {{ states: Float32Array, shapes: Float32Array, label: number, weight: number }} Row */
/** @typedef {{ hidden: number, epochs: number, batch: number, rate: number, decay: number, dropout: number, inputDropout: number, smooth: number, seed: number }} Options */

/** Adam with decay that does not pass through its moments, for one array. @param {Float32Array} values @param {Options} options */
function adam(values, { rate, decay }) {
  const [m, v] = [new Float32Array(values.length), new Float32Array(values.length)];
  let [p1, p2] = [1, 1];
  return (/** @type {Float32Array} */ gradient, /** @type {number} */ scale) => {
    p1 *= 0.9;
    p2 *= 0.999;
    const [c1, c2] = [1 - p1, 1 - p2];
    for (let i = 0; i < values.length; i++) {
      const g = /** @type {number} */ (gradient[i]);
      const mi = 0.9 * /** @type {number} */ (m[i]) + 0.1 * g;
      const vi = 0.999 * /** @type {number} */ (v[i]) + 0.001 * g * g;
      m[i] = mi;
      v[i] = vi;
      const value = /** @type {number} */ (values[i]);
      values[i] = value - rate * scale * (mi / c1 / (Math.sqrt(vi / c2) + 1e-8) + decay * value);
      gradient[i] = 0;
    }
  };
}

/** @param {Float32Array} a @param {number} at @param {Float32Array} b */
function dot(a, at, b) {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const width = b.length & ~3;
  for (let i = 0; i < width; i += 4) {
    s0 += /** @type {number} */ (a[at + i]) * /** @type {number} */ (b[i]);
    s1 += /** @type {number} */ (a[at + i + 1]) * /** @type {number} */ (b[i + 1]);
    s2 += /** @type {number} */ (a[at + i + 2]) * /** @type {number} */ (b[i + 2]);
    s3 += /** @type {number} */ (a[at + i + 3]) * /** @type {number} */ (b[i + 3]);
  }
  for (let i = width; i < b.length; i++) s0 += /** @type {number} */ (a[at + i]) * /** @type {number} */ (b[i]);
  return s0 + s1 + s2 + s3;
}

/** @param {Weights} w @param {Float32Array} input */
export function forward(w, input) {
  const h = new Float32Array(w.b1.length);
  for (let i = 0; i < h.length; i++) h[i] = Math.max(0, (w.b1[i] ?? 0) + dot(w.w1, i * input.length, input));
  return { h, z: outputs(w, h) };
}

/** @param {Weights} w @param {Float32Array} h */
function outputs(w, h) {
  const z = new Float32Array(w.b2.length);
  for (let o = 0; o < z.length; o++) z[o] = (w.b2[o] ?? 0) + dot(w.w2, o * h.length, h);
  return z;
}

/** What the loss asks of each output. @param {Float32Array} z @param {Row} row @param {number} smooth */
function lossGradient(z, { label, weight }, smooth) {
  const top = Math.max(...z);
  const powers = z.map((value) => Math.exp(value - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  const rest = smooth / z.length;
  return powers.map((power, i) => weight * (power / sum - rest - (i === label ? 1 - smooth : 0)));
}

/** Trains by Adam, with nothing left to chance: same rows and options, same weights. @param {readonly Row[]} rows @param {number} labels @param {Options} options @returns {Weights} */
export function train(rows, labels, options) {
  const random = seeded(options.seed);
  const { hidden, batch, epochs } = options;
  const [first] = rows;
  const width = first === undefined ? 0 : first.states.length + first.shapes.length;
  const input = new Float32Array(width);
  const start = (/** @type {number} */ count, /** @type {number} */ fan) =>
    Float32Array.from({ length: count }, () => (random() * 2 - 1) * Math.sqrt(3 / fan));
  const w = {
    w1: start(hidden * width, width),
    b1: new Float32Array(hidden),
    w2: start(labels * hidden, hidden),
    b2: new Float32Array(labels),
  };
  const keys = /** @type {(keyof Weights)[]} */ (['w1', 'b1', 'w2', 'b2']);
  const g = /** @type {Weights} */ (Object.fromEntries(keys.map((key) => [key, new Float32Array(w[key].length)])));
  const steps = keys.map((key) => adam(w[key], options));
  const total = epochs * Math.ceil(rows.length / batch);
  let done = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = shuffled(rows, random);
    for (let at = 0; at < order.length; at += batch) {
      const some = order.slice(at, at + batch);
      for (const row of some) backward(row, { w, g, input, options, random, share: 1 / some.length });
      const scale = Math.min(1, (done + 1) / 50) * 0.5 * (1 + Math.cos((Math.PI * done) / total));
      for (const [i, key] of keys.entries()) steps[i]?.(g[key], scale);
      done += 1;
    }
  }
  return w;
}

/**
 * Adds one row's gradients.
 * @param {Row} row
 * @param {{ w: Weights, g: Weights, input: Float32Array, options: Options, random: () => number, share: number }} state
 */
function backward(row, { w, g, input, options, random, share }) {
  const { dropout, inputDropout, smooth } = options;
  input.set(row.states);
  input.set(row.shapes, row.states.length);
  if (inputDropout > 0)
    for (let j = 0; j < input.length; j++)
      input[j] = random() < inputDropout ? 0 : /** @type {number} */ (input[j]) / (1 - inputDropout);
  const { h } = forward(w, input);
  for (let i = 0; i < h.length; i++) h[i] = random() < dropout ? 0 : /** @type {number} */ (h[i]) / (1 - dropout);
  const dz = lossGradient(outputs(w, h), row, smooth);
  const dh = new Float32Array(h.length);
  for (let o = 0; o < dz.length; o++) {
    const d = /** @type {number} */ (dz[o]) * share;
    g.b2[o] = /** @type {number} */ (g.b2[o]) + d;
    for (let i = 0, at = o * h.length; i < h.length; i++, at++) {
      g.w2[at] = /** @type {number} */ (g.w2[at]) + d * /** @type {number} */ (h[i]);
      dh[i] = /** @type {number} */ (dh[i]) + d * /** @type {number} */ (w.w2[at]);
    }
  }
  for (let i = 0; i < h.length; i++) {
    if (h[i] === 0) continue;
    const d = /** @type {number} */ (dh[i]) / (1 - dropout);
    g.b1[i] = /** @type {number} */ (g.b1[i]) + d;
    for (let j = 0, at = i * input.length; j < input.length; j++, at++)
      g.w1[at] = /** @type {number} */ (g.w1[at]) + d * /** @type {number} */ (input[j]);
  }
}
