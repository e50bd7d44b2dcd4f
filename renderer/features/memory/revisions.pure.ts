import type { FactObject, Revision, RevisionId, RevisionStatus } from '../../../main/contract/index.ts';

const NEVER_TRUE: ReadonlySet<RevisionStatus> = new Set(['corrected', 'retracted', 'pending']);

/** Whether it is part of what was believed, right or not yet over; the rest is only kept. */
export const isBelieved = (revision: Revision): boolean =>
  !NEVER_TRUE.has(revision.status) && revision.knownTo === null;

/** The record was wrong, or was taken back: kept, never used. */
export const isWithdrawn = ({ status }: Revision): boolean => status === 'corrected' || status === 'retracted';

export const startMs = ({ validFrom }: Revision): number => (validFrom === null ? -Infinity : Date.parse(validFrom));
export const endMs = ({ validTo }: Revision): number => (validTo === null ? Infinity : Date.parse(validTo));

export const holdsAt = (revision: Revision, ms: number): boolean => startMs(revision) <= ms && ms < endMs(revision);

export const textOf = (object: FactObject): string => (object.kind === 'entity' ? object.name : object.text);

/** The same value in other words is the same value. */
export const valueKey = (object: FactObject): string =>
  object.kind === 'entity' ? `entity ${object.id}` : `literal ${object.value}`;

/** When its end became known: with what replaced it, else with what it itself was said. */
export function endKnownMs(revision: Revision, all: ReadonlyMap<RevisionId, Revision>): number {
  const known = Date.parse(revision.knownFrom);
  const later = revision.supersededBy.flatMap((id) => {
    const next = all.get(id);
    return next ? [Date.parse(next.knownFrom)] : [];
  });
  return Math.max(known, later.length === 0 ? known : Math.min(...later));
}

const PREPOSITION = /(?:^| )(?:in|at|as|on|to|from|with|of|for|by)$/;
const VERB = /^(?:[a-z]+s|can|met|won|bought|sold|lost|visited|founded|attended)(?: |$)/;
const NOUN = /^(?:species|pronouns|address)(?: |$)/;

/** "lives in Leipzig", "birthday: 3 May": relations are verbs or nouns, and only a verb runs on into its value. */
export function sayFact(relation: string, value: string): string {
  return isVerb(relation) ? `${relation} ${value}` : `${relation}: ${value}`;
}

/** The same of somebody else: "Mira lives in Lisbon", "Mira, birthday: 3 May". */
export const sayFactOf = (name: string, relation: string, value: string): string =>
  `${name}${isVerb(relation) ? '' : ','} ${sayFact(relation, value)}`;

const isVerb = (relation: string): boolean =>
  PREPOSITION.test(relation) || (VERB.test(relation) && !NOUN.test(relation));

/** Newest on top; what was withdrawn lies right under what took its place. */
export function inLayers(revisions: readonly Revision[]): readonly Revision[] {
  const layers = revisions
    .filter((each) => !isWithdrawn(each))
    .sort(byTime)
    .reverse();
  for (const wrong of revisions.filter(isWithdrawn).sort(byTime)) {
    const over = layers.findIndex(({ id }) => wrong.supersededBy.includes(id));
    layers.splice(over === -1 ? layers.length : over + 1, 0, wrong);
  }
  return layers;
}

/** Oldest beginning first; what became known later is later where they begin together. */
export const byTime = (a: Revision, b: Revision): number =>
  startMs(a) === startMs(b) ? Date.parse(a.knownFrom) - Date.parse(b.knownFrom) : startMs(a) < startMs(b) ? -1 : 1;
