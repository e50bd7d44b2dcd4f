import type { LegName } from '../../contract/recall.ts';
import type { Ranked } from './rank.pure.ts';

/** Constant of reciprocal rank fusion (design section 7). */
const RANK_CONSTANT = 60;

/**
 * Weighted reciprocal rank fusion, `s(f) = Σ α / (60 + rank)`: the ablation of the learned ranker, as ICE v2 has it.
 * `pool` gives each candidate its index; ties keep that order.
 */
export function rankByRanks(
  pool: readonly number[],
  runs: readonly { readonly leg: LegName; readonly produced: readonly { readonly doc: number }[] }[],
  alpha: Readonly<Record<LegName, number>>,
): readonly Ranked[] {
  const parts = new Map<number, Record<string, number>>();
  for (const { leg, produced } of runs) {
    produced.forEach(({ doc }, index) => {
      const own = parts.get(doc) ?? {};
      own[leg] = alpha[leg] / (RANK_CONSTANT + index + 1);
      parts.set(doc, own);
    });
  }
  return pool
    .map((doc, index) => {
      const own = parts.get(doc) ?? {};
      return { index, score: Object.values(own).reduce((sum, part) => sum + part, 0), parts: own };
    })
    .sort((a, b) => b.score - a.score || a.index - b.index);
}
