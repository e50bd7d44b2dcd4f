import type { Seeded } from '../lib/seeded.pure.ts';
import type { Person, Value } from './model.pure.ts';

export const DAY_MS = 86_400_000;
export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
] as const;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Puts values into a template's blanks; what it has no value for is left out. */
export function fill(template: string, blanks: Readonly<Record<string, string>>): string {
  return template
    .replace(/\ba \{v\}/g, () => (/^[aeiou]/i.test(blanks.v ?? '') ? 'an {v}' : 'a {v}'))
    .replace(/\{(\w+)\}/g, (_, key: string) => blanks[key] ?? '')
    .replace(/\b(since|as of) (?:on|in|back in) /g, '$1 ')
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .trim();
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A clause as a sentence. */
export const toSentence = (clause: string): string => capitalise(/[.!?]$/.test(clause) ? clause : `${clause}.`);

export function parseValue(written: string): Value {
  const [text = written, ...also] = written.split('|');
  return { text, also };
}

export const variantsOf = (value: Value): readonly string[] => [value.text, ...value.also];

/** Blanks for a third person. */
export function personBlanks(rng: Seeded, person: Person): Readonly<Record<string, string>> {
  return {
    S: rng.next() < 0.5 ? person.label : person.name,
    he: person.isWoman ? 'she' : 'he',
    his: person.isWoman ? 'her' : 'his',
    him: person.isWoman ? 'her' : 'him',
  };
}

export const monthYear = (at: number): string => {
  const date = new Date(at);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
};

export const startOfDay = (at: number): number => at - (at % DAY_MS);
const isoWeek = (at: number): number => Math.floor((at / DAY_MS + 3) / 7);
const ordinal = (day: number): string =>
  `${day}${day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'}`;

/** A day in words, with the year where it is not the year in which it is said. */
export function dayInWords(rng: Seeded, day: number, said: number): string {
  const date = new Date(day);
  const month = MONTHS[date.getUTCMonth()] ?? '';
  const n = date.getUTCDate();
  const year = date.getUTCFullYear() === new Date(said).getUTCFullYear() ? '' : ` ${date.getUTCFullYear()}`;
  return rng.pick([
    `on ${n} ${month}${year}`,
    `on the ${ordinal(n)} of ${month}${year}`,
    `on ${month} ${ordinal(n)}${year}`,
  ]);
}

export type Told = { readonly words: string; readonly at: number; readonly grain: 'day' | 'month' | 'vague' };

/** A recent day as one says it in a chat; only words that everybody reads as the same day. */
export function tellRecentDay(rng: Seeded, said: number): Told {
  const today = startOfDay(said);
  const ago = rng.pick([0, 1, 1, 2, 3, 4, 5, 6, 6, 8, 10, 13]);
  const at = today - ago * DAY_MS;
  const weekday = WEEKDAYS[new Date(at).getUTCDay()] ?? '';
  const exact = { at, grain: 'day' as const };
  if (ago === 0) return { words: rng.pick(['today', 'this morning', 'earlier today']), ...exact };
  if (ago === 1) return { words: 'yesterday', ...exact };
  if (ago <= 6 && isoWeek(at) === isoWeek(today) - 1) return { words: `last ${weekday}`, ...exact };
  if (ago <= 6) return { words: `on ${weekday}`, ...exact };
  return { words: dayInWords(rng, at, said), ...exact };
}

/** A month some way back, named with its year where that is not plain. */
export function tellMonth(rng: Seeded, at: number, said: number): Told {
  const date = new Date(at);
  const month = MONTHS[date.getUTCMonth()] ?? '';
  const near = said - at < 300 * DAY_MS;
  const words = near ? rng.pick([`in ${month}`, `back in ${month}`]) : `in ${month} ${date.getUTCFullYear()}`;
  return { words, at: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1), grain: 'month' };
}

/** A date as a reference writes it. */
export const toDate = (at: number, grain: 'day' | 'month' | 'vague'): string =>
  new Date(at).toISOString().slice(0, grain === 'day' ? 10 : 7);
