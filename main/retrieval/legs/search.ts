import type { LegName } from '../../contract/recall.ts';
import type { LexicalScores, Term } from '../memory/lexical-index.pure.ts';
import type { Memory } from '../memory/memory.ts';
import { TopRows } from '../memory/top-rows.pure.ts';
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

type Candidates = {
  readonly docs: ArrayLike<number>;
  readonly scores: ArrayLike<number>;
  /** Only those that are 1 here. */
  readonly mask: Uint8Array;
  readonly limit: number;
};

/** The best of some documents by a score, those without any left out. A common word has tens of thousands: few are kept. */
export function best({
  docs,
  scores,
  mask,
  limit,
}: Candidates): readonly { readonly doc: number; readonly score: number }[] {
  const top = new TopRows(limit);
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i] ?? -1;
    if (mask[doc] !== 1) continue;
    const score = scores[doc] ?? 0;
    if (score > 0 && score >= top.floor) top.offer(doc, score);
  }
  return top.list();
}
