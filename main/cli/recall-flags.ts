import { LegName, type RecallInput, RecallSettings, type SpaceId } from '../contract/index.ts';
import { type Args, usageError } from './args.ts';
import type { Command } from './context.ts';

const DEFAULT_K = 10;
const RANKERS = RecallSettings.shape.ranker.unwrap().options;
const EDGE_DECAYS = RecallSettings.shape.edgeDecay.unwrap().options;
const PACKINGS = RecallSettings.shape.packing.unwrap().options;
const SUMMARIES = RecallSettings.shape.summaries.unwrap().options;
const INJECTIONS = RecallSettings.shape.injection.unwrap().options;

/** What a recall can be asked for besides its query and its times. */
export const RECALL_OPTIONS: Command['options'] = {
  k: { type: 'string' },
  budget: { type: 'string' },
  leg: { type: 'string', multiple: true },
  'no-leg': { type: 'string', multiple: true },
  space: { type: 'string' },
  cluster: { type: 'string' },
  ranker: { type: 'string' },
  packing: { type: 'string' },
  'no-rerank': { type: 'boolean' },
  'no-decay': { type: 'boolean' },
  'edge-decay': { type: 'string' },
  'no-diversity': { type: 'boolean' },
  'session-diversity': { type: 'boolean' },
  'no-excerpts': { type: 'boolean' },
  inject: { type: 'string' },
  summaries: { type: 'string' },
  topics: { type: 'boolean' },
  reflections: { type: 'boolean' },
  rewrites: { type: 'boolean' },
};

export const RECALL_FLAGS: Command['flags'] = [
  ['--k N', `at most N fragments (default ${DEFAULT_K})`],
  ['--budget T', 'at most T tokens'],
  ['--leg A,B', `only these legs: ${LegName.options.join(', ')}`],
  ['--no-leg X', 'all legs but these'],
  ['--space S', 'in this space'],
  ['--cluster ID', 'only in this topic'],
  ['--ranker R', `${RANKERS.join(' or ')}: by fitted weights, or by ranks alone`],
  ['--no-rerank', 'without comparing the best candidates word by word'],
  ['--no-decay', 'old memories count as much as new ones'],
  ['--edge-decay M', `${EDGE_DECAYS.join(', ')}: what becomes of facts that nobody speaks of (ice: the paper's rule)`],
  ['--no-diversity', 'no place is kept for each leg that found something'],
  ['--session-diversity', 'spread what is found over sessions'],
  ['--packing P', `${PACKINGS.map(toFlag).join(' or ')}: what goes first into a budget`],
  ['--no-excerpts', 'long turns whole or not at all'],
  [
    '--summaries S',
    `${SUMMARIES.join(' or ')}: the summary leg where several memories say it together, or for every question`,
  ],
  [
    '--inject I',
    `${INJECTIONS.join(', ')}: turns in their own words, as the summary of their sitting, or that once aged`,
  ],
  ['--topics', 'turns of the topic that most of the best are in come earlier'],
  ['--reflections', 'what Palimpsest concluded itself leads to its turns as well'],
  ['--rewrites', 'also search for a supposed answer and sub-questions of the chat model'],
];

/** What the flags ask for; what is not said stays as the engine's recipe has it. */
export function readRecallFlags(args: Args): Omit<RecallInput, 'query'> {
  const settings = readSettings(args);
  return {
    k: args.integer('k', { min: 1, max: 1_000 }) ?? DEFAULT_K,
    budgetTokens: args.integer('budget', { min: 1, max: 1_000_000 }),
    legs: args.choices('leg', LegName.options),
    noLegs: args.choices('no-leg', LegName.options),
    spaceId: args.text('space') as SpaceId | undefined, // parsed by the engine
    clusterId: args.text('cluster'),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  };
}

function readSettings(args: Args): RecallSettings {
  const ranker = choose(args, 'ranker', RANKERS);
  const packing = choose(args, 'packing', PACKINGS);
  const injection = choose(args, 'inject', INJECTIONS);
  const summaries = choose(args, 'summaries', SUMMARIES);
  const edgeDecay = choose(args, 'edge-decay', EDGE_DECAYS);
  return {
    ...(ranker === undefined ? {} : { ranker }),
    ...(args.has('no-rerank') ? { rerank: false } : {}),
    ...(args.has('no-decay') ? { decay: false } : {}),
    ...(edgeDecay === undefined ? {} : { edgeDecay }),
    ...(args.has('no-diversity') ? { diversity: false } : {}),
    ...(args.has('session-diversity') ? { sessionDiversity: true } : {}),
    ...(packing === undefined ? {} : { packing }),
    ...(args.has('no-excerpts') ? { excerpts: false } : {}),
    ...(injection === undefined ? {} : { injection }),
    ...(summaries === undefined ? {} : { summaries }),
    ...(args.has('topics') ? { topics: true } : {}),
    ...(args.has('reflections') ? { reflections: true } : {}),
    ...(args.has('rewrites') ? { rewrites: true } : {}),
  };
}

/** A value of two words needs no quotes when it is written with a hyphen. */
function toFlag(value: string): string {
  return value.replaceAll(' ', '-');
}

function choose<T extends string>(args: Args, flag: string, allowed: readonly T[]): T | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  const known = allowed.find((each) => each === text || toFlag(each) === text);
  if (known === undefined) throw usageError(`--${flag} takes ${allowed.map(toFlag).join(', ')}.`);
  return known;
}
