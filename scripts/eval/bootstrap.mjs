const RESAMPLES = 1_000;
const SEED = 20_240_501;

/** A figure as a ratio of sums: questions of one history go together. @typedef {{ readonly history: string, readonly part: number, readonly whole: number }} Term */
/** @typedef {{ readonly value: number, readonly low: number, readonly high: number }} Interval */

/** Numbers from 0 to 1 that are the same in every run. @param {number} seed */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The same draws for every figure over the same histories, so that differences are paired.
 * @param {number} size @param {number} [resamples] @returns {readonly Uint16Array[]}
 */
export function drawHistories(size, resamples = RESAMPLES) {
  const random = createRandom(SEED);
  return Array.from({ length: resamples }, () => Uint16Array.from({ length: size }, () => Math.floor(random() * size)));
}

/** @param {readonly number[]} values unsorted, without NaN @param {number} share */
function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? Number.NaN;
}

/** @param {number} value @param {readonly number[]} resampled @returns {Interval} */
export function toInterval(value, resampled) {
  const numbers = resampled.filter((each) => !Number.isNaN(each));
  return { value, low: percentile(numbers, 0.025), high: percentile(numbers, 0.975) };
}

/** @param {readonly Term[]} terms @param {readonly string[]} histories */
function sumByHistory(terms, histories) {
  const index = new Map(histories.map((name, n) => [name, n]));
  const parts = new Float64Array(histories.length);
  const wholes = new Float64Array(histories.length);
  for (const { history, part, whole } of terms) {
    const at = index.get(history) ?? 0;
    parts[at] = (parts[at] ?? 0) + part;
    wholes[at] = (wholes[at] ?? 0) + whole;
  }
  return { parts, wholes };
}

/** A figure in every resample. @param {readonly Term[]} terms @param {readonly string[]} histories @param {readonly Uint16Array[]} draws */
export function resample(terms, histories, draws) {
  const { parts, wholes } = sumByHistory(terms, histories);
  return draws.map((draw) => {
    let part = 0;
    let whole = 0;
    for (const at of draw) {
      part += parts[at] ?? 0;
      whole += wholes[at] ?? 0;
    }
    return whole === 0 ? Number.NaN : part / whole;
  });
}

/** @param {readonly Term[]} terms */
export function ratioOf(terms) {
  const whole = terms.reduce((sum, term) => sum + term.whole, 0);
  return whole === 0 ? Number.NaN : terms.reduce((sum, term) => sum + term.part, 0) / whole;
}

/**
 * Chance that a positive has a higher score than a negative; ties count half.
 * @param {readonly number[]} positives @param {readonly number[]} negatives
 */
export function areaUnderCurve(positives, negatives) {
  if (positives.length === 0 || negatives.length === 0) return Number.NaN;
  const all = [...positives.map((score) => ({ score, is: 1 })), ...negatives.map((score) => ({ score, is: 0 }))];
  all.sort((a, b) => a.score - b.score);
  let wins = 0;
  let below = 0;
  for (let at = 0; at < all.length; ) {
    let end = at;
    let ups = 0;
    while (end < all.length && all[end]?.score === all[at]?.score) ups += all[end++]?.is ?? 0;
    const downs = end - at - ups;
    wins += ups * (below + downs / 2);
    below += downs;
    at = end;
  }
  return wins / (positives.length * negatives.length);
}
