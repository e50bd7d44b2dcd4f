import { z } from 'zod';
import type { RankingModel } from './rank.pure.ts';
import weights from './weights.json' with { type: 'json' };

const Weights = z.record(z.string(), z.number());

const Support = z.strictObject({ bias: z.number(), sim: z.number(), coverage: z.number(), cosine: z.number() });

const Model = z.object({
  version: z.int(),
  weights: Weights,
  support: z.strictObject({ late: Support, vector: Support, words: Support }),
});

/** The ranker that ships: made by `scripts/fit-ranker.mjs`, with what it was made of and its held-out scores beside it. */
export const RANKING: RankingModel & { readonly version: number } = Model.parse(weights);
