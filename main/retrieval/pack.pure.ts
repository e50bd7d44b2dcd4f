export type Packable = { readonly id: string; readonly score: number; readonly tokens: number };
export type Packed<T> = { readonly taken: readonly T[]; readonly deferred: readonly T[]; readonly usedTokens: number };

/** Weight of length against score; log-odds-like scores move recall most (research/retrieval.md). */
const LAMBDA = 0.15;

/**
 * Greedy by `score − λ ln(tokens)` within a token budget; what does not fit is deferred and said. Without a budget
 * everything is taken. Order of the result is that of `items` (by score), whatever order they were taken in.
 */
export function pack<T extends Packable>(items: readonly T[], budgetTokens: number | null): Packed<T> {
  if (budgetTokens === null) {
    return { taken: items, deferred: [], usedTokens: items.reduce((sum, item) => sum + item.tokens, 0) };
  }
  const worth = (item: T) => item.score - LAMBDA * Math.log(Math.max(1, item.tokens));
  const order = [...items].sort((a, b) => worth(b) - worth(a) || (a.id < b.id ? -1 : 1));
  const chosen = new Set<string>();
  let usedTokens = 0;
  for (const item of order) {
    if (usedTokens + item.tokens > budgetTokens) continue;
    usedTokens += item.tokens;
    chosen.add(item.id);
  }
  return {
    taken: items.filter((item) => chosen.has(item.id)),
    deferred: items.filter((item) => !chosen.has(item.id)),
    usedTokens,
  };
}
