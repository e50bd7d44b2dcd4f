import { type Chrono, casual, GB, type ParsedResult } from 'chrono-node/en';
import { DAY_MS, type Grain, type Span, shiftDay, unitAround } from './calendar.pure.ts';

/** One expression of time in a text and the local days that it means. */
export type TimeWords = {
  readonly index: number;
  readonly words: string;
  readonly span: Span;
  /** The year was said, or follows from "last", "ago" and the like. */
  readonly isYearSaid: boolean;
};

/** Clock times, and lengths that lie ahead ("in two weeks", which is as often how long it took): neither names a day. */
const UNUSED = /TimeExpression|CasualTime|TimeUnitWithin|TimeUnitLater|TimeUnitCasualRelative/;
/** Drops "May" after most words; `isDate` below knows more of them. */
const UNWANTED = /UnlikelyFormatFilter/;

function withoutClock(source: Chrono): Chrono {
  const made = source.clone();
  made.parsers = made.parsers.filter((parser) => !UNUSED.test(parser.constructor.name));
  made.refiners = made.refiners.filter((refiner) => !UNWANTED.test(refiner.constructor.name));
  return made;
}

const SLASHES = /^SlashDate/;
const monthFirst = withoutClock(casual);
// The British rules read "October 14" as a year, so only their reading of numbers is taken.
const dayFirst = withoutClock(casual);
dayFirst.parsers = [
  ...GB.parsers.filter((parser) => SLASHES.test(parser.constructor.name)),
  ...dayFirst.parsers.filter((parser) => !SLASHES.test(parser.constructor.name)),
];
/** Where 5/6 is the sixth of May. */
const MONTH_FIRST =
  /^(US\/|America\/(New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Adak|Menominee|Indiana|Kentucky|North_Dakota)|Pacific\/Honolulu)/;

const NUMBERS: readonly string[] = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const UNIT = 'day|week|weekend|month|quarter|year|decade';
const COUNT = `\\d{1,3}|${NUMBERS.join('|')}|(?:a )?few|(?:a )?couple(?: of)?|several|an?`;
const LAST_MANY = new RegExp(`^(?:the )?(?:last|past|previous) (${COUNT}) (${UNIT})s?$`, 'i');
const AGO = new RegExp(`^(${COUNT}) (${UNIT})s? ago$`, 'i');
const RELATIVE_UNIT = new RegExp(`^(?:the )?(this|current|last|past|previous|next|coming|following) (${UNIT})$`, 'i');

/** Expressions that are read here and not by chrono. */
const FORMS: readonly string[] = [
  `(?:the )?(?:last|past|previous) (?:${COUNT}) (?:${UNIT})s?`,
  `(?:${COUNT}) (?:${UNIT})s? ago`,
  `(?:the )?(?:this|current|last|past|previous|next|coming|following) (?:${UNIT})`,
  '(?:last |this |next |early |late |in |in the |the )?(?:spring|summer|autumn|winter)(?: of)?(?: (?:19|20)\\d\\d)?',
  '(?:19|20)\\d0s',
  '(?<=\\b(?:in|during|of|between|since|before|after|until|till|by|throughout|from|and|to|early|late|year) )(?:19|20)\\d\\d',
];
const OWN = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?:${FORMS.join('|')})(?![\\p{L}\\p{N}]|[-.,/:]\\d| \\p{L}{4,}s\\b)`,
  'giu',
);

function countOf(words: string): number {
  const number = Number.parseInt(words, 10);
  if (Number.isFinite(number)) return number;
  const index = NUMBERS.indexOf(words.toLowerCase());
  if (index >= 0) return index;
  if (/couple/i.test(words)) return 2;
  return /^an?$/i.test(words) ? 1 : 3;
}

/** "Last" means the unit before this one, "last three" the days up to today. */
function readRelative(words: string, today: number): Span | null {
  const many = LAST_MANY.exec(words);
  if (many) {
    const grain = grainOf(many[2]);
    return { from: shiftDay(today, -countOf(many[1] ?? ''), grain), to: today + DAY_MS };
  }
  const ago = AGO.exec(words);
  if (ago) {
    const grain = grainOf(ago[2]);
    const day = shiftDay(today, -countOf(ago[1] ?? ''), grain);
    const isVague = /few|several|couple/i.test(words);
    // People count weeks from the day they speak, so the days around it are meant.
    if (grain === 'week') return { from: day - (isVague ? 7 : 4) * DAY_MS, to: day + (isVague ? 8 : 5) * DAY_MS };
    const unit = unitAround(day, grain);
    return isVague ? { from: shiftDay(unit.from, -1, grain), to: shiftDay(unit.to, 1, grain) } : unit;
  }
  const unit = RELATIVE_UNIT.exec(words);
  if (!unit) return null;
  const grain = grainOf(unit[2]);
  const step = /this|current/i.test(unit[1] ?? '') ? 0 : /next|coming|following/i.test(unit[1] ?? '') ? 1 : -1;
  return unitAround(shiftDay(today, step, grain), grain);
}

const GRAINS: readonly Grain[] = ['day', 'week', 'weekend', 'month', 'quarter', 'year', 'decade'];
const grainOf = (word: string | undefined): Grain => GRAINS.find((grain) => grain === word?.toLowerCase()) ?? 'day';

/** First months of the seasons north of the equator. */
const SEASONS = { spring: 2, summer: 5, autumn: 8, winter: 11 } as const;
const SOUTHERN =
  /^(Australia|Antarctica)\/|^Pacific\/(Auckland|Fiji)|^Africa\/(Johannesburg|Harare|Maputo)|^America\/(Argentina|Sao_Paulo|Santiago|Montevideo|Asuncion)/;

/** A season by name; without a year the latest that has begun, as "last summer" is said all through the year. */
function readSeason(words: string, today: number, zone: string): Span | null {
  const name = (Object.keys(SEASONS) as (keyof typeof SEASONS)[]).find((season) =>
    words.toLowerCase().includes(season),
  );
  // "Spring" and "summer" alone may be anything; a year or one of these words makes them a time.
  if (name === undefined || !/^(last|this|next|in|the|early|late)\b|\d{4}$/i.test(words)) return null;
  const first = (SEASONS[name] + (SOUTHERN.test(zone) ? 6 : 0)) % 12;
  const at = (year: number): Span => ({ from: Date.UTC(year, first, 1), to: Date.UTC(year, first + 3, 1) });
  const said = /\d{4}$/.exec(words);
  if (said) return at(Number(said[0]));
  const thisYear = new Date(today).getUTCFullYear();
  const begun = at(thisYear).from <= today ? thisYear : thisYear - 1;
  if (/^next\b/i.test(words)) return at(begun + 1);
  const isRunning = at(begun).to > today;
  return at(/^last\b/i.test(words) && isRunning ? begun - 1 : begun);
}

function readYear(words: string): Span | null {
  const decade = /^(\d{3})0s$/.exec(words);
  if (decade) return unitAround(Date.UTC(Number(decade[1]) * 10, 0, 1), 'decade');
  return /^\d{4}$/.test(words) ? unitAround(Date.UTC(Number(words), 0, 1), 'year') : null;
}

/** Names of months and days that are also other words: without a capital they need a word of time before them. */
const AMBIGUOUS = /^(may|march|mar|sun|sat|wed|mon|dec|second|now|august|jan|fri|thu|tue|tues|thurs|sept|sep)$/i;
const PREPOSITION =
  /\b(in|on|of|since|before|after|until|till|by|during|from|to|and|last|this|next|early|late|mid|every)[ -]$/i;

/** Whether a date-like match is one: fractions, versions and modal verbs are not. */
function isDate(result: ParsedResult, text: string): boolean {
  const { text: words, index } = result;
  const before = text.slice(Math.max(0, index - 12), index);
  if (/^(right )?now$/i.test(words)) return false;
  if (/^[\d./-]+$/.test(words) && !/\d{4}/.test(words))
    return /\b(on|since|before|after|until|till|by|from) $/i.test(before);
  if (!AMBIGUOUS.test(words)) return true;
  const isCapital = /^\p{Lu}/u.test(words) && !/(^|[.!?]\s*)$/.test(before);
  // "May" begins many questions, and a month before a pronoun is the verb.
  return (
    isCapital || (PREPOSITION.test(before) && !/^ (i|we|you|he|she|they|it)\b/i.test(text.slice(index + words.length)))
  );
}

function dayOf(part: ParsedResult['start']): number {
  return Date.UTC(part.get('year') ?? 1970, (part.get('month') ?? 1) - 1, part.get('day') ?? 1);
}

function grainOfPart(part: ParsedResult['start'], words: string): Grain {
  if (/\bweekend\b/i.test(words)) return 'weekend';
  if (part.isCertain('day') || part.isCertain('weekday')) return 'day';
  if (part.isCertain('month')) return 'month';
  return part.isCertain('year') ? 'year' : 'day';
}

/** A date without its year is the latest that has begun; a history knows little of what is to come. */
function readChrono(result: ParsedResult, today: number, isAhead: boolean): TimeWords {
  const { start, end, text: words, index } = result;
  const grain = grainOfPart(start, words);
  let from = unitAround(dayOf(start), grain);
  let to = end ? unitAround(dayOf(end), grainOfPart(end, words)) : from;
  const isCasual =
    (start.isCertain('weekday') || /day|tonight|night|morning|week/i.test(words)) && !start.isCertain('month');
  const isYearSaid = start.isCertain('year') || isCasual || (end?.isCertain('year') ?? false);
  const isFree = isCasual ? start.isCertain('weekday') : !isYearSaid;
  if (!isAhead && isFree && from.from > today && !/\b(next|coming|tomorrow)\b/i.test(words)) {
    const back = (day: number): number => (isCasual ? shiftDay(day, -1, 'week') : shiftDay(day, -1, 'year'));
    from = { from: back(from.from), to: back(from.to) };
    to = { from: back(to.from), to: back(to.to) };
  }
  return { index, words, span: { from: from.from, to: Math.max(to.to, from.to) }, isYearSaid };
}

/** Every expression of time in a text, in its order, none inside another. */
export function findTimeWords(
  text: string,
  input: { readonly today: number; readonly zone: string; readonly isAhead: boolean },
): readonly TimeWords[] {
  const { today, zone, isAhead } = input;
  const own = [...text.matchAll(OWN)].flatMap(({ index, 0: words }): readonly TimeWords[] => {
    const span = readRelative(words, today) ?? readSeason(words, today, zone) ?? readYear(words);
    return span === null ? [] : [{ index, words, span, isYearSaid: true }];
  });
  // Noon, so that no rule for the small hours moves the day.
  const reference = { instant: new Date(today + DAY_MS / 2), timezone: 0 };
  const parser = MONTH_FIRST.test(zone) ? monthFirst : dayFirst;
  const dates = parser
    .parse(text, reference)
    .filter((result) => isDate(result, text))
    .map((result) => readChrono(result, today, isAhead));
  const isInside = (a: TimeWords, b: TimeWords) =>
    a.index < b.index + b.words.length && b.index < a.index + a.words.length;
  const clear = own.filter((a) => !dates.some((b) => isInside(a, b) && b.words.length > a.words.length));
  return [...clear, ...dates.filter((b) => !clear.some((a) => isInside(a, b)))].sort((a, b) => a.index - b.index);
}
