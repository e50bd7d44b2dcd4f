import type { Bucket } from '../../contract/codex.ts';
import type { OperationType } from '../../contract/recall.ts';
import { FORMS, formOf } from './forms.pure.ts';
import {
  isFitting,
  isWellFormed,
  type Match,
  matchPattern,
  scoreOf,
  takesWhen,
  withoutIdioms,
} from './match-question.pure.ts';
import { normaliseQuestion, withoutTime } from './normalise-question.pure.ts';
import { splitPair } from './pair.pure.ts';
import { listPatterns, patternsOf } from './patterns.pure.ts';
import type { Head } from './question-shape.pure.ts';
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
    const text = withoutIdioms(marked.text);
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

/** Relations that say the same of another time, or from which the other can be computed. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  'scheduled for': ['happened on'],
  'happened on': ['scheduled for'],
  age: ['birthday'],
};

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
