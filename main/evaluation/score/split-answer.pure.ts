import { toComparable, type Word, wordsOf } from './words.pure.ts';

/** A sentence of what an answer claims, or words that it quotes, with what is said of the quote beside it. */
export type Segment = {
  readonly place: 'claim' | 'quote';
  /** Comparable, without citation marks. */
  readonly text: string;
  readonly words: readonly Word[];
  /** Of a quote: who said it, when, and what became of it; empty of a claim. */
  readonly beside: string;
};

export type SplitAnswer = { readonly claims: readonly Segment[]; readonly quotes: readonly Segment[] };

const MARKS = / ?\[\d{1,3}\](?!\()/g;
/** A line that is a quote: an item or not, in quotation marks, and after them at most who said it and when. */
const QUOTE_LINE = /^\s*(?:[-*•]\s+|\d+[.)]\s+)?"(.+)"\s*(?:[-,(:]\s*(.*?))?\s*$/;
const BLOCK_QUOTE = /^\s*>\s?(.*)$/;
const SENTENCE_END = /(?<=[.!?]["')\]]{0,8})\s+(?=["'(]?[\p{Lu}\p{N}])/u;
/** Words before a full stop that end no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|vs|etc|e\.g|i\.e|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|\p{Lu})\.$/iu;

/** A text as one segment, as turns are read. */
export const toSegment = (text: string): Segment => segmentOf('claim', toComparable(text));

const segmentOf = (place: Segment['place'], raw: string, beside = ''): Segment => {
  const text = raw.trim();
  return { place, text, words: wordsOf(text), beside: beside.trim() };
};

function sentencesOf(line: string): readonly string[] {
  const sentences: string[] = [];
  for (const piece of line.split(SENTENCE_END)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) sentences[sentences.length - 1] = `${last} ${piece}`;
    else sentences.push(piece);
  }
  return sentences;
}

function readQuote(line: string): Segment | null {
  const block = BLOCK_QUOTE.exec(line);
  if (block !== null) return segmentOf('quote', (block[1] ?? '').replace(/^"|"$/g, ''));
  const quote = QUOTE_LINE.exec(line);
  return quote === null ? null : segmentOf('quote', quote[1] ?? '', quote[2] ?? '');
}

/**
 * What an answer claims, and what it only quotes, told by how it is built: quotes are lines in quotation marks, and a line
 * that ends with a colon before them is their heading. What repeats the question is none of the answer.
 */
export function splitAnswer(answer: string, question = ''): SplitAnswer {
  const asked = wordsOf(toComparable(question))
    .map(({ form }) => form)
    .join(' ');
  const isQuestion = ({ words }: Segment): boolean =>
    words.length > 1 && words.map(({ form }) => form).join(' ') === asked;
  const lines = toComparable(answer)
    .replace(/[^\S\n]+/g, ' ')
    .replace(MARKS, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const quoted = lines.map(readQuote);
  const claims: Segment[] = [];
  const quotes: Segment[] = [];
  lines.forEach((line, index) => {
    const quote = quoted[index] ?? null;
    if (quote !== null) quotes.push(quote);
    else if (!(/:\s*$/.test(line) && quoted[index + 1]))
      claims.push(...sentencesOf(line).map((sentence) => segmentOf('claim', sentence)));
  });
  const isSaid = (segment: Segment): boolean => segment.words.length > 0 && !isQuestion(segment);
  return { claims: claims.filter(isSaid), quotes: quotes.filter(isSaid) };
}
