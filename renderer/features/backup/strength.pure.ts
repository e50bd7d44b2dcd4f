export type Strength = 'short' | 'weak' | 'fair' | 'strong';

const MIN_CHARS = 8;
const WEAK_BITS = 45;
const FAIR_BITS = 65;
/** Of a word among many thousands; a single letter is worth less when it stands in one. */
const WORD_BITS = 13;
const COMMON = /^(?:password|passphrase|palimpsest|letmein|qwert|asdf|1234|abcd|iloveyou|welcome|admin)/i;

/** How long a passphrase would be guessed at: a rule of thumb that takes words for words and repeats for nothing. */
export function judgePassphrase(text: string): Strength {
  const chars = [...text.trim()];
  if (chars.length < MIN_CHARS) return 'short';
  const words = new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2),
  );
  const different = new Set(chars.map((char) => char.toLowerCase())).size;
  const byChars = Math.min(chars.length, different * 2) * Math.log2(Math.max(2, alphabetOf(text)));
  // Letters that make words are guessed word by word.
  const isWords = words.size > 0 && /^[\p{L}\s'’-]+$/u.test(text);
  const bits = (isWords ? Math.min(byChars, words.size * WORD_BITS) : byChars * 0.8) - (COMMON.test(text) ? 25 : 0);
  if (bits < WEAK_BITS) return 'weak';
  return bits < FAIR_BITS ? 'fair' : 'strong';
}

function alphabetOf(text: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{N}/u, 10],
    [/[^\p{L}\p{N}]/u, 20],
    [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, 1_000],
  ];
  return kinds.reduce((sum, [pattern, size]) => sum + (pattern.test(text) ? size : 0), 0);
}
