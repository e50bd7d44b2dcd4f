import { STOP_WORDS } from '../lib/stop-words.pure.ts';
import type { OffsetToken } from './wordpiece.pure.ts';

/** Goes up whenever the same text would get other states (rotation, what is kept, stop words): old bits fit no new ones. */
export const TOKEN_STATES_VERSION: number = 1;

/** A token that takes part in late interaction: its place among the window's content tokens, and its whole word. */
export type KeptToken = { readonly at: number; readonly word: string };

const CONTENT = /[\p{L}\p{N}]/u;

/**
 * Tokens of words that carry content, within the first `maxWords` words: no punctuation, no stop words. More of a long
 * text adds nothing (research/retrieval.md). A text of stop words alone keeps all, or it could never be compared.
 */
export function keepTokens(text: string, tokens: readonly OffsetToken[], maxWords: number): readonly KeptToken[] {
  const all: KeptToken[] = [];
  const kept: KeptToken[] = [];
  let words = 0;
  for (let start = 0; start < tokens.length; ) {
    let end = start + 1;
    while (end < tokens.length && tokens[end]?.isWordStart === false) end += 1;
    const word = text.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0);
    if (CONTENT.test(word)) {
      words += 1;
      if (words > maxWords) break;
      for (let at = start; at < end; at += 1) {
        all.push({ at, word });
        if (!STOP_WORDS.has(word.toLowerCase())) kept.push({ at, word });
      }
    }
    start = end;
  }
  return kept.length > 0 ? kept : all;
}

/** One bit a dimension, 1 where positive: bit d of byte d >> 3, least significant first. */
export function packSigns(vector: Float32Array, into: Uint8Array, offset: number): void {
  for (let d = 0; d < vector.length; d += 1) {
    if ((vector[d] ?? 0) > 0) into[offset + (d >> 3)] = (into[offset + (d >> 3)] ?? 0) | (1 << (d & 7));
  }
}

/** Scales to length 1, in place. */
export function toUnit(vector: Float32Array): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0) for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) / length;
}
