import type { Leg } from './leg.ts';
import type { Search } from './search.ts';

/** Share of the neighbours' cosine that counts for a turn when the pool is filled. */
const NEIGHBOURS = 0.5;

/** Cosine over turn vectors; half as many again come in by their neighbours' vectors, when the neighbourhood is on. */
export function episodicLeg(search: Search): Leg {
  const { memory, view, pool } = search;
  const mask = view.masks.turn;
  const leg = {
    name: 'episodic' as const,
    method: 'cosine of int8 in memory',
    eligible: view.counts.turn,
  };
  return {
    ...leg,
    search: async () => {
      const query = await search.embed();
      const { hits } = memory.vectors.search(query, mask, pool);
      if (!search.isEnabled('neighbourhood')) return hits;
      const { previous, next } = memory.columns.layout;
      const cosines = new Map(hits.map(({ doc, score }) => [doc, score]));
      const cosineOf = (doc: number): number => {
        const known = cosines.get(doc);
        if (known !== undefined) return known;
        const made = mask[doc] === 1 ? (memory.vectors.cosine(doc, query) ?? 0) : 0;
        cosines.set(doc, made);
        return made;
      };
      const near = new Set(hits.map(({ doc }) => doc));
      const lent = [...near]
        .flatMap((doc) => [previous[doc] ?? -1, next[doc] ?? -1])
        .filter((doc) => mask[doc] === 1 && !near.has(doc))
        .map((doc) => ({ doc, score: cosineOf(doc) + NEIGHBOURS * beside(doc, { previous, next }, cosineOf) }))
        .sort((a, b) => b.score - a.score || a.doc - b.doc);
      const added = [...new Set(lent.map(({ doc }) => doc))].slice(0, pool >> 1);
      return [...hits, ...added.map((doc) => ({ doc, score: cosineOf(doc) }))].sort(
        (a, b) => b.score - a.score || a.doc - b.doc,
      );
    },
  };
}

type Links = { readonly previous: ArrayLike<number>; readonly next: ArrayLike<number> };

function beside(doc: number, { previous, next }: Links, cosineOf: (doc: number) => number): number {
  const near = [previous[doc] ?? -1, next[doc] ?? -1].filter((other) => other >= 0);
  return near.length === 0 ? 0 : near.reduce((sum, other) => sum + cosineOf(other), 0) / near.length;
}
