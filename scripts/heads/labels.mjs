/** What the heads answer; the order is that of the weights' rows. */
export const LABELS = {
  topic: [
    'work',
    'family',
    'health',
    'money',
    'travel',
    'food',
    'home',
    'learning',
    'coding',
    'leisure',
    'people',
    'other',
  ],
  intent: ['ask_memory', 'ask_world', 'tell', 'plan', 'make', 'feel', 'chat', 'command'],
  reliance: ['zero_shot', 'long_term_memory', 'real_time_search'],
  operation: [
    'fact',
    'list',
    'count',
    'temporal_lookup',
    'temporal_arithmetic',
    'event_order',
    'summary',
    'preference',
    'instruction',
    'chat',
  ],
};

/** @typedef {keyof typeof LABELS} HeadName */
/** @typedef {'train' | 'calibrate' | 'test'} Split */
/**
 * A sentence and what it is, a label left out where its source does not say.
 * @typedef {{ readonly text: string, readonly split: Split, readonly source: 'own' | 'clinc',
 *   readonly labels: Readonly<Partial<Record<HeadName, string>>> }} Example
 */

export const HEADS = /** @type {HeadName[]} */ (Object.keys(LABELS));

/** Numbers in [0, 1) that are the same for a seed (mulberry32). @param {number} seed */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The same list in another order. @template T @param {readonly T[]} list @param {() => number} random */
export function shuffled(list, random) {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = /** @type {T} */ (out[i]);
    out[i] = /** @type {T} */ (out[j]);
    out[j] = kept;
  }
  return out;
}
