import type { Candidate, Source } from '../candidate.pure.ts';

const YEAR_MS = 365.2425 * 86_400_000;
const DAY_MS = 86_400_000;
const EARLIEST = Date.UTC(1850, 0, 1);
/** Plans reach this far: a mortgage, a retirement. */
const YEARS_AHEAD = 60;
/** Something that ends is over or about to be. */
const END_YEARS_AHEAD = 5;

/** Whether what was said of beginning and end can be so: in order, in a lifetime's reach, and past where it was said to be. */
export function hasSaneDates(candidate: Candidate, source: Source): boolean {
  const said = Date.parse(source.saidAt);
  const from = candidate.validFrom === null ? null : Date.parse(candidate.validFrom.at);
  const to = candidate.validTo === null ? null : Date.parse(candidate.validTo.at);
  const isInReach = (at: number): boolean => at >= EARLIEST && at <= said + YEARS_AHEAD * YEAR_MS; // false for NaN
  if (Number.isNaN(said)) return false;
  if (from !== null && !isInReach(from)) return false;
  if (to !== null && !isInReach(to)) return false;
  if (from !== null && to !== null && from >= to) return false;
  if (candidate.act === 'end' && [from, to].some((at) => at !== null && at > said + END_YEARS_AHEAD * YEAR_MS))
    return false;
  // A day of grace: the speaker's midnight is not ours.
  return !candidate.isPast || [from, to].every((at) => at === null || at <= said + DAY_MS);
}

const DATE =
  /^(?:(?<year>\d{4})(?:-(?<month>\d{2})(?:-(?<day>\d{2})(?:T.+)?)?)?|--(?<ofMonth>\d{2})(?:-(?<ofDay>\d{2}))?)$/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** An ISO date (year, month, day or instant; `--05-03` or `--05` without a year) that the calendar has and the words do not deny. */
export function isDateOfWords(value: string | null, text: string): boolean {
  const groups = DATE.exec(value ?? '')?.groups;
  if (value === null || groups === undefined) return false;
  const { year, month = groups.ofMonth, day = groups.ofDay } = groups;
  if (!isOnCalendar(Number(year ?? 2000), Number(month ?? 1), Number(day ?? 1))) return false;
  if (value.includes('T') && Number.isNaN(Date.parse(value))) return false;
  const saidYears: readonly string[] = text.match(/(?<!\d)(?:1[89]|20|21)\d{2}(?!\d)/g) ?? [];
  if (saidYears.length > 0 && year !== undefined && !saidYears.includes(year)) return false;
  const saidMonths = [...text.matchAll(/\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/gi)].map(
    (match) => MONTHS.indexOf((match[1] ?? '').toLowerCase()) + 1,
  );
  return saidMonths.length === 0 || month === undefined || saidMonths.includes(Number(month));
}

function isOnCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1850 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
