import type { Bucket, InboxItem, Procedure, Revision, RevisionId } from '../../../main/contract/index.ts';
import { sayFact, textOf } from '../memory/revisions.pure.ts';

/** What stands in the list: something heard, how something is wanted, or two beliefs that nothing can order. */
export type Entry =
  | { readonly kind: 'item'; readonly key: string; readonly item: InboxItem }
  | { readonly kind: 'habit'; readonly key: string; readonly habit: Procedure }
  | { readonly kind: 'conflict'; readonly key: string; readonly revisions: readonly Revision[] };

type Page = {
  readonly items: readonly InboxItem[];
  readonly conflicts: readonly (readonly Revision[])[];
  readonly habits: readonly Procedure[];
};

/** Conflicts first, for they are in use already; then habits, which are few; then what was heard, in the engine's order. */
export function listEntries({ items, conflicts, habits }: Page): readonly Entry[] {
  return [
    ...conflicts
      .filter((revisions) => revisions.length > 1)
      .map((revisions): Entry => ({ kind: 'conflict', key: revisions.map(({ id }) => id).join(' '), revisions })),
    ...habits.map((habit): Entry => ({ kind: 'habit', key: habit.id, habit })),
    ...items.map((item): Entry => ({ kind: 'item', key: item.id, item })),
  ];
}

/** "lives in Leipzig"; what is said to be over names what is believed now. */
export function itemFact(item: InboxItem): string {
  const object = item.object ?? item.current[0]?.object;
  return object ? sayFact(item.relation, textOf(object)) : item.relation;
}

/** Where the list stands after something left it: at the same place, or at its new end. */
export function placeAfter(
  entries: readonly Entry[],
  before: { readonly key: string; readonly place: number },
): number {
  const same = entries.findIndex(({ key }) => key === before.key);
  return same === -1 ? Math.min(before.place, entries.length - 1) : same;
}

/** A number in words that promises nothing: how sure the reading is. */
export const surenessOf = (confidence: number): 'high' | 'middle' | 'low' =>
  confidence >= 0.85 ? 'high' : confidence >= 0.6 ? 'middle' : 'low';

/** The candidate as a revision that waits, for its lifeline. */
export function toPending(item: InboxItem, bucket: Bucket): Revision | null {
  const object = item.object ?? item.current[0]?.object;
  if (!object) return null;
  return {
    ...{ id: item.id, subject: item.subject, relation: item.relation, bucket, object, status: 'pending' },
    ...{ validFrom: item.validFrom?.at ?? item.evidence.at, isStartStated: item.validFrom !== null },
    ...{ validTo: item.validTo?.at ?? null, precision: item.validFrom?.precision ?? 'day' },
    ...{ knownFrom: item.evidence.at ?? item.validFrom?.at ?? '1970-01-01T00:00:00Z', knownTo: null },
    ...{ generation: 0, confidence: item.confidence, strength: 0, assertedBy: 'user', lastMentionedAt: null },
    ...{ evidence: [item.evidence], supersedes: [], supersededBy: [] as readonly RevisionId[], isSensitive: false },
  };
}

/** What is believed now as it will lie when the candidate is kept: beneath, where one value replaces the other. */
export function beneath(item: InboxItem, pending: Revision): readonly Revision[] {
  if (pending.bucket === 'multi-valued' || item.act !== 'state') return item.current;
  return item.current.map((each) => ({
    ...each,
    status: 'superseded',
    validTo:
      each.validTo === null || (pending.validFrom !== null && each.validTo > pending.validFrom)
        ? pending.validFrom
        : each.validTo,
  }));
}
