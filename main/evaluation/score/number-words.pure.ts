const SMALL =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
 eighteen nineteen`.split(/\s+/);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS =
  `zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
 fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`.split(/\s+/);

const VALUES: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);

const suffixOf = (value: number): string =>
  value % 100 >= 11 && value % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');

/** "third" as "3rd"; null for what is no ordinal up to twenty. */
export function ordinalOf(word: string): string | null {
  const value = ORDINALS.indexOf(word);
  return value < 1 ? null : `${value}${suffixOf(value)}`;
}

/** The number that the first of `words` spell, and how many words they are; null where the first spells none. */
export function readNumberWords(words: readonly string[]): { readonly value: number; readonly length: number } | null {
  let total = 0;
  let group = 0;
  let length = 0;
  let last = Number.POSITIVE_INFINITY;
  while (length < words.length) {
    const word = words[length] ?? '';
    const scale = SCALES.get(word);
    const value = VALUES.get(word);
    if (scale !== undefined) {
      if (scale === 100) group = (group || 1) * 100;
      else {
        total += (group || 1) * scale;
        group = 0;
      }
      last = scale;
    } else if (value !== undefined && fits(value, last)) {
      group += value;
      last = value;
    } else if (word === 'and' && last >= 100 && Number.isFinite(last) && VALUES.has(words[length + 1] ?? '')) {
      // "one hundred and five": nothing to add yet.
    } else break;
    length += 1;
  }
  return length === 0 ? null : { value: total + group, length };
}

/** "twenty one" goes on, "one two" are two numbers. */
const fits = (value: number, last: number): boolean =>
  last >= 100 || (last >= 20 && last < 100 && value > 0 && value < 10);
