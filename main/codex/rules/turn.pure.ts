import type { Candidate, Source } from '../candidate.pure.ts';
import { readAnswer } from './answers.pure.ts';
import { ONLY_WRONG, SURE } from './claims.pure.ts';
import { type Clause, flagsAlone, splitClauses } from './clauses.pure.ts';
import { isFix, readFix } from './fixes.pure.ts';
import { findKin } from './kin.pure.ts';
import { type Flags, NO_FLAGS } from './leads.pure.ts';
import { isTypedSmall, readName } from './names.pure.ts';
import { readOpinion } from './opinions.pure.ts';
import {
  addMentions,
  personBefore,
  readClause,
  readRelativeClause,
  refKey,
  type Spoken,
  type State,
  type Tag,
} from './read-clause.pure.ts';
import { splitSentences } from './sentences.pure.ts';
import { cutAtDash, isSound } from './sound.pure.ts';
import { type ClauseContext, captureContextOf } from './statements.pure.ts';
import { isVerbAt, type Mention } from './subject.pure.ts';
import { maskData } from './text.pure.ts';
import { type Token, tokenize } from './token.pure.ts';

/** A longer sentence is a table or a dump, and no talk. */
const MAX_SENTENCE = 4_000;
const FICTION =
  /\b(?:in (?:my|the|this|our|a) (?:story|novel|book|game|dream|fanfic|screenplay|script|poem|song|play|campaign|tale|movie|film)|role-?play(?:ing)?|my (?:main |old |new |dnd |d&d )?character|(?:the|my) (?:protagonist|narrator|persona|avatar|hero|heroine)|(?:write|tell|draft|compose|generate|create|make up|invent|give) (?:me )?(?:a|an|some|the|another) (?:\w+ ){0,4}(?:story|poem|song|tale|scene|dialogue|monologue|biography|bio|letter|speech|script|sketch|joke|limerick|haiku|example|sentence|character|persona|cover letter|essay)|fiction(?:al)?|once upon a time|act as|pretend (?:to be|that|i|you)|you are now|let's pretend|hypothetical|imaginary|in character)\b/i;
const JOKE =
  /(?:^|[\s(])(?:just kidding|only kidding|i'?m kidding|kidding|j\/k|jk|lol jk|just joking|only joking|i'?m joking|joking|\/s|not really|as if|yeah right|in my dreams|i wish|psych|gotcha|april fools?)[\s.!)]*$|^(?:just kidding|only kidding|kidding|jk|just joking|only joking|i'?m joking|joking aside|not really|psych)\b/i;

/** Names in a clause that are nobody's objects: whom a pronoun might mean. */
function namesIn(tokens: readonly Token[], state: State, isFirst: boolean): readonly Mention[] {
  const mentions: Mention[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const name = readName(tokens, i, state);
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

function readOne(
  state: State,
  tokens: readonly Token[],
  { clause, before }: { readonly clause: Clause; readonly before: Spoken | null },
): void {
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
    const { denied } = state;
    const fix = readFix(now, { candidates: state.candidates, object: state.lastObject }, hasSaid && isBut);
    const right =
      denied === null || fix !== null
        ? null
        : readFix(now, { candidates: [{ ...denied, act: 'state', confidence: SURE }], object: state.lastObject }, true);
    const late =
      fix === null && right === null && state.candidates.length === 0 && isFix(now) ? readLateFix(state, now) : null;
    if (fix !== null) state.candidates = [...fix];
    else if (right !== null) state.candidates.push(...right);
    else if (late !== null) state.candidates.push(late);
    else {
      const found = (
        relative === null
          ? readClause(state, now, clause.isOn ? before : null)
          : readRelativeClause(state, relative, now)
      ).filter((candidate) => !clause.flags.isWhen || candidate.isPast || candidate.validFrom !== null);
      const opinion =
        found.length === 0 ? readOpinion(state.text, tokens.slice(openingAt(tokens, clause), clause.to)) : null;
      if (opinion !== null) state.candidates.push(opinion);
      for (const one of withDenied(state, found))
        if (!state.candidates.some((other) => isSame(one, other))) state.candidates.push(one);
    }
  }
  addMentions(state, namesIn(own, state, clause.from === 0));
}

/** "I don't live in Ghent, I live in Bruges": what was denied is what the next value of its kind replaces. */
function withDenied(state: State, found: readonly Candidate[]): readonly Candidate[] {
  const wrong = found.find(({ confidence }) => confidence === ONLY_WRONG);
  if (wrong !== undefined) {
    state.denied = wrong;
    return found.filter((one) => one !== wrong);
  }
  const { denied } = state;
  if (denied === null) return found;
  return found.map((one): Candidate => {
    const isRight =
      one.act === 'state' &&
      !one.isPast &&
      one.relation === denied.relation &&
      refKey(one.subject) === refKey(denied.subject);
    return isRight ? { ...one, act: 'correct', replaces: denied.object } : one;
  });
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

/** What is said to somebody, as they would say it of themselves. */
const swapped = (text: string): string =>
  text
    .replace(/\byou(?:'re| are)\b/gi, 'I am')
    .replace(/\byou(?:'ve| have)\b/gi, 'I have')
    .replace(/\byour\b/gi, 'my')
    .replace(/\byou\b/gi, 'I')
    .replaceAll('?', '.');
const MAX_BEFORE = 600;

/** "No, it's Braga" after "So you live in Porto?": the turn before said what is put right. */
function readLateFix({ source }: State, clause: ClauseContext): Candidate | null {
  const { before } = source;
  if (before === null || before.text.length > MAX_BEFORE) return null;
  const text = before.speaker === source.speaker ? before.text : swapped(before.text);
  const said = readState({ ...source, text, role: 'user', before: null }, [], 2);
  const [first, ...more] = said.candidates;
  if (first === undefined || more.length > 0 || first.subject.kind !== 'speaker') return null;
  const fixed = readFix(clause, { candidates: [first], object: said.lastObject }, true);
  return fixed?.[0] ?? null;
}

function readState(source: Source, tags: readonly Tag[], most: number): State {
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
    denied: null,
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
    // What somebody else holds to be so is not what the speaker says.
    if (/^\s*according to (?!me\b)/i.test(words)) continue;
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
    readSentence(state, tokens, { isQuestion: sentence.isQuestion, carried });
    carried = NO_FLAGS;
  }
  return state;
}

const SURE_TAG = 0.8;

/** A name held for a person that a tagger knows for something else. */
function isNoPerson({ subject, quote }: Candidate, text: string, tags: readonly Tag[]): boolean {
  if (subject.kind !== 'name' || subject.type !== 'person') return false;
  return tags.some(
    ({ from, to, type, score }) =>
      from >= quote.from &&
      to <= quote.to &&
      score >= SURE_TAG &&
      /^(?:location|organisation|product|work)$/.test(type) &&
      text.slice(from, to) === subject.name,
  );
}

/** Reads every sentence of a turn in order; what a joke or a story says is left out. */
export function readTurn(source: Source, tags: readonly Tag[], most: number): readonly Candidate[] {
  const state = readState(source, tags, most);
  return state.candidates
    .filter((candidate) => !isNoPerson(candidate, source.text, tags) && isSound(candidate, source.text))
    .slice(0, most)
    .map((candidate) => cutAtDash({ ...candidate, quote: closeQuote(candidate.quote, source.text) }));
}

function readSentence(
  state: State,
  tokens: readonly Token[],
  { isQuestion, carried }: { readonly isQuestion: boolean; readonly carried: Flags },
): void {
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
    readOne(state, tokens, { clause: { ...clause, flags }, before });
  }
}
