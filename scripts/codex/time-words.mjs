/**
 * A beginning or an end as it is said. `from` is the first instant it can mean.
 * @typedef {{ readonly text: string, readonly at: string, readonly precision: 'day' | 'month' | 'year' }} Said
 */

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
export const DAY_MS = 86_400_000;

/** @param {number} year @param {number} month from 0 @param {number} [day] */
const instantOf = (year, month, day = 1) => new Date(Date.UTC(year, month, day)).toISOString();

/** @param {number} ms */
const startOfDay = (ms) => new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString();

/** @param {number} number */
function ordinalOf(number) {
  const tail = number % 100 > 10 && number % 100 < 14 ? 0 : number % 10;
  return `${number}${['th', 'st', 'nd', 'rd'][tail] ?? 'th'}`;
}

/** All ways to name a past beginning after `notBefore`, seen from `saidAt`. @param {number} saidMs @param {number} notBeforeMs @returns {{ readonly when: Said[], readonly since: Said[] }} */
export function listPastTimes(saidMs, notBeforeMs) {
  const said = new Date(saidMs);
  const year = said.getUTCFullYear();
  const month = said.getUTCMonth();
  const daysBefore = (/** @type {number} */ days) => startOfDay(saidMs - days * DAY_MS);
  /** @type {Said[]} */
  const when = [
    { text: 'yesterday', at: daysBefore(1), precision: 'day' },
    { text: 'two weeks ago', at: daysBefore(14), precision: 'day' },
    { text: 'three days ago', at: daysBefore(3), precision: 'day' },
    { text: 'last month', at: instantOf(year, month - 1), precision: 'month' },
    { text: 'a month ago', at: instantOf(year, month - 1, said.getUTCDate()), precision: 'month' },
  ];
  /** @type {Said[]} */
  const since = [];
  for (let back = 1; back <= 9; back += 1) {
    const at = instantOf(year, month - back);
    const date = new Date(at);
    const name = MONTHS[date.getUTCMonth()] ?? '';
    const full = `${name} ${date.getUTCFullYear()}`;
    // A bare month means the last one of that name.
    when.push({ text: `in ${back < 6 ? name : full}`, at, precision: 'month' });
    when.push({ text: `in ${full}`, at, precision: 'month' });
    since.push({ text: full, at, precision: 'month' });
    const day = 2 + ((back * 7) % 26);
    const dayAt = instantOf(date.getUTCFullYear(), date.getUTCMonth(), day);
    when.push({ text: `on ${day} ${full}`, at: dayAt, precision: 'day' });
    if (back < 8) when.push({ text: `on ${name} ${ordinalOf(day)}`, at: dayAt, precision: 'day' });
  }
  for (let back = 2; back <= 9; back += 1) {
    const at = instantOf(year - back, 0);
    since.push({ text: String(year - back), at, precision: 'year' });
    when.push({ text: `in ${year - back}`, at, precision: 'year' });
  }
  const isAfter = (/** @type {Said} */ { at }) => Date.parse(at) >= notBeforeMs && Date.parse(at) < saidMs;
  return { when: when.filter(isAfter), since: since.filter(isAfter) };
}

/** A day of the year as a chat names it. `value` is `--MM-DD` or `YYYY-MM-DD`. @param {import('./random.mjs').Random} random @param {{ readonly years: readonly number[] | null, readonly isWordy: boolean }} options */
export function inventDate(random, { years, isWordy }) {
  const month = random.int(12);
  const day = 1 + random.int(28);
  const year = years === null ? null : random.pick(years);
  const name = MONTHS[month] ?? '';
  const pad = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const tail = `${pad(month + 1)}-${pad(day)}`;
  const withYear = (/** @type {string} */ text, comma = '') => (year === null ? text : `${text}${comma} ${year}`);
  const text = isWordy
    ? random.pick([withYear(`the ${ordinalOf(day)} of ${name}`), withYear(`${name} the ${ordinalOf(day)}`, ',')])
    : random.pick([
        withYear(`${day} ${name}`),
        withYear(`${name} ${day}`, ','),
        withYear(`${name} ${ordinalOf(day)}`, ','),
      ]);
  return { text, value: year === null ? `--${tail}` : `${year}-${tail}` };
}
