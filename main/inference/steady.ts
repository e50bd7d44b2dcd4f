import type { EmbeddedText, Inference } from './client.ts';
import type { TaggedSpan } from './contract.ts';

/** What was made of texts so far; shared by everyone who reads the same history. */
export type SteadyCache = {
  readonly embedded: Map<string, EmbeddedText>;
  readonly tagged: Map<string, readonly TaggedSpan[]>;
};

export const createSteadyCache = (): SteadyCache => ({ embedded: new Map(), tagged: new Map() });

/**
 * Inference whose results depend on the text alone: each goes through the model by itself, since a batch's shape moves the
 * last bits of a vector, and near ties would then come out by chance. Made once for a text, however many engines ask.
 * Does not own `inner`: closing it closes nothing.
 */
export function createSteadyInference(inner: Inference, cache: SteadyCache): Inference {
  const embedOne = async (input: Parameters<Inference['embed']>[0], index: number, signal: AbortSignal | undefined) => {
    const text = input.texts[index] ?? '';
    const words = input.tokenWords?.[index];
    const key = `${input.kind}\u0000${words ?? ''}\u0000${text}`;
    const known = cache.embedded.get(key);
    if (known !== undefined) return known;
    const one = { texts: [text], kind: input.kind, ...(words === undefined ? {} : { tokenWords: [words] }) };
    const [made] = await inner.embed(one, signal === undefined ? {} : { signal });
    if (made === undefined) throw new Error('bug: a text was embedded to nothing');
    cache.embedded.set(key, made);
    return made;
  };
  return {
    ...inner,
    embed: async (input, watch = {}) => {
      const made: EmbeddedText[] = [];
      for (const index of input.texts.keys()) {
        made.push(await embedOne(input, index, watch.signal));
        watch.onProgress?.(made.length, input.texts.length);
      }
      return made;
    },
    tag: async ({ texts }, watch = {}) => {
      const made: (readonly TaggedSpan[])[] = [];
      for (const text of texts) {
        const known = cache.tagged.get(text) ?? (await inner.tag({ texts: [text] }, watch))[0] ?? [];
        cache.tagged.set(text, known);
        made.push(known);
      }
      return made;
    },
    close: async () => undefined,
  };
}
