import type { Ctx } from '../ctx.ts';
import { type Comparable, compareWishes, textOfWish } from './match-wishes.pure.ts';
import type { Compared } from './plan-turn.pure.ts';

/** Wordings whose vectors are compared with that of a wish; more would only be slower. */
const EMBEDDED = 24;

/** Compares wishes by their words, and by their meaning where words find none that is the same. */
export function createComparer(ctx: Pick<Ctx, 'inference' | 'log'>) {
  const vectors = new Map<string, Float32Array>();

  const embed = async (texts: readonly string[]): Promise<void> => {
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
    if (missing.length === 0) return;
    const made = await ctx.inference.embed({ texts: missing, kind: 'passage' });
    for (const [index, text] of missing.entries()) {
      const vector = made[index]?.chunks[0]?.vector;
      if (vector !== undefined) vectors.set(text, vector);
    }
  };

  const compare = async <T extends Comparable>(
    wish: Comparable,
    rows: readonly T[],
  ): Promise<readonly Compared<T>[]> => {
    const byWords = rows.map((row) => ({ row, relation: compareWishes(wish, row) }));
    if (byWords.some(({ relation }) => relation === 'same')) return byWords;
    const near = byWords.filter(({ relation }) => relation !== 'contrary').slice(0, EMBEDDED);
    if (near.length === 0) return byWords;
    try {
      await embed([wish, ...near.map(({ row }) => row)].map(textOfWish));
    } catch (error) {
      // Without an embedder words must do: what is not recognised is proposed once more.
      ctx.log('procedures.not-embedded', { kind: error instanceof Error ? error.name : typeof error });
      return byWords;
    }
    const own = vectors.get(textOfWish(wish));
    return byWords.map(({ row, relation }) => {
      const other = vectors.get(textOfWish(row));
      if (own === undefined || other === undefined || relation === 'contrary') return { row, relation };
      return { row, relation: compareWishes(wish, row, cosineOf(own, other)) };
    });
  };
  return { compare };
}

/** Vectors come with length 1. */
function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n += 1) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}
