/** @typedef {{ readonly k: number, readonly budget?: number }} Size */
/**
 * One way to search. `deep` is how many fragments a ranking is looked at; `filled` how many may fill a token budget.
 * @typedef {{ readonly name: string, readonly legs?: readonly string[], readonly noLegs?: readonly string[],
 *   readonly settings?: Readonly<Record<string, unknown>>, readonly deep: number, readonly filled: number,
 *   readonly isPlain: boolean }} Arm
 */

const DEEP = 100;
const FILLED = 1_000;
export const TOP = 10;
/** Ablations are compared at this budget alone. */
export const ABLATION_BUDGET = 2_048;

/** A baseline: one leg in its own order, whole turns, nothing of Palimpsest's own on top. */
const PLAIN = { ranker: 'ice', rerank: false, decay: false, diversity: false, packing: 'by score', excerpts: false };

/** @type {readonly Arm[]} */
export const ARMS = [
  { name: 'full', deep: DEEP, filled: FILLED, isPlain: false },
  // The papers' baseline: the best 30 turns by vector.
  { name: 'vector', legs: ['episodic'], settings: PLAIN, deep: 30, filled: 30, isPlain: true },
  // The same order without the limit of 30, which leaves most of a large budget unused.
  { name: 'vector-filled', legs: ['episodic'], settings: PLAIN, deep: DEEP, filled: FILLED, isPlain: true },
  { name: 'bm25', legs: ['lexical'], settings: PLAIN, deep: DEEP, filled: FILLED, isPlain: true },
];

const LEGS = ['lexical', 'episodic', 'graph', 'procedural', 'document', 'summary', 'neighbourhood'];
/** @type {readonly (readonly [string, Readonly<Record<string, unknown>>])[]} */
const SETTINGS = [
  ['ranker ice', { ranker: 'ice' }],
  ['no rerank', { rerank: false }],
  ['no decay', { decay: false }],
  ['no diversity', { diversity: false }],
  ['session diversity', { sessionDiversity: true }],
  ['packing by score', { packing: 'by score' }],
  ['no excerpts', { excerpts: false }],
];

/** `full` with one thing changed. Rewrites are left out: they need a chat model. @type {readonly Arm[]} */
export const ABLATIONS = [
  ...LEGS.map((leg) => ({ name: `no ${leg}`, noLegs: [leg], deep: DEEP, filled: FILLED, isPlain: false })),
  ...SETTINGS.map(([name, settings]) => ({ name, settings, deep: DEEP, filled: FILLED, isPlain: false })),
];

const FOR_INJECTION = { deep: 0, filled: FILLED, isPlain: false };

/** What is read of a turn, in its own words first: the others are compared with that. @type {readonly Arm[]} */
export const INJECTIONS = [
  { name: 'full', settings: { injection: 'raw' }, noLegs: ['summary'], ...FOR_INJECTION },
  { name: 'leg, needed', settings: { injection: 'raw', summaries: 'needed' }, ...FOR_INJECTION },
  { name: 'leg, always', settings: { injection: 'raw', summaries: 'always' }, ...FOR_INJECTION },
  { name: 'summary', settings: { injection: 'summary' }, ...FOR_INJECTION },
  { name: 'earned', settings: { injection: 'earned' }, ...FOR_INJECTION },
];

/**
 * What one arm is asked for one question. The first ten are asked for as ten, since places kept for legs depend on the
 * size; a plain order has none, so its ten are the first of many.
 * @param {Arm} arm @param {{ readonly budgets: readonly number[], readonly isAblation: boolean }} plan @returns {readonly Size[]}
 */
export function listSizes(arm, { budgets, isAblation }) {
  if (isAblation) return [{ k: TOP }, { k: arm.filled, budget: ABLATION_BUDGET }];
  return [
    ...(arm.isPlain ? [] : [{ k: TOP }]),
    ...(arm.deep > 0 ? [{ k: arm.deep }] : []),
    ...budgets.map((budget) => ({ k: arm.filled, budget })),
  ];
}

/** @param {Arm} arm @param {Size} size @param {import('./sets.mjs').Question} question */
export function toRequest({ legs, noLegs, settings }, size, { query, history, asOf }) {
  return {
    ...{ query, space: history, ...size },
    ...(asOf === undefined ? {} : { asOf }),
    ...(legs === undefined ? {} : { legs }),
    ...(noLegs === undefined ? {} : { noLegs }),
    ...(settings === undefined ? {} : { settings }),
  };
}
