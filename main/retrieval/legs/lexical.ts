import type { Leg } from './leg.ts';
import { best, type Search } from './search.ts';

/**
 * BM25 over speaker, date, words and captions. With the neighbourhood on, half of the pool is filled by windows of one turn
 * on each side: what answers a question often stands next to the words that the question shares.
 */
export function lexicalLeg(search: Search): Leg {
  const { memory, view, pool } = search;
  const mask = view.masks.turn;
  return {
    name: 'lexical',
    method: 'BM25 in memory',
    eligible: view.counts.turn,
    search: async () => {
      const { own, window, matched } = search.lexical();
      const turns = matched.filter((doc) => mask[doc] === 1);
      const byOwn = best(turns, (doc) => own[doc] ?? 0, pool);
      if (!search.isEnabled('neighbourhood')) return byOwn;
      const { previous, next } = memory.columns.layout;
      const isNear = new Uint8Array(mask.length);
      const near: number[] = [];
      const add = (doc: number): void => {
        if (mask[doc] !== 1 || isNear[doc] === 1) return;
        isNear[doc] = 1;
        near.push(doc);
      };
      for (const doc of turns) {
        add(doc);
        add(previous[doc] ?? -1);
        add(next[doc] ?? -1);
      }
      const byWindow = best(near, (doc) => window[doc] ?? 0, pool);
      const top = { own: byOwn[0]?.score ?? 1, window: byWindow[0]?.score ?? 1 };
      const both = new Set([...byOwn, ...byWindow].map(({ doc }) => doc));
      return best(both, (doc) => (own[doc] ?? 0) / top.own + (window[doc] ?? 0) / top.window, both.size);
    },
  };
}
