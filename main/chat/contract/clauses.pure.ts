import type { Revision } from '../../contract/codex.ts';
import { sayDate, startOf } from './dates.pure.ts';
import { type Form, formOf } from './forms.pure.ts';
import type { FactQuestion } from './read-fact-question.pure.ts';
import {
  joinParts,
  plain,
  type Sentence,
  sayInterval,
  sayOpening,
  sayValue,
  type Tense,
  type Who,
} from './say.pure.ts';

/** What every sentence about one subject is made from. */
export type Case = {
  readonly question: FactQuestion;
  /** All that was ever recorded of the subject and the relations, wrong ones included. */
  readonly all: readonly Revision[];
  /** Those that held at some time. */
  readonly standing: readonly Revision[];
  readonly who: Who;
  readonly now: Date;
  readonly zone: string;
};

export type Outcome = 'known' | 'over' | 'conflict' | 'unknown';
export type Derived = {
  readonly outcome: Outcome;
  readonly sentence: Sentence;
  readonly used: readonly Revision[];
  readonly steps: readonly string[];
};

export const UNKNOWN: Derived = { outcome: 'unknown', sentence: [], used: [], steps: ['nothing recorded holds then'] };

export const onDate = (at: string, precision: Revision['precision'], zone: string): string =>
  `${precision === 'day' || precision === 'minute' ? 'on' : 'in'} ${sayDate(at, precision, zone)}`;

/** The noun of the question where it is one of the relation's; a narrower one only where it was kept. */
const nounFor = ({ noun }: FactQuestion, form: Form): FactQuestion['noun'] =>
  noun !== null && form.nouns.some(({ word }) => word === noun.word) ? noun : null;

export type Told = {
  readonly tense: Tense;
  readonly isTimed: boolean;
  /** "3 languages" before the values. */
  readonly counted?: string;
  readonly word?: 'and' | 'or';
};

/** What is said beside a value: when it held, or that nobody has spoken of it for long. */
export function besideValue(revision: Revision, { all, zone }: Case): string {
  if (formOf(revision.relation).isEvent) {
    const start = startOf(revision);
    return start?.isStated ? onDate(start.at, start.precision, zone) : '';
  }
  const interval = sayInterval(revision, all, zone);
  const mentioned = revision.status === 'dormant' ? revision.lastMentionedAt : null;
  const last = mentioned === null ? '' : `last mentioned on ${sayDate(mentioned, 'day', zone)}`;
  return [interval, last].filter((text) => text !== '').join(', ');
}

function sayItem(revision: Revision, of: Case, { isTimed, isAlone }: { isTimed: boolean; isAlone: boolean }): Sentence {
  const value = sayValue(revision, formOf(revision.relation));
  const beside = isTimed ? besideValue(revision, of) : '';
  const isBare = beside === '' || (isAlone && /^(?:since|until|on|in) /.test(beside));
  const text = beside === '' ? value : isBare ? `${value}, ${beside}` : `${value} (${beside})`;
  const isEvent = formOf(revision.relation).isEvent && isAlone;
  return [{ text: isEvent ? text.replace(/, (?=(?:on|in) )/, ' ') : text, revision }];
}

/** Values under one opening a relation: "You speak Turkish and Dutch; you are learning Welsh". */
export function sayClauses(revisions: readonly Revision[], of: Case, told: Told): Sentence {
  const relations = [...new Set(revisions.map(({ relation }) => relation))];
  return relations.flatMap((relation, index): Sentence => {
    const form = formOf(relation);
    const mine = revisions.filter((revision) => revision.relation === relation);
    const noun = nounFor(of.question, form);
    const isMany = mine.length > 1;
    const opening = sayOpening(form, { who: of.who, tense: told.tense, noun, isMany: isMany && told.word !== 'or' });
    const start = index === 0 ? opening : `; ${lowerYou(opening)}`;
    const items = mine.map((revision) => sayItem(revision, of, { isTimed: told.isTimed, isAlone: !isMany }));
    return [plain(`${start}${told.counted ?? ''}`), ...joinParts(items, told.word)];
  });
}

/** "You" and "Your" inside a sentence. */
export const lowerYou = (text: string): string => text.replace(/^You(r?)\b/, 'you$1');

export const end = (sentence: Sentence, more = ''): Sentence => [...sentence, plain(`${more}.`)];

/** Neither is chosen: both are said, with the days on which they were. */
export function sayConflict(revisions: readonly Revision[], of: Case, tense: Tense): Derived {
  const dated = sayClauses(revisions, of, { tense, isTimed: false, word: 'or' }).map((part) => {
    if (part.revision === null) return part;
    const said = part.revision.evidence
      .flatMap(({ at }) => (at === null ? [] : [at]))
      .toSorted()
      .at(-1);
    return said === undefined ? part : { ...part, text: `${part.text} (said on ${sayDate(said, 'day', of.zone)})` };
  });
  return {
    outcome: 'conflict',
    sentence: end(dated, '; these conflict, and nothing settles which is right'),
    used: revisions,
    steps: [`${revisions.length} values conflict: neither time nor authority orders them`],
  };
}
