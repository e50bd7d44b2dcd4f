import type { Candidate, Source, SubjectRef } from '../candidate.pure.ts';
import type { Clock } from '../dates.pure.ts';
import { readAttribute, readInverted } from './attributes.pure.ts';
import { SURE, UNSURE } from './claims.pure.ts';
import { type Kin, nameRole, readHaving, readNaming } from './kin.pure.ts';
import { auxiliariesOf, type Reading, readVerb } from './reading.pure.ts';
import { readRole } from './roles.pure.ts';
import { type ClauseContext, captureContextOf, quoteOf, readStatement } from './statements.pure.ts';
import { type Mention, type Person, readPeople, readPerson, type SubjectContext } from './subject.pure.ts';
import { readIntroduction, readThing } from './things.pure.ts';
import { type Token, tokenize } from './token.pure.ts';
import { learnVerbs } from './verbs.pure.ts';

export type Tag = { readonly from: number; readonly to: number; readonly type: string; readonly score: number };

export type State = {
  readonly source: Source;
  readonly clock: Clock;
  readonly text: string;
  readonly isTypedSmall: boolean;
  readonly tags: readonly Tag[];
  mentions: readonly Mention[];
  candidates: Candidate[];
  /** What the last statement's object was called in its pattern: for "sorry, I meant Braga". */
  lastObject: string | null;
  last: Spoken | null;
  /** A value that the turn denied. */
  denied: Candidate | null;
};

/** Who says or does, and how the verb is said. */
export type Spoken = { readonly person: Person; readonly reading: Reading };

export const refKey = (ref: SubjectRef): string => JSON.stringify(ref);

export function addMentions(state: State, mentions: readonly Mention[]): void {
  // Whoever is spoken to is "you", and never "she" of the next sentence.
  const listener = state.source.before?.speaker.toLowerCase();
  for (const mention of mentions)
    if (mention.ref.kind === 'name' && mention.ref.name.toLowerCase() === listener) continue;
    else if (!state.mentions.some(({ ref }) => refKey(ref) === refKey(mention.ref)))
      state.mentions = [...state.mentions, mention];
}

const REPORTING = new Set(['say', 'tell', 'mention', 'claim', 'think', 'believe', 'insist']);
learnVerbs(REPORTING);

/** "Tom says he lives in Oslo": what Tom says of himself or others, never of the speaker. */
function readReport(state: State, { reading, person }: Spoken, clause: ClauseContext): readonly Candidate[] | null {
  if (!REPORTING.has(reading.lemma) || person.ref.kind === 'speaker') return null;
  let at = reading.next;
  if (reading.lemma === 'tell') {
    if (!/^(me|us)$/.test(clause.tokens[at]?.word ?? '')) return [];
    at += 1;
  } else if (clause.tokens[at]?.word === 'to' && clause.tokens[at + 1]?.word === 'me') at += 2;
  if (clause.tokens[at]?.word === 'that') at += 1;
  const tokens = clause.tokens.slice(at);
  if (reading.isNegated || /^(i|we|my|our|me|us)$/.test(tokens[0]?.word ?? '')) return [];
  const mentions = [{ ref: person.ref, gender: person.gender, type: person.type }];
  const said = readClause(state, { ...clause, tokens, subjectAt: 0, isReported: true, mentions }, null);
  return said.filter(({ subject }) => subject.kind !== 'speaker');
}

function takeKin(state: State, kin: Kin): readonly Candidate[] {
  addMentions(state, kin.mentions);
  return kin.candidates;
}

/** "My sister's name is Mira" names a sister and says nothing of a name. */
function renamed(state: State, clause: ClauseContext, candidates: readonly Candidate[]): readonly Candidate[] {
  const [first] = candidates;
  if (first?.relation !== 'name' || first.subject.kind !== 'role' || first.object?.kind !== 'literal')
    return candidates;
  const { of, label } = first.subject;
  const role = readRole(tokenize(label), 0)?.role;
  const at = clause.tokens.findIndex(
    (token) =>
      token.from >= first.quote.from &&
      state.text.slice(token.from).startsWith(first.object?.kind === 'literal' ? first.object.text : '\n'),
  );
  const kin =
    role === undefined || at < 0
      ? null
      : nameRole({ of, role }, at, { clause, quote: quoteOf(clause.tokens), isCalled: true });
  return kin === null ? [] : takeKin(state, kin);
}

function readSubjectClause(state: State, { person, reading }: Spoken, clause: ClauseContext): readonly Candidate[] {
  const kin = readHaving(reading, person, clause) ?? readNaming(reading, person, clause);
  if (kin !== null && (kin.candidates.length > 0 || reading.isNegated)) return takeKin(state, kin);
  const report = readReport(state, { reading, person }, clause);
  if (report !== null) return report;
  const couple = readCouple(reading, person, clause);
  if (couple !== null) return [couple, ...(readStatement(reading, person, clause)?.candidates ?? [])];
  if (person.isPlural) return [];
  const statement = readStatement(reading, person, clause);
  if (statement === null) return [];
  if (statement.object !== null) state.lastObject = statement.object;
  if (person.ref.kind !== 'speaker' && statement.candidates.length > 0) addMentions(state, [person]);
  return statement.candidates;
}

/** "Leo and I broke up", "Leo and I got engaged": partners, who say it of each other. */
function readCouple(reading: Reading, { companion }: Person, clause: ClauseContext): Candidate | null {
  if (companion === undefined || reading.isNegated || reading.isUnreal || reading.tense === 'future') return null;
  const after = clause.tokens[reading.next]?.word ?? '';
  const isOver =
    (/^(break|split)$/.test(reading.lemma) && after === 'up') ||
    reading.lemma === 'separate' ||
    (reading.lemma === 'get' && after === 'divorced');
  const isOn = (reading.lemma === 'get' || reading.lemma === 'be') && /^(married|engaged)$/.test(after);
  if (!isOver && !isOn) return null;
  const { phrases } = captureContextOf(clause, false);
  const point = phrases.find(({ kind }) => kind === 'at' || kind === 'from')?.start ?? null;
  return {
    act: isOver ? 'end' : 'state',
    subject: { kind: 'speaker' },
    relation: 'partner',
    object: companion,
    replaces: null,
    validFrom: isOver ? null : point,
    validTo: isOver ? point : (phrases.find(({ kind }) => kind === 'until' || kind === 'range')?.end ?? null),
    isPast: isOn && reading.lemma === 'be' && reading.tense === 'past',
    quote: quoteOf(clause.tokens),
    confidence: clause.flags.isHedged || reading.isHedged ? UNSURE : SURE,
  };
}

/** The verb of a clause that goes on with the subject before it: its own with the auxiliaries before, or the same "is". */
function continued(clause: ClauseContext, before: Reading): Reading | null {
  const reading = readVerb(clause.tokens, 0, auxiliariesOf(before));
  return reading ?? (before.lemma === 'be' ? { ...before, verbAt: 0, next: 0 } : null);
}

export function readClause(state: State, clause: ClauseContext, before: Spoken | null): readonly Candidate[] {
  const attribute = readAttribute(clause) ?? readInverted(clause);
  if (attribute !== null) {
    state.lastObject = attribute.object;
    state.last = null;
    return renamed(state, clause, attribute.candidates);
  }
  const people = before === null ? readPeople(clause.tokens, clause.subjectAt, clause) : [before.person];
  const start = before === null ? (people[0]?.next ?? 0) : 0;
  const own = readVerb(clause.tokens, start);
  const reading = own ?? (before === null ? null : continued(clause, before.reading));
  const [person] = people;
  if (person !== undefined && reading !== null) {
    state.last = { person, reading };
    const found = people.flatMap((one) => readSubjectClause(state, { person: one, reading }, clause));
    if (found.length > 0) return found;
  }
  // "Hi, I'm Noor.": only where somebody introduces themselves.
  const introduced =
    state.candidates.length === 0 && person !== undefined && reading !== null
      ? readIntroduction(person, reading, clause)
      : null;
  if (introduced !== null) return [introduced];
  return readThing(clause);
}

/** Whoever the words right before `end` speak of: whom "who" means. */
export function personBefore(tokens: readonly Token[], end: number, context: SubjectContext): Person | null {
  for (let i = Math.max(0, end - 6); i < end; i += 1) {
    const person = readPerson(tokens, i, context);
    if (person !== null && person.next === end && person.ref.kind !== 'speaker' && !person.isPlural) return person;
    const role =
      /^(a|an|one)$/.test(tokens[i]?.word ?? '') && /^(have|got)$/.test(tokens[i - 1]?.word ?? '')
        ? readRole(tokens, i + 1)
        : null;
    if (
      role === null ||
      !/^(sibling|child|partner|parent|grandchild)$/.test(role.role.relation) ||
      role.next !== end ||
      role.role.isPlural ||
      !/^(i|we|have)$/.test(tokens[i - 2]?.word ?? '')
    )
      continue;
    const ref: SubjectRef = { kind: 'role', of: { kind: 'speaker' }, relation: role.role.relation, label: role.label };
    return {
      ref,
      type: role.role.type,
      gender: role.role.gender,
      next: end,
      isBareName: false,
      isPlural: false,
      names: [],
      role,
      of: { kind: 'speaker' },
    };
  }
  return null;
}

export function readRelativeClause(state: State, person: Person, clause: ClauseContext): readonly Candidate[] {
  const reading = readVerb(clause.tokens, 1);
  if (reading === null) return [];
  state.last = { person, reading };
  return readSubjectClause(state, { person, reading }, clause);
}
