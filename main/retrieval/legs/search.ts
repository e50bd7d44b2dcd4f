import type { LegName } from '../../contract/recall.ts';
import type { LexicalScores, Term } from '../memory/lexical-index.pure.ts';
import type { Memory } from '../memory/memory.ts';
import type { View } from '../memory/views.ts';

/** One question as all legs see it. What is costly is made once, by the leg that asks first. */
export type Search = {
  readonly memory: Memory;
  readonly view: View;
  readonly terms: readonly Term[];
  /** BM25 of everything in view. */
  readonly lexical: () => LexicalScores;
  /** The question's vector. */
  readonly embed: () => Promise<Float32Array>;
  readonly isEnabled: (leg: LegName) => boolean;
  /** Fragments that a leg may produce. */
  readonly pool: number;
};

type Scored = { readonly doc: number; readonly score: number };

/** Before 0: the first comes first; ties by number, so that runs agree. */
const inOrder = (a: Scored, b: Scored): number => b.score - a.score || a.doc - b.doc;

/** The best `limit` of `docs` by a score, those without any left out. A common word has tens of thousands: few are kept. */
export function best(
  docs: Iterable<number>,
  scoreOf: (doc: number) => number,
  limit: number,
): readonly { readonly doc: number; readonly score: number }[] {
  const top: Scored[] = [];
  let floor = 0;
  for (const doc of docs) {
    const score = scoreOf(doc);
    if (!(score > 0) || score < floor) continue;
    top.push({ doc, score });
    if (top.length < limit * 2) continue;
    top.sort(inOrder).length = limit;
    floor = top.at(-1)?.score ?? 0;
  }
  return top.sort(inOrder).slice(0, limit);
}
