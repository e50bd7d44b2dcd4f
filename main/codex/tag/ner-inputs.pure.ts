import { describeShapes, type NerWord, SHAPES } from './ner-words.pure.ts';

/** Words on either side that are looked at. */
export const NER_REACH: number = 1;
/** A word is seen with its neighbours. */
export const NER_WINDOW: number = 2 * NER_REACH + 1;

/** Rows of all words, with an empty one before and after: a word and its neighbours lie beside each other. */
export type NerInputs = { readonly states: Float32Array; readonly shapes: Float32Array };

export type NerWindow = {
  readonly text: string;
  readonly words: readonly NerWord[];
  /** States of the fed tokens, flat, that of the first content token at row `firstRow`. */
  readonly states: Float32Array;
  readonly firstRow: number;
  readonly dimension: number;
};

/** What the head reads of a window: of each word the mean of its tokens' states, and its shapes. */
export function buildNerInputs({ text, words, states, firstRow, dimension }: NerWindow): NerInputs {
  const means = new Float32Array((words.length + 2 * NER_REACH) * dimension);
  words.forEach(({ firstToken, lastToken }, index) => {
    const to = (index + NER_REACH) * dimension;
    const share = 1 / (lastToken - firstToken + 1);
    for (let token = firstToken; token <= lastToken; token += 1) {
      const from = (firstRow + token) * dimension;
      for (let d = 0; d < dimension; d += 1) means[to + d] = (means[to + d] ?? 0) + share * (states[from + d] ?? 0);
    }
  });
  const shapes = new Float32Array((words.length + 2 * NER_REACH) * SHAPES.length);
  shapes.set(describeShapes(text, words), NER_REACH * SHAPES.length);
  return { states: means, shapes };
}
