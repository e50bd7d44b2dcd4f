import type { Candidate, Source, SubjectRef } from '../candidate.pure.ts';
import type { Clock } from '../dates.pure.ts';
import { readAnswer } from './answers.pure.ts';
import { readAttribute, readInverted } from './attributes.pure.ts';
import { type Clause, flagsAlone, splitClauses, splitSentences } from './clauses.pure.ts';
import { readFix } from './fixes.pure.ts';
import { findKin, type Kin, nameRole, readHaving, readNaming } from './kin.pure.ts';
import { type Flags, NO_FLAGS } from './leads.pure.ts';
import { isTypedSmall, readName } from './names.pure.ts';
import { readOpinion } from './opinions.pure.ts';
import { auxiliariesOf, type Reading, readVerb } from './reading.pure.ts';
import { readRole } from './roles.pure.ts';
import { type ClauseContext, captureContextOf, quoteOf, readStatement } from './statements.pure.ts';
import { isVerbAt, type Mention, type Person, readPeople, readPerson, type SubjectContext } from './subject.pure.ts';
import { maskData } from './text.pure.ts';
import { readIntroduction, readThing } from './things.pure.ts';
import { type Token, tokenize } from './token.pure.ts';

type Tag = { readonly from: number; readonly to: number; readonly type: string; readonly score: number };

/** A longer sentence is a table or a dump, and no talk. */
const MAX_SENTENCE = 4_000;
const FICTION =
  /\b(?:in (?:my|the|this|our|a) (?:story|novel|book|game|dream|fanfic|screenplay|script|poem|song|play|campaign|tale|movie|film)|role-?play(?:ing)?|my (?:main |old |new |dnd |d&d )?character|(?:the|my) (?:protagonist|narrator|persona|avatar|hero|heroine)|(?:write|tell|draft|compose|generate|create|make up|invent|give) (?:me )?(?:a|an|some|the|another) (?:\w+ ){0,4}(?:story|poem|song|tale|scene|dialogue|monologue|biography|bio|letter|speech|script|sketch|joke|limerick|haiku|example|sentence|character|persona|cover letter|essay)|fiction(?:al)?|once upon a time|act as|pretend (?:to be|that|i|you)|you are now|let's pretend|hypothetical|imaginary|in character)\b/i;
const JOKE =
  /(?:^|[\s(])(?:just kidding|only kidding|i'?m kidding|kidding|j\/k|jk|lol jk|just joking|only joking|i'?m joking|joking|\/s|not really|as if|yeah right|in my dreams|i wish|psych|gotcha|april fools?)[\s.!)]*$|^(?:just kidding|only kidding|kidding|jk|just joking|only joking|i'?m joking|joking aside|not really|psych)\b/i;

type State = {
  readonly source: Source;
  readonly clock: Clock;
  readonly text: string;
  readonly isTypedSmall: boolean;
  readonly tags: readonly Tag[];
  mentions: readonly Mention[];
  candidates: Candidate[];
  /** What the last statement's object was called in its pattern: for "sorry, I meant Braga". */
  lastObject: string | null;
  last: { readonly person: Person; readonly reading: Reading } | null;
};

const refKey = (ref: SubjectRef): string => JSON.stringify(ref);

function addMentions(state: State, mentions: readonly Mention[]): void {
  for (const mention of mentions)
    if (!state.mentions.some(({ ref }) => refKey(ref) === refKey(mention.ref)))
      state.mentions = [...state.mentions, mention];
}

const REPORTING = new Set(['say', 'tell', 'mention', 'claim', 'think', 'believe', 'insist']);

/** "Tom says he lives in Oslo": what Tom says of himself or others, never of the speaker. */
function readReport(
  state: State,
  reading: Reading,
  person: Person,
  clause: ClauseContext,
): readonly Candidate[] | null {
  if (!REPORTING.has(reading.lemma) || person.ref.kind === 'speaker') return null;
  let at = reading.next;
  if (reading.lemma === 'tell') {
    if (!/^(me|us)$/.test(clause.tokens[at]?.word ?? '')) return [];
    at += 1;
  } else if (clause.tokens[at]?.word === 'to' && clause.tokens[at + 1]?.word === 'me') at += 2;
  if (clause.tokens[at]?.word === 'that') at += 1;
  const tokens = clause.tokens.slice(at);
  const inner = readPerson(tokens, 0, {
    ...clause,
    mentions: [{ ref: person.ref, gender: person.gender, type: person.type }],
  });
  if (inner === null || inner.ref.kind === 'speaker' || reading.isNegated) return [];
  if (/^(my|our)$/.test(tokens[0]?.word ?? '')) return [];
  return readClause(
    state,
    {
      ...clause,
      tokens,
      subjectAt: 0,
      isReported: true,
      mentions: [{ ref: person.ref, gender: person.gender, type: person.type }],
    },
    null,
  );
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
      : nameRole(of, role, at, { clause, quote: quoteOf(clause.tokens), isCalled: true });
  return kin === null ? [] : takeKin(state, kin);
}

function readSubjectClause(
  state: State,
  person: Person,
  reading: Reading,
  clause: ClauseContext,
): readonly Candidate[] {
  const kin = readHaving(reading, person, clause) ?? readNaming(reading, person, clause);
  if (kin !== null && (kin.candidates.length > 0 || reading.isNegated)) return takeKin(state, kin);
  const report = readReport(state, reading, person, clause);
  if (report !== null) return report;
  if (person.isPlural) return [];
  const statement = readStatement(reading, person, clause);
  if (statement === null) return [];
  if (statement.object !== null) state.lastObject = statement.object;
  if (person.ref.kind !== 'speaker' && statement.candidates.length > 0) addMentions(state, [person]);
  return statement.candidates;
}

function readClause(state: State, clause: ClauseContext, before: State['last']): readonly Candidate[] {
  const attribute = readAttribute(clause) ?? readInverted(clause);
  if (attribute !== null) {
    state.lastObject = attribute.object;
    state.last = null;
    return renamed(state, clause, attribute.candidates);
  }
  const people = before === null ? readPeople(clause.tokens, clause.subjectAt, clause) : [before.person];
  const start = before === null ? (people[0]?.next ?? 0) : 0;
  const own = readVerb(clause.tokens, start);
  const reading = own ?? (before === null ? null : readVerb(clause.tokens, 0, auxiliariesOf(before.reading)));
  const [person] = people;
  if (person !== undefined && reading !== null) {
    state.last = { person, reading };
    const found = people.flatMap((one) => readSubjectClause(state, one, reading, clause));
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
function personBefore(tokens: readonly Token[], end: number, context: SubjectContext): Person | null {
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

function readRelativeClause(state: State, person: Person, clause: ClauseContext): readonly Candidate[] {
  const reading = readVerb(clause.tokens, 1);
  if (reading === null) return [];
  state.last = { person, reading };
  return readSubjectClause(state, person, reading, clause);
}

/** Names in a clause that are nobody's objects: whom a pronoun might mean. */
function namesIn(tokens: readonly Token[], state: State, isFirst: boolean): readonly Mention[] {
  const mentions: Mention[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const name = readName(tokens, i, state.text);
    if (name === null) continue;
    const isSubject = i > 0 || !isFirst || tokens[name.next]?.word === 'and' || isVerbAt(tokens, name.next);
    i = name.next - 1;
    if (!isSubject) continue;
    const isObject = state.candidates.some(
      ({ object, quote }) =>
        object !== null && name.from >= quote.from && name.to <= quote.to && isOther(object, name.name),
    );
    if (!isObject)
      mentions.push({ ref: { kind: 'name', name: name.name, type: 'person' }, gender: null, type: 'person' });
  }
  return mentions;
}

/** An object of this name that is no person. */
const isOther = (object: NonNullable<Candidate['object']>, name: string): boolean =>
  object.kind === 'literal'
    ? object.text.includes(name)
    : object.kind === 'name' && object.name.includes(name) && object.type !== 'person' && object.type !== 'pet';

function readOne(state: State, tokens: readonly Token[], clause: Clause, before: State['last']): void {
  const own = tokens.slice(clause.from, clause.to);
  const context: ClauseContext = {
    text: state.text,
    tokens: own,
    flags: clause.flags,
    clock: state.clock,
    isTypedSmall: state.isTypedSmall,
    mentions: state.mentions,
    isReported: false,
    isOngoing:
      tokens[clause.to]?.word === 'since' ||
      own.some(({ word }, i) => word === 'life' && /^(my|whole|entire|his|her)$/.test(own[i - 1]?.word ?? '')),
    subjectAt: Math.max(0, clause.subjectAt - clause.from),
  };
  const kin = findKin(own, context);
  const relative = own[0]?.word === 'who' ? personBefore(tokens, clause.start, context) : null;
  const canState = !clause.isQuestion && !clause.flags.isUnreal;
  state.candidates.push(...kin.candidates);
  addMentions(state, kin.mentions);
  const now: ClauseContext = { ...context, mentions: state.mentions };
  if (canState) {
    const hasSaid = /\b(?:said|told|wrote|thought|mentioned|typed)\b/i.test(
      state.text.slice(tokens[0]?.from ?? 0, own[0]?.from ?? 0),
    );
    const isBut = tokens.slice(clause.start, clause.from).some(({ word }) => word === 'but');
    const fix = readFix(now, state.candidates, state.lastObject, hasSaid && isBut);
    if (fix !== null) state.candidates = [...fix];
    else {
      const found = (
        relative === null
          ? readClause(state, now, clause.isOn ? before : null)
          : readRelativeClause(state, relative, now)
      ).filter((candidate) => !clause.flags.isWhen || candidate.isPast || candidate.validFrom !== null);
      const opinion =
        found.length === 0 ? readOpinion(state.text, tokens.slice(openingAt(tokens, clause), clause.to)) : null;
      if (opinion !== null) state.candidates.push(opinion);
      for (const one of found) if (!state.candidates.some((other) => isSame(one, other))) state.candidates.push(one);
    }
  }
  addMentions(state, namesIn(own, state, clause.from === 0));
}

/** Where a clause begins with its opening words, marks and conjunctions before them left out. */
function openingAt(tokens: readonly Token[], { start, to }: Clause): number {
  let i = start;
  while (
    i < to &&
    (tokens[i]?.isMark === true ||
      /^(and|but|so|well|honestly|also|personally|though|yeah|oh)$/.test(tokens[i]?.word ?? ''))
  )
    i += 1;
  return i;
}

const isSame = (a: Candidate, b: Candidate): boolean =>
  a.relation === b.relation &&
  a.act === b.act &&
  refKey(a.subject) === refKey(b.subject) &&
  JSON.stringify(a.object) === JSON.stringify(b.object);

function addAnswer(state: State, tokens: readonly Token[]): boolean {
  const clause: ClauseContext = {
    text: state.text,
    tokens,
    flags: NO_FLAGS,
    clock: state.clock,
    isTypedSmall: state.isTypedSmall,
    mentions: [],
    isReported: false,
    isOngoing: false,
    subjectAt: 0,
  };
  const answer = readAnswer(state.source, tokens, captureContextOf(clause, false).context);
  if (answer === null) return false;
  state.candidates.push(...answer);
  return true;
}

/** A quote that ends inside quotation marks takes the closing one along. */
function closeQuote(quote: Candidate['quote'], text: string): Candidate['quote'] {
  const isOpen = /["“][^"“”]*$/.test(text.slice(quote.from, quote.to));
  return isOpen && /["”]/.test(text.charAt(quote.to)) ? { ...quote, to: quote.to + 1 } : quote;
}

/** Reads every sentence of a turn in order; what a joke or a story says is left out. */
export function readTurn(source: Source, tags: readonly Tag[], most: number): readonly Candidate[] {
  const text = maskData(source.text);
  const state: State = {
    source,
    text,
    tags,
    clock: { saidAt: source.saidAt, zone: source.zone },
    isTypedSmall: isTypedSmall(text),
    mentions: [],
    candidates: [],
    lastObject: null,
    last: null,
  };
  let isFiction = false;
  /** Only the first sentence answers the turn before. */
  let isOpening = true;
  let carried: Flags = NO_FLAGS;
  let countBefore = 0;
  for (const sentence of splitSentences(text)) {
    if (state.candidates.length >= most) break;
    if (sentence.to - sentence.from > MAX_SENTENCE) continue;
    const words = text.slice(sentence.from, sentence.to);
    if (sentence.isParagraphStart) isFiction = false;
    isFiction ||= FICTION.test(words);
    if (JOKE.test(words)) state.candidates.length = countBefore;
    if (isFiction || JOKE.test(words)) continue;
    const tokens = tokenize(text, sentence.from, sentence.to);
    countBefore = state.candidates.length;
    const alone = flagsAlone(tokens);
    if (alone !== null) {
      carried = alone;
      continue;
    }
    if (isOpening && addAnswer(state, tokens)) {
      isOpening = false;
      continue;
    }
    isOpening = false;
    readSentence(state, tokens, sentence.isQuestion, carried);
    carried = NO_FLAGS;
  }
  return state.candidates
    .slice(0, most)
    .map((candidate) => ({ ...candidate, quote: closeQuote(candidate.quote, source.text) }));
}

function readSentence(state: State, tokens: readonly Token[], isQuestion: boolean, carried: Flags): void {
  const context = { text: state.text, isTypedSmall: state.isTypedSmall, mentions: state.mentions };
  for (const [i, clause] of splitClauses(tokens, { isQuestion }, context).entries()) {
    const before = state.last;
    if (!clause.isOn) state.last = null;
    const flags =
      i === 0
        ? {
            ...clause.flags,
            isActually: clause.flags.isActually || carried.isActually,
            isCorrection: clause.flags.isCorrection || carried.isCorrection,
            isDenial: clause.flags.isDenial || carried.isDenial,
          }
        : clause.flags;
    readOne(state, tokens, { ...clause, flags }, before);
  }
}
