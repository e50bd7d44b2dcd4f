import type { Bucket } from '../../contract/codex.ts';
import type { OperationType } from '../../contract/recall.ts';
import { FORMS, type Form, formOf } from './forms.pure.ts';
import { normaliseQuestion, withoutTime } from './normalise-question.pure.ts';
import { splitPair } from './pair.pure.ts';
import { type Kind, listPatterns, type Pattern, patternsOf } from './patterns.pure.ts';
import { type Head, isThingOf, nounOf, readHead, readTail, type Tail } from './question-shape.pure.ts';
import type { Tense } from './say.pure.ts';
import { listSubjects, type Marked, type NamedEntity, type SubjectAsked } from './subjects.pure.ts';

/** What the answer has to be made of. */
export type Mode =
  | 'current'
  /** What held in a stretch of time. */
  | 'at'
  /** Everything that ever held. */
  | 'history'
  | 'list'
  | 'count'
  | 'when'
  | 'duration'
  | 'age'
  /** The value before or after another one. */
  | 'beside'
  /** Two beginnings, how far apart or in which order. */
  | 'between'
  | 'first';

/** A question about facts: whose, which relation, and what of it. */
export type FactQuestion = {
  readonly subject: SubjectAsked;
  readonly relations: readonly string[];
  readonly mode: Mode;
  readonly at: { readonly from: Date; readonly to: Date; readonly words: string } | null;
  /** The value that the question names ("when did I move to Ghent"). */
  readonly value: string | null;
  /** The noun that was said for the relation ("sister"); `isKind`: only values of which evidence says so count. */
  readonly noun: { readonly word: string; readonly plural: string; readonly isKind: boolean } | null;
  /** What is counted ("languages"). */
  readonly thing: string;
  /** Which end of the time is asked for. */
  readonly edge: 'start' | 'end';
  readonly isAgo: boolean;
  readonly unit: Head['unit'];
  readonly order: 'first' | 'last' | 'previous' | 'all' | null;
  readonly side: 'before' | 'after' | null;
  readonly isPolar: boolean;
  readonly tense: Tense;
  /** The second of two things that are compared in time; the rest of this question is the first. */
  readonly other: FactQuestion | null;
};

export type AskedVocabulary = readonly {
  readonly name: string;
  readonly bucket: Bucket;
  readonly subject: readonly string[];
  readonly object: readonly string[];
}[];

export type AskedInput = {
  readonly period: { readonly from: Date; readonly to: Date; readonly words: string } | null;
  readonly operation: OperationType;
  /** Entities whose name or alias stands in the question. */
  readonly entities: readonly NamedEntity[];
  readonly vocabulary: AskedVocabulary;
};

type Match = {
  readonly form: Form;
  readonly kind: Kind;
  readonly head: Head;
  readonly tail: Tail;
  readonly tense: Tense;
  readonly noun: FactQuestion['noun'];
  readonly adjective: string;
  readonly size: number;
  /** The preposition at the end of the phrase is there, or the phrase has none. */
  readonly hasPreposition: boolean;
  readonly isNegated: boolean;
};

/** "How old is …" and the like ask by an adjective for what a noun names. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/^how old (?:is|am|are|was|were|will) §(?: be)?$/, "what is §'s age"],
  [/^how tall (?:is|am|are|was|were) §$/, "what is §'s height"],
  [/^how much (?:do|does|did) § weigh$/, "what is §'s weight"],
  [/^how much (?:do|does|did) § (?:earn|make|get paid)$/, "what is §'s salary"],
  [/^how (?:do|does|did) § (?:get|go|travel|commute) to work$/, "what is §'s commute"],
  [/^what (?:do|does) § do$/, "what is §'s job"],
  [/^who manages §$/, "who is §'s boss"],
  [/^how much rent (?:do|does) § pay$/, "what is §'s rent"],
  [/^what nationality (?:is|am|are) §$/, "what is §'s nationality"],
  [/^what should (?:you|i|we) call §$/, "what is §'s preferred name"],
  [/^what (breed|species) (?:is|was) §$/, "what is §'s $1"],
  [/^what (?:kind|sort|type) of animal (?:is|was) §$/, "what is §'s species"],
  [/^what (?:is|are) § called$/, "what is §'s name"],
  [/^(?:what|which) religion (?:is|am|are) §$/, "what is §'s religion"],
];

function tenseOf(head: Head, adverbs: string, tail: string): Tense {
  if (/^(?:did|was|were|had)$/.test(head.aux) || /\b(?:used to|use to|was|were|formerly|previously)\b/.test(adverbs))
    return 'past';
  if (/^ (?:was|were)\b/.test(tail)) return 'past';
  return /^(?:have|has)$/.test(head.aux) || /\b(?:have|has)\b/.test(adverbs) ? 'perfect' : 'present';
}

/** Words that may stand before the value in "before moving to Ghent". */
function verbWords(form: Form): ReadonlySet<string> {
  const phrases = [...form.verbs, ...form.begins, ...form.ends];
  const verbs = phrases.flatMap(({ verb, rest }) => [
    ...[verb.base, verb.third, verb.past, verb.participle, verb.ing],
    ...rest.split(' '),
  ]);
  return new Set([...verbs, 'moved', 'moving', 'started', 'starting', 'joined', 'joining', 'began', 'became']);
}

/** "Do I play any instruments" asks for all of them. */
const withoutThing = (tail: Tail, form: Form): Tail =>
  tail.value !== null && tail.value !== '' && (isThingOf(tail.value, form) || nounOf(tail.value, form) !== undefined)
    ? { ...tail, value: null }
    : tail;

function matchPattern({ form, kind, pattern, isBe }: Pattern, text: string, isRequest: boolean): Match | null {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return null;
  const head = readHead(groups.head ?? '', isRequest);
  if (head === null) return null;
  const adverbs = groups.adv ?? '';
  if (isBe && !/^(?:am|is|are|was|were)$/.test(head.aux) && !/\b(?:am|is|are|was|were|been|be)\b/.test(adverbs))
    return null;
  const noun = nounOf(groups.noun ?? head.thing, form) ?? null;
  if (kind === 'have' && noun === null) return null;
  const isWhether = head.asks === 'polar' && (groups.tail ?? '') !== '';
  const isThing = kind === 'noun' || kind === 'have' || isWhether || isThingOf(head.thing, form);
  if (!isThing || (kind === 'noun' && head.thing !== '' && head.thing !== noun?.word)) return null;
  const afterNoun = kind === 'noun' ? (groups.tail ?? '').replace(/^ (?:is|are|was|were)\b/, '') : (groups.tail ?? '');
  const said = readTail(afterNoun, verbWords(form));
  const tail = withoutThing(said, form);
  // "Am I going to …" asks for what is to come, and not for what happened.
  if (form.isEvent && !isBe && /^(?:am|is|are)$/.test(head.aux)) return null;
  // Of several relations with one verb the one that the noun names is meant.
  const named = tail === said ? 0 : (said.value ?? '').length;
  const size = text.length - (groups.head ?? '').length - afterNoun.length + named;
  const order = /\b(first|last)\b/.exec(adverbs)?.[1] as 'first' | 'last' | undefined;
  return {
    ...{ form, kind, head, noun, size },
    hasPreposition: groups.prep !== undefined || (head.preposition !== '' && head.thing !== ''),
    isNegated: head.isNegated || /\bnot\b/.test(adverbs),
    tail: order === undefined ? tail : { ...tail, order },
    tense: tenseOf(head, adverbs, groups.tail ?? ''),
    adjective: groups.adj ?? '',
  };
}

/** Whether the verb phrase may stand without its preposition, and with or without a "not". */
function isWellFormed(match: Match, { isNegated }: Pattern, acceptsWhen: boolean): boolean {
  const { form, kind, head, tail, hasPreposition } = match;
  if (match.isNegated !== isNegated) return false;
  if (kind === 'noun' || kind === 'have') return head.asks !== 'where' || form.isPlace || kind === 'noun';
  if (head.asks === 'where' && !form.isPlace) return false;
  if (hasPreposition) return true;
  if (tail.value !== null) return false;
  if (kind !== 'verb') return head.asks === 'when' || head.asks === 'ago';
  const isPlace = form.isPlace && /^(?:where|when|duration|polar|ago)$/.test(head.asks);
  return isPlace || (acceptsWhen && head.asks === 'when');
}

type Best = { readonly match: Match; readonly marked: Marked; readonly score: number; readonly others: Set<string> };

/** Reads what fact a question asks for, or null where it asks for anything else or for more. */
export function readFactQuestion(question: string, input: AskedInput): FactQuestion | null {
  const normal = normaliseQuestion(question);
  if (normal === null) return null;
  const bare = input.period === null ? normal.text : withoutTime(normal.text, input.period.words);
  return readPair(bare, input) ?? readOne(bare, input, normal.isRequest);
}

/** Two beginnings of one person that the question compares. */
function readPair(text: string, input: AskedInput): FactQuestion | null {
  const pair = splitPair(text);
  if (pair === null) return null;
  const [first, second] = pair.questions.map((question) => readOne(question, { ...input, period: null }, false));
  if (!first || !second || first.mode !== 'when' || second.mode !== 'when') return null;
  if (first.subject.kind !== 'entity' || second.subject.kind !== 'entity') return null;
  if (first.subject.id !== second.subject.id) return null;
  const relations = [...new Set([...first.relations, ...second.relations])];
  return { ...first, relations, mode: pair.kind, unit: pair.unit, other: second };
}

function readOne(bare: string, input: AskedInput, isRequest: boolean): FactQuestion | null {
  const known = new Map(input.vocabulary.map((relation) => [relation.name, relation]));
  const own = input.vocabulary.filter(({ name }) => !SHIPPED.has(name)).flatMap(({ name }) => patternsOf(formOf(name)));
  for (const marked of listSubjects(bare, input.entities)) {
    const text = IDIOMS.reduce((said, [pattern, as]) => said.replace(pattern, as), marked.text);
    let best: Best | null = null;
    for (const pattern of [...listPatterns(text), ...own]) {
      const relation = known.get(pattern.form.relation);
      if (relation === undefined || !isSubjectOf(marked.subject, relation.subject)) continue;
      const match = matchPattern(pattern, text, isRequest);
      if (match === null) continue;
      const acceptsWhen = takesWhen(pattern.form, relation.object);
      if (!isWellFormed(match, pattern, acceptsWhen) || !isFitting(match, acceptsWhen)) continue;
      const score = scoreOf(match, acceptsWhen);
      if (best === null || score > best.score) best = { match, marked, score, others: new Set() };
      else if (score === best.score && match.form !== best.match.form) best.others.add(match.form.relation);
    }
    if (best !== null) return toQuestion(best, input, known);
  }
  return null;
}

const SHIPPED = new Set(FORMS.map(({ relation }) => relation));

/** A wedding is not born anywhere. */
function isSubjectOf(subject: SubjectAsked, types: readonly string[]): boolean {
  if (subject.kind === 'role') return types.includes(subject.relation === 'pet' ? 'pet' : 'person');
  return types.includes(subject.type);
}

const takesWhen = (form: Form, object: readonly string[]): boolean =>
  object.includes('date') || form.things.includes('time') || form.relation === 'appointment';

/** The past of what happened and the present of what holds; "when" of a date; the longest words. */
function scoreOf({ form, tense, head, size, kind }: Match, acceptsWhen: boolean): number {
  const isTense = form.isEvent === (tense !== 'present');
  const isWhen = head.asks === 'when' && acceptsWhen;
  return size * 8 + (isWhen ? 4 : 0) + (isTense ? 2 : 0) + (kind === 'verb' ? 0 : 1);
}

/** Relations that say the same of another time, or from which the other can be computed. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  'scheduled for': ['happened on'],
  'happened on': ['scheduled for'],
  age: ['birthday'],
};

/** A question that says more than was understood is not answered from the ledger alone. */
function isFitting({ head, tail, kind, form }: Match, acceptsWhen: boolean): boolean {
  const isValueAsked = head.asks === 'when' || head.asks === 'duration' || head.asks === 'ago' || head.asks === 'until';
  if (tail.value !== null && !(isValueAsked || head.asks === 'polar')) return false;
  if (kind === 'begin' || kind === 'end') return isValueAsked || (kind === 'begin' && head.asks !== 'count');
  if (head.asks === 'when' && kind === 'noun' && !acceptsWhen) return false;
  return !(head.asks === 'where' && kind === 'noun' && !form.isPlace && form.relation !== 'home address');
}

type Relation = AskedVocabulary[number];

function modeOf(match: Match, { bucket, object }: Relation, at: FactQuestion['at']): Mode {
  const acceptsWhen = takesWhen(match.form, object);
  const { head, tail, tense, form, kind, adjective } = match;
  if (form.relation === 'age' && head.asks === 'what') return at === null ? 'age' : 'at';
  if (tail.relative !== null) return 'beside';
  if (head.asks === 'ago' || head.asks === 'until') return 'when';
  if (head.asks === 'when') return acceptsWhen && kind !== 'begin' && kind !== 'end' ? 'current' : 'when';
  if (head.asks === 'duration') return 'duration';
  if (head.asks === 'count') return 'count';
  if (at !== null) return 'at';
  const isPast =
    tense !== 'present' && !form.isEvent && kind !== 'begin' && (head.asks !== 'polar' || tail.value !== null);
  if (isPast || /^(?:old|previous|former|last|first|original)$/.test(adjective) || tail.order !== null)
    return 'history';
  return bucket === 'multi-valued' ? 'list' : 'current';
}

function toQuestion(
  { match, marked, others }: Best,
  input: AskedInput,
  known: ReadonlyMap<string, AskedVocabulary[number]>,
): FactQuestion | null {
  const { form, head, tail, noun, adjective, kind } = match;
  const relation = known.get(form.relation);
  if (relation === undefined) return null;
  const byAdjective = /^(?:old|previous|former)$/.test(adjective)
    ? 'previous'
    : /^(?:first|original)$/.test(adjective)
      ? 'first'
      : null;
  const base: FactQuestion = {
    subject: marked.subject,
    relations: [...new Set([form.relation, ...others, ...(COMPANIONS[form.relation] ?? [])])],
    mode: modeOf(match, relation, input.period),
    at: input.period,
    value: tail.relative?.value ?? tail.value,
    noun,
    thing: head.thing,
    edge: kind === 'end' || head.asks === 'until' ? 'end' : 'start',
    isAgo: head.asks === 'ago',
    unit: head.unit,
    order: input.operation === 'event_order' ? 'all' : (tail.order ?? byAdjective),
    side: tail.relative?.side ?? null,
    isPolar: head.asks === 'polar',
    tense: match.tense,
    other: null,
  };
  // "My sister's name" asks who she is, and no name need be known beside hers.
  if (
    marked.subject.kind === 'role' &&
    (form.relation === 'name' || form.relation === 'called') &&
    base.mode === 'current'
  ) {
    const { of, relation: role, label, isKind } = marked.subject;
    const asked = formOf(role).nouns.find(({ word }) => word === label) ?? null;
    const isMany = known.get(role)?.bucket === 'multi-valued';
    return {
      ...base,
      subject: of,
      relations: [role],
      noun: asked && { ...asked, isKind },
      mode: isMany ? 'list' : 'current',
    };
  }
  return base;
}
