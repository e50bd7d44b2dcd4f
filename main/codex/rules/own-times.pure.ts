import { DAY_MS, type Grain, type Span, shiftDay, unitAround } from '../../retrieval/question/calendar.pure.ts';

/** Words of time without their preposition. */
export type Found = { readonly from: number; readonly to: number; readonly span: Span; readonly isYearSaid: boolean };

const NUMBERS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
export const COUNT = `\\d{1,3}|${NUMBERS.join('|')}|(?:a )?few|(?:a )?couple(?: of)?|several|an?|half a`;
export const UNIT = '(?:day|week|month|year|decade)s?';
const AHEAD_BY = new RegExp(`\\b(?:in (?:about )?(${COUNT}) (${UNIT})(?:'s?)?|(${COUNT}) (${UNIT}) from now)\\b`, 'gi');
const AGO = new RegExp(
  `\\b(?:(?:about|around|almost|over|roughly|nearly) )?(${COUNT}) (${UNIT}) (?:ago|back)\\b`,
  'gi',
);
const CALENDAR_DAY = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/g;
const CALENDAR_MONTH = /\b((?:19|20)\d\d)-(0[1-9]|1[0-2])\b(?!-)/g;
const DAY_OF_MONTH = /\bon the (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|floor|street|avenue|century|grade))/gi;
const NEAR =
  /\b(?:last night|yesterday (?:morning|afternoon|evening)|this (?:morning|afternoon|evening)|tonight|earlier today)\b/gi;
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY_NAMES = '(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
/** "next week on Tuesday", "Tuesday of last week". */
const DAY_OF_WEEK = new RegExp(
  `\\b(?:(this|next|last) week,? (?:on )?${DAY_NAMES}|${DAY_NAMES},? (?:of |in )?(this|next|last) week)\\b`,
  'gi',
);
const LAST_DAY = new RegExp(`\\b(?:last|this past) ${DAY_NAMES}\\b(?! week)`, 'gi');
const YEAR_PART =
  /\b(?:(?:the )?(?:beginning|start|end|middle) of|early|mid|late)[ -]((?:19|20)\d\d)\b|\bthe (?:early |mid |late )?'?((?:19|20)?[2-9]0)s\b|\b(?:q([1-4])[ -/]?((?:19|20)\d\d)|((?:19|20)\d\d)[ -]q([1-4]))\b/gi;
const FEAST =
  /\b(?:(last|next|this) )?(christmas eve|christmas day|christmas|xmas|new year's eve|new year's day|new years eve|new year's|halloween|valentine's day|easter sunday|easter)(?: (?:of |in )?((?:19|20)\d\d))?\b/gi;
/** Month and day of feasts that do not move. */
const FEAST_DAYS: readonly (readonly [name: string, month: number, day: number])[] = [
  ['christmas eve', 11, 24],
  ['christmas', 11, 25],
  ['xmas', 11, 25],
  ["new year's eve", 11, 31],
  ['new years eve', 11, 31],
  ["new year's", 0, 1],
  ['halloween', 9, 31],
  ['valentine', 1, 14],
];

/** The number that words of count mean; "a few" is three. */
export function countOf(words: string): number {
  const number = Number.parseInt(words, 10);
  if (Number.isFinite(number)) return number;
  const index = NUMBERS.indexOf(words.toLowerCase());
  if (index >= 0) return index;
  if (/couple/i.test(words)) return 2;
  return /^an?$/i.test(words) ? 1 : 3;
}

const GRAINS: readonly Grain[] = ['day', 'week', 'month', 'year', 'decade'];
/** The unit that a word names. */
export const grainOf = (word: string): Grain => GRAINS.find((grain) => word.toLowerCase().startsWith(grain)) ?? 'day';

/** Days ago and weeks ago are one day; longer units are as coarse as they were said. */
export function shifted(today: number, count: number, grain: Grain): Span {
  const day = shiftDay(today, count, grain);
  return grain === 'day' || grain === 'week' ? { from: day, to: day + DAY_MS } : unitAround(day, grain);
}

function matchAll(text: string, pattern: RegExp, read: (match: RegExpMatchArray) => Span | null): readonly Found[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const span = read(match);
    const from = match.index;
    return span === null ? [] : [{ from, to: from + match[0].length, span, isYearSaid: true }];
  });
}

const dayIndex = (word: string): number => DAYS.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3)));

function findWeekdays(text: string, today: number): readonly Found[] {
  const inWeek = matchAll(text, DAY_OF_WEEK, ([, a, dayA, dayB, b]) => {
    const which = (a ?? b ?? '').toLowerCase();
    const week = unitAround(shiftDay(today, which === 'next' ? 1 : which === 'last' ? -1 : 0, 'week'), 'week');
    const day = week.from + ((dayIndex(dayA ?? dayB ?? '') + 6) % 7) * DAY_MS;
    return { from: day, to: day + DAY_MS };
  });
  const last = matchAll(text, LAST_DAY, ([, word = '']) => {
    const back = (new Date(today).getUTCDay() - dayIndex(word) + 7) % 7 || 7;
    return { from: today - back * DAY_MS, to: today - (back - 1) * DAY_MS };
  });
  return [...inWeek, ...last];
}

/** "mid 1989", "the 90s", "Q1 2019". */
function findYearParts(text: string): readonly Found[] {
  return matchAll(text, YEAR_PART, ([, year, decade, quarterA, yearA, yearB, quarterB]) => {
    if (year !== undefined) return unitAround(Date.UTC(Number(year), 0), 'year');
    if (decade !== undefined)
      return unitAround(Date.UTC(Number(decade.length === 4 ? decade : `19${decade}`), 0), 'decade');
    return unitAround(Date.UTC(Number(yearA ?? yearB), (Number(quarterA ?? quarterB) - 1) * 3), 'quarter');
  });
}

/** Easter Sunday of a year in the Gregorian calendar, by the anonymous rule of 1876. */
function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - ((year % 100) % 4)) % 7;
  const sum = moon + weekday - 7 * Math.floor((golden + 11 * moon + 22 * weekday) / 451) + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}

/** Feasts that everyone dates by; without a year the last or the next one. */
function findFeasts(text: string, today: number, isAhead: boolean): readonly Found[] {
  return matchAll(text, FEAST, ([, which = '', name = '', said]) => {
    const fixed = FEAST_DAYS.find(([feast]) => name.toLowerCase().startsWith(feast));
    const at = (year: number): number => (fixed === undefined ? easterOf(year) : Date.UTC(year, fixed[1], fixed[2]));
    const year = new Date(today).getUTCFullYear();
    const isLater = which === '' ? isAhead : which.toLowerCase() === 'next';
    const years = isLater ? [year, year + 1] : [year, year - 1];
    const near = years.find((one) => (isLater ? at(one) > today : at(one) <= today)) ?? year;
    const day = at(said !== undefined ? Number(said) : which.toLowerCase() === 'this' ? year : near);
    return { from: day, to: day + DAY_MS };
  });
}

/** Forms that questions about the past do not have, so `findTimeWords` leaves them alone. */
export function findOwn(text: string, today: number, isAhead: boolean): readonly Found[] {
  const ahead = matchAll(text, AHEAD_BY, ([, a, unitA, b, unitB]) =>
    shifted(today, countOf(a ?? b ?? ''), grainOf(unitA ?? unitB ?? '')),
  );
  const ago = matchAll(text, AGO, ([, count, unit]) => shifted(today, -countOf(count ?? ''), grainOf(unit ?? '')));
  const days = matchAll(text, CALENDAR_DAY, ([, year, month, day]) =>
    unitAround(Date.UTC(Number(year), Number(month) - 1, Number(day)), 'day'),
  );
  const months = matchAll(text, CALENDAR_MONTH, ([, year, month]) =>
    unitAround(Date.UTC(Number(year), Number(month) - 1), 'month'),
  );
  const ofMonth = matchAll(text, DAY_OF_MONTH, ([, said]) => {
    const date = new Date(today);
    const at = (shift: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + shift, Number(said));
    const here = at(0);
    const day = isAhead ? (here >= today ? here : at(1)) : here <= today ? here : at(-1);
    return Number(said) >= 1 && Number(said) <= 31 ? { from: day, to: day + DAY_MS } : null;
  });
  const near = matchAll(text, NEAR, ([words = '']) => {
    const day = /last|yesterday/i.test(words) ? shiftDay(today, -1, 'day') : today;
    return { from: day, to: day + DAY_MS };
  });
  const named = [...findWeekdays(text, today), ...findYearParts(text), ...findFeasts(text, today, isAhead)];
  return [...named, ...near, ...ahead, ...ago, ...days, ...months, ...ofMonth];
}
