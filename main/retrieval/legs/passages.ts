import type { FragmentKind, LegName, QuestionReading } from '../../contract/recall.ts';
import { isPeriodId } from '../../summaries/stretch.pure.ts';
import type { Found, Leg } from './leg.ts';
import type { Search } from './search.ts';

/** From here on a passage is about the question: less is an accident of words. */
const RELEVANT_COVERAGE = 0.3;
const RELEVANT_COSINE = 0.35;
/** Passages are few beside turns, and a leg that always fills its pool would only add noise. */
const POOL = 30;

type PassageKind = Exclude<FragmentKind, 'turn'>;

type Relevant = { readonly coverage: number; readonly cosine: number };
type Passages = { readonly name: LegName; readonly kind: PassageKind; readonly relevant?: Relevant };
const RELEVANT: Relevant = { coverage: RELEVANT_COVERAGE, cosine: RELEVANT_COSINE };

/** Passages of one kind by words and by meaning together. */
function passageLeg(search: Search, { name, kind, relevant = RELEVANT }: Passages): Leg {
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
        if (words >= relevant.coverage || cosine >= relevant.cosine) found.push({ doc, score: words + cosine });
      }
      return found.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, POOL);
    },
  };
}

/** Words that ask for a habit and stand in none: "how do I like my letters?" has one word of the habit about letters. */
const ASKS_FOR_HABIT = /^(?:like|want|wish|prefer)(?:s|ed)?$/i;
const RELEVANT_WHERE_ASKED: Relevant = { coverage: RELEVANT_COVERAGE / 2, cosine: RELEVANT_COSINE };

/** How the user likes things done. */
export function proceduralLeg(search: Search & { readonly reading: Pick<QuestionReading, 'words'> }): Leg {
  const isAsked = search.reading.words.some((word) => ASKS_FOR_HABIT.test(word));
  return passageLeg(search, {
    name: 'procedural',
    kind: 'procedure',
    relevant: isAsked ? RELEVANT_WHERE_ASKED : RELEVANT,
  });
}

/** Chunks of imported files. */
export const documentLeg = (search: Search): Leg => passageLeg(search, { name: 'document', kind: 'document' });

/** A stretch of time as long as this is asked about as a whole. */
const LONG_PERIOD_MS = 6 * 86_400_000;
const EXACT: readonly QuestionReading['operation'][] = [
  'count',
  'temporal_lookup',
  'temporal_arithmetic',
  'event_order',
];
/** So much more of a question than any one turn has a summary to have: several turns together say it. */
const MORE_THAN_ONE = 0.15;

/** How something went, or what happened in a week or a month. */
function asksOverview({ operation, period }: QuestionReading): boolean {
  if (operation === 'summary') return true;
  const isLong = period !== null && Date.parse(period.to) - Date.parse(period.from) >= LONG_PERIOD_MS;
  return isLong && !EXACT.includes(operation);
}

type SummarySearch = Search & { readonly reading: QuestionReading };

/**
 * Summaries of sittings and months. `needed`: of sittings for overviews, and for what no turn says by itself; of months where a
 * period is asked about. A fact is said by a turn, and a summary in its place costs tokens and a place among the first (measured:
 * docs/lifecycle-measurements.md).
 */
export function summaryLeg(search: SummarySearch, mode: 'needed' | 'always'): Leg {
  const leg = passageLeg(search, { name: 'summary', kind: 'summary' });
  const { reading, memory, view } = search;
  if (mode === 'always') return leg;
  return {
    ...leg,
    search: async () => {
      const { coverage, matched } = search.lexical();
      let most = 0;
      for (const doc of matched) if (view.masks.turn[doc] === 1) most = Math.max(most, coverage[doc] ?? 0);
      const least = asksOverview(reading) ? 0 : most + MORE_THAN_ONE;
      return (await leg.search()).filter(({ doc }) => {
        const isMonth = isPeriodId(memory.columns.ids[doc] ?? '');
        return (coverage[doc] ?? 0) >= least && (reading.period !== null || !isMonth);
      });
    },
  };
}
