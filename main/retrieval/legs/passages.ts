import type { FragmentKind, LegName } from '../../contract/recall.ts';
import type { Found, Leg } from './leg.ts';
import type { Search } from './search.ts';

/** From here on a passage is about the question: less is an accident of words. */
const RELEVANT_COVERAGE = 0.3;
const RELEVANT_COSINE = 0.35;
/** Passages are few beside turns, and a leg that always fills its pool would only add noise. */
const POOL = 30;

type PassageKind = Exclude<FragmentKind, 'turn'>;

/** Passages of one kind by words and by meaning together. */
function passageLeg(search: Search, name: LegName, kind: PassageKind): Leg {
  const { memory, view } = search;
  const mask = view.masks[kind];
  return {
    name,
    method: 'BM25 and cosine in memory',
    eligible: view.counts[kind],
    search: async () => {
      const { coverage, matched } = search.lexical();
      const query = await search.embed();
      const { hits } = memory.vectors.search(query, mask, POOL);
      const cosines = new Map(hits.map(({ doc, score }) => [doc, score]));
      const found: Found[] = [];
      for (const doc of new Set([...matched.filter((match) => mask[match] === 1), ...cosines.keys()])) {
        const words = coverage[doc] ?? 0;
        const cosine = cosines.get(doc) ?? memory.vectors.cosine(doc, query) ?? 0;
        if (words >= RELEVANT_COVERAGE || cosine >= RELEVANT_COSINE) found.push({ doc, score: words + cosine });
      }
      return found.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, POOL);
    },
  };
}

/** How the user likes things done. */
export const proceduralLeg = (search: Search): Leg => passageLeg(search, 'procedural', 'procedure');

/** Chunks of imported files. */
export const documentLeg = (search: Search): Leg => passageLeg(search, 'document', 'document');

/** Summaries of sessions and periods. */
export const summaryLeg = (search: Search): Leg => passageLeg(search, 'summary', 'summary');
