import type { FactQuestion } from '../chat/contract/read-fact-question.pure.ts';
import { holdsAt, isStanding } from '../chat/contract/select-revisions.pure.ts';
import type { StaleFact } from '../contract/check-up.ts';
import type { Revision } from '../contract/codex.ts';

/** Answers that say how things are, and so end with what they say; others speak of a time of their own. */
const OF_THE_DAY: ReadonlySet<FactQuestion['mode']> = new Set([
  'current',
  'list',
  'count',
  'beside',
  'duration',
  'age',
]);

export type Before = {
  readonly mode: FactQuestion['mode'];
  readonly at: Date;
  /** What the answer rested on, as it stood. */
  readonly used: readonly Revision[];
};

export type Today = {
  readonly at: Date;
  /** All that is recorded of the same subjects and relations. */
  readonly revisions: readonly Revision[];
};

/**
 * Which facts of an answer no longer hold. A record that was wrong takes any answer with it; one that was replaced or is over
 * only an answer that told how things are.
 */
export function findStaleFacts(before: Before, today: Today): readonly StaleFact[] {
  const byId = new Map(today.revisions.map((revision) => [revision.id, revision]));
  const stale = new Map<string, StaleFact>();
  for (const revision of before.used) {
    if (!isStanding(revision)) continue;
    const current = byId.get(revision.id);
    if (current !== undefined && isStanding(current) && !isOver([revision, current], before, today)) continue;
    const successor = findSuccessor(current ?? revision, today);
    stale.set(revision.id, {
      id: revision.id,
      subject: revision.subject,
      relation: revision.relation,
      object: revision.object,
      // What is not recorded any more was taken back, or put into another record.
      status: current?.status ?? 'retracted',
      now: successor === null ? null : { id: successor.id, object: successor.object },
    });
  }
  return [...stale.values()];
}

type AsItWasAndIs = readonly [Revision, Revision];

const isOver = ([was, is]: AsItWasAndIs, before: Before, today: Today): boolean =>
  OF_THE_DAY.has(before.mode) && holdsAt(was, before.at) && !holdsAt(is, today.at);

function findSuccessor(revision: Revision, today: Today): Revision | null {
  const holding = today.revisions.filter(
    (each) =>
      each.id !== revision.id &&
      each.subject.id === revision.subject.id &&
      each.relation === revision.relation &&
      isStanding(each) &&
      holdsAt(each, today.at),
  );
  const named = holding.find(({ id }) => revision.supersededBy.includes(id));
  return named ?? (revision.bucket === 'multi-valued' ? null : (holding[0] ?? null));
}
