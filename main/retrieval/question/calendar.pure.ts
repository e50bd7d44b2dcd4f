import { instantOf } from '../../importing/zoned-time.pure.ts';

/** A stretch of local days in UTC milliseconds of what a clock on the wall shows: half-open. */
export type Span = { readonly from: number; readonly to: number };
export type Grain = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year' | 'decade';

export const DAY_MS = 86_400_000;
/** Bounds of a period that is open at one end. */
export const EVER: Span = { from: Date.UTC(1000, 0, 1), to: Date.UTC(9999, 11, 31) };

const formatters = new Map<string, Intl.DateTimeFormat>();

/** What the calendar in `zone` shows at an instant, as midnight UTC of that day. */
export function localDayOf(at: Date, zone: string): number {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: 'numeric', day: 'numeric' });
    formatters.set(zone, formatter);
  }
  const parts = formatter.formatToParts(at);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'));
}

/** The instant at which a local day begins in `zone`. */
export function startOf(localDay: number, zone: string): Date {
  if (localDay === EVER.from || localDay === EVER.to) return new Date(localDay);
  return new Date(instantOf(new Date(localDay).toISOString().slice(0, 19), zone));
}

const monthsFrom = (day: number, first: number, count: number): Span => {
  const year = new Date(day).getUTCFullYear();
  return { from: Date.UTC(year, first, 1), to: Date.UTC(year, first + count, 1) };
};

/** The calendar unit that a local day lies in; weeks begin on Monday. */
export function unitAround(day: number, grain: Grain): Span {
  const date = new Date(day);
  const month = date.getUTCMonth();
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  const monday = day - sinceMonday * DAY_MS;
  switch (grain) {
    case 'day':
      return { from: day, to: day + DAY_MS };
    case 'week':
      return { from: monday, to: monday + 7 * DAY_MS };
    case 'weekend':
      return { from: monday + 5 * DAY_MS, to: monday + 7 * DAY_MS };
    case 'month':
      return monthsFrom(day, month, 1);
    case 'quarter':
      return monthsFrom(day, month - (month % 3), 3);
    case 'year':
      return monthsFrom(day, 0, 12);
    case 'decade': {
      const first = Math.floor(date.getUTCFullYear() / 10) * 10;
      return { from: Date.UTC(first, 0, 1), to: Date.UTC(first + 10, 0, 1) };
    }
  }
}

const LENGTH = {
  day: [0, 1],
  week: [0, 7],
  weekend: [0, 7],
  month: [1, 0],
  quarter: [3, 0],
  year: [12, 0],
  decade: [120, 0],
} as const satisfies Record<Grain, readonly [months: number, days: number]>;

/** A local day so many units later, or earlier by a negative count; the 31st becomes the last day of a shorter month. */
export function shiftDay(day: number, count: number, grain: Grain): number {
  const [months, days] = LENGTH[grain];
  const date = new Date(day);
  const target = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months * count, 1);
  const lastDay = new Date(monthsFrom(target, new Date(target).getUTCMonth(), 1).to - DAY_MS).getUTCDate();
  return target + (Math.min(date.getUTCDate(), lastDay) - 1 + days * count) * DAY_MS;
}
