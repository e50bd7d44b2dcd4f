import type { LegName } from '../contract/recall.ts';
import type { Recipe } from './recipes.ts';

export type LegScores = ReadonlyMap<string, number>;
export type Fused = {
  readonly id: string;
  readonly score: number;
  readonly legs: Partial<Record<LegName, { readonly rank: number; readonly score: number }>>;
};

/** Scores scaled so that the best is 1 and the worst of the list 0; one value alone is 1. */
export function normalise(scores: LegScores): LegScores {
  const values = [...scores.values()];
  const high = Math.max(...values);
  const low = Math.min(...values);
  const range = high - low;
  return new Map([...scores].map(([id, score]) => [id, range > 0 ? (score - low) / range : 1]));
}

/**
 * Blends a turn's own score with those of the turns round it: what answers a question often stands next to the words
 * that the question shares. Keys of one leg are blended by score, since rank fusion there costs recall (design
 * section 7).
 */
export function blendWithNeighbours(
  own: LegScores,
  neighbours: ReadonlyMap<string, readonly { readonly id: string; readonly distance: number }[]>,
  weight: number,
): LegScores {
  const base = normalise(own);
  const blended = new Map<string, number>();
  for (const id of new Set([...own.keys(), ...neighbours.keys()])) {
    let lent = 0;
    for (const near of neighbours.get(id) ?? []) lent += (base.get(near.id) ?? 0) / near.distance;
    // Beside a hit of another leg only: this leg has nothing to say about it, and gives it no rank.
    if (lent === 0 && !own.has(id)) continue;
    blended.set(id, (base.get(id) ?? 0) + weight * lent);
  }
  return normalise(blended);
}

function rank(scores: LegScores): ReadonlyMap<string, { readonly rank: number; readonly score: number }> {
  const ordered = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return new Map(ordered.map(([id, score], index) => [id, { rank: index + 1, score }]));
}

/**
 * Weighted reciprocal rank fusion across legs, `s(f) = Σ α / (k + rank)`, plus a share of the legs' own normalised
 * scores on the same scale (research/retrieval.md: each beats the other on some histories). Ties break by id.
 */
export function fuse(legs: ReadonlyMap<LegName, LegScores>, recipe: Recipe): readonly Fused[] {
  const fused = new Map<string, { score: number; legs: Fused['legs'] }>();
  for (const [name, scores] of legs) {
    for (const [id, place] of rank(scores)) {
      const entry = fused.get(id) ?? { score: 0, legs: {} };
      const byRank = (recipe.alpha[name] * (recipe.rrfConstant + 1)) / (recipe.rrfConstant + place.rank);
      fused.set(id, {
        score: entry.score + byRank + recipe.blend[name] * place.score,
        legs: { ...entry.legs, [name]: place },
      });
    }
  }
  return [...fused]
    .map(([id, entry]) => ({ id, ...entry }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
