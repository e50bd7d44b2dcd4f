import type { ReferenceAnswer } from '../format/trajectory.ts';
import { findDates, matchDate, readWantedDate } from './dates.pure.ts';
import { meetOpen } from './meet-open.pure.ts';
import { meetConflict, meetOrder, meetSet } from './meet-several.pure.ts';
import { findMentions, isGiven, type Mention } from './mentions.pure.ts';
import { type Asked, type Met, UNMET } from './met.pure.ts';
import { findDurations, findNumbers, hasUnit } from './numbers.pure.ts';
import type { Segment, SplitAnswer } from './split-answer.pure.ts';

/** Only one thing is wanted, and it is found or not. `main`: as the first of its kind in the claim. */
type Found = { readonly main: boolean; readonly claimed: boolean; readonly quoted: boolean; readonly isAlone: boolean };

function meetOne({ main, claimed, quoted, isAlone }: Found): Met {
  if (main) return { ...UNMET, inClaim: 1, isMet: true, isLoose: !isAlone };
  if (claimed) return { ...UNMET, inClaim: 0.5, isLoose: true };
  return quoted ? { ...UNMET, inQuotes: 1, isMet: true, isLoose: true } : UNMET;
}

function meetText({ claims, quotes }: SplitAnswer, values: readonly string[], { question, truth }: Asked): Met {
  const find = (segments: readonly Segment[]): readonly Mention[] =>
    findMentions(segments, values, question).filter((mention) => isGiven(mention, truth, question));
  const right = [...find(claims), ...find(quotes)];
  const isClaimed = right.some(({ segment }) => segment.place === 'claim');
  const isQuoted = right.some(({ segment }) => segment.place === 'quote');
  return {
    ...{ inClaim: isClaimed ? 1 : 0, inQuotes: isQuoted ? 1 : 0, isMet: right.length > 0 },
    ...{ isLoose: !isClaimed && isQuoted, right },
  };
}

const numbersOf = ({ text }: Segment) => findNumbers(text, findDates(text));

/** The number that an answer gives is the first with its unit; another one that fits is right by luck at most. */
function meetNumber({ claims, quotes }: SplitAnswer, wanted: Extract<ReferenceAnswer, { kind: 'number' }>): Met {
  const isRight = ({ value }: { readonly value: number }): boolean =>
    Math.abs(value - wanted.value) <= (wanted.tolerance ?? 0) + 1e-9;
  const all = claims.flatMap(numbersOf);
  const withUnit = all.filter((number) => hasUnit(number, wanted.unit));
  const main = (withUnit.length > 0 ? withUnit : all)[0];
  const [firstQuote] = quotes;
  const inQuotes = wanted.unit === undefined ? (firstQuote === undefined ? [] : [firstQuote]) : quotes;
  return meetOne({
    main: main !== undefined && isRight(main),
    claimed: all.some(isRight),
    quoted: all.length === 0 && inQuotes.flatMap(numbersOf).some((one) => hasUnit(one, wanted.unit) && isRight(one)),
    isAlone: all.every(isRight),
  });
}

/** A sentence may say from when until when, so that two dates are told; of more none is the answer. */
const MAX_DATES = 2;

function meetDate({ claims, quotes }: SplitAnswer, value: string): Met {
  const wanted = readWantedDate(value);
  const isRight = (date: Parameters<typeof matchDate>[0]): boolean => matchDate(date, wanted).isMatch;
  const all = claims.flatMap(({ text }) => findDates(text));
  const [first] = quotes;
  // The day on which something was said stands beside its quote; of many quotes only the best one's can be an answer.
  const quoted = [...quotes.flatMap(({ text }) => findDates(text)), ...findDates(first?.beside ?? '')];
  return meetOne({
    main: all.some(isRight) && new Set(all.map((date) => `${date.year} ${date.month} ${date.day}`)).size <= MAX_DATES,
    claimed: all.some(isRight),
    quoted: all.length === 0 && quoted.some(isRight),
    isAlone: all.every(isRight) && all.some((date) => matchDate(date, wanted).isExact),
  });
}

function meetDuration({ claims, quotes }: SplitAnswer, wanted: Extract<ReferenceAnswer, { kind: 'duration' }>): Met {
  const isRight = ({ days }: { readonly days: number }): boolean =>
    Math.abs(days - wanted.days) <= wanted.toleranceDays + 1e-6;
  const find = (segments: readonly Segment[]) => segments.flatMap(({ text }) => findDurations(text, findDates(text)));
  const all = find(claims);
  return meetOne({
    main: all[0] !== undefined && isRight(all[0]),
    claimed: all.some(isRight),
    quoted: all.length === 0 && find(quotes.slice(0, 1)).some(isRight),
    isAlone: all.every(isRight),
  });
}

/** How far an answer meets a reference of its kind; `unknown` is met by abstaining, which is told elsewhere. */
export function meetReference(answer: SplitAnswer, reference: ReferenceAnswer, asked: Asked): Met {
  switch (reference.kind) {
    case 'text':
      return meetText(answer, reference.values, asked);
    case 'number':
      return meetNumber(answer, reference);
    case 'date':
      return meetDate(answer, reference.value);
    case 'duration':
      return meetDuration(answer, reference);
    case 'set':
      return meetSet(answer, reference.items, asked);
    case 'order':
      return meetOrder(answer, reference.items, asked);
    case 'conflict':
      return meetConflict(answer, reference.values, asked);
    case 'open':
      return meetOpen(answer, reference.text);
    case 'unknown':
      return UNMET;
  }
}
