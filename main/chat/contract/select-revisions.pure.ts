import type { Revision } from '../../contract/codex.ts';
import { contentWords } from '../quote.pure.ts';
import { formOf } from './forms.pure.ts';
import type { FactQuestion } from './read-fact-question.pure.ts';

/** What held at some time: corrected and retracted ones never did, pending ones are not believed. */
export const isStanding = ({ status }: Revision): boolean =>
  status !== 'pending' && status !== 'corrected' && status !== 'retracted';

/** Whether it holds at an instant; what is over without a known end does not. */
export function holdsAt({ status, validFrom, validTo }: Revision, at: Date): boolean {
  if (validTo === null && (status === 'ended' || status === 'superseded')) return false;
  return (validFrom === null || new Date(validFrom) <= at) && (validTo === null || at < new Date(validTo));
}

/** Whether it held in some part of a stretch of time. */
export function overlaps({ status, validFrom, validTo }: Revision, from: Date, to: Date): boolean {
  if (validTo === null && (status === 'ended' || status === 'superseded')) return false;
  return (validFrom === null || new Date(validFrom) < to) && (validTo === null || from < new Date(validTo));
}

export const objectKey = ({ object }: Revision): string => (object.kind === 'entity' ? object.id : object.value);
const wordsOf = ({ object }: Revision): ReadonlySet<string> =>
  contentWords(object.kind === 'entity' ? object.name : `${object.text}`);

const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size > 0 && [...a].every((word) => b.has(word));

/** Whether the words name this value: all of the shorter are in the longer. */
export function isNamed(revision: Revision, value: string): boolean {
  const asked = contentWords(value);
  const words = wordsOf(revision);
  return isWithin(asked, words) || isWithin(words, asked);
}

const hasWord = ({ evidence }: Revision, words: readonly string[]): boolean =>
  evidence.some(({ quote }) => words.some((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(quote)));

/** "Sister": those whose evidence says so; else, where one is enough, those of which no other kind is said. */
export function ofKind(
  revisions: readonly Revision[],
  noun: FactQuestion['noun'],
  isExact: boolean,
): readonly Revision[] {
  if (noun?.isKind !== true) return revisions;
  const said = revisions.filter((revision) => hasWord(revision, [noun.word, noun.plural]));
  if (said.length > 0 || isExact) return said;
  return revisions.filter((revision) => {
    const kinds = formOf(revision.relation).nouns.filter(({ isKind }) => isKind);
    return !hasWord(
      revision,
      kinds.flatMap(({ word, plural }) => [word, plural]),
    );
  });
}

/** In the order in which they began; what has no beginning comes first, and ties stay as recorded. */
export function inOrder(revisions: readonly Revision[]): readonly Revision[] {
  const start = ({ validFrom, validTo, knownFrom }: Revision): string =>
    validFrom ?? (validTo === null ? knownFrom : '');
  return [...revisions].sort((a, b) => start(a).localeCompare(start(b)));
}

/** Each value once: the revision that says most of it. */
export function distinct(revisions: readonly Revision[]): readonly Revision[] {
  const byKey = new Map<string, Revision>();
  for (const revision of revisions) {
    const known = byKey.get(objectKey(revision));
    if (known === undefined || (known.validTo !== null && revision.validTo === null))
      byKey.set(objectKey(revision), revision);
  }
  return [...byKey.values()];
}

/** Values that neither time nor authority could order. */
export function conflictAmong(revisions: readonly Revision[]): readonly Revision[] {
  const disputed = distinct(revisions.filter(({ status }) => status === 'conflicted'));
  return disputed.length > 1 ? disputed : [];
}

/** Whether the relation has one value at a time. */
export const isSingle = (revisions: readonly Revision[]): boolean =>
  revisions.every(({ bucket }) => bucket !== 'multi-valued');
