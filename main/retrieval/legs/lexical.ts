import type { Leg } from './leg.ts';
import { best, type Search } from './search.ts';

/**
 * BM25 over speaker, date, words and captions. With the neighbourhood on, half of the pool is filled by windows of one turn
 * on each side: what answers a question often stands next to the words that the question shares.
 */
export function lexicalLeg(search: Search): Leg {
  const { view, pool } = search;
  const mask = view.masks.turn;
  return {
    name: 'lexical',
    method: 'BM25 in memory',
    eligible: view.counts.turn,
    search: async () => {
      const { own, window, matched, windowMatched } = search.lexical();
      const byOwn = best({ docs: matched, scores: own, mask, limit: pool });
      if (!search.isEnabled('neighbourhood')) return byOwn;
      const byWindow = best({ docs: windowMatched, scores: window, mask, limit: pool });
      const top = { own: byOwn[0]?.score ?? 1, window: byWindow[0]?.score ?? 1 };
      const both = new Set([...byOwn, ...byWindow].map(({ doc }) => doc));
      return [...both]
        .map((doc) => ({ doc, score: (own[doc] ?? 0) / top.own + (window[doc] ?? 0) / top.window }))
        .sort((a, b) => b.score - a.score || a.doc - b.doc);
    },
  };
}
