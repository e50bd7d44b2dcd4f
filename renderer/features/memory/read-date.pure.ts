import type { TimePoint } from '../../../main/contract/index.ts';
import { dayOf, daysInMonth, localDate } from './day.pure.ts';

/** What became of the words in a date field. */
export type ReadDate =
  | { readonly kind: 'empty' }
  | { readonly kind: 'ok'; readonly point: TimePoint }
  | { readonly kind: 'noSuchDay'; readonly month: number; readonly year: number; readonly days: number }
  | { readonly kind: 'noSuchMonth'; readonly month: number }
  | { readonly kind: 'twoWays'; readonly choices: readonly [string, string] }
  | { readonly kind: 'noYear' }
  | { readonly kind: 'unreadable' };

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

function monthOf(word: string): number | null {
  const place = MONTHS.findIndex((month) => word.length >= 3 && month.startsWith(word.replace(/\.$/, '')));
  return place === -1 ? (word === 'sept' ? 9 : null) : place + 1;
}

const point = (date: Date, precision: TimePoint['precision']): ReadDate => ({
  kind: 'ok',
  point: { at: date.toISOString(), precision },
});

function readParts(year: number, month: number, date: number | null): ReadDate {
  if (month < 1 || month > 12) return { kind: 'noSuchMonth', month };
  if (date === null) return point(localDate(year, month, 1), 'month');
  const days = daysInMonth(year, month);
  if (date < 1 || date > days) return { kind: 'noSuchDay', month, year, days };
  return point(localDate(year, month, date), 'day');
}

/** 3/4/2024 can be read in two ways; then the reader is asked, never guessed for. */
function readNumeric(first: number, second: number, year: number): ReadDate {
  if (first > 12 || first === second) return readParts(year, second, first);
  if (second > 12) return readParts(year, first, second);
  return { kind: 'twoWays', choices: [writeDay(year, second, first), writeDay(year, first, second)] };
}

const writeDay = (year: number, month: number, date: number): string =>
  `${date} ${(MONTHS[month - 1] ?? '').replace(/^./, (letter) => letter.toUpperCase())} ${year}`;

type Pattern = readonly [RegExp, (found: readonly string[]) => ReadDate];

const named = (word: string, year: string, date: string | null): ReadDate => {
  const month = monthOf(word);
  if (month === null) return { kind: 'unreadable' };
  return readParts(Number(year), month, date === null ? null : Number(date));
};

const PATTERNS: readonly Pattern[] = [
  [/^(\d{4})$/, ([year = '']) => point(localDate(Number(year), 1, 1), 'year')],
  [/^(\d{4})-(\d{1,2})$/, ([year, month]) => readParts(Number(year), Number(month), null)],
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, ([year, month, date]) => readParts(Number(year), Number(month), Number(date))],
  [
    /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/,
    ([date, month, year]) => readParts(Number(year), Number(month), Number(date)),
  ],
  [/^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/, ([a, b, year]) => readNumeric(Number(a), Number(b), Number(year))],
  [/^([a-z]+\.?) (\d{4})$/, ([word = '', year = '']) => named(word, year, null)],
  [
    /^(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([a-z]+\.?) (\d{4})$/,
    ([date = '', word = '', year = '']) => named(word, year, date),
  ],
  [/^([a-z]+\.?) (\d{1,2})(?:st|nd|rd|th)? (\d{4})$/, ([word = '', date = '', year = '']) => named(word, year, date)],
];

/** Reads a date as one writes it: a year, a month, a day, *today* or *yesterday*; says what is wrong with any other. */
export function readDate(text: string, nowMs: number): ReadDate {
  const clean = text.trim().toLowerCase().replaceAll(',', ' ').replace(/\s+/g, ' ');
  if (clean === '') return { kind: 'empty' };
  const [year = 0, month = 1, date = 1] = dayOf(nowMs).split('-').map(Number);
  if (clean === 'today') return point(localDate(year, month, date), 'day');
  if (clean === 'yesterday') return point(localDate(year, month, date - 1), 'day');
  for (const [pattern, read] of PATTERNS) {
    const found = pattern.exec(clean);
    if (found) return read(found.slice(1));
  }
  const isWithoutYear = [/^\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?([a-z]+\.?)$/, /^([a-z]+\.?)(?: \d{1,2})?$/].some(
    (pattern) => monthOf(pattern.exec(clean)?.[1] ?? '') !== null,
  );
  return { kind: isWithoutYear ? 'noYear' : 'unreadable' };
}

/** The words for a point in time as a field shows them, to be read back by `readDate`. */
export function writeDate(at: string, precision: TimePoint['precision']): string {
  const [year = 0, month = 1, date = 1] = dayOf(Date.parse(at)).split('-').map(Number);
  if (precision === 'year') return String(year);
  const whole = writeDay(year, month, date);
  return precision === 'month' ? whole.replace(/^\d+ /, '') : whole;
}
