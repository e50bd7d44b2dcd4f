/** The engine takes no shorter one. */
export const LEAST_CHARS = 8;

export type Strength = 'too-short' | 'weak' | 'fair' | 'good';

/** Distinct characters say more than length: "aaaaaaaaaaaa" is twelve letters and one guess. */
const distinct = (text: string): number => new Set(text.toLowerCase()).size;

/** Letters or digits in the order of an alphabet, or of a keyboard, are the first that are tried. */
const RUNS = 'abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm qwertzuiop azertyuiop'.split(' ');
const COMMON = /^(?:pass\s*word|pass\s*phrase|letmein|iloveyou|welcome|admin|dragon|monkey|palimpsest)/i;

function isRun(text: string): boolean {
  const bare = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return bare.length >= 6 && RUNS.some((run) => run.includes(bare.slice(0, 6)));
}

/**
 * A rough word about a passphrase. It can tell a bad one; it cannot tell a good one from a line of a song, which is
 * why the page says so beside it.
 */
export function judgePassphrase(text: string): Strength {
  if (text.length < LEAST_CHARS) return 'too-short';
  const words = text
    .trim()
    .split(/[\s\-_.,]+/)
    .filter((word) => word.length >= 3);
  const different = new Set(words.map((word) => word.toLowerCase())).size;
  if (COMMON.test(text) || isRun(text) || distinct(text) < 6) return 'weak';
  // Words are guessed whole, however many letters they have; letters without words one by one.
  if (different >= 5 || (words.length < 2 && text.length >= 16 && distinct(text) >= 10)) return 'good';
  return text.length >= 11 ? 'fair' : 'weak';
}
