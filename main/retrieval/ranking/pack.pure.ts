export type Packable = { readonly id: string; readonly score: number; readonly tokens: number };
export type Packed<T> = { readonly taken: readonly T[]; readonly deferred: readonly T[]; readonly usedTokens: number };
export type Packing = 'per token' | 'by score';

/** Weight of length against a score in log odds (research/retrieval.md: worth 7 points of recall at 2,048 tokens). */
const LAMBDA = 1;

/**
 * Fills a token budget greedily by `score − λ ln(tokens)`; what does not fit is passed over, deferred and said, and what is
 * left goes to the next that fits. Without a budget everything is taken. The result is in the order of `items`.
 */
export function pack<T extends Packable>(
  items: readonly T[],
  budgetTokens: number | null,
  mode: Packing = 'per token',
): Packed<T> {
  if (budgetTokens === null) {
    return { taken: items, deferred: [], usedTokens: items.reduce((sum, item) => sum + item.tokens, 0) };
  }
  const worth = (item: T): number =>
    mode === 'by score' ? item.score : item.score - LAMBDA * Math.log(Math.max(1, item.tokens));
  const order = items.map((item, index) => ({ item, index, worth: worth(item) }));
  order.sort((a, b) => b.worth - a.worth || a.index - b.index);
  const chosen = new Set<number>();
  let usedTokens = 0;
  for (const { item, index } of order) {
    if (usedTokens + item.tokens > budgetTokens) continue;
    usedTokens += item.tokens;
    chosen.add(index);
  }
  return {
    taken: items.filter((_, index) => chosen.has(index)),
    deferred: items.filter((_, index) => !chosen.has(index)),
    usedTokens,
  };
}
