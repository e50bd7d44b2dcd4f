import { AppError } from '../../main/contract/errors.ts';
import { type EmbeddedText, type Inference, TOKEN_WORDS } from '../../main/inference/client.ts';
import { createRotation } from '../../main/inference/rotation.pure.ts';
import { keepTokens, packSigns } from '../../main/inference/token-states.pure.ts';

const DIMENSION = 384;

/** A unit vector that depends on the words of a text alone: texts with common words are near each other. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSION);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 2166136261;
    for (const char of word) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
    for (let i = 0; i < 24; i += 1) {
      hash = (Math.imul(hash, 1664525) + 1013904223) >>> 0;
      const at = hash % DIMENSION;
      vector[at] = (vector[at] ?? 0) + ((hash >>> 16) & 1 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const rotate = createRotation(DIMENSION);

/** One token a word, of which the same are kept as of a real model's; its state depends on the word alone. */
function statesOf(text: string, kind: 'query' | 'passage', maxWords: number): Omit<EmbeddedText, 'chunks'> {
  const all = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }, id) => ({
    ...{ id, from: index, to: index + word.length, isWordStart: true },
  }));
  const kept = keepTokens(text, all, maxWords);
  const bits = new Uint8Array(kind === 'passage' ? (kept.length * DIMENSION) / 8 : 0);
  const vectors = new Float32Array(kind === 'query' ? kept.length * DIMENSION : 0);
  kept.forEach(({ word }, n) => {
    const state = vectorOf(word);
    rotate(state);
    if (kind === 'passage') packSigns(state, bits, (n * DIMENSION) / 8);
    else vectors.set(state, n * DIMENSION);
  });
  return { bits, tokens: { vectors, words: kind === 'query' ? kept.map(({ word }) => word) : [] } };
}

/** Runs of capitalised words inside a sentence, all of them people: names without a model. */
const tagCapitals = (text: string) =>
  [...text.matchAll(/(?<=[\p{Ll},] )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/gu)].map(({ 0: name, index }) => ({
    ...{ from: index, to: index + name.length, type: 'person' as const, score: 0.5 },
  }));

export type HashInference = Inference & {
  /** Texts embedded so far. */
  readonly embedded: () => number;
  /** While true, embedding fails as a model does that cannot be read. */
  isBroken: boolean;
};

/** Stands in for the model process where a test is about everything else: deterministic, without a chat model. */
export function createHashInference(): HashInference {
  let embedded = 0;
  const refuse = () => Promise.reject(new AppError('inference.unavailable', 'There is no chat model here.'));
  const inference: HashInference = {
    isBroken: false,
    embedded: () => embedded,
    state: () => ({ kind: 'idle' }),
    spaceId: 'hash/384' as Inference['spaceId'],
    embed: async ({ texts, kind, tokenWords }, watch = {}) => {
      if (inference.isBroken) throw new AppError('model.damaged', 'The embedding model cannot be read.');
      const words = kind === 'query' ? TOKEN_WORDS.question : TOKEN_WORDS.said;
      const results = texts.map(
        (text, index): EmbeddedText => ({
          ...statesOf(text, kind, tokenWords?.[index] ?? words),
          chunks: [{ vector: vectorOf(text), from: 0, to: text.length, tokens: 1 }],
        }),
      );
      embedded += texts.length;
      watch.onProgress?.(texts.length, texts.length);
      return results;
    },
    tag: async ({ texts }) => {
      if (inference.isBroken) throw new AppError('model.damaged', 'The embedding model cannot be read.');
      return texts.map(tagCapitals);
    },
    generate: refuse,
    countTokens: async (texts) => texts.map((text) => text.split(/\s+/).length),
    tokenizeMessages: refuse,
    loadChat: refuse,
    unloadChat: async () => undefined,
    describe: refuse,
    restart: async () => undefined,
    close: async () => undefined,
  };
  return inference;
}
