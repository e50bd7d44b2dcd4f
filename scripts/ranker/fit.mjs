/** @typedef {import('./signals.mjs').Row} Row */
/** @typedef {{ x: Float64Array[], isGold: readonly boolean[] }} Question */
/** @typedef {(weights: Float64Array) => { loss: number, slope: Float64Array }} Loss */

/** @param {Row} row @param {readonly string[]} names @returns {Question} */
export const toQuestion = ({ features, isGold }, names) => ({
  x: features.map((values) => Float64Array.from(names, (name) => values[name] ?? 0)),
  isGold,
});

/** @param {Float64Array} a @param {Float64Array} b */
function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/**
 * Each gold candidate against all that are not gold (a listwise logistic loss), and how far the weights are from their prior.
 * @param {readonly Question[]} questions @param {Float64Array} prior @param {number} l2 @returns {Loss}
 */
function listwise(questions, prior, l2) {
  return (weights) => {
    let loss = 0;
    const slope = new Float64Array(weights.length);
    const add = (/** @type {Float64Array | undefined} */ x, /** @type {number} */ by) => {
      if (x) for (let i = 0; i < slope.length; i += 1) slope[i] = (slope[i] ?? 0) + by * (x[i] ?? 0);
    };
    for (const { x, isGold } of questions) {
      const { gold, other, exps } = split(x, isGold, weights);
      const rest = other.reduce((sum, i) => sum + (exps[i] ?? 0), 0);
      let pull = 0;
      for (const i of gold) {
        const share = (exps[i] ?? 0) / ((exps[i] ?? 0) + rest);
        loss -= Math.log(share + 1e-12) / gold.length;
        add(x[i], -(1 - share) / gold.length);
        pull += (1 - share) / gold.length;
      }
      if (rest > 0) for (const i of other) add(x[i], (pull * (exps[i] ?? 0)) / rest);
    }
    for (let i = 0; i < slope.length; i += 1) {
      const away = (weights[i] ?? 0) - (prior[i] ?? 0);
      loss += 0.5 * l2 * away * away;
      slope[i] = (slope[i] ?? 0) + l2 * away;
    }
    return { loss, slope };
  };
}

/** @param {readonly Float64Array[]} x @param {readonly boolean[]} isGold @param {Float64Array} weights */
function split(x, isGold, weights) {
  const scores = x.map((values) => dot(values, weights));
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const exps = scores.map((score) => Math.exp(score - most));
  const indexes = isGold.map((_, i) => i);
  return { gold: indexes.filter((i) => isGold[i]), other: indexes.filter((i) => !isGold[i]), exps };
}

/** @param {readonly Question[]} questions @param {Float64Array} prior @param {number} l2 */
export const fitListwise = (questions, prior, l2) => minimise(listwise(questions, prior, l2), prior);

/** Mean loss a question. @param {readonly Question[]} questions @param {Float64Array} weights */
export const lossOf = (questions, weights) => listwise(questions, weights, 0)(weights).loss / questions.length;

/** Logistic regression with both classes weighing the same; the first weight is the bias. @param {readonly { x: number[], isYes: boolean }[]} rows @param {number} l2 */
export function fitLogistic(rows, l2) {
  const yes = rows.filter(({ isYes }) => isYes).length;
  const width = (rows[0]?.x.length ?? 0) + 1;
  return minimise((weights) => {
    let loss = 0;
    const slope = new Float64Array(width);
    for (const { x, isYes } of rows) {
      const values = Float64Array.of(1, ...x);
      const weight = rows.length / (2 * (isYes ? yes : rows.length - yes));
      const chance = 1 / (1 + Math.exp(-dot(values, weights)));
      loss -= weight * Math.log((isYes ? chance : 1 - chance) + 1e-12);
      for (let i = 0; i < width; i += 1)
        slope[i] = (slope[i] ?? 0) + weight * (chance - (isYes ? 1 : 0)) * (values[i] ?? 0);
    }
    for (let i = 1; i < width; i += 1) {
      loss += 0.5 * l2 * (weights[i] ?? 0) ** 2;
      slope[i] = (slope[i] ?? 0) + l2 * (weights[i] ?? 0);
    }
    return { loss, slope };
  }, new Float64Array(width));
}

const STEPS = 300;
const ENOUGH = 1e-5;

/** BFGS with backtracking: few weights, a smooth convex loss. @param {Loss} loss @param {Float64Array} from */
function minimise(loss, from) {
  const n = from.length;
  let at = from.slice();
  let here = loss(at);
  /** @type {Float64Array[]} */
  let inverse = Array.from({ length: n }, (_, i) => Float64Array.from({ length: n }, (_, j) => (i === j ? 1e-2 : 0)));
  for (let step = 0; step < STEPS; step += 1) {
    if (Math.sqrt(dot(here.slope, here.slope)) < ENOUGH) break;
    const way = Float64Array.from(inverse, (row) => -dot(row, here.slope));
    const fall = dot(way, here.slope);
    let size = 1;
    let next = at.map((value, i) => value + (way[i] ?? 0));
    let there = loss(next);
    while (there.loss > here.loss + 1e-4 * size * fall && size > 1e-10) {
      size /= 2;
      next = at.map((value, i) => value + size * (way[i] ?? 0));
      there = loss(next);
    }
    inverse = update(inverse, { moved: minus(next, at), turned: minus(there.slope, here.slope) });
    at = next;
    here = there;
  }
  return at;
}

/** @param {Float64Array} a @param {Float64Array} b */
const minus = (a, b) => a.map((value, i) => value - (b[i] ?? 0));

/** @param {Float64Array[]} inverse @param {{ moved: Float64Array, turned: Float64Array }} change */
function update(inverse, { moved, turned }) {
  const bend = dot(moved, turned);
  if (bend <= 1e-12) return inverse;
  const turnedBy = Float64Array.from(inverse, (row) => dot(row, turned));
  const scale = (1 + dot(turned, turnedBy) / bend) / bend;
  return inverse.map((row, i) =>
    row.map((value, j) => {
      const cross = (turnedBy[i] ?? 0) * (moved[j] ?? 0) + (moved[i] ?? 0) * (turnedBy[j] ?? 0);
      return value + scale * (moved[i] ?? 0) * (moved[j] ?? 0) - cross / bend;
    }),
  );
}
