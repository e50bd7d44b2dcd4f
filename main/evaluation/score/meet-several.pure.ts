import { STOP_WORDS } from '../../lib/stop-words.pure.ts';
import { findMentions, isGiven, type Mention, outside, type Variants } from './mentions.pure.ts';
import { type Asked, type Met, UNMET } from './met.pure.ts';
import type { Segment, SplitAnswer } from './split-answer.pure.ts';
import { toComparable, wordsOf } from './words.pure.ts';

type Items = readonly Variants[];

/** For each item where it is named; what is only a part of a longer item's name does not count for the shorter. */
function findItems(
  segments: readonly Segment[],
  items: Items,
  { question, truth }: Asked,
): readonly (readonly Mention[])[] {
  const found = items.map((variants) =>
    findMentions(segments, variants, question).filter((mention) => isGiven(mention, truth, question)),
  );
  return found.map((mentions, index) => outside(mentions, found.filter((_, other) => other !== index).flat()));
}

const SEPARATOR = /,|;|\n|\b(?:and|or|as well as|plus)\b|^\s*[-*•]\s|\bthen\b/u;
/** What begins with these goes on about an item and is none. */
const ASIDE =
  /^\W*(?:as|which|since|from|until|till|because|but|though|who|when|where|on|in|at|with|according|said|so|for|these|that|no|none|what|first|last|i|you|it|they|there)\b/i;
const MAX_ITEM_WORDS = 5;

/** What a claim lists beside the wanted items: short elements of its enumeration that are about none of them. */
function countExtras(segment: Segment, right: readonly Mention[], question: ReadonlySet<string>): number {
  const own = right.filter((mention) => mention.segment === segment);
  if (own.length === 0 && !/:\s*\S/.test(segment.text)) return 0;
  const masked = own.reduce(
    (text, { from, to }) => text.slice(0, from) + '\ufdd0'.repeat(to - from) + text.slice(to),
    segment.text.replace(/\([^)]*\)/g, (aside) => ' '.repeat(aside.length)),
  );
  const list = masked.slice(masked.lastIndexOf(':', masked.search(/\ufdd0|$/)) + 1);
  return list.split(SEPARATOR).filter((element) => {
    if (element.includes('\ufdd0') || ASIDE.test(element)) return false;
    const words = wordsOf(element).map(({ form }) => form);
    const own = words.filter((word) => !STOP_WORDS.has(word) && !question.has(word));
    return own.length > 0 && words.length <= MAX_ITEM_WORDS;
  }).length;
}

/** A set: every item once, and nothing else that is given as one. */
export function meetSet({ claims, quotes }: SplitAnswer, items: Items, asked: Asked): Met {
  const claimed = findItems(claims, items, asked);
  const quoted = findItems(quotes, items, asked);
  const hits = claimed.filter((mentions) => mentions.length > 0).length;
  const inQuotes = quoted.filter((mentions) => mentions.length > 0).length / items.length;
  const right = [...claimed, ...quoted].flat();
  if (hits === 0)
    return {
      ...{ inClaim: 0, inQuotes, isMet: inQuotes === 1, isLoose: inQuotes > 0, right },
      ...{ recall: { hits: 0, of: items.length }, precision: null },
    };
  const question = new Set(wordsOf(toComparable(asked.question)).map(({ form }) => form));
  const extras = claims.reduce((sum, segment) => sum + countExtras(segment, claimed.flat(), question), 0);
  const recall = { hits, of: items.length };
  const precision = { hits, of: hits + extras };
  const f1 = (2 * hits) / (recall.of + precision.of);
  return {
    ...{ inClaim: f1, inQuotes, isMet: hits === items.length && extras === 0, isLoose: extras > 0, right },
    ...{ recall, precision },
  };
}

/** Kendall's tau of places that should rise. */
export function kendall(places: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < places.length; i += 1)
    for (let j = i + 1; j < places.length; j += 1) sum += Math.sign((places[j] ?? 0) - (places[i] ?? 0));
  return sum / ((places.length * (places.length - 1)) / 2);
}

/** Order in which a claim tells its items; "b after a" tells a first. */
function orderOf(claims: readonly Segment[], mentions: readonly (readonly Mention[])[]): readonly number[] | null {
  const firsts = mentions.map(([first]) => first);
  if (firsts.some((first) => first === undefined)) return null;
  const places = firsts.map((first) => (first === undefined ? 0 : claims.indexOf(first.segment) * 1e6 + first.from));
  const [a, b] = [...firsts].flatMap((first) => first ?? []).toSorted((x, y) => x.from - y.from);
  const isTurned =
    places.length === 2 &&
    a !== undefined &&
    b !== undefined &&
    a.segment === b.segment &&
    /\b(?:after|later than|followed)\b(?!,)/i.test(a.segment.text.slice(a.to, b.from));
  return isTurned ? places.map((place) => -place) : places;
}

/** An order, told by a claim: quotes come by what fits the question, so they tell none. */
export function meetOrder({ claims, quotes }: SplitAnswer, items: Items, asked: Asked): Met {
  const told: Asked = { ...asked, truth: 'historical' };
  const claimed = findItems(claims, items, told);
  const hits = claimed.filter((mentions) => mentions.length > 0).length;
  const inQuotes = findItems(quotes, items, told).filter((mentions) => mentions.length > 0).length / items.length;
  const recall = { hits, of: items.length };
  const places = orderOf(claims, claimed);
  if (places === null)
    return { ...UNMET, inQuotes: hits === 0 ? inQuotes / 2 : 0, right: claimed.flat(), recall, tau: null };
  const tau = kendall(places);
  return { ...UNMET, inClaim: (tau + 1) / 2, isMet: tau === 1, right: claimed.flat(), recall, tau };
}

const DISAGREEING =
  /\b(?:but|however|although|though|whereas|while|conflict\w*|contradict\w*|disagree\w*|disputed?|inconsistent\w*|both|either|or|two different|different(?:ly)? times|not clear|unclear|unsettled|differs?|also said|other times?|elsewhere|not settled|nothing settles|does not fit|do not match|doesn't match|don't match)\b/i;

/** In a quote only what cannot be meant otherwise. */
const PUZZLED =
  /\b(?:conflict\w*|contradict\w*|disagree\w*|can(?:'t|not) tell|(?:who|which)(?: one)? is (?:right|true|correct)|not sure (?:which|who)|(?:does not|doesn't|do not|don't) match)\b/i;

/** Two values against each other: both named, and said to be so. */
export function meetConflict({ claims, quotes }: SplitAnswer, values: Items, asked: Asked): Met {
  const told: Asked = { ...asked, truth: 'historical' };
  const share = (found: readonly (readonly Mention[])[]): number =>
    found.filter((mentions) => mentions.length > 0).length / values.length;
  const claimed = findItems(claims, values, told);
  const quoted = findItems(quotes, values, told);
  const isMarked = claims.some(({ text }) => DISAGREEING.test(text));
  const naming = new Set(quoted.flat().map(({ segment }) => segment));
  const isQuoteMarked = [...naming].some((one) => /\bdisputed\b/i.test(one.beside) || PUZZLED.test(one.text));
  const inClaim = share(claimed) === 1 ? (isMarked ? 1 : 0.5) : share(claimed) / 2;
  const inQuotes = share(quoted) === 1 && isQuoteMarked ? 1 : share(quoted) / 2;
  return {
    ...{ inClaim, inQuotes, isMet: inClaim === 1 || (share(claimed) === 0 && inQuotes === 1) },
    ...{ isLoose: inClaim === 0 && inQuotes > 0, right: [...claimed, ...quoted].flat() },
  };
}
