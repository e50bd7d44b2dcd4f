import { LegName } from '../../contract/recall.ts';
import type { Arm } from '../format/arm.ts';

/** The budget that arms are compared at, unless a run says another (design section 7). */
export const MATCHED_BUDGET = 2_048;
export const BUDGETS: readonly number[] = [768, 2_048, 7_000];

/** As many fragments as a budget can hold: then the budget decides. */
const FILLED = 200;

const base = {
  system: 'palimpsest',
  k: FILLED,
  budgetTokens: MATCHED_BUDGET,
  isMemoryFull: true,
  conversation: 'fresh',
  access: 'none',
  lifecycle: 'scheduled',
} as const satisfies Partial<Arm>;

/** One leg in its own order, whole turns, nothing else of the app: what a plain index gives. */
const plain = {
  settings: {
    ...{ ranker: 'ice', rerank: false, decay: false, diversity: false, packing: 'by score', excerpts: false },
    injection: 'raw',
  },
  isMemoryFull: false,
} as const satisfies Partial<Arm>;

const arm = (name: string, change: Partial<Arm> = {}): Arm => ({ ...base, ...change, name });

const LEGS = LegName.options;

/** Ways to ask that are compared with `full`; each differs from it in what its name says. */
export const ARMS: readonly Arm[] = [
  arm('full'),
  // The papers' baseline: the best 30 turns by vector, however long they are.
  arm('vector-30', { ...plain, legs: ['episodic'], k: 30, budgetTokens: null }),
  // The same order under the budget of the others.
  arm('vector', { ...plain, legs: ['episodic'] }),
  arm('bm25', { ...plain, legs: ['lexical'] }),
  // Vector search with everything beside it, and the full search with nothing: which of the two it is.
  arm('vector-with-ledger', { ...plain, legs: ['episodic'], isMemoryFull: true }),
  arm('full-without-ledger', { isMemoryFull: false }),
  arm('full-30', { k: 30, budgetTokens: null }),
  arm('continuing', { conversation: 'continuing' }),
  arm('access', { access: 'probes' }),
  arm('no-lifecycle', { lifecycle: 'none' }),
  ...LEGS.map((leg) => arm(`no-${leg}`, { noLegs: [leg] })),
  arm('no-decay', { settings: { decay: false, edgeDecay: 'off' } }),
  arm('no-rerank', { settings: { rerank: false } }),
  arm('no-diversity', { settings: { diversity: false } }),
  arm('session-diversity', { settings: { sessionDiversity: true } }),
  arm('no-excerpts', { settings: { excerpts: false } }),
  arm('packing-by-score', { settings: { packing: 'by score' } }),
  arm('ranker-ice', { settings: { ranker: 'ice' } }),
  arm('earned-summaries', { settings: { injection: 'earned' } }),
  arm('topics', { settings: { topics: true } }),
  arm('no-reflections', { settings: { reflections: false } }),
  ...BUDGETS.filter((budget) => budget !== MATCHED_BUDGET).flatMap((budgetTokens) => [
    arm(`full-${budgetTokens}`, { budgetTokens }),
    arm(`vector-${budgetTokens}`, { ...plain, legs: ['episodic'], budgetTokens }),
    arm(`bm25-${budgetTokens}`, { ...plain, legs: ['lexical'], budgetTokens }),
  ]),
];

const named = (...names: readonly string[]): readonly Arm[] =>
  names.map((name) => {
    const found = ARMS.find((one) => one.name === name);
    if (found === undefined) throw new RangeError(`There is no arm ${name}.`);
    return found;
  });

/** Arms by what a run is for. */
export const ARM_SETS: Readonly<Record<string, readonly Arm[]>> = {
  baseline: named(
    'full',
    'vector',
    'vector-30',
    'bm25',
    'full-30',
    'vector-with-ledger',
    'full-without-ledger',
    'continuing',
  ),
  budgets: ARMS.filter(({ name }) => /^(?:full|vector|bm25)(?:-768|-7000)?$/.test(name)),
  ablations: ARMS.filter(
    ({ name }) => name === 'full' || /^(?:no-|session-|packing-|ranker-|earned-|topics|access$)/.test(name),
  ),
  all: ARMS,
};

/** The state that an arm asks: arms with the same one can share it where a run declares that. */
export function stateOf({ system, access, lifecycle, name }: Arm): string {
  // What is asked changes this state, so nobody else may ask it.
  return access === 'none' ? `${system}/${lifecycle}` : `${system}/${lifecycle}/${name}`;
}
