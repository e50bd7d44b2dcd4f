import type { TimePoint } from '../contract/codex.ts';
import { DAY_MS, localDayOf, type Span, shiftDay, startOf, unitAround } from '../retrieval/question/calendar.pure.ts';
import { findTimeWords, type TimeWords } from '../retrieval/question/time-words.pure.ts';
import { COUNT, countOf, type Found, findOwn, grainOf, shifted, UNIT } from './rules/own-times.pure.ts';

/** When and where something was said. */
export type Clock = { readonly saidAt: string; readonly zone: string };

/**
 * Words of time with the preposition that belongs to them. `at` names a time, `from` a beginning, `until` an end,
 * `range` both, `length` how long something has lasted up to when it was said.
 */
export type TimePhrase = {
  readonly kind: 'at' | 'from' | 'until' | 'range' | 'length';
  /** UTF-16 offsets, preposition included. */
  readonly from: number;
  readonly to: number;
  readonly start: TimePoint | null;
  readonly end: TimePoint | null;
  /** The days of an `at` time, as a wall clock shows them. */
  readonly span: Span;
  readonly isYearSaid: boolean;
};

const LENGTH = new RegExp(
  `\\b(?:for|over|nearly|almost|about|these|the)? ?(?:(?:about|around|almost|nearly|over|roughly|more than|at least|the|(?:the )?(?:last|past)) ){0,3}(${COUNT}) (${UNIT})(?: now)?(?! (?:ago|old|later|before|after|from now|in\\b))\\b`,
  'gi',
);
/** A length counts from its beginning only with one of these words: "three years" alone may be anything. */
const IS_LENGTH = /^(for|over)\b|\b(last|past)\b| now$/i;
const YEARS =
  /\b((?:19|20)\d\d)\s{0,2}(?:-|–|—|to|until|till|through)\s{0,2}((?:19|20)\d\d|now|today|the present|present)\b/gi;
const MINUTES = /^,? (?:at )?(?:(\d{1,2}):(\d\d)|(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b\.?)/i;

const LEAD =
  /(?:^|[\s,(])((?:ever )?since|from|as of|as from|starting|beginning|effective|after|until|till|til|up to|up until|before|by|back in|in|on|at|during|around|about|sometime|throughout|through|over|this|late|early|mid)(?:[ -](?:from|in|on|of|the|about|around|early|late|mid|end|beginning|start|until|to|back|sometime|this|year)){0,4}[ -]$/i;
const BEGINS = /^(?:(?:ever )?since|from|as of|as from|starting|beginning|effective|after)\b/i;
const ENDS = /^(?:until|till|til|up to|up until|before)\b/i;
const PAIR = /^\s{0,2}(?:and|to|until|till|through|-|–|—)\s{1,2}(?:the )?$|^\s{0,2}[-–—]\s{0,2}$/i;

const overlaps = (a: { from: number; to: number }, b: { from: number; to: number }): boolean =>
  a.from < b.to && b.from < a.to;

function withoutOverlaps<T extends { readonly from: number; readonly to: number }>(found: readonly T[]): readonly T[] {
  const kept: T[] = [];
  for (const one of found) if (!kept.some((other) => overlaps(one, other))) kept.push(one);
  return kept.sort((a, b) => a.from - b.from);
}

function precisionOf({ from, to }: Span): TimePoint['precision'] {
  const days = (to - from) / DAY_MS;
  if (days > 200) return 'year';
  return days > 20 ? 'month' : 'day';
}

const pointOf = (span: Span, zone: string): TimePoint => ({
  at: startOf(span.from, zone).toISOString(),
  precision: precisionOf(span),
});

/** A clock time right after a day makes the moment exact. */
function withMinutes(point: TimePoint, span: Span, after: string): { point: TimePoint; length: number } {
  const match = MINUTES.exec(after);
  if (match === null || point.precision !== 'day') return { point, length: 0 };
  const [words, hour24, minute24, hour12, minute12, half] = match;
  const hour = hour24 === undefined ? (Number(hour12) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0) : Number(hour24);
  const minute = Number(minute24 ?? minute12 ?? 0);
  if (hour > 23 || minute > 59 || span.to - span.from !== DAY_MS) return { point, length: 0 };
  const at = new Date(Date.parse(point.at) + (hour * 60 + minute) * 60_000).toISOString();
  return { point: { at, precision: 'minute' }, length: words.length };
}

function toPhrase(found: Found, text: string, zone: string): TimePhrase {
  const lead = LEAD.exec(text.slice(Math.max(0, found.from - 40), found.from));
  const words = lead?.[1] === undefined ? '' : lead[0].slice(lead[0].indexOf(lead[1]));
  const from = found.from - words.length;
  const exact = withMinutes(pointOf(found.span, zone), found.span, text.slice(found.to, found.to + 16));
  const rest = { from, to: found.to + exact.length, span: found.span, isYearSaid: found.isYearSaid };
  if (ENDS.test(words)) return { kind: 'until', start: null, end: exact.point, ...rest };
  return { kind: BEGINS.test(words) ? 'from' : 'at', start: exact.point, end: null, ...rest };
}

/** "From March to May 2023": the first takes the year of the second. */
function joinPair(a: Found, b: Found): Span {
  if (a.isYearSaid || !b.isYearSaid) return { from: a.span.from, to: a.span.to };
  const shift = new Date(b.span.from).getUTCFullYear() - new Date(a.span.from).getUTCFullYear();
  const years = shiftDay(a.span.from, shift, 'year') > b.span.from ? shift - 1 : shift;
  return { from: shiftDay(a.span.from, years, 'year'), to: shiftDay(a.span.to, years, 'year') };
}

function findRanges(found: readonly Found[], text: string, zone: string): readonly TimePhrase[] {
  return found.flatMap((a, index): readonly TimePhrase[] => {
    const b = found[index + 1];
    if (b === undefined || !PAIR.test(text.slice(a.to, b.from))) return [];
    const lead = /\b(?:from|between)\s(?:the |about |around |early |late |mid ){0,2}$/i.exec(
      text.slice(Math.max(0, a.from - 24), a.from),
    );
    if (lead === null && !/to|until|till|through|-|–|—/i.test(text.slice(a.to, b.from))) return [];
    const first = joinPair(a, b);
    return [
      {
        kind: 'range',
        from: a.from - (lead?.[0].length ?? 0),
        to: b.to,
        start: pointOf(first, zone),
        end: pointOf(b.span, zone),
        span: { from: first.from, to: b.span.to },
        isYearSaid: true,
      },
    ];
  });
}

function findYearRanges(text: string, zone: string): readonly TimePhrase[] {
  return [...text.matchAll(YEARS)].map((match): TimePhrase => {
    const lead = /\b(?:from|between)\s$/i.exec(text.slice(Math.max(0, match.index - 9), match.index));
    const year = (words: string | undefined) => unitAround(Date.UTC(Number(words), 0), 'year');
    const first = year(match[1]);
    const isOpen = !/^\d/.test(match[2] ?? '');
    const last = isOpen ? first : year(match[2]);
    return {
      kind: isOpen ? 'from' : 'range',
      from: match.index - (lead?.[0].length ?? 0),
      to: match.index + match[0].length,
      start: pointOf(first, zone),
      end: isOpen ? null : pointOf(last, zone),
      span: { from: first.from, to: last.to },
      isYearSaid: true,
    };
  });
}

function findLengths(text: string, today: number, zone: string): readonly TimePhrase[] {
  return [...text.matchAll(LENGTH)].flatMap((match): readonly TimePhrase[] => {
    const words = match[0].trimStart();
    if (!IS_LENGTH.test(words)) return [];
    const span = shifted(today, -countOf(match[1] ?? ''), grainOf(match[2] ?? ''));
    const from = match.index + match[0].length - words.length;
    return [
      {
        kind: 'length',
        from,
        to: from + words.length,
        start: pointOf(span, zone),
        end: null,
        span,
        isYearSaid: true,
      },
    ];
  });
}

const WEEKDAY = /^(?:on |this )?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?$/i;

/** What lies ahead without its year or week is the next one. */
function toAhead(
  { span, words, isYearSaid }: { readonly span: Span; readonly words: string; readonly isYearSaid: boolean },
  today: number,
): Span {
  const grain = WEEKDAY.test(words) ? 'week' : isYearSaid ? null : 'year';
  if (grain === null || span.to > today) return span;
  return { from: shiftDay(span.from, 1, grain), to: shiftDay(span.to, 1, grain) };
}

type Day = { readonly today: number; readonly zone: string; readonly isAhead: boolean };

const toFound = (found: TimeWords, { today, isAhead }: Day): Found => ({
  from: found.index,
  to: found.index + found.words.length,
  span: isAhead ? toAhead(found, today) : found.span,
  isYearSaid: found.isYearSaid,
});

/** A range that was read as one expression becomes its two ends again. */
function parts(found: TimeWords, day: Day): readonly Found[] {
  const whole = toFound(found, day);
  const joint = /\s(?:to|until|till|through)\s|\s?[-–—]\s?/.exec(found.words);
  const days = (found.span.to - found.span.from) / DAY_MS;
  if (joint === null || days < 2 || /^\d{4}-\d/.test(found.words)) return [whole];
  const [first] = findTimeWords(found.words.slice(0, joint.index), day);
  const [last] = findTimeWords(found.words.slice(joint.index + joint[0].length), day);
  const start = unitAround(whole.span.from, first === undefined || days < 28 ? 'day' : grainOfSpan(first.span));
  const end = unitAround(whole.span.to - DAY_MS, last === undefined || days < 28 ? 'day' : grainOfSpan(last.span));
  const middle = whole.from + joint.index;
  return [
    { from: whole.from, to: middle, span: start, isYearSaid: true },
    { from: middle + joint[0].length, to: whole.to, span: end, isYearSaid: true },
  ];
}

const grainOfSpan = (span: Span): 'day' | 'month' | 'year' => {
  const precision = precisionOf(span);
  return precision === 'minute' ? 'day' : precision;
};

/** "28 June in 2020", "April of 2016": the year that follows belongs to the day. */
function withYears(found: readonly Found[], text: string): readonly Found[] {
  return found.flatMap((one, i): readonly Found[] => {
    const before = found[i - 1];
    const after = found[i + 1];
    if (before !== undefined && hasYear(before, one, text)) return [];
    if (after === undefined || !hasYear(one, after, text)) return [one];
    const years = new Date(after.span.from).getUTCFullYear() - new Date(one.span.from).getUTCFullYear();
    const span = { from: shiftDay(one.span.from, years, 'year'), to: shiftDay(one.span.to, years, 'year') };
    return [{ from: one.from, to: after.to, span, isYearSaid: true }];
  });
}

const hasYear = (one: Found, after: Found, text: string): boolean =>
  precisionOf(one.span) !== 'year' &&
  !one.isYearSaid &&
  /^\d{4}$/.test(text.slice(after.from, after.to)) &&
  /^,?\s(?:(?:in|of)\s)?$/.test(text.slice(one.to, after.from));

/** Without any of these no expression of time can be in a text; spares the parser. */
const HINT =
  /\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|night|morning|evening|afternoon|mon|tue|wed|thu|fri|sat|sun|today|tonight|tomorrow|yesterday|week|month|year|decade|day|ago|quarter|spring|summer|autumn|winter|fall|christmas|xmas|easter|eve|halloween|valentine)/i;

/** Every expression of time in a text, in order, none inside another; without a year, the nearest before or after. */
export function findTimePhrases(text: string, clock: Clock, isAhead: boolean): readonly TimePhrase[] {
  if (!HINT.test(text)) return [];
  const { zone } = clock;
  const today = localDayOf(new Date(clock.saidAt), zone);
  const words = findTimeWords(text, { today, zone, isAhead }).flatMap((found) =>
    parts(found, { today, zone, isAhead }),
  );
  const fixed = [...findYearRanges(text, zone), ...findLengths(text, today, zone)];
  const found = withYears(withoutOverlaps([...findOwn(text, today, isAhead), ...words]), text);
  const ranges = [...fixed, ...findRanges(found, text, zone)];
  const single = found.map((one) => toPhrase(one, text, zone));
  return withoutOverlaps([...ranges, ...single]);
}
