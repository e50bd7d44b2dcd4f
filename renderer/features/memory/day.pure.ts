/** A calendar day where the reader is, as `YYYY-MM-DD`; years before 1 do not occur. */
export type Day = string;

export const DAY_MS = 86_400_000;

const two = (n: number): string => String(n).padStart(2, '0');

const write = (date: Date): Day =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A local date; unlike `new Date(99, …)` it takes a two-digit year for what it says. */
export function localDate(year: number, month: number, date: number): Date {
  const made = new Date(2000, month - 1, date);
  made.setFullYear(year, month - 1, date);
  return made;
}

/** Noon, which every day has exactly once, whatever summer time does. */
function localNoon(year: number, month: number, date: number): Date {
  const made = localDate(year, month, date);
  made.setHours(12);
  return made;
}

const partsOf = (day: Day): readonly [number, number, number] => {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
};

export const dayOf = (ms: number): Day => write(new Date(ms));

/** Noon of that day: where its mark stands on a ruler. */
export const noonOf = (day: Day): number => localNoon(...partsOf(day)).getTime();

/** The last instant of that day: whatever was said on it counts. */
export function endOfDay(day: Day): string {
  const [year, month, date] = partsOf(day);
  return new Date(localDate(year, month, date + 1).getTime() - 1).toISOString();
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && write(new Date(noonOf(text))) === text;

export const daysInMonth = (year: number, month: number): number => localDate(year, month + 1, 0).getDate();

/** A number that grows by one a day, for sliders; summer time does not bend it. */
export function dayNumber(day: Day): number {
  const [year, month, date] = partsOf(day);
  const made = new Date(Date.UTC(2000, month - 1, date));
  made.setUTCFullYear(year, month - 1, date);
  return Math.round(made.getTime() / DAY_MS);
}

export function addDays(day: Day, days: number): Day {
  const [year, month, date] = partsOf(day);
  return write(localNoon(year, month, date + days));
}

/** The same day of another month, or its last day where there is no such day. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = partsOf(day);
  const first = localNoon(year, month + months, 1);
  const last = daysInMonth(first.getFullYear(), first.getMonth() + 1);
  return write(localNoon(first.getFullYear(), first.getMonth() + 1, Math.min(date, last)));
}
