import type { SaidDate } from './dates.pure.ts';
import { formsOf, wordsOf } from './words.pure.ts';

/** A number of a text with the word after it and the sign at it. */
export type SaidNumber = {
  readonly value: number;
  readonly units: readonly string[];
  readonly from: number;
  readonly to: number;
};

const SIGNS: Readonly<Record<string, string>> = {
  ...{ $: 'dollar', '€': 'euro', '£': 'pound', '¥': 'yen', '%': 'percent', '°': 'degree' },
};
/** Ways to write one unit, each list by its first. */
const SAME_UNITS: readonly (readonly string[])[] = [
  ...[
    ['dollar', 'usd', 'buck'],
    ['euro', 'eur'],
    ['pound', 'gbp', 'lb'],
    ['percent', 'pct'],
  ],
  ...[
    ['kilometre', 'kilometer', 'km'],
    ['metre', 'meter', 'm'],
    ['centimetre', 'centimeter', 'cm'],
    ['mile', 'mi'],
  ],
  ...[
    ['kilogram', 'kilogramme', 'kilo', 'kg'],
    ['gram', 'gramme', 'g'],
    ['litre', 'liter', 'l'],
  ],
  ...[
    ['hour', 'hr', 'h'],
    ['minute', 'min'],
    ['second', 'sec'],
    ['degree', 'celsius'],
  ],
];
const unitForm = (word: string): string => SAME_UNITS.find((same) => same.includes(word))?.[0] ?? word;

/** How far behind a number its unit may stand: "7 small green plants". */
const UNIT_REACH = 3;

/** Every number of a comparable text that is part of no date, time of day, range of clauses or ordinal. */
export function findNumbers(text: string, dates: readonly SaidDate[]): readonly SaidNumber[] {
  const words = wordsOf(text);
  return words.flatMap((word, index) => {
    if (!/^\d+(?:\.\d+)?$/.test(word.form)) return [];
    if (dates.some(({ from, to }) => word.from < to && from < word.to)) return [];
    const before = text.slice(Math.max(0, word.from - 2), word.from);
    const isTime = /^:\d\d/.test(text.slice(word.to, word.to + 3)) || /\d:$/.test(before);
    if (isTime) return [];
    const isNegative = /(?:^|[\s(])-$/.test(before);
    const signs = [text[word.from - 1], text[word.from - 2], text[word.to], text[word.to + 1]];
    const near = words.slice(index + 1, index + 1 + UNIT_REACH);
    const next = near.findIndex(({ form }) => /^\d/.test(form));
    const after = next < 0 ? near : near.slice(0, next);
    const units = [
      ...signs.flatMap((sign) => (sign !== undefined && sign in SIGNS ? [SIGNS[sign] ?? ''] : [])),
      ...after.filter(({ from }) => !/[.,!?;:\n]/.test(text.slice(word.to, from))).map(({ form }) => unitForm(form)),
    ];
    return [{ value: (isNegative ? -1 : 1) * Number(word.form), units, from: word.from, to: word.to }];
  });
}

/** Whether a number stands before its unit; every number does where none is wanted. */
export const hasUnit = ({ units }: SaidNumber, unit: string | undefined): boolean =>
  unit === undefined || formsOf(SIGNS[unit.trim()] ?? unit).some((form) => units.includes(unitForm(form)));

const DAYS: Readonly<Record<string, number>> = {
  ...{ second: 1 / 86_400, minute: 1 / 1_440, hour: 1 / 24, day: 1, night: 1, week: 7, fortnight: 14 },
  ...{ month: 30.4375, quarter: 91.3125, year: 365.25, decade: 3_652.5 },
};

/** Within so many characters a unit and what belongs to it stand. */
const TAIL_CHARS = 60;

export type SaidDuration = { readonly days: number; readonly from: number; readonly to: number };

/** Every length of time of a comparable text; "2 years and 3 months" is one. */
export function findDurations(text: string, dates: readonly SaidDate[]): readonly SaidDuration[] {
  const parts = [...findNumbers(text, dates), ...findSingles(text)].toSorted((a, b) => a.from - b.from);
  const found: SaidDuration[] = [];
  for (const number of parts) {
    const days = number.units.map((unit) => DAYS[unit]).find((one) => one !== undefined);
    if (days === undefined) continue;
    const tail =
      /^[\s-]*(?:and a half |(?:full|whole|more|long) )?\p{L}+(?: and a half)?/u.exec(
        text.slice(number.to, number.to + TAIL_CHARS),
      )?.[0] ?? '';
    const isHalf = / and a half/.test(tail);
    const one = { days: (number.value + (isHalf ? 0.5 : 0)) * days, from: number.from, to: number.to + tail.length };
    const last = found.at(-1);
    const between = last === undefined ? null : text.slice(last.to, one.from);
    if (last !== undefined && between !== null && /^(?:,? and |, | )$/.test(between))
      found[found.length - 1] = { days: last.days + one.days, from: last.from, to: one.to };
    else found.push(one);
  }
  return found;
}

/** "a week", "half a year": no number stands there. */
function findSingles(text: string): readonly SaidNumber[] {
  const singles = /(?<![\p{L}\d])(half an? |an? )(second|minute|hour|day|night|week|fortnight|month|year|decade)\b/giu;
  return [...text.matchAll(singles)]
    .filter(({ index }) => !/\b(?:once|twice|times|per|in) $/i.test(text.slice(Math.max(0, index - 8), index)))
    .map(({ 0: whole, 1: lead = '', 2: unit = '', index }) => ({
      value: /^half/i.test(lead) ? 0.5 : 1,
      units: [unit.toLowerCase()],
      from: index,
      to: index + whole.length - unit.length - 1,
    }));
}
