const LOCALE = 'en-GB';

const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const dayWithWeekday = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const month = new Intl.DateTimeFormat(LOCALE, { month: 'long' });
const monthAndYear = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric' });
const shortMonth = new Intl.DateTimeFormat(LOCALE, { month: 'short' });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });

/** "3 Feb 2024", in the reader's zone. */
export const formatDay = (instant: string): string => day.format(new Date(instant));

/** "Sat, 3 Feb 2024, 14:05". */
export const formatMoment = (instant: string): string =>
  `${dayWithWeekday.format(new Date(instant))}, ${clock.format(new Date(instant))}`;

export const formatClock = (instant: string): string => clock.format(new Date(instant));

export const formatMonth = (instant: string): string => monthAndYear.format(new Date(instant));

const isSameDay = (a: Date, b: Date): boolean =>
  a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate();

/** What stands beside a turn, in little room: the time today, the day this year, else "Aug ’25". */
export function formatBeside(instant: string, now: Date): string {
  const then = new Date(instant);
  if (isSameDay(then, now)) return clock.format(then);
  return then.getFullYear() === now.getFullYear()
    ? new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' }).format(then)
    : `${shortMonth.format(then)} ’${String(then.getFullYear()).slice(-2)}`;
}

export type Period =
  | { readonly kind: 'today' | 'yesterday' | 'week' }
  | { readonly kind: 'month'; readonly name: string };

/** The heading under which a conversation stands in the list. Weeks begin on Monday. */
export function periodOf(instant: string, now: Date): Period {
  const then = new Date(instant);
  if (isSameDay(then, now) || then > now) return { kind: 'today' };
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(then, yesterday)) return { kind: 'yesterday' };
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7));
  if (then >= monday) return { kind: 'week' };
  return {
    kind: 'month',
    name: then.getFullYear() === now.getFullYear() ? month.format(then) : monthAndYear.format(then),
  };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units, as file managers show them: "1.5 GB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** "under a minute", "3 minutes", "2 hours": a rough remainder, never a false precision. */
export function formatRemaining(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  if (seconds < 55) return 'under a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/** "31 ms", "1.4 s". */
export function formatMs(ms: number): string {
  if (ms < 1) return 'under 1 ms';
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
