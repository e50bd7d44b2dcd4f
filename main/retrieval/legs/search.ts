import type { LegName } from '../../contract/recall.ts';
import type { Bounds } from '../memory/columns.pure.ts';
import type { LexicalScores, Term } from '../memory/lexical-index.pure.ts';
import type { Memory } from '../memory/memory.ts';
import type { View } from '../memory/views.ts';

/** One question as all legs see it. What is costly is made once, by the leg that asks first. */
export type Search = {
  readonly memory: Memory;
  readonly view: View;
  readonly bounds: Bounds;
  readonly terms: readonly Term[];
  /** BM25 of everything in view. */
  readonly lexical: () => LexicalScores;
  /** The question's vector. */
  readonly embed: () => Promise<Float32Array>;
  readonly isEnabled: (leg: LegName) => boolean;
  /** Fragments that a leg may produce. */
  readonly pool: number;
};

/** The best `limit` of `docs` by a score, those without any left out; ties by number, so that runs agree. */
export function best(
  docs: Iterable<number>,
  scoreOf: (doc: number) => number,
  limit: number,
): readonly { readonly doc: number; readonly score: number }[] {
  const scored: { doc: number; score: number }[] = [];
  for (const doc of docs) {
    const score = scoreOf(doc);
    if (score > 0) scored.push({ doc, score });
  }
  return scored.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, limit);
}
