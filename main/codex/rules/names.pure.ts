import type { Token } from './token.pure.ts';
import { analysesOf } from './verbs.pure.ts';
import {
  ADVERBS,
  CLAUSE_WORDS,
  DETERMINERS,
  LINK_WORDS,
  NAME_PARTICLES,
  NOT_NAMES,
  PRONOUNS,
  TITLES,
  TRAILING,
} from './words.pure.ts';

export type Name = { readonly name: string; readonly from: number; readonly to: number; readonly next: number };

const MAX_NAME_WORDS = 4;

const isNameWord = (token: Token | undefined): boolean =>
  token?.isCapital === true && !token.isMark && !NOT_NAMES.has(token.word) && /^\p{L}/u.test(token.word);

/** Nouns that follow "my sister" where an apostrophe was left out, or that people have. */
const NO_SMALL_NAMES =
  /^(?:names?|birthday|bday|phone|number|email|house|car|job|wedding|school|favou?rite|place|flat|friends?|family|kids?|dog|cat|baby|age|boss|company|work|party|room|food|bed|stuff|things?|wife|husband|boyfriend|girlfriend|mum|mom|dad|for|or|nor)$/;

/** A word typed small that can only be a name where a name must come: no word of grammar, no verb. */
export function isSmallName(token: Token | undefined): boolean {
  if (token === undefined || token.isMark || !/^\p{L}{2,20}$/u.test(token.word)) return false;
  const { word } = token;
  const isGrammar = [ADVERBS, CLAUSE_WORDS, DETERMINERS, LINK_WORDS, PRONOUNS, TRAILING].some((set) => set.has(word));
  return (
    !isGrammar &&
    word !== 'and' &&
    !NO_SMALL_NAMES.test(word) &&
    !(word.length > 4 && word.endsWith('ly')) &&
    analysesOf(word).length === 0
  );
}

/**
 * A person's or animal's name that begins at `at`: up to four words with capitals, a title before them. With `isSmall`
 * one word without a capital will do, as in "my sister mira".
 */
export function readName(
  tokens: readonly Token[],
  at: number,
  { text, isSmall = false }: { readonly text: string; readonly isSmall?: boolean },
): Name | null {
  let i = at;
  const first = tokens[at];
  if (first === undefined) return null;
  if (TITLES.has(first.word) && first.isCapital && isNameWord(tokens[tokens[at + 1]?.word === '.' ? at + 2 : at + 1]))
    i += tokens[at + 1]?.word === '.' ? 2 : 1;
  else if (!isNameWord(first)) {
    if (!isSmall || !isSmallName(first)) return null;
    return { name: capitalised(text.slice(first.from, first.to)), from: first.from, to: first.to, next: at + 1 };
  }
  let last = i;
  for (let j = i; j < tokens.length && j - at < MAX_NAME_WORDS; j += 1) {
    const token = tokens[j];
    if (isNameWord(token)) last = j;
    else if (!NAME_PARTICLES.has(token?.word ?? '') || !isNameWord(tokens[j + 1]) || j === i) break;
  }
  const end = tokens[last];
  if (end === undefined) return null;
  return { name: text.slice(first.from, end.to), from: first.from, to: end.to, next: last + 1 };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Whoever types "i" and begins without a capital leaves capitals out of names too. */
export function isTypedSmall(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  return (
    letters > 0 &&
    (capitals === 0 || (capitals / letters < 0.02 && /(^|[^\p{L}'])(i|im|ive|i'm|i've)(?!\p{L})/u.test(text)))
  );
}
