import type { Candidate, SubjectRef } from '../candidate.pure.ts';
import { type Clock, findTimePhrases, type TimePhrase } from '../dates.pure.ts';
import type { CaptureContext } from './captures.pure.ts';
import { isMulti, makeClaims, NAMED, REPORTED, type Said, SURE } from './claims.pure.ts';
import type { Flags } from './leads.pure.ts';
import { matchRule } from './match.pure.ts';
import type { Reading } from './reading.pure.ts';
import type { Rule } from './rule.pure.ts';
import type { Mention, Person } from './subject.pure.ts';
import { deniedRulesFor, rulesFor, rulesForAny } from './tables.pure.ts';
import type { Token } from './token.pure.ts';

/** A clause ready to be read: its words, and what the turn has said before it. */
export type ClauseContext = {
  readonly text: string;
  /** Tokens of the clause only. */
  readonly tokens: readonly Token[];
  readonly flags: Flags;
  readonly clock: Clock;
  readonly isTypedSmall: boolean;
  readonly mentions: readonly Mention[];
  /** "all my life", "since I was five": what is told goes on. */
  readonly isOngoing: boolean;
  /** Where the subject is looked for. */
  readonly subjectAt: number;
  /** Somebody else says it. */
  readonly isReported: boolean;
};

export type Statement = {
  readonly candidates: readonly Candidate[];
  readonly object: string | null;
};

/** The smallest stretch of a clause that says it: from its first word to its last, marks left out. */
export function quoteOf(tokens: readonly Token[]): { readonly from: number; readonly to: number } {
  const words = tokens.filter(({ isMark, word }) => !isMark || word === ')');
  return { from: words[0]?.from ?? 0, to: words[words.length - 1]?.to ?? 0 };
}

/** A feast without a preposition is what is spoken of, and no time. */
const FEAST = /^(?:christmas|xmas|easter|halloween|valentine|new year)/i;

/** Words of time in a clause, and the context in which objects are read around them. */
export function captureContextOf(
  clause: ClauseContext,
  isAhead: boolean,
): { readonly context: CaptureContext; readonly phrases: readonly TimePhrase[] } {
  const { from, to } = quoteOf(clause.tokens);
  const words = clause.text.slice(from, to);
  const found = findTimePhrases(words, clause.clock, isAhead && !/\bsince\b/i.test(words));
  const phrases = found
    .filter((phrase) => !FEAST.test(words.slice(phrase.from, phrase.to)))
    .map((phrase) => ({ ...phrase, from: phrase.from + from, to: phrase.to + from }));
  const isTime = (index: number): boolean => {
    const token = clause.tokens[index];
    return token !== undefined && phrases.some((phrase) => token.from >= phrase.from && token.from < phrase.to);
  };
  return { context: { ...clause, end: clause.tokens.length, isTime, isAhead, isList: true }, phrases };
}

const hasAnyMore = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ word }, i) => word === 'anymore' || (word === 'any' && /^(more|longer)$/.test(tokens[i + 1]?.word ?? '')),
  );

/** What is, was for long or has long been: no single time in the past ("I enjoyed the talk"). */
const isPresent = ({ tense, isUsedTo, isOngoing, isNever }: Reading): boolean =>
  tense === 'present' || tense === 'future' || isUsedTo || (tense === 'perfect' && (isOngoing || isNever));

function isAllowed(rule: Rule, reading: Reading, person: Person): boolean {
  const { options } = rule;
  if (options.isSpeakerOnly === true && person.ref.kind !== 'speaker') return false;
  if (options.isKnownOnly === true && person.isBareName) return false;
  if (options.progressive !== undefined && options.progressive !== reading.isProgressive && reading.lemma !== 'be')
    return false;
  if (options.tense === 'future' && (reading.tense !== 'future' || reading.isHedged)) return false;
  if (options.tense === 'perfect' && reading.tense !== 'perfect') return false;
  if (options.tense === 'present' && !isPresent(reading)) return false;
  if (options.tense === 'past' && reading.tense !== 'past' && reading.tense !== 'perfect') return false;
  if (options.modal === 'can-not') return reading.modal === 'can' && reading.isNegated;
  if (options.modal !== undefined) return reading.modal === options.modal && !reading.isNegated;
  // "would", "could", "can" and "must" say what might be.
  return (
    reading.modal === null ||
    !/^(would|could|can|must|should)$/.test(reading.modal) ||
    (reading.modal === 'can' && reading.isNegated && options.denied !== undefined)
  );
}

/** "can't stand" says what it says by its denial. */
const affirmed = (rule: Rule, reading: Reading): Reading =>
  rule.options.modal === 'can-not' ? { ...reading, isNegated: false, modal: null } : reading;

type Attempt = {
  readonly at: number;
  readonly reading: Reading;
  readonly person: Person;
  readonly clause: ClauseContext;
};

const isPointed = ({ kind }: TimePhrase): boolean => kind === 'at' || kind === 'from' || kind === 'range';

/** "I read Dune last month": the form does not tell, the time does. */
function withTime(reading: Reading, phrases: readonly TimePhrase[], clause: ClauseContext): Reading {
  if (reading.lemma !== 'read' || reading.tense !== 'present' || reading.isProgressive || reading.modal !== null)
    return reading;
  if (clause.tokens[reading.verbAt]?.word !== 'read') return reading;
  const isOver =
    phrases.some(({ start }) => start !== null && start.at < clause.clock.saidAt) ||
    clause.tokens.some(({ word }) => /^(just|already|recently)$/.test(word));
  return isOver ? { ...reading, tense: 'past' } : reading;
}

function tryRule(
  rule: Rule,
  attempt: Attempt,
  timed: { readonly context: CaptureContext; readonly phrases: readonly TimePhrase[] },
): Statement | null {
  const { reading, person, clause } = attempt;
  const { context, phrases } = timed;
  if (!isAllowed(rule, reading, person)) return null;
  const isToCome = phrases.some(isPointed) && (reading.isProgressive || reading.tense === 'future');
  if (rule.options.isTimed === true && !isToCome) return null;
  if (rule.options.isDated === true && !phrases.some((phrase) => isPointed(phrase) || phrase.kind === 'length'))
    return null;
  const isOfPets = IS_OF_PETS.test(rule.relation);
  if (isOfPets && person.type !== 'pet' && !person.isBareName) return null;
  const matched = matchRule(rule, attempt.at, {
    ...context,
    isList: isMulti(rule.relation) && rule.options.isSingle !== true,
  });
  if (matched === null) return null;
  const said: Said = {
    subject: isOfPets ? asPet(person.ref) : person.ref,
    reading: affirmed(rule, reading),
    flags: clause.flags,
    // The day that is the value says nothing of when it holds.
    phrases:
      matched.object === 'birthday' || matched.object === 'date' || TIMES_ARE_VALUES.test(rule.relation) ? [] : phrases,
    quote: quoteOf(clause.tokens),
    confidence: clause.isReported ? REPORTED : person.isBareName ? NAMED : SURE,
    isSpeaker: person.ref.kind === 'speaker',
    isNoLonger: reading.isNegated && hasAnyMore(clause.tokens),
  };
  return { candidates: makeClaims({ rule, matched, said, context }), object: matched.object };
}

/** The first rule that reads the clause, and those that read more out of the same words. */
function tryRules(rules: readonly Rule[], attempt: Attempt): Statement | null {
  if (rules.length === 0) return null;
  const isAhead = attempt.reading.tense === 'present' || attempt.reading.tense === 'future';
  const timed = captureContextOf(attempt.clause, isAhead);
  const told = withTime(attempt.reading, timed.phrases, attempt.clause);
  const reading = attempt.clause.isOngoing ? { ...told, isOngoing: true } : told;
  const read: Statement[] = [];
  for (const rule of rules) {
    if (read.length > 0 && rule.options.isAlso !== true) continue;
    const statement = tryRule(rule, { ...attempt, reading }, timed);
    if (statement !== null) read.push(statement);
  }
  const [first] = read;
  return first === undefined ? null : { ...first, candidates: read.flatMap(({ candidates }) => candidates) };
}

/** What these say is a time. */
const TIMES_ARE_VALUES = /^(?:appointment|working hours|exercise|habit|wakes up at)$/;
const IS_OF_PETS = /^(?:species|breed)$/;
const asPet = (ref: SubjectRef): SubjectRef => (ref.kind === 'name' ? { ...ref, type: 'pet' } : ref);

/** What a clause with this subject and verb says by the tables; null when no rule reads it. */
export function readStatement(reading: Reading, person: Person, clause: ClauseContext): Statement | null {
  if (reading.isUnreal && reading.modal !== 'would' && reading.modal !== 'could') return null;
  const attempt: Attempt = { at: reading.next, reading, person, clause };
  const isDenied = reading.isNegated || reading.isNever || reading.isNoLonger;
  const canDeny = isDenied && reading.tense === 'present' && (reading.modal === null || reading.modal === 'can');
  if (canDeny) {
    const plain: Reading = { ...reading, isNegated: false, isNever: false, isNoLonger: false, modal: null };
    const statement = tryRules(deniedRulesFor(reading.lemma), { ...attempt, reading: plain });
    if (statement !== null) return statement;
  }
  return tryRules(rulesFor(reading.lemma), attempt) ?? tryRules(rulesForAny, { ...attempt, at: reading.verbAt });
}
