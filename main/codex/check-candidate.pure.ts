import type { HeldFor } from '../contract/codex.ts';
import type { Candidate, ObjectRef, Source, SubjectRef } from './candidate.pure.ts';
import { hasSaneDates } from './checks/dates.pure.ts';
import { isInstruction, paragraphAround } from './checks/instruction.pure.ts';
import { isName, isVague } from './checks/names.pure.ts';
import { listQuotations, maskQuoted } from './checks/quoted.pure.ts';
import { type AskPolicy, DEFAULT_POLICY, isOfKind } from './checks/sensitive.pure.ts';
import { fitsRelation, fitsSubject, hidesWords, isMarkedUp, isWholeNumber } from './checks/value.pure.ts';
import { cutsWord, foldWords, hasWords } from './checks/verbatim.pure.ts';
import { listSecrets } from './secrets.pure.ts';
import type { KnownRelation, Vocabulary } from './vocabulary.pure.ts';

export type RejectReason =
  | 'assistant-about-user'
  | 'quote-not-verbatim'
  | 'quoted'
  | 'hidden-characters'
  | 'instruction'
  | 'secret'
  | 'unknown-relation'
  | 'subject-not-in-turn'
  | 'wrong-subject-kind'
  | 'object-missing'
  | 'object-not-in-quote'
  | 'wrong-object-kind'
  | 'subject-is-object'
  | 'empty'
  | 'too-long'
  | 'markup'
  | 'not-a-name'
  | 'bad-dates';

export type Checked =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'held'; readonly reason: HeldFor }
  | { readonly kind: 'rejected'; readonly reason: RejectReason };

export type CheckedCandidate = { readonly candidate: Candidate; readonly checked: Checked };

/** What claims are checked by: the relations there are, and what the user wants to be asked about. */
export type Checks = Vocabulary & { readonly policy?: AskPolicy };

/** As many from one turn are a list that someone pasted; its owner says which of them are so. The rules read no more. */
const TOO_MANY = 12;
const MAX_QUOTE_CHARS = 600;
const MAX_TEXT_CHARS = 200;
const FIRST_PERSON =
  /(?<![\p{L}\p{N}])(?:i|i'm|im|i've|ive|i'd|i'll|me|my|mine|myself|we|we're|we've|we'd|we'll|us|our|ours|ourselves)(?![\p{L}\p{N}])/u;

type Checking = {
  readonly candidate: Candidate;
  readonly source: Source;
  readonly relation: KnownRelation;
  readonly quote: string;
  /** The turn without what it quotes from others; offsets stay. */
  readonly own: string;
};

/** Whether a candidate may be believed, waits for the user, or is dropped (design section 5, write path). */
export function checkCandidate(candidate: Candidate, source: Source, checks: Checks): Checked {
  const { quote: span } = candidate;
  const relation = checks.find(candidate.relation);
  const own = maskQuoted(source.text);
  const quote = source.text.slice(span.from, span.to);
  const reason =
    findSourceFault(candidate, source, own) ??
    (relation === null || relation.isInternal
      ? 'unknown-relation'
      : findFault({ candidate, source, relation, quote, own }));
  if (reason !== null) return { kind: 'rejected', reason };
  const { acceptAbove, askFirst } = checks.policy ?? DEFAULT_POLICY;
  if (isOfKind(candidate, askFirst)) return { kind: 'held', reason: 'sensitive' };
  // From 1 on the user wants to be asked about everything.
  if (!(candidate.confidence >= acceptAbove) || acceptAbove >= 1) return { kind: 'held', reason: 'unsure' };
  // Somewhere else in this turn someone gives orders about memory: what it says waits for the user's own eyes.
  return isInstruction(own) ? { kind: 'held', reason: 'unsure' } : { kind: 'admitted' };
}

/** Checks what one turn gave; more than a person says in one breath waits in the inbox as a whole. */
export function checkAll(
  candidates: readonly Candidate[],
  source: Source,
  checks: Checks,
): readonly CheckedCandidate[] {
  const all = candidates.map((candidate) => ({ candidate, checked: checkCandidate(candidate, source, checks) }));
  if (all.filter(({ checked }) => checked.kind === 'admitted').length < TOO_MANY) return all;
  return all.map((one) =>
    one.checked.kind === 'admitted' ? { ...one, checked: { kind: 'held', reason: 'many-claims' } } : one,
  );
}

/** What is wrong with who says it and where, whatever it says. */
function findSourceFault({ quote: { from, to } }: Candidate, source: Source, own: string): RejectReason | null {
  if (source.role === 'assistant' || source.role === 'system') return 'assistant-about-user';
  const isInside = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= source.text.length;
  if (!isInside || cutsWord(source.text, from) || cutsWord(source.text, to)) return 'quote-not-verbatim';
  const quote = source.text.slice(from, to);
  if (!/[\p{L}\p{N}]/u.test(quote)) return 'empty';
  if (quote.length > MAX_QUOTE_CHARS) return 'too-long';
  if (!/[\p{L}\p{N}]/u.test(own.slice(from, to))) return 'quoted';
  if (hidesWords(quote)) return 'hidden-characters';
  if (isInstruction(paragraphAround(source.text, from))) return 'instruction';
  const isSecret = listSecrets(source.text).some((secret) => secret.from < to && from < secret.to);
  return isSecret || listSecrets(quote).length > 0 ? 'secret' : null;
}

function findFault(checking: Checking): RejectReason | null {
  const { candidate, source, relation, own } = checking;
  return (
    findSubjectFault(candidate.subject, checking) ??
    (fitsSubject(candidate.subject, relation) ? null : 'wrong-subject-kind') ??
    findObjectFault(checking) ??
    (candidate.replaces === null
      ? null
      : findWordsFault(candidate.replaces, { ...checking, quote: source.text, own })) ??
    (hasSaneDates(candidate, source) ? null : 'bad-dates')
  );
}

function findSubjectFault(subject: SubjectRef, { candidate, source, own }: Checking): RejectReason | null {
  switch (subject.kind) {
    case 'speaker':
      // Between quotation marks *I* is someone else.
      return listQuotations(source.text, 8).some(
        ({ from, to }) => from <= candidate.quote.from && candidate.quote.to <= to,
      )
        ? 'quoted'
        : null;
    case 'name':
      if (isMarkedUp(subject.name)) return 'markup';
      if (!isName(subject.name, subject.type)) return 'not-a-name';
      if (hasWords(own, subject.name) || foldWords(source.speaker) === foldWords(subject.name)) return null;
      return hasWords(source.text, subject.name) ? 'quoted' : 'subject-not-in-turn';
    case 'role':
      return hasWords(own, subject.label) ? findRoleFault(subject.of, { source, own }) : 'subject-not-in-turn';
  }
}

/** Whose sister it is must be said as well. */
function findRoleFault(of: SubjectRef, turn: Pick<Checking, 'source' | 'own'>): RejectReason | null {
  if (of.kind === 'speaker') return null;
  const words = of.kind === 'name' ? of.name : of.label;
  if (isMarkedUp(words)) return 'markup';
  if (!hasWords(turn.own, words)) return 'subject-not-in-turn';
  return of.kind === 'role' ? findRoleFault(of.of, turn) : null;
}

function findObjectFault(checking: Checking): RejectReason | null {
  const { candidate, relation } = checking;
  const { object, act, subject } = candidate;
  if (object === null) return act === 'end' || act === 'retract' ? null : 'object-missing';
  const fault = findWordsFault(object, checking);
  if (fault !== null) return fault;
  if (isSame(subject, object)) return 'subject-is-object';
  const fit = fitsRelation(object, relation);
  if (fit !== 'fits') return fit === 'bad-date' ? 'bad-dates' : 'wrong-object-kind';
  const { quote, source } = checking;
  // The quote may end inside "5'9": the next characters tell.
  const words = quote + source.text.slice(candidate.quote.to, candidate.quote.to + 3);
  return object.kind === 'literal' && !isWholeNumber(object.text, words) ? 'object-not-in-quote' : null;
}

/** What is wrong with the words of a value, and whether the quote has them. */
function findWordsFault(object: ObjectRef, { quote, own, candidate, source, relation }: Checking): RejectReason | null {
  if (object.kind === 'speaker') return FIRST_PERSON.test(foldWords(quote)) ? null : 'object-not-in-quote';
  const words = object.kind === 'literal' ? object.text : object.kind === 'name' ? object.name : object.label;
  if (!/[\p{L}\p{N}]/u.test(words)) return 'empty';
  if (isMarkedUp(words)) return 'markup';
  if (object.kind === 'literal' && words.length > MAX_TEXT_CHARS) return 'too-long';
  if (object.kind === 'literal' && isVague(words) && relation.name !== 'pronouns') return 'not-a-name';
  if (object.kind === 'literal' && object.value !== null && isMarkedUp(object.value)) return 'markup';
  if (object.kind === 'name' && !isName(words, object.type)) return 'not-a-name';
  if (listSecrets(words).length > 0) return 'secret';
  if (!hasWords(quote, words)) return 'object-not-in-quote';
  const isWhole = quote === source.text;
  if (!hasWords(isWhole ? own : own.slice(candidate.quote.from, candidate.quote.to), words)) return 'quoted';
  return object.kind === 'role' ? findRoleFault(object.of, { source, own }) : null;
}

/** The same entity, or a value that is a part of the subject's own name. */
function isSame(subject: SubjectRef, object: ObjectRef): boolean {
  if (subject.kind === 'speaker') return object.kind === 'speaker';
  if (subject.kind === 'name') return object.kind === 'name' && hasWords(subject.name, object.name);
  return object.kind === 'role' && subject.label === object.label && isSame(subject.of, object.of);
}
