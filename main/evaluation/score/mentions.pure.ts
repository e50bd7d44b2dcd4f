import { findDates, matchDate, readWholeDate, type SaidDate, type WantedDate } from './dates.pure.ts';
import type { Segment } from './split-answer.pure.ts';
import { findForms, formsOf } from './words.pure.ts';

/**
 * How a value stands where it is named. `past`: said to be no longer so; `weak`: in the past tense or with a date, which
 * tells nothing by itself; `negated`: said not to be so.
 */
export type Mark = 'plain' | 'weak' | 'past' | 'negated';

/** A value that is named, by its characters in the segment's text. */
export type Mention = { readonly segment: Segment; readonly from: number; readonly to: number; readonly mark: Mark };

export type Variants = readonly string[];

const CLAUSE_END =
  /;|, (?!until\b|since\b|from\b|as of\b|then\b)|\b(?:but|now|while|whereas|instead(?! of)|however)\b/g;
const PAST =
  /\b(?:no longer|no more|any ?more|used to|formerly|former|previous(?:ly)?|ex|until|till|originally|at first|in the past|replaced|superseded|over since|corrected|taken back|retracted|withdrawn|once|back then|stopped|quit|left|gave up|ended|cancell?ed|(?:moved|changed|switched)(?: away)? from|instead of|rather than|wrong(?:ly)?|mistaken(?:ly)?|earlier|(?<!years? )old)\b/gi;
const NEGATION = /(?:\b(?:not|never|nor|neither|without)\b|n't\b)(?:\W+[\w']+){0,4}\W*$/i;
const WEAK = /\b(?:was|were|had|been|did|before|at the time|\p{L}{3,}ed|said|went|took|bought|got|came)\b/iu;
const FATE = /\b(?:replaced|over|disputed|corrected|taken back)\b/i;

/** A mark stands near what it speaks of. */
const NEAR_CHARS = 240;

/** The part of a sentence in which a mark speaks of a mention. */
function clauseAround(
  { text }: Segment,
  from: number,
  to: number,
): { readonly before: string; readonly after: string } {
  const before = text.slice(Math.max(0, from - NEAR_CHARS), from);
  const after = text.slice(to, to + NEAR_CHARS);
  const start = [...before.matchAll(CLAUSE_END)].at(-1);
  const stop = after.search(CLAUSE_END);
  return {
    before: start === undefined ? before : before.slice(start.index + start[0].length),
    after: stop < 0 ? after : after.slice(0, stop),
  };
}

/** Marks that the question has itself say nothing about a value: "my former boss". */
const isAsked = (mark: string, question: string): boolean => question.toLowerCase().includes(mark.toLowerCase());

/** How what stands at a place is marked. */
export function markOf(segment: Segment, at: { readonly from: number; readonly to: number }, question: string): Mark {
  if (segment.place === 'quote' && FATE.test(segment.beside)) return 'past';
  const { before, after } = clauseAround(segment, at.from, at.to);
  if (NEGATION.test(before)) return /\bany ?more\b/i.test(after) ? 'past' : 'negated';
  const isLeft = /\bfrom\W*$/i.test(before) && /^\W*to\b/i.test(after);
  const marks = [...`${before} | ${after}`.matchAll(PAST)].map(([mark]) => mark);
  if (isLeft || marks.some((mark) => !isAsked(mark, question))) return 'past';
  return WEAK.test(before) || WEAK.test(after) || findDates(after).length > 0 ? 'weak' : 'plain';
}

const datesBySegment = new WeakMap<Segment, readonly SaidDate[]>();

/** The dates of a segment, found once. */
export function datesIn(segment: Segment): readonly SaidDate[] {
  const known = datesBySegment.get(segment);
  if (known !== undefined) return known;
  const dates = findDates(segment.text);
  datesBySegment.set(segment, dates);
  return dates;
}

type Wanted = { readonly date: WantedDate | null; readonly forms: readonly string[]; readonly isNumber: boolean };

/** A value as it is looked for: a whole date as a date, anything else word by word. */
function readVariant(variant: string): Wanted {
  const forms = formsOf(variant);
  const date = /\d/.test(variant) ? readWholeDate(variant) : null;
  return { date, forms, isNumber: forms.every((form) => /^\d/.test(form)) };
}

function placesOf(segment: Segment, wanted: Wanted): readonly { readonly from: number; readonly to: number }[] {
  const { date } = wanted;
  if (date !== null) return datesIn(segment).filter((said) => matchDate(said, date).isMatch);
  return findForms(segment.words, wanted.forms).flatMap((span) => {
    const from = segment.words[span.from]?.from ?? 0;
    const to = segment.words[span.to - 1]?.to ?? 0;
    // The 5 of "5 May" is no five.
    return wanted.isNumber && datesIn(segment).some((said) => from < said.to && said.from < to) ? [] : [{ from, to }];
  });
}

/** Where any way to write a value stands, in the order of the text. */
export function findMentions(segments: readonly Segment[], variants: Variants, question = ''): readonly Mention[] {
  const wanted = variants.map(readVariant);
  return segments.flatMap((segment) => {
    const places = wanted.flatMap((one) => placesOf(segment, one)).toSorted((a, b) => a.from - b.from || b.to - a.to);
    let end = 0;
    return places.flatMap(({ from, to }): readonly Mention[] => {
      if (from < end) return [];
      end = to;
      return [{ segment, from, to, mark: markOf(segment, { from, to }, question) }];
    });
  });
}

const OVER = /\b(?:no longer|any ?more|used to|formerly|former)\b/gi;

/** Whether a mention gives the value as one that holds. Of an earlier time, past marks are as they should be. */
export function isGiven(
  { segment, from, to, mark }: Mention,
  truth: 'current' | 'historical',
  question: string,
): boolean {
  if (mark === 'negated') return false;
  if (truth === 'historical' || mark !== 'past') return true;
  const { before, after } = clauseAround(segment, from, to);
  return ![...`${before} | ${after}`.matchAll(OVER)].some(([word]) => !isAsked(word, question));
}

/** Mentions that are no part of another value's mention: "Berlin" in "East Berlin". */
export const outside = (mentions: readonly Mention[], others: readonly Mention[]): readonly Mention[] =>
  mentions.filter(
    (one) =>
      !others.some(
        ({ segment, from, to }) =>
          segment === one.segment && from <= one.from && one.to <= to && to - from > one.to - one.from,
      ),
  );
