/** Score per fragment: mean score / mean fragments (LSREP: descriptive, a ratio of means). Null without fragments. */
export const scorePerFragment = (meanScore: number | null, meanFragments: number | null): number | null =>
  meanScore === null || meanFragments === null || meanFragments === 0 ? null : meanScore / meanFragments;

/** Token utility rate: mean score for a thousand tokens of context (LSREP: descriptive). Null without tokens. */
export const tokenUtility = (meanScore: number | null, meanTokens: number | null): number | null =>
  meanScore === null || meanTokens === null || meanTokens === 0 ? null : (meanScore * 1_000) / meanTokens;

type Point = { readonly arm: string; readonly tokens: number; readonly accuracy: number };

/** Marks the points that none other beats in both; in the order of tokens. Of two equal points both stay. */
export function markFrontier<T extends Point>(points: readonly T[]): readonly (T & { isOnFrontier: boolean })[] {
  return points
    .map((point) => ({ ...point, isOnFrontier: !points.some((other) => isBetter(other, point)) }))
    .sort((a, b) => a.tokens - b.tokens || b.accuracy - a.accuracy || (a.arm < b.arm ? -1 : 1));
}

const isBetter = (other: Point, point: Point): boolean =>
  other.tokens <= point.tokens &&
  other.accuracy >= point.accuracy &&
  (other.tokens < point.tokens || other.accuracy > point.accuracy);
