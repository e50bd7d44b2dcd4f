import type { OperationType } from '../../contract/recall.ts';
import { EVER, localDayOf, type Span, startOf } from './calendar.pure.ts';
import { findTimeWords, type TimeWords } from './time-words.pure.ts';

/** The time that a question restricts itself to: half-open, in instants. */
export type Period = { readonly from: Date; readonly to: Date; readonly words: string };

const BEFORE =
  /\b(before|prior to|earlier than|until|till|up to|up until|by|no later than)\s+((the|early|mid|late|end of|start of)[\s-]+)*$/i;
const AFTER =
  /\b(since|after|later than|starting( in| on| from)?|from|ever since)\s+((the|early|mid|late|end of|start of)[\s-]+)*$/i;
const PAIR_START = /\b(between|from)\s+(the\s+)?$/i;
const PAIR_LINK = /^\s*(and|to|until|till|through|-|–|—)\s*(the\s+)?$/i;
const ONWARDS = /^\s*(on\b|onwards?\b|and (later|after))/i;
/** Words after which a time is one end of a length that is asked for, and no restriction. */
const END_OF_LENGTH = /\b(between|since|until|till|from|to|and|before|after|by)\s+(the\s+)?$/i;
const AHEAD = /\b(will|shall|going to|gonna|coming|next|plans?|planned|planning|schedules?d?|due)\b/i;
const PAST = /\b(did|was|were|had|have|has|said|told|happened|been|wrote|went)\b/i;
const PRESENT_DAY = /^(today|tonight|this (morning|afternoon|evening))$/i;

type Bound = { readonly kind: 'in' | 'bound'; readonly span: Span; readonly from: number; readonly to: number };

const startsAt = ({ index }: TimeWords): number => index;
const endsAt = ({ index, words }: TimeWords): number => index + words.length;

/** "Between March and May 2023": the first takes the year of the second. */
function joinPair(a: TimeWords, b: TimeWords): Span {
  if (a.isYearSaid || !b.isYearSaid)
    return { from: Math.min(a.span.from, b.span.from), to: Math.max(a.span.to, b.span.to) };
  const shift = new Date(b.span.from).getUTCFullYear() - new Date(a.span.from).getUTCFullYear();
  const date = new Date(a.span.from);
  const from = Date.UTC(date.getUTCFullYear() + shift, date.getUTCMonth(), date.getUTCDate());
  const isLater = from > b.span.from;
  return {
    from: isLater ? Date.UTC(date.getUTCFullYear() + shift - 1, date.getUTCMonth(), date.getUTCDate()) : from,
    to: b.span.to,
  };
}

function boundOf(found: TimeWords, text: string): Bound {
  const { span } = found;
  const before = text.slice(Math.max(0, found.index - 32), found.index);
  const place = { from: startsAt(found), to: endsAt(found) };
  const below = BEFORE.exec(before);
  if (below) {
    const isInclusive = /^(by|until|till|up|no)/i.test(below[0]);
    return { kind: 'bound', span: { from: EVER.from, to: isInclusive ? span.to : span.from }, ...place };
  }
  const above = AFTER.exec(before);
  const isOpen = above !== null && (!/^from/i.test(above[0]) || ONWARDS.test(text.slice(place.to)));
  if (!isOpen) return { kind: 'in', span, ...place };
  return {
    kind: 'bound',
    span: { from: /^(after|later)/i.test(above[0]) ? span.to : span.from, to: EVER.to },
    ...place,
  };
}

/** Expressions as restrictions; two that are joined ("from … to …") become one. */
function listBounds(found: readonly TimeWords[], text: string): readonly Bound[] {
  const bounds: Bound[] = [];
  for (let i = 0; i < found.length; i++) {
    const a = found[i] as TimeWords;
    const b = found[i + 1];
    const link = b === undefined ? '' : text.slice(endsAt(a), b.index);
    const isPaired =
      PAIR_START.test(text.slice(Math.max(0, a.index - 16), a.index)) || /^\s*(to|through|-|–|—)\s*$/i.test(link);
    if (b !== undefined && isPaired && PAIR_LINK.test(link)) {
      bounds.push({ kind: 'bound', span: joinPair(a, b), from: a.index, to: endsAt(b) });
      i += 1;
    } else bounds.push(boundOf(a, text));
  }
  return bounds;
}

/** Times beside each other mean all of them; an open end cuts what is left. */
function combine(bounds: readonly Bound[]): Span | null {
  const inside = bounds.filter(({ kind }) => kind === 'in').map(({ span }) => span);
  const hull = (spans: readonly Span[]): Span => ({
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  });
  const ends = bounds.filter(({ kind }) => kind === 'bound').map(({ span }) => span);
  const all = inside.length > 0 ? [hull(inside), ...ends] : ends;
  if (all.length === 0) return null;
  const cut = { from: Math.max(...all.map(({ from }) => from)), to: Math.min(...all.map(({ to }) => to)) };
  return cut.from < cut.to ? cut : hull(all);
}

export type PeriodInput = { readonly now: Date; readonly zone: string; readonly operation: OperationType };

/** The time that a question restricts itself to, or null: "when" and lengths between two days restrict nothing. */
export function findPeriod(text: string, { now, zone, operation }: PeriodInput): Period | null {
  const today = localDayOf(now, zone);
  const isPast = PAST.test(text);
  const found = findTimeWords(text, { today, zone, isAhead: !isPast && AHEAD.test(text) }).filter(
    ({ index, words, span }) => {
      if (PRESENT_DAY.test(words) && !isPast) return false;
      if (operation === 'temporal_arithmetic' && END_OF_LENGTH.test(text.slice(Math.max(0, index - 20), index)))
        return false;
      // What to make or choose for a day to come rests on what was said before it.
      return !((operation === 'preference' || operation === 'instruction') && span.to > today);
    },
  );
  const bounds = listBounds(found, text);
  const span = combine(bounds);
  if (span === null || span.from < EVER.from || span.to > EVER.to) return null;
  const words = bounds.map(({ from, to }) => text.slice(from, to)).join(', ');
  return { from: startOf(span.from, zone), to: startOf(span.to, zone), words };
}
