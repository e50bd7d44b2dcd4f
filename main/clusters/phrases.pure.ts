import { listSecrets } from '../codex/secrets.pure.ts';
import { STOP_WORDS } from '../lib/stop-words.pure.ts';

/** A word or a few in a row, as a text has them. */
export type Phrase = {
  /** Equal keys are the same phrase, whatever its case or number. */
  readonly key: string;
  readonly written: string;
  readonly words: number;
  /** Written with capitals where a sentence does not ask for them. */
  readonly isName: boolean;
  /** Stands behind a word that things are named after, as "kiln" in "the kiln" and "of kilns". */
  readonly isThing: boolean;
};

/** Articles and the like, and prepositions that are followed by what they are about. A closed class. */
const BEFORE_THINGS: ReadonlySet<string> = new Set(
  'a an the my your our his her their its these those some any each every another of with for in at about from into on by'.split(
    ' ',
  ),
);

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
/** Written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const ADDRESS = /\S+@\S+|\b(?:https?:\/\/|www\.)\S+/giu;
const WORDS_MAX = 3;
const CHARS_MAX = 28;

type Token = { readonly text: string; readonly from: number; readonly to: number };

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function tokensOf(text: string): readonly Token[] {
  if (!UNSPACED.test(text))
    return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ text: word, from: index, to: index + word.length }));
  return [...segmenter.segment(text)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ text: segment, from: index, to: index + segment.length }] : [],
  );
}

/** Words that may stand in a label: no small words, nothing that could be a number of something. */
function isContent({ text }: Token): boolean {
  const lower = text.toLowerCase().replaceAll('’', "'");
  if (STOP_WORDS.has(lower) || STOP_WORDS.has(lower.replace(/'s?$/, ''))) return false;
  if (/\d/.test(text) || text.length > CHARS_MAX) return false;
  return text.length > 2 || UNSPACED.test(text);
}

/** "Kilns" and "kiln" are one; no more than that, since a label is read as it is written. */
const keyOf = (word: string): string =>
  word
    .normalize('NFKC')
    // One ligature can stand for a whole sentence (ﷺ); a key's words are told apart by spaces.
    .replace(/\s+/gu, '')
    .toLowerCase()
    .replace(/['’]s$/u, '')
    .replace(/(?<=\p{L}{3})(?<![sui])s$/u, '');

/** The text with secrets and addresses blanked out: none of them may end up in a label. */
export function withoutSecrets(text: string): string {
  const blank = (found: string): string => ' '.repeat(found.length);
  let safe = text.replace(ADDRESS, blank);
  for (const { from, to } of listSecrets(text)) safe = safe.slice(0, from) + ' '.repeat(to - from) + safe.slice(to);
  return safe;
}

/** Every phrase of up to three content words that stand side by side in one text, each once. */
export function listPhrases(text: string): readonly Phrase[] {
  const safe = withoutSecrets(text);
  const found = new Map<string, Phrase>();
  let run: Token[] = [];
  let before = '';
  const flush = (): void => {
    for (const phrase of cutPhrases(safe, run, BEFORE_THINGS.has(before))) {
      const known = found.get(phrase.key);
      const isThing = phrase.isThing || known?.isThing === true;
      found.set(phrase.key, { ...(known?.isName ? known : phrase), isThing });
    }
    run = [];
    before = '';
  };
  let end = 0;
  for (const token of tokensOf(safe)) {
    // Only a space may stand between words of a phrase.
    if (!/^\s?$/.test(safe.slice(end, token.from))) flush();
    end = token.to;
    if (isContent(token)) run.push(token);
    else {
      flush();
      before = token.text.toLowerCase();
    }
  }
  flush();
  return [...found.values()];
}

/** All runs of words in a row. Behind "the" the last word is the thing, and so is whatever ends in it. */
function cutPhrases(text: string, run: readonly Token[], isAfterArticle: boolean): readonly Phrase[] {
  const phrases: Phrase[] = [];
  for (let from = 0; from < run.length; from += 1)
    for (let size = 1; size <= WORDS_MAX && from + size <= run.length; size += 1) {
      const isThing = isAfterArticle && from + size === run.length;
      phrases.push({ ...toPhrase(text, run.slice(from, from + size)), isThing });
    }
  return phrases;
}

function toPhrase(text: string, tokens: readonly Token[]): Omit<Phrase, 'isThing'> {
  const from = tokens[0]?.from ?? 0;
  const isOpening = /(?:^|[.!?…:\n"“]\s*)$/u.test(text.slice(0, from));
  const isName = tokens.every(({ text: word }, n) => /^\p{Lu}/u.test(word) && (n > 0 || !isOpening));
  return {
    key: tokens.map(({ text: word }) => keyOf(word)).join(' '),
    written: text
      .slice(from, tokens.at(-1)?.to)
      .replace(/['’]s$/u, '')
      .replace(/\s+/g, ' '),
    words: tokens.length,
    isName,
  };
}
