import { ordinalOf, readNumberWords } from './number-words.pure.ts';

/** A word of a text in the form in which words are compared, and its place in the text. */
export type Word = { readonly form: string; readonly from: number; readonly to: number };

/** Places of a text, in words: `to` is the first one after. */
export type Span = { readonly from: number; readonly to: number };

/** Text as it is compared: one way to write a letter, a quote and an apostrophe. Places in it are what `Word` has. */
export const toComparable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc\u2032`´]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '');

// Thousands, decimals, a number with its unit written to it, letters of scripts without spaces one by one, and words.
const WORD =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\p{L}\d]|[.,]\d)|\d+[.,]\d+(?![\p{L}\d]|[.,]\d)|\d+(?=(?!st\b|nd\b|rd\b|th\b)\p{Ll}{1,4}\b)|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|[\p{L}\p{N}\p{M}]+(?:'\p{L}+)*/gu;
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/** "1,200.50" as 1200.5, "3,5" as 3.5; a number with leading zeros is a code and stays one. */
function toNumberForm(text: string): string {
  if (/^0\d/.test(text) && !/[.,]/.test(text)) return text;
  const plain = /^\d{1,3}(?:,\d{3})+/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  return plain.length > 15 ? plain : String(Number(plain));
}

/** Case, accents and possessives gone; plural and singular alike. */
function toForm(text: string, isPlain: boolean): string {
  if (/^\d+(?:[.,]\d+)*$/.test(text)) return toNumberForm(text);
  const folded = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/'s$/, '')
    .replaceAll("'", '');
  return ordinalOf(folded) ?? (isPlain ? folded : toSingular(folded));
}

function toSingular(word: string): string {
  if (word.length <= 3 || !/[a-z]s$/.test(word)) return word;
  if (/ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|x|ch|sh|zz|o)es$/.test(word)) return word.slice(0, -2);
  return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1);
}

/** The words of a text that `toComparable` made: number words as numbers, articles left out. */
export function wordsOf(text: string, { isPlain = false }: { readonly isPlain?: boolean } = {}): readonly Word[] {
  const raw = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    ...{ form: toForm(word, isPlain), lower: word.toLowerCase() },
    ...{ from: index, to: index + word.length },
  }));
  const lowers = raw.map(({ lower }) => lower);
  const words: Word[] = [];
  for (let i = 0; i < raw.length; ) {
    const number = readNumberWords(lowers.slice(i, i + 12));
    const { form, from, to } = raw[i] as (typeof raw)[number];
    if (number === null) words.push({ form, from, to });
    else words.push({ form: String(number.value), from, to: raw[i + number.length - 1]?.to ?? to });
    i += number?.length ?? 1;
  }
  const bare = words.filter(({ form }) => !ARTICLES.has(form));
  return bare.length > 0 ? bare : words;
}

/** The forms of a value that is looked for. */
export const formsOf = (value: string): readonly string[] => wordsOf(toComparable(value)).map(({ form }) => form);

const hasDigit = (text: string): boolean => /\d/.test(text);

/**
 * Where a value stands in a text, word by word: "Ann" is not in "Annual". Words that are written together or apart
 * ("ice cream", "ice-cream", "icecream") are the same, numbers are not.
 */
export function findForms(words: readonly Word[], wanted: readonly string[]): readonly Span[] {
  const joined = wanted.join('');
  if (joined === '') return [];
  const isJoinable = !hasDigit(joined);
  const spans: Span[] = [];
  for (let from = 0; from < words.length; from += 1) {
    // Nearly every word begins otherwise.
    if (!joined.startsWith(words[from]?.form ?? '')) continue;
    let text = '';
    for (let to = from; to < words.length && text.length < joined.length; to += 1) {
      text += words[to]?.form ?? '';
      if (text !== joined || !(isJoinable || isSame(words, from, wanted))) continue;
      spans.push({ from, to: to + 1 });
    }
  }
  return spans;
}

const isSame = (words: readonly Word[], from: number, wanted: readonly string[]): boolean =>
  wanted.every((form, index) => words[from + index]?.form === form);
