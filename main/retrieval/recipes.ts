import type { LegName } from '../contract/recall.ts';

/** Numbers of one way to rank. A recipe is named in the trace, so that a figure can be told from another. */
export type Recipe = {
  readonly name: string;
  /** Turns a leg may produce. */
  readonly pool: number;
  /** Places on each side that lend a turn some of their score. */
  readonly reach: number;
  readonly neighbourWeight: number;
  /** Weight of a leg in reciprocal rank fusion (design section 7). */
  readonly alpha: Readonly<Record<LegName, number>>;
  readonly rrfConstant: number;
  /** Share of the blended, normalised scores beside the ranks: ranks alone forget how sure a leg was. */
  readonly blend: Readonly<Record<LegName, number>>;
  readonly roleWeight: { readonly said: number; readonly assistant: number };
  /** Scopes of at most this many turns are compared exactly instead of through HNSW. */
  readonly exactBelow: number;
};

export const DEFAULT_RECIPE: Recipe = {
  name: 'foundation-1',
  pool: 200,
  reach: 2,
  neighbourWeight: 0.3,
  alpha: { lexical: 1, episodic: 0.8, graph: 1, procedural: 1, document: 1, summary: 1, neighbourhood: 0 },
  rrfConstant: 60,
  blend: { lexical: 1, episodic: 0.8, graph: 1, procedural: 1, document: 1, summary: 1, neighbourhood: 0 },
  roleWeight: { said: 1, assistant: 0.85 },
  exactBelow: 2_000,
};
