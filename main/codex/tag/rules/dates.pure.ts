import { casual } from 'chrono-node/en';
import type { Tag } from '../tag.pure.ts';

/** Only where a time stands is asked, not which one it is; so any instant will do, and the same gives the same. */
const REFERENCE = new Date(Date.UTC(2020, 5, 15, 12));

/** Words that chrono reads as times and that mean none by themselves. */
const NO_TIME = /^(?:now|right now|just now|may|march|sat|sun|mon|wed|second|seconds?|minutes?|at \d|mar|dec|jan)$/iu;
/** How long it took, as often as when it will be. */
const LENGTH =
  /^(?:in|within|for) (?:about |around |just )?(?:\d+|an?|half an|[a-z]+) (?:seconds?|minutes?|mins?|hours?|hrs?)$/iu;
/** Chrono takes any four digits after some words for a year, any number with a full stop for a clock, joins a number to a verb, and reads "950 a month" as a clock. */
const BARE_NUMBER = /^\d+(?:\.\d+)?(?: ?[ap])?$|^\d{4}, |^[1-9]\/[2-9]$/;

const OWN: readonly RegExp[] = [
  /\b(?:between|from)\s((?:18|19|20)\d\d\s?(?:and|to|till|until|-|–)\s?(?:18|19|20)\d\d)(?![\p{N}\p{L}]|[.,]\d)/giu,
  /\b((?:the\s)?(?:spring|summer|autumn|winter|fall)\sof\s(?:18|19|20)\d\d)(?![\p{N}\p{L}])/giu,
  /\b(Q[1-4](?:\s(?:of\s)?(?:19|20)\d\d)?)(?![\p{N}\p{L}])/gu,
  /\b((?:half past|quarter (?:to|past))\s(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})(?:\s(?:today|tonight|tomorrow))?)\b/giu,
  /\b(?:since|in|from|until|till|by|before|after|around|circa|of|during|year)\s((?:18|19|20)\d\d)(?![\p{N}\p{L}]|[.,]\d)/giu,
  /\b((?:the\s)?(?:early\s|mid[-\s]|late\s)?(?:18|19|20)?\d0s)\b/giu,
  /\b((?:last|this|next|in|early|late|in the)\s(?:spring|summer|autumn|winter))\b/giu,
  /\b((?:every|each|on)\s(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|weekday)s?)\b/giu,
  /\b((?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays))\b/giu,
];
/** Chrono tries every rule at every place: a pasted file would hold up the rest. */
const MAX_UNITS = 8_000;

/** Expressions of time: days, months, years, clock times, and words like "last spring". */
export function findDates(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start);
    for (const { index, text: words } of casual.parse(text.slice(start, end), REFERENCE)) {
      if (NO_TIME.test(words) || LENGTH.test(words) || BARE_NUMBER.test(words)) continue;
      tags.push({ from: start + index, to: start + index + words.length, type: 'date', score: 0.85 });
    }
    start = end;
  }
  const own = OWN.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: whole, 1: words = whole, index }): Tag => {
      const from = index + whole.length - words.length;
      return { from, to: from + words.length, type: 'date', score: 0.88 };
    }),
  );
  return [...tags, ...own];
}

/** Parts end at a line or a space, so that no expression is cut. */
function endOfPart(text: string, start: number): number {
  if (text.length - start <= MAX_UNITS) return text.length;
  const limit = start + MAX_UNITS;
  const line = text.lastIndexOf('\n', limit);
  const space = text.lastIndexOf(' ', limit);
  const at = line > start + MAX_UNITS / 2 ? line : space;
  return at > start ? at + 1 : limit;
}
