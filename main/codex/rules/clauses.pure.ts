import { type Clock, findTimePhrases } from '../dates.pure.ts';
import { type Flags, NO_FLAGS, readLeads } from './leads.pure.ts';
import { type Reading, readVerb } from './reading.pure.ts';
import { isVerbAt, readPeople, readPerson, type SubjectContext } from './subject.pure.ts';
import { HOLE } from './text.pure.ts';
import type { Token } from './token.pure.ts';
import { analysesOf } from './verbs.pure.ts';
import { AUXILIARIES, QUESTION_WORDS } from './words.pure.ts';

/** Part of a sentence that says one thing: tokens [from, to) of the sentence. */
export type Clause = {
  readonly from: number;
  readonly to: number;
  readonly flags: Flags;
  readonly isQuestion: boolean;
  /** How it is joined to the clause before: the word or mark, "" at the beginning. */
  readonly joint: string;
  /** It has no subject of its own. */
  readonly isOn: boolean;
  /** Where its subject is looked for: after a time that comes first. */
  readonly subjectAt: number;
  /** Where it begins with the words before it. */
  readonly start: number;
};

export type Sentence = {
  readonly from: number;
  readonly to: number;
  readonly isQuestion: boolean;
  readonly isParagraphStart: boolean;
};

const ABBREVIATION =
  /(?:^|[^\p{L}])(?:dr|mr|mrs|ms|prof|st|mt|e\.g|i\.e|vs|approx|no|jr|sr|inc|ltd|dept|feb|jan|aug|sept|sep|oct|nov|dec|\p{Lu})$/iu;

/** The sentences of a text by their end marks and line ends. */
export function splitSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let isParagraphStart = true;
  for (const { index, 0: mark } of text.matchAll(/[.!?…]{1,8}["')\]]{0,2}(?=\s|$)|\n+|\uFFFC+/g)) {
    if (index < from) continue;
    if (
      mark === '.' &&
      ABBREVIATION.test(text.slice(Math.max(from, index - 7), index)) &&
      /^\s+[\p{L}\d]/u.test(text.slice(index + 1, index + 4))
    )
      continue;
    const to = index + mark.length;
    if (text.slice(from, index).trim() !== '') {
      sentences.push({
        from,
        to: mark.startsWith('\n') ? index : to,
        isQuestion: mark.includes('?'),
        isParagraphStart,
      });
      isParagraphStart = false;
    }
    if (/\n\s*\n/.test(mark) || (mark.length > 1 && mark.startsWith('\n'))) isParagraphStart = true;
    from = to;
  }
  if (text.slice(from).trim() !== '') sentences.push({ from, to: text.length, isQuestion: false, isParagraphStart });
  return sentences;
}

const HARD = new Set([';', ':', '(', ')', '—', '–', HOLE, '[', ']', '.', '!', '?', '…']);
const SOFT = new Set([
  ',',
  '-',
  'and',
  'but',
  'so',
  'because',
  'since',
  'although',
  'though',
  'while',
  'whereas',
  'as',
  'plus',
  'or',
  'then',
  'if',
  'unless',
  'when',
  'until',
  'before',
  'after',
  'cause',
  'even',
  'now',
  'yet',
  'whenever',
  'once',
  'where',
  'who',
]);
const TAGS =
  /^(right|correct|yes|no|ok|okay|huh|eh|yeah|innit|is not it|do not i|does not she|does not he|did not i|is not that so|you know)$/;

/** A question begins here: a question word, or an auxiliary before its subject. */
export function startsQuestion(tokens: readonly Token[], at: number): boolean {
  let i = at;
  while (/^(so|and|but|,|then|well|also|please|or)$/.test(tokens[i]?.word ?? '')) i += 1;
  const word = tokens[i]?.word ?? '';
  if (QUESTION_WORDS.has(word)) return true;
  if (/^(any|please|got|thoughts|ideas|suggestions|help)$/.test(word)) return true;
  const after = tokens[i + 1]?.word ?? '';
  const second = after === 'not' ? (tokens[i + 2]?.word ?? '') : after;
  return (
    AUXILIARIES.has(word) &&
    (/^(i|you|we|they|he|she|it|there|this|that|these|those|my|our|your|his|her|their|the|a|an|anyone|any|someone|it's)$/.test(
      second,
    ) ||
      tokens[i + 1]?.isCapital === true)
  );
}

/** Whether a clause of its own begins at `at`: leads, then a subject with a verb. */
function startsClause(tokens: readonly Token[], at: number, context: SubjectContext): boolean {
  const next = readOpening(tokens, at, context.text).subjectAt;
  const person = readPerson(tokens, next, context);
  if (person !== null && isVerbAt(tokens, person.next) && tokens[person.next]?.word !== "'s") return true;
  const word = tokens[next]?.word ?? '';
  if (person !== null && tokens[person.next]?.word === "'s")
    return person.isBareName === false || tokens[next]?.isCapital === true;
  if (/^(my|our|his|her)$/.test(word)) {
    // "my birthday is": a noun with a verb soon after it.
    for (let i = next + 1; i < next + 7; i += 1) {
      if (tokens[i]?.isMark || tokens[i] === undefined) return false;
      if (AUXILIARIES.has(tokens[i]?.word ?? '') || tokens[i]?.word === "'s") return true;
    }
    return false;
  }
  if (/^(it|they|you|that|this|there|the|these|those|someone|people|everyone|nobody)$/.test(word)) {
    for (let i = next + 1; i < next + 5; i += 1) {
      if (tokens[i]?.isMark || tokens[i] === undefined) return false;
      if (AUXILIARIES.has(tokens[i]?.word ?? '') || tokens[i]?.word === "'s") return true;
    }
  }
  return false;
}

/** Positions of time words do not depend on when they are said. */
const ANY_CLOCK: Clock = { saidAt: '2020-06-15T12:00:00.000Z', zone: 'UTC' };
const MAX_OPENING = 60;

/** The words before a subject: leads, then a time ("In 2019, …"), where the subject begins, and what the leads mean. */
function readOpening(
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

const FINITE = new Set([
  'am',
  'is',
  'are',
  'was',
  'were',
  'have',
  'has',
  'had',
  'do',
  'does',
  'did',
  'will',
  'used',
  "'s",
]);
const LIKING = new Set(['like', 'love', 'enjoy', 'hate', 'adore', 'prefer', 'dislike']);
const CLEAR_OBJECT = /^(?:a|an|the|my|our|in|at|on|as|to|for|with|every|from|two|three|no|some|it)$/;

/** "… and work at Novatek": a verb in the form of the one before goes on with its subject. */
function goesOn(tokens: readonly Token[], at: number, before: Reading | null): boolean {
  if (before === null) return false;
  let i = at;
  while (
    /^(then|also|now|currently|just|recently|still|have|has|never|sometimes|usually|often|really|finally|later|both|even|mostly)$/.test(
      tokens[i]?.word ?? '',
    ) &&
    tokens[i + 1] !== undefined &&
    analysesOf(tokens[i + 1]?.word ?? '').length > 0
  )
    i += 1;
  const word = tokens[i]?.word ?? '';
  const after = tokens[i + 1];
  if (after === undefined || after.isMark || after.word === 'and')
    return /^(smoke|smokes)$/.test(word) && after === undefined;
  if (FINITE.has(word)) return true;
  const verb = tokens[before.verbAt]?.word ?? '';
  const forms = new Set<string>(
    before.lemma === 'be'
      ? /^(am|are)$/.test(verb)
        ? ['base']
        : /^(is|'s)$/.test(verb)
          ? ['s']
          : ['past']
      : analysesOf(verb)
          .filter(({ lemma }) => lemma === before.lemma)
          .map(({ form }) => form),
  );
  if (!analysesOf(word).some(({ form }) => forms.has(form))) return false;
  return !LIKING.has(before.lemma) || CLEAR_OBJECT.test(after.word) || after.isCapital;
}

/** The verb of the clause that begins at `at`, if its subject can be told. */
function verbAfter(tokens: readonly Token[], at: number, context: SubjectContext): Reading | null {
  const [person] = readPeople(tokens, at, context);
  return person === undefined ? null : readVerb(tokens, person.next);
}

const SUBORDINATES = new Set([
  'when',
  'before',
  'after',
  'because',
  'since',
  'although',
  'while',
  'as',
  'if',
  'until',
  'once',
]);

type Cut = { readonly at: number; readonly resume: number; readonly joint: string; readonly isOn?: boolean };

/** Places where one clause ends and the next begins. */
function findCuts(tokens: readonly Token[], isQuestion: boolean, context: SubjectContext): readonly Cut[] {
  const cuts: Cut[] = [];
  let i = readOpening(tokens, 0, context.text).subjectAt;
  let reading = verbAfter(tokens, i, context);
  // Names before the verb are its subjects: "Tom and Ana live …".
  if (reading !== null) i = reading.verbAt;
  const push = (cut: Cut): void => {
    cuts.push(cut);
    reading =
      verbAfter(tokens, readOpening(tokens, cut.resume, context.text).subjectAt, context) ??
      (cut.isOn === true ? reading : null);
  };
  let isSubordinate = tokens.slice(0, i).some(({ word }) => SUBORDINATES.has(word));
  for (; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined) break;
    const { word } = token;
    const previous = cuts[cuts.length - 1];
    if (previous !== undefined && i < previous.resume) continue;
    if (
      HARD.has(word) &&
      token.isMark &&
      !(word === '.' && tokens[i + 1] !== undefined && tokens[i - 1]?.isCapital === true)
    ) {
      push({ at: i, resume: readOpening(tokens, i + 1, context.text).subjectAt, joint: word });
      continue;
    }
    // "When I lived in Rome I loved pizza": nothing but the subject parts the two.
    if (
      isSubordinate &&
      reading !== null &&
      i > reading.verbAt + 1 &&
      /^(i|we)$/.test(word) &&
      startsClause(tokens, i, context)
    ) {
      push({ at: i, resume: i, joint: '' });
      isSubordinate = false;
      continue;
    }
    if (!SOFT.has(word) || i === 0) continue;
    // The conjunction is a lead of what follows; a comma before it belongs to it.
    const start =
      token.isMark ||
      word === 'and' ||
      word === 'but' ||
      word === 'or' ||
      word === 'so' ||
      word === 'then' ||
      word === 'plus'
        ? i + 1
        : i;
    const whoAt = word === ',' ? i + 1 : i;
    const isWho = tokens[whoAt]?.word === 'who' && isVerbAt(tokens, whoAt + 1);
    const isNext =
      isWho ||
      startsClause(tokens, start, context) ||
      ((isQuestion || word === 'so' || word === ',') && startsQuestion(tokens, start));
    const isOn = !isNext && (word === 'and' || word === 'but' || word === ',') && goesOn(tokens, start, reading);
    if (isNext || isOn)
      push({ at: i, resume: isOn ? start : readOpening(tokens, start, context.text).subjectAt, joint: word, isOn });
    else if (token.isMark && isTrailer(tokens, i + 1)) push({ at: i, resume: tokens.length, joint: word });
  }
  return cuts;
}

/** ", I think", ", right": nothing but words about the clause before. */
function isTrailer(tokens: readonly Token[], at: number): boolean {
  const rest = tokens
    .slice(at)
    .filter(({ isMark }) => !isMark)
    .map(({ word }) => word)
    .join(' ');
  return TAGS.test(rest) || (readLeads(tokens, at).next >= tokens.length && at < tokens.length);
}

function mergeFlags(a: Flags, b: Flags): Flags {
  return {
    isHedged: a.isHedged || b.isHedged,
    isUnreal: a.isUnreal || b.isUnreal,
    isActually: a.isActually || b.isActually,
    isCorrection: a.isCorrection || b.isCorrection,
    isDenial: a.isDenial || b.isDenial,
    isWhen: a.isWhen || b.isWhen,
  };
}

const HARMLESS_IF = /^(that|it|this|you|anyone|helpful|relevant|needed|anybody|asked|of)$/;

/**
 * The clauses of a sentence with what the words around them make of them: leads that stand alone pass on to the next
 * clause, trailing hedges to the one before, and a condition to the whole sentence.
 */
export function splitClauses(
  tokens: readonly Token[],
  sentence: { isQuestion: boolean },
  context: SubjectContext,
): readonly Clause[] {
  const cuts = findCuts(tokens, sentence.isQuestion, context);
  const starts = [
    { at: 0, joint: '', isOn: false },
    ...cuts.map(({ at, joint, isOn = false }) => ({ at, joint, isOn })),
  ];
  const clauses: { -readonly [K in keyof Clause]: Clause[K] }[] = [];
  let carried = NO_FLAGS;
  let isConditional = false;
  for (const [i, { at, joint, isOn }] of starts.entries()) {
    const to = starts[i + 1]?.at ?? tokens.length;
    const { next, subjectAt, flags } = isOn
      ? { next: at + 1, subjectAt: at + 1, flags: NO_FLAGS }
      : readOpening(tokens, at, context.text);
    const from = Math.min(next, to);
    const words = tokens.slice(from, to).filter(({ isMark }) => !isMark);
    const before = clauses[clauses.length - 1];
    if (flags.isUnreal && !HARMLESS_IF.test(tokens[next]?.word ?? ''))
      isConditional ||= tokens
        .slice(at, next)
        .some(({ word }) =>
          /^(if|unless|suppose|imagine|say|wish|assuming|pretend|hypothetically|supposing|case)$/.test(word),
        );
    if (words.length === 0) {
      if (before !== undefined && i === starts.length - 1)
        before.flags = { ...before.flags, isHedged: before.flags.isHedged || flags.isHedged };
      else carried = mergeFlags(carried, flags);
      continue;
    }
    if (before !== undefined && TAGS.test(words.map(({ word }) => word).join(' '))) {
      if (sentence.isQuestion) before.isQuestion = true;
      continue;
    }
    const passed =
      joint === '' || joint === ':' || joint === ',' || joint === '-' || joint === '—' || joint === '–'
        ? carried
        : NO_FLAGS;
    clauses.push({
      from,
      to,
      flags: mergeFlags(passed, flags),
      isQuestion: at > 0 && tokens[from]?.word === 'who' ? false : startsQuestion(tokens, from),
      joint,
      isOn,
      start: at,
      subjectAt: Math.min(subjectAt, to),
    });
    carried = NO_FLAGS;
  }
  const last = clauses[clauses.length - 1];
  if (last !== undefined && sentence.isQuestion) last.isQuestion = true;
  return isConditional ? clauses.map((clause) => ({ ...clause, flags: { ...clause.flags, isUnreal: true } })) : clauses;
}

/** Words that a leading clause passes on to the next sentence: "Correction." and "That's not true." */
export function flagsAlone(tokens: readonly Token[]): Flags | null {
  const { next, flags } = readLeads(tokens, 0);
  return next >= tokens.length ? flags : null;
}
