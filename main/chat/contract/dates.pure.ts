import type { Precision, Revision } from '../../contract/codex.ts';
import { DAY_MS, localDayOf, shiftDay } from '../../retrieval/question/calendar.pure.ts';

const OPTIONS: Readonly<Record<Precision, Intl.DateTimeFormatOptions>> = {
  minute: { day: 'numeric', month: 'long', year: 'numeric' },
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};
/** Making one takes thirty times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** A time as exactly as it was said: "3 May 2024", "May 2024", "2024". */
export function sayDate(at: string, precision: Precision, zone: string): string {
  const key = `${zone} ${precision}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', { ...OPTIONS[precision], timeZone: zone });
    formatters.set(key, formatter);
  }
  return formatter.format(new Date(at));
}

/** One end of the time in which a value held; `isStated` where somebody named it. */
export type Edge = { readonly at: string; readonly precision: Precision; readonly isStated: boolean };

/** When a value began to hold. An unstated beginning is the day it was first said, no later than the truth. */
export function startOf({ validFrom, precision, isStartStated }: Revision): Edge | null {
  if (validFrom === null) return null;
  return { at: validFrom, precision: isStartStated ? precision : 'day', isStated: isStartStated };
}

/** When it stopped: by its own words, or where what came next began. */
export function endOf(revision: Revision, all: readonly Revision[]): Edge | null {
  if (revision.validTo === null) return null;
  const next = all.find(({ id, validFrom }) => revision.supersededBy.includes(id) && validFrom === revision.validTo);
  if (next === undefined) return { at: revision.validTo, precision: revision.precision, isStated: true };
  return { at: revision.validTo, precision: next.isStartStated ? next.precision : 'day', isStated: next.isStartStated };
}

/** Calendar time between two local days: whole years, then whole months, then days. */
export type Length = {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  readonly totalDays: number;
};

/** Subtracts two local days on the calendar. The 31st of a shorter month is its last day. */
export function subtractDays(from: number, to: number): Length {
  let months = 0;
  while (shiftDay(from, months + 12, 'month') <= to) months += 12;
  while (shiftDay(from, months + 1, 'month') <= to) months += 1;
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    days: Math.round((to - shiftDay(from, months, 'month')) / DAY_MS),
    totalDays: Math.round((to - from) / DAY_MS),
  };
}

const COARSE: Readonly<Record<Precision, number>> = { minute: 0, day: 0, month: 1, year: 2 };
/** The less exact of two. */
export const coarser = (a: Precision, b: Precision): Precision => (COARSE[a] >= COARSE[b] ? a : b);

/** The length between two edges, counted in the units that both are exact to. */
export function lengthBetween(from: Edge, to: Edge, zone: string): Length {
  const days = [from, to].map(({ at }) => localDayOf(new Date(at), zone)) as [number, number];
  const precision = coarser(from.precision, to.precision);
  if (COARSE[precision] === 0) return subtractDays(days[0], days[1]);
  const [start, end] = days.map((day) => {
    const date = new Date(day);
    return Date.UTC(date.getUTCFullYear(), precision === 'year' ? 0 : date.getUTCMonth(), 1);
  }) as [number, number];
  return { ...subtractDays(start, end), totalDays: Math.round((days[1] - days[0]) / DAY_MS) };
}

const many = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** "2 years and 3 months"; in one unit where one was asked for. What is only known to the month is about right. */
export function sayLength(
  length: Length,
  precision: Precision,
  unit: 'day' | 'week' | 'month' | 'year' | null,
): string {
  const { years, months, days, totalDays } = length;
  const about = COARSE[precision] > 0 ? 'about ' : '';
  if (unit === 'day') return `${about}${many(totalDays, 'day')}`;
  if (unit === 'week') return `${about}${many(Math.floor(totalDays / 7), 'week')}`;
  if (unit === 'month' && COARSE[precision] < 2) return `${about}${many(years * 12 + months, 'month')}`;
  const parts = [
    ...(years > 0 ? [many(years, 'year')] : []),
    ...(months > 0 && unit !== 'year' ? [many(months, 'month')] : []),
    ...(days > 0 && years === 0 && unit === null && COARSE[precision] === 0 ? [many(days, 'day')] : []),
  ];
  if (parts.length === 0) {
    const least = { year: 'a year', month: 'a month', day: 'a day', minute: 'a day' }[precision];
    return unit === 'year' || unit === 'month' ? `less than a ${unit}` : `less than ${least}`;
  }
  return `${about}${parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`}`;
}
