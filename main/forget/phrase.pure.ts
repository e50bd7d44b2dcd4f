/** Marks that any script borrows; what its own script writes as a mark is a letter to a reader. */
const MARKS = /(?![\u3099\u309a])(?=\p{Script=Inherited})\p{M}/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** As a search reads words: without regard to case, accents, width and white space. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Runs of letters and digits, as they stand. */
export function listWords(text: string): readonly string[] {
  return text.normalize('NFC').match(WORD) ?? [];
}

const LONG_WORD = 10;
const MIN_WORD_BYTES = 4;

/**
 * Words that stand for something of their own: names, numbers, long ones, and those of other scripts. Any other may be in
 * two texts that have nothing to do with each other.
 */
export function listTellingWords(text: string): readonly string[] {
  const plain = text.normalize('NFC');
  return [...plain.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (Buffer.byteLength(word, 'utf8') < MIN_WORD_BYTES) return [];
    if (/[\p{N}]|[^\p{ASCII}]/u.test(word) || word.length >= LONG_WORD) return [word];
    const isFirst = /(?:^|[.!?…:\n]["'”’)\s]*)["'“‘(\s]*$/u.test(plain.slice(Math.max(0, index - 8), index));
    return /\p{Lu}/u.test(isFirst ? word.slice(1) : word) ? [word] : [];
  });
}

const isLetter = (char: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(char) && !UNSPACED.test(char);

/** Whether the words stand in a text as a phrase, whole words at both ends; scripts without spaces have no such ends. */
export function createPhrase(words: string): (text: string) => boolean {
  const phrase = foldText(words);
  if (phrase === '') return () => false;
  return (text) => hasPhrase(foldText(text), phrase);
}

function hasPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ' ';
    const after = [...text.slice(at + phrase.length, at + phrase.length + 2)][0] ?? ' ';
    const [first] = phrase;
    const last = [...phrase.slice(-2)].at(-1);
    const isCut =
      (isLetter(before) && first !== undefined && isLetter(first)) ||
      (isLetter(after) && last !== undefined && isLetter(last));
    if (!isCut) return true;
  }
  return false;
}

/** As a phrase; a name that begins with a capital is not meant by the same word without one (Will, Rose, Mark). */
export function createName(name: string): (text: string) => boolean {
  const isPhrase = createPhrase(name);
  const first = [...name.normalize('NFC').trim()][0] ?? '';
  if (first.toLowerCase() === first.toUpperCase() || first === first.toLowerCase()) return isPhrase;
  // Words of one letter, or in capitals throughout, are told apart by their first letter as well.
  const start = foldText(name).split(' ')[0] ?? '';
  const hasCapital = (text: string): boolean =>
    listWords(text).some((word) => {
      const [letter = ''] = word;
      return letter !== letter.toLowerCase() && foldText(word).startsWith(foldText(listWords(start)[0] ?? start));
    });
  return (text) => isPhrase(text) && hasCapital(text);
}
