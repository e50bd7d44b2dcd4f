import type { LegName, RecallSettings } from '../contract/recall.ts';

/** Numbers of one way to search. A recipe is named in the trace, so that a figure can be told from another. */
export type Recipe = {
  readonly name: string;
  /** Fragments that a leg may produce by one key. */
  readonly pool: number;
  /** Weight of a leg in reciprocal rank fusion (design section 7), for `ranker: 'ice'`. */
  readonly alpha: Readonly<Record<LegName, number>>;
  /** Less support than this, and nothing that was found is likely to hold the answer. */
  readonly abstainBelow: number;
  readonly settings: Settings;
};

export type Settings = {
  readonly [Key in keyof RecallSettings]-?: Exclude<RecallSettings[Key], undefined>;
};

export const DEFAULT_RECIPE: Recipe = {
  name: 'six-legs-1',
  pool: 150,
  alpha: { lexical: 1, episodic: 0.8, graph: 1, procedural: 1, document: 1, summary: 1, neighbourhood: 0 },
  abstainBelow: 0.12,
  settings: {
    ranker: 'learned',
    rerank: true,
    decay: true,
    edgeDecay: 'dormant',
    diversity: true,
    sessionDiversity: false,
    packing: 'per token',
    excerpts: true,
    injection: 'raw',
    summaries: 'needed',
    topics: false,
    reflections: false,
    rewrites: false,
  },
};

/** The recipe's settings with those of one question. */
export function resolveSettings(recipe: Recipe, own: RecallSettings | undefined): Settings {
  const given = Object.fromEntries(Object.entries(own ?? {}).filter(([, value]) => value !== undefined));
  return { ...recipe.settings, ...given };
}
