import type { Leg, LegRun } from './leg.ts';
import type { Search } from './search.ts';

/** Hits of each leg whose surroundings are looked at. */
const EXPANDED = 40;

/** The turns beside the best hits of the other legs. */
export function neighbourhoodLeg(search: Search, runs: readonly LegRun[]): Leg {
  const { memory, view } = search;
  const mask = view.masks.turn;
  const hits = [...new Set(runs.flatMap(({ produced }) => produced.slice(0, EXPANDED).map(({ doc }) => doc)))].filter(
    (doc) => mask[doc] === 1,
  );
  return {
    name: 'neighbourhood',
    method: '±1 turn',
    eligible: hits.length,
    search: async () => {
      const { previous, next } = memory.columns.layout;
      const known = new Set(runs.flatMap(({ produced }) => produced.map(({ doc }) => doc)));
      const near = hits
        .flatMap((doc) => [previous[doc] ?? -1, next[doc] ?? -1])
        .filter((doc) => mask[doc] === 1 && !known.has(doc));
      return [...new Set(near)].map((doc) => ({ doc, score: 0 }));
    },
  };
}
