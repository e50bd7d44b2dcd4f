// Made-up vectors that lie in topics within themes, as sentences do; uniform ones would flatter no method and resemble no use.

/** Mulberry32. @param {number} seed */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NORMALS = 1 << 16;

/** Quick standard normals out of a table: a million vectors need four hundred million. @param {() => number} random */
function createNormal(random) {
  const table = new Float32Array(NORMALS);
  for (let i = 0; i < NORMALS; i += 1) {
    table[i] = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  }
  let at = 0;
  return () => {
    // A fresh start now and then, so that no stretch of the table comes twice in step with a vector.
    at = (at & 63) === 0 ? Math.floor(random() * NORMALS) : (at + 1) & (NORMALS - 1);
    return table[at] ?? 0;
  };
}

const THEMES = 40;
const TURNS_PER_TOPIC = 30;
/** Length of what is added at random, where what is common has length 1: all, themes, topics, turns, questions. */
const SPREAD = { theme: 1.6, topic: 0.8, turn: 0.9, question: 1.1 };

/**
 * @param {{ readonly count: number, readonly queries: number, readonly dimension: number, readonly seed: number }} input
 * @returns {{ readonly vectors: Float32Array, readonly queries: readonly Float32Array[] }} of length 1
 */
export function makeMixture({ count, queries, dimension, seed }) {
  const random = seeded(seed);
  const normal = createNormal(random);
  /** @param {Float32Array | null} from @param {number} spread @param {Float32Array} [into] */
  const near = (from, spread, into = new Float32Array(dimension)) => {
    const scale = spread / Math.sqrt(dimension);
    let sum = 0;
    for (let i = 0; i < dimension; i += 1) {
      const value = (from?.[i] ?? 0) + scale * normal();
      into[i] = value;
      sum += value * value;
    }
    const length = Math.sqrt(sum);
    for (let i = 0; i < dimension; i += 1) into[i] = (into[i] ?? 0) / length;
    return into;
  };
  const common = near(null, 1);
  const themes = Array.from({ length: THEMES }, () => near(common, SPREAD.theme));
  const topics = Array.from({ length: Math.ceil(count / TURNS_PER_TOPIC) }, (_, n) =>
    near(themes[n % THEMES] ?? null, SPREAD.topic),
  );
  const pick = () => topics[Math.floor(random() * topics.length)] ?? null;
  const vectors = new Float32Array(count * dimension);
  for (let row = 0; row < count; row += 1)
    near(pick(), SPREAD.turn, vectors.subarray(row * dimension, (row + 1) * dimension));
  return { vectors, queries: Array.from({ length: queries }, () => near(pick(), SPREAD.question)) };
}
