import type { ReferenceAnswer } from '../format/trajectory.ts';
import { countDetails } from './details.pure.ts';
import { meetReference } from './meet-reference.pure.ts';
import type { Variants } from './mentions.pure.ts';
import { type Asked, type Met, UNMET } from './met.pure.ts';
import type { AnswerScore, Place } from './scored.ts';
import { type SplitAnswer, splitAnswer } from './split-answer.pure.ts';
import { isOnlyOver, readStaleness } from './staleness.pure.ts';

export type ScoreAnswerInput = {
  readonly reference: ReferenceAnswer;
  readonly superseded: readonly Variants[];
  /** Null is no answer, which is as empty as one. */
  readonly answer: string | null;
  readonly isAbstaining: boolean | null;
  readonly question?: string;
  readonly truth?: 'current' | 'historical';
  /** Texts of evidence and of what was supplied, with their times: what further details may rest on. Asked for if need be. */
  readonly support?: () => readonly string[];
};

/** Right words in a quote are no answer yet. */
const QUOTED = 0.5;
/** What an answer loses that gives a superseded value as its own, and one that leaves open which value holds. */
const STALE = 0.5;
const AMBIGUOUS = 0.25;
/** What a supported detail earns, up to three. */
const CREDIT = 0.1;
const MAX_CREDITED = 3;

const NOT_KNOWN =
  /\b(?:(?:is|are|was|were)(?: not|n't) (?:\w+ )?(?:known|recorded|mentioned|clear|stated|said)|(?:do|does|did)(?: not|n't) (?:know|say|mention|have (?:any|that|this|enough))|(?:has|have|was|were)(?: not|n't|\s*never)(?: been)? (?:said|mentioned|told|recorded|stated)|never (?:said|mentioned|told|stated)|no (?:record|information|mention|memory|evidence|data|answer)|nothing (?:that was said|was said|is recorded|is known|in|about)|not (?:sure|enough information|mentioned|specified|available)|can(?:not|'t| not) (?:find|say|tell|answer|determine)|unknown|none is known|there is no)\b/i;
/** Says that something lasts, not that it is unknown. */
const LASTS = /\bno end of (?:it|them) is known\b|\bnothing before (?:it|them) is known\b/gi;

const saysUnknown = ({ claims }: SplitAnswer): boolean =>
  claims.some(({ text }) => NOT_KNOWN.test(text.replace(LASTS, '')));

/** An answer that says it does not know, or that what was known is over, and gives nothing in its place. */
function readAbstention(input: ScoreAnswerInput, answer: SplitAnswer, asked: Asked): boolean {
  if (answer.claims.length === 0) return answer.quotes.length === 0 || input.isAbstaining === true;
  if (saysUnknown(answer)) return true;
  const { reference, superseded } = input;
  return reference.kind === 'unknown' && isOnlyOver({ segments: answer.claims, reference, superseded, asked });
}

const placeOf = ({ inClaim, inQuotes }: Met): Place => (inClaim > 0 ? 'claim' : inQuotes > 0 ? 'quote' : 'nowhere');

type Meeting = Pick<ScoreAnswerInput, 'reference' | 'superseded'> & {
  readonly answer: SplitAnswer;
  readonly asked: Asked;
  readonly isAbstaining: boolean;
};

/** What of the reference is met. Quotes are no answer under a claim that gives something else. */
function meet({ reference, superseded, answer, asked, isAbstaining }: Meeting): Met {
  const { claims, quotes } = answer;
  if (reference.kind === 'unknown') {
    if (isAbstaining) return { ...UNMET, inClaim: 1, isMet: true };
    const isOver = claims.length === 0 && isOnlyOver({ segments: quotes, reference, superseded, asked });
    return isOver ? { ...UNMET, inQuotes: 1, isMet: true, isLoose: true } : UNMET;
  }
  const met = meetReference(answer, reference, asked);
  // Whoever says that it is not known does not answer by a quote below: else every question could be answered both ways.
  const isElse = met.inClaim === 0 && (claims.length > 0 || isAbstaining);
  return isElse ? { ...met, inQuotes: met.inQuotes / 2, isMet: false } : met;
}

/** Ways to write what a reference wants, as text. */
function textsOf(reference: ReferenceAnswer): readonly string[] {
  switch (reference.kind) {
    case 'number':
      return [String(reference.value)];
    case 'date':
      return [reference.value];
    case 'open':
      return [reference.text];
    case 'text':
      return reference.values;
    case 'set':
    case 'order':
      return reference.items.flat();
    case 'conflict':
      return reference.values.flat();
    case 'duration':
    case 'unknown':
      return [];
  }
}

/**
 * Scores one answer against its reference by code alone: whether it is met, by claim or only in quotes; what it does with
 * superseded values; and what of its details rests on evidence (LSREP, "Scoring").
 */
export function scoreAnswer(input: ScoreAnswerInput): AnswerScore {
  const { reference, superseded, question = '', truth = 'current' } = input;
  const asked: Asked = { question, truth };
  const answer = splitAnswer(input.answer ?? '', question);
  const isAbstaining = readAbstention(input, answer, asked);
  const met = meet({ reference, superseded, answer, asked, isAbstaining });
  const { staleness, isAmbiguous } = readStaleness({ answer, reference, superseded, met, asked, isAbstaining });
  const isStale = staleness === 'claimed';
  const base = met.inClaim > 0 ? met.inClaim : met.inQuotes * QUOTED;
  const score = Math.max(0, base - (isStale ? STALE : isAmbiguous ? AMBIGUOUS : 0));
  const wanted = [...textsOf(reference), question, ...superseded.flat()];
  const details = countDetails(answer.claims, { wanted, support: input.support ?? (() => []) });
  const earned = score > 0 && !isStale ? CREDIT * Math.min(details.supported, MAX_CREDITED) : 0;
  return {
    isCorrect: met.isMet && !isStale && !isAmbiguous,
    ...{ score, staleness, isStale, isAmbiguous, isAbstaining },
    place: placeOf(met),
    isLoose: met.isLoose,
    ...{ recall: met.recall ?? null, precision: met.precision ?? null },
    ...{ tau: met.tau ?? null, tokenF1: met.tokenF1 ?? null },
    details,
    credited: Math.min(1, score + earned),
  };
}
