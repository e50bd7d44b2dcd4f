import { stemmer } from 'stemmer';
import { STOP_WORDS } from '../../lib/stop-words.pure.ts';

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;
const POSSESSIVE = /['’]s?$/;
const LATIN = /^[a-z]+$/;
/** Nothing longer is a word: encoded data would fill the vocabulary. */
const MAX_CHARS = 40;

/** Index terms of a lexical copy, in their order. */
export type Analyse = (lexical: string) => readonly string[];

/**
 * Cuts a lexical copy (see `toLexical`) into index terms: no stop words, English words stemmed (Porter), others as they
 * are. Stems are remembered, since a history repeats its words.
 */
export function createAnalyser(): Analyse {
  const known = new Map<string, string | null>();
  const termOf = (word: string): string | null => {
    const whole = word.replaceAll('’', "'");
    if (STOP_WORDS.has(whole) || word.length > MAX_CHARS) return null;
    const bare = whole.replace(POSSESSIVE, '');
    if (STOP_WORDS.has(bare)) return null;
    return LATIN.test(bare) ? stemmer(bare) : bare;
  };
  return (lexical) => {
    const terms: string[] = [];
    for (const word of lexical.match(WORD) ?? []) {
      let term = known.get(word);
      if (term === undefined) {
        term = termOf(word);
        known.set(word, term);
      }
      if (term !== null) terms.push(term);
    }
    return terms;
  };
}
