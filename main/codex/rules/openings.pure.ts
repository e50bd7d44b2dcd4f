import { type Clock, findTimePhrases } from '../dates.pure.ts';
import { type Flags, readLeads } from './leads.pure.ts';
import type { Token } from './token.pure.ts';

/** Positions of time words do not depend on when they are said. */
const ANY_CLOCK: Clock = { saidAt: '2020-06-15T12:00:00.000Z', zone: 'UTC' };
const MAX_OPENING = 60;

/** The words before a subject: leads, then a time ("In 2019, …"), where the subject begins, and what the leads mean. */
export function readOpening(
  tokens: readonly Token[],
  at: number,
  text: string,
): { readonly next: number; readonly subjectAt: number; readonly flags: Flags } {
  let begin = at;
  while (
    tokens[begin] !== undefined &&
    (tokens[begin]?.isMark === true || /^(and|but|so|then|or)$/.test(tokens[begin]?.word ?? ''))
  )
    begin += 1;
  // "Since 2019" is a time; "since I live here" is not.
  const early = timeAt(tokens, begin, text);
  if (early !== null) {
    const more = readLeads(tokens, early);
    return { next: begin, subjectAt: more.next, flags: more.flags };
  }
  const { next, flags } = readLeads(tokens, at);
  const end = timeAt(tokens, next, text);
  if (end === null) return { next, subjectAt: next, flags };
  const more = readLeads(tokens, end);
  return { next, subjectAt: more.next, flags: mergeFlags(flags, more.flags) };
}

/** The index after a time that begins at `at`; null when none does. */
function timeAt(tokens: readonly Token[], at: number, text: string): number | null {
  const first = tokens[at];
  if (first === undefined || !OPENS_TIME.test(first.word)) return null;
  const words = text.slice(first.from, first.from + MAX_OPENING);
  const [phrase] = findTimePhrases(words, ANY_CLOCK, false);
  if (phrase === undefined || phrase.from > 0) return null;
  const end = first.from + phrase.to;
  let next = at;
  while (next < tokens.length && ((tokens[next]?.from ?? end) < end || tokens[next]?.word === ',')) next += 1;
  return next;
}

const OPENS_TIME =
  /^(?:in|on|since|from|starting|beginning|until|till|by|during|around|back|last|next|this|as|after|before|for|over|at|the|early|late|yesterday|tomorrow|today|\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|few|couple|several|about|some|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|between|effective)$/;

/** What either says. */
export function mergeFlags(a: Flags, b: Flags): Flags {
  return {
    isHedged: a.isHedged || b.isHedged,
    isUnreal: a.isUnreal || b.isUnreal,
    isActually: a.isActually || b.isActually,
    isCorrection: a.isCorrection || b.isCorrection,
    isDenial: a.isDenial || b.isDenial,
    isWhen: a.isWhen || b.isWhen,
  };
}
