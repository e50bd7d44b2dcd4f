import type { Ctx } from '../ctx.ts';
import type { EmbeddedText } from '../inference/client.ts';
import { toLexical } from '../stores/project/lexical-text.pure.ts';
import type { Analyse } from './memory/analyse.ts';
import { weighTokens } from './ranking/max-sim.pure.ts';

export type QuestionVectors = {
  readonly vector: Float32Array;
  /** Kept tokens, flat, rotated, and how much each counts. */
  readonly tokens: { readonly vectors: Float32Array; readonly weights: Float32Array };
};

type Question = {
  /** What was asked, and what it was rewritten to. */
  readonly texts: readonly string[];
  /** The first of them, where it was embedded before. */
  readonly embedded: EmbeddedText | null;
  readonly analyse: Analyse;
  readonly idf: ReadonlyMap<string, number>;
};

/** The question as the vector leg and late interaction see it; rewrites move its vector and add no tokens. */
export async function embedQuestion(
  ctx: Pick<Ctx, 'inference'>,
  { texts, embedded: known, analyse, idf }: Question,
): Promise<QuestionVectors> {
  const left = known === null ? texts : texts.slice(1);
  const made = left.length === 0 ? [] : await ctx.inference.embed({ texts: left, kind: 'query' });
  const embedded = known === null ? made : [known, ...made];
  const vectors = embedded.flatMap(({ chunks }) => chunks[0]?.vector ?? []);
  const [first] = embedded;
  if (first === undefined || vectors.length !== texts.length) throw new Error('the embedder returned nothing');
  const idfOf = (word: string): number | null => {
    const [term] = analyse(toLexical(word));
    const rarity = term === undefined ? undefined : idf.get(term);
    return rarity ?? null;
  };
  return {
    vector: meanOf(vectors),
    tokens: { vectors: first.tokens.vectors, weights: weighTokens(first.tokens.words, idfOf) },
  };
}

/** What was asked counts as much as all rewrites together. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const [asked = new Float32Array(), ...rewrites] = vectors;
  if (rewrites.length === 0) return asked;
  const mean = asked.map(
    (value, i) => value + rewrites.reduce((sum, rewrite) => sum + (rewrite[i] ?? 0), 0) / rewrites.length,
  );
  const length = Math.hypot(...mean);
  return length > 0 ? mean.map((value) => value / length) : asked;
}
