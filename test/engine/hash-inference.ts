import { AppError } from '../../main/contract/errors.ts';
import type { EmbeddedChunk, Inference } from '../../main/inference/client.ts';

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
    embed: async ({ texts }, watch = {}) => {
      if (inference.isBroken) throw new AppError('model.damaged', 'The embedding model cannot be read.');
      const results = texts.map((text): readonly EmbeddedChunk[] => [
        { vector: vectorOf(text), from: 0, to: text.length, tokens: 1 },
      ]);
      embedded += texts.length;
      watch.onProgress?.(texts.length, texts.length);
      return results;
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
