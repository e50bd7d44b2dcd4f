import { toComparable } from './words.pure.ts';

/** A date as it is written: what is not said of it is null. */
export type SaidDate = {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  /** Day and month the other way round, where the writing leaves that open. */
  readonly isSwappable: boolean;
  readonly from: number;
  readonly to: number;
};

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '((?:1[89]|20|21)\\d{2})';
const END = '(?![\\p{L}\\d])';
const START = '(?<![\\p{L}\\d])';

type Reader = { readonly pattern: RegExp; readonly read: (parts: readonly string[]) => Omit<SaidDate, 'from' | 'to'> };

const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;
const said = (
  year: string | undefined,
  month: number | null,
  day: string | undefined,
): Omit<SaidDate, 'from' | 'to'> => ({
  year: year === undefined ? null : Number(year),
  month,
  day: day === undefined ? null : Number(day),
  isSwappable: false,
});
const make = (source: string, read: Reader['read'], flags = 'giu'): Reader => ({
  pattern: new RegExp(`${START}${source}${END}`, flags),
  read,
});

/** From the longest to the shortest: what one has read the next ones leave. */
const READERS: readonly Reader[] = [
  make(`${YEAR}[-/.](\\d{1,2})[-/.](\\d{1,2})(?:T[\\d:.]+(?:Z|[+-]\\d{2}:?\\d{2})?)?`, ([y, m, d]) =>
    said(y, Number(m), d),
  ),
  make(`(\\d{1,2})[./-](\\d{1,2})[./-]${YEAR}`, ([a, b, y]) => readSlashes(Number(a), Number(b), Number(y))),
  make(`${DAY}(?: of)? ${MONTH},?(?: of)? ${YEAR}`, ([d, m = '', y]) => said(y, monthOf(m), d)),
  make(`${MONTH} (?:the )?${DAY},? ${YEAR}`, ([m = '', d, y]) => said(y, monthOf(m), d)),
  make(`${MONTH},?(?: of)? ${YEAR}`, ([m = '', y]) => said(y, monthOf(m), undefined)),
  make(`${YEAR}-(0[1-9]|1[0-2])`, ([y, m]) => said(y, Number(m), undefined)),
  make(`${DAY}(?: of)? ${MONTH}`, ([d, m = '']) => said(undefined, monthOf(m), d)),
  make(`${MONTH} (?:the )?${DAY}`, ([m = '', d]) => said(undefined, monthOf(m), d)),
  // A month alone only as a name: "may" and "march" are words too.
  make(
    `(January|February|March|April|May|June|July|August|September|October|November|December)`,
    ([m = '']) => said(undefined, monthOf(m), undefined),
    'gu',
  ),
  make(`(?<![$€£.,]\\s?)${YEAR}(?! ?(?:%|[€$£])|[.,]\\d)`, ([y]) => said(y, null, undefined)),
];

function readSlashes(a: number, b: number, year: number): Omit<SaidDate, 'from' | 'to'> {
  const isMonthFirst = b > 12;
  return {
    year,
    month: isMonthFirst ? a : b,
    day: isMonthFirst ? b : a,
    isSwappable: a <= 12 && b <= 12 && a !== b,
  };
}

const isPossible = ({ month, day }: Omit<SaidDate, 'from' | 'to'>): boolean =>
  (month === null || (month >= 1 && month <= 12)) && (day === null || (day >= 1 && day <= 31));

/** Every date of a comparable text, in its order. Relative ones ("last week") are none. */
export function findDates(text: string): readonly SaidDate[] {
  let rest = text;
  const dates: SaidDate[] = [];
  for (const { pattern, read } of READERS) {
    rest = rest.replace(pattern, (whole: string, ...groups: readonly unknown[]) => {
      const parts = groups.filter((group) => typeof group === 'string').slice(0, -1);
      const at = groups.find((group) => typeof group === 'number') ?? 0;
      const date = read(parts);
      if (!isPossible(date) || isOrdinaryWord(text, at, whole)) return whole;
      dates.push({ ...date, from: at, to: at + whole.length });
      return '\ufdd0'.repeat(whole.length);
    });
  }
  return dates.toSorted((a, b) => a.from - b.from);
}

/** "May" or "March" at the head of a sentence, before a word that makes it a verb. */
const isOrdinaryWord = (text: string, at: number, whole: string): boolean =>
  /^(?:May|March)$/.test(whole) && /^ (?:I|you|we|he|she|they|it|the|be|not)\b/.test(text.slice(at + whole.length));

export type WantedDate = { readonly year: number; readonly month: number | null; readonly day: number | null };

/** A reference's `2024`, `2024-03` or `2024-03-09`. */
export function readWantedDate(value: string): WantedDate {
  const [year, month, day] = value.split('-').map(Number);
  return { year: year ?? 0, month: month ?? null, day: day ?? null };
}

/**
 * Whether a date that was said is the wanted one to its grain. The year may be left unsaid of a day or a month, which
 * `isExact` tells; nothing coarser than the wanted grain is enough.
 */
export function matchDate(
  date: SaidDate,
  wanted: WantedDate,
): { readonly isMatch: boolean; readonly isExact: boolean } {
  const isSame = (month: number | null, day: number | null): boolean =>
    (date.year === null ? wanted.month !== null : date.year === wanted.year) &&
    (wanted.month === null || month === wanted.month) &&
    (wanted.day === null || day === wanted.day);
  const isMatch = isSame(date.month, date.day) || (date.isSwappable && isSame(date.day, date.month));
  return { isMatch, isExact: isMatch && date.year !== null };
}

/** A text that is nothing but one date. */
export function readWholeDate(value: string): WantedDate | null {
  const text = toComparable(value).trim();
  const [date, ...more] = findDates(text);
  if (date === undefined || more.length > 0 || date.to - date.from !== text.length || date.year === null) return null;
  return { year: date.year, month: date.month, day: date.day };
}
