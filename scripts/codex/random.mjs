/**
 * Numbers that depend only on the seed, and the choices made with them.
 * @typedef {{ readonly next: () => number, readonly int: (below: number) => number, readonly chance: (share: number) => boolean,
 *   readonly pick: <T>(list: readonly T[]) => T, readonly shuffle: <T>(list: readonly T[]) => T[],
 *   readonly fork: (name: string) => Random }} Random
 */

/** @param {string} text */
function hashOf(text) {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash >>> 0;
}

/** The generator called mulberry32. @param {string} seed @returns {Random} */
export function createRandom(seed) {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (/** @type {number} */ below) => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (list) => {
      if (list.length === 0) throw new Error('Nothing to pick from.');
      return /** @type {any} */ (list[int(list.length)]);
    },
    shuffle: (list) => {
      const all = [...list];
      for (let i = all.length - 1; i > 0; i -= 1) {
        const j = int(i + 1);
        const held = /** @type {any} */ (all[i]);
        all[i] = /** @type {any} */ (all[j]);
        all[j] = held;
      }
      return all;
    },
    // A part of the work has its own numbers, so that a change in one part leaves the others as they were.
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
