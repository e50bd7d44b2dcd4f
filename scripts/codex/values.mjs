import { inventDate } from './time-words.mjs';

/** @typedef {import('./types.mjs').Value} Value */

/** @param {import('./random.mjs').Random} random @param {string} pool @param {boolean} isWordy @returns {Value} */
function invent(random, pool, isWordy) {
  if (pool === 'date')
    return inventDate(random, { years: random.chance(0.3) ? [1961, 1974, 1983, 1988, 1990, 1996] : null, isWordy });
  if (pool === 'day') return inventDate(random, { years: null, isWordy });
  return { text: String(19 + random.int(60)), value: null };
}

/**
 * Hands out values so that one is used once in a history where its pool is large enough, and never twice for a relation.
 * @param {import('./random.mjs').Random} random @param {import('./lines.mjs').Wording} wording
 */
export function createValues(random, wording) {
  /** @type {Map<string, Set<string>>} */
  const used = new Map();
  const usedOf = (/** @type {string} */ key) => {
    const own = used.get(key) ?? new Set();
    used.set(key, own);
    return own;
  };

  /** @param {string} relation @param {string} pool @param {number} count */
  function takeInvented(relation, pool, count) {
    const given = usedOf(`relation ${relation}`);
    /** @type {Value[]} */
    const values = [];
    while (values.length < count) {
      const value = invent(random, pool, wording.name === 'closed');
      // One day of the year is one value, with or without its year.
      const key = value.value?.slice(-5) ?? value.text;
      if (!given.has(key)) values.push(value);
      given.add(key);
    }
    return values;
  }

  /** @param {string} relation @param {string} pool @param {number} count @returns {Value[] | null} */
  function take(relation, pool, count) {
    if (['date', 'day', 'age'].includes(pool)) return takeInvented(relation, pool, count);
    const all = wording.values.get(pool);
    if (all === undefined) throw new Error(`The ${wording.name} set has no values called ${pool}.`);
    const inPool = usedOf(`pool ${pool}`);
    const inRelation = usedOf(`relation ${relation}`);
    const isPeople = pool === 'person';
    const free = random.shuffle(all.filter((text) => !inRelation.has(text) && !(isPeople && inPool.has(text))));
    const fresh = [...free.filter((text) => !inPool.has(text)), ...free.filter((text) => inPool.has(text))];
    if (fresh.length < count) return null;
    return fresh.slice(0, count).map((text) => {
      inPool.add(text);
      inRelation.add(text);
      return { text, value: null };
    });
  }
  return { take };
}
