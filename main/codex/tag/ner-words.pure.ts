import type { OffsetToken } from '../../inference/wordpiece.pure.ts';

/** A whole word as the tokenizer splits them (a mark of punctuation is one too), with the tokens it is made of. */
export type NerWord = {
  /** UTF-16 offsets into the text. */
  readonly from: number;
  readonly to: number;
  /** Its tokens, `lastToken` included, counted from the first content token of the text or window. */
  readonly firstToken: number;
  readonly lastToken: number;
};

/** The words of a text, from its tokens in order. */
export function listNerWords(tokens: readonly OffsetToken[]): readonly NerWord[] {
  const words: NerWord[] = [];
  for (let first = 0; first < tokens.length; ) {
    let last = first;
    while (tokens[last + 1]?.isWordStart === false) last += 1;
    words.push({ from: tokens[first]?.from ?? 0, to: tokens[last]?.to ?? 0, firstToken: first, lastToken: last });
    first = last + 1;
  }
  return words;
}

const CAPITAL = /^\p{Lu}/u;
const SMALL = /^\p{Ll}/u;
const ALL_CAPITALS = /^\p{Lu}[\p{Lu}\d]+$/u;
const INNER_CAPITAL = /^\p{Ll}+\p{Lu}|^\p{Lu}\p{Ll}+\p{Lu}/u;
const DIGIT = /\d/;
const NUMBER = /^\d+$/;
const MARK = /^[^\p{L}\p{N}]+$/u;
const SENTENCE_END = /[.!?:\n"“”([\]{}•*>|-]$/;

/** What the embedder cannot see, since it reads everything in lower case; the order is that of the weights' columns. */
export const SHAPES = [
  'capital inside a sentence',
  'capital at a start',
  'capital in a text of ordinary case',
  'all capitals',
  'capital inside the word',
  'has a digit',
  'number',
  'mark',
  'after a glued @',
  'after a glued #',
  'glued to what is before',
  'start of a sentence',
  'start of the text',
  'made of pieces',
  'text without capitals',
  'text full of capitals',
] as const;

type Casing = 'ordinary' | 'none' | 'full';

/** How a text uses capitals: where it has none, or they are everywhere, a capital says nothing. */
function casingOf(words: readonly string[]): Casing {
  let capitals = 0;
  let small = 0;
  words.forEach((word, index) => {
    if (SMALL.test(word)) small += 1;
    // "I" is written so by many who capitalise nothing else, and a first word by every phone.
    else if (index > 0 && word !== 'I' && CAPITAL.test(word)) capitals += 1;
  });
  if (capitals === 0) return 'none';
  return capitals > small ? 'full' : 'ordinary';
}

/** One number a shape for each word, flat: `SHAPES.length` numbers a word. */
export function describeShapes(text: string, words: readonly NerWord[]): Float32Array {
  const spelled = words.map(({ from, to }) => text.slice(from, to));
  const casing = casingOf(spelled);
  const out = new Float32Array(words.length * SHAPES.length);
  words.forEach((word, index) => {
    const spelling = spelled[index] ?? '';
    const previous = words[index - 1];
    const gap = previous === undefined ? '' : text.slice(previous.to, word.from);
    const before = index === 0 ? '' : (spelled[index - 1] ?? '');
    const isGlued = index > 0 && gap === '';
    const isStart = index === 0 || gap.includes('\n') || (!isGlued && SENTENCE_END.test(before));
    const isCapital = CAPITAL.test(spelling);
    const shapes = [
      isCapital && !isStart,
      isCapital && isStart,
      isCapital && casing === 'ordinary',
      ALL_CAPITALS.test(spelling),
      INNER_CAPITAL.test(spelling),
      DIGIT.test(spelling),
      NUMBER.test(spelling),
      MARK.test(spelling),
      isGlued && before === '@',
      isGlued && before === '#',
      isGlued,
      isStart,
      index === 0,
      word.lastToken > word.firstToken,
      casing === 'none',
      casing === 'full',
    ];
    shapes.forEach((holds, n) => {
      if (holds) out[index * SHAPES.length + n] = 1;
    });
  });
  return out;
}
