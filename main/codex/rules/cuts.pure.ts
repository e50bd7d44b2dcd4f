import { readLeads } from './leads.pure.ts';
import { readOpening } from './openings.pure.ts';
import { type Reading, readVerb } from './reading.pure.ts';
import { isVerbAt, readPeople, readPerson, type SubjectContext } from './subject.pure.ts';
import { HOLE } from './text.pure.ts';
import type { Token } from './token.pure.ts';
import { analysesOf } from './verbs.pure.ts';
import { AUXILIARIES, QUESTION_WORDS } from './words.pure.ts';

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
export const TAGS =
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
  if (/^(he|she|it|they|you|that|this|there|the|these|those|someone|people|everyone|nobody)$/.test(word)) {
    for (let i = next + 1; i < next + 5; i += 1) {
      if (tokens[i]?.isMark || tokens[i] === undefined) return false;
      if (AUXILIARIES.has(tokens[i]?.word ?? '') || tokens[i]?.word === "'s") return true;
    }
  }
  return false;
}

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

/** "I'm vegan and allergic to soy": what may follow the same "is". */
const PREDICATES =
  /^(?:allergic|married|engaged|interested|afraid|scared|terrified|based|fluent|vegan|vegetarian|single|intolerant|lactose|passionate|a|an)$/;

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
  if (before.lemma === 'be' && PREDICATES.test(word)) return true;
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
  return true;
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

type Scan = {
  readonly tokens: readonly Token[];
  readonly context: SubjectContext;
  readonly isQuestion: boolean;
  readonly reading: Reading | null;
};

/** A mark that always parts clauses; a colon before listed names and the point of "Dr." do not. */
function isHardAt(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  if (token === undefined || !token.isMark || !HARD.has(token.word)) return false;
  const isBeforeName = tokens[i + 1]?.isCapital === true;
  if (token.word === ':') return !(isBeforeName && /s$|children/.test(tokens[i - 1]?.word ?? ''));
  return !(token.word === '.' && tokens[i + 1] !== undefined && tokens[i - 1]?.isCapital === true);
}

/** The conjunction is a lead of what follows; these belong to neither clause. */
const JOINTS = new Set(['and', 'but', 'or', 'so', 'then', 'plus']);

/** The cut at a conjunction or comma; null where no clause begins after it. */
function softCutAt(i: number, { tokens, context, isQuestion, reading }: Scan): Cut | null {
  const token = tokens[i];
  if (token === undefined || i === 0 || !SOFT.has(token.word)) return null;
  const { word } = token;
  const start = token.isMark || JOINTS.has(word) ? i + 1 : i;
  const whoAt = word === ',' ? i + 1 : i;
  const isWho = tokens[whoAt]?.word === 'who' && isVerbAt(tokens, whoAt + 1);
  const isAsking = (isQuestion || word === 'so' || word === ',') && startsQuestion(tokens, start);
  if (isWho || isAsking || startsClause(tokens, start, context))
    return { at: i, resume: readOpening(tokens, start, context.text).subjectAt, joint: word };
  const canGoOn = word === 'and' || word === ',' || (word === 'but' && reading?.isNegated !== true);
  if (canGoOn && goesOn(tokens, start, reading)) return { at: i, resume: start, joint: word, isOn: true };
  return token.isMark && isTrailer(tokens, i + 1) ? { at: i, resume: tokens.length, joint: word } : null;
}

/** Places where one clause ends and the next begins. */
export function findCuts(tokens: readonly Token[], isQuestion: boolean, context: SubjectContext): readonly Cut[] {
  const cuts: Cut[] = [];
  let i = readOpening(tokens, 0, context.text).subjectAt;
  let reading = verbAfter(tokens, i, context);
  let isSubordinate = tokens.slice(0, i).some(({ word }) => SUBORDINATES.has(word));
  // Names before the verb are its subjects: "Tom and Ana live …".
  if (reading !== null) i = reading.verbAt;
  for (; i < tokens.length; i += 1) {
    const word = tokens[i]?.word ?? '';
    const previous = cuts[cuts.length - 1];
    if (previous !== undefined && (i < previous.resume || (i === previous.resume && word === 'who'))) continue;
    // "When I lived in Rome I loved pizza": nothing but the subject parts the two.
    const isBare =
      isSubordinate &&
      reading !== null &&
      i > reading.verbAt + 1 &&
      /^(i|we)$/.test(word) &&
      startsClause(tokens, i, context);
    const hard = isHardAt(tokens, i)
      ? { at: i, resume: readOpening(tokens, i + 1, context.text).subjectAt, joint: word }
      : null;
    const cut: Cut | null =
      hard ?? (isBare ? { at: i, resume: i, joint: '' } : softCutAt(i, { tokens, context, isQuestion, reading }));
    if (cut === null) continue;
    if (isBare) isSubordinate = false;
    cuts.push(cut);
    const own =
      tokens[cut.resume]?.word === 'who'
        ? readVerb(tokens, cut.resume + 1)
        : verbAfter(tokens, readOpening(tokens, cut.resume, context.text).subjectAt, context);
    reading = own ?? (cut.isOn === true ? reading : null);
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
