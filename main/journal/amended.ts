import { JournalEvent, parseEvent } from './events/index.ts';
import type { Journal } from './open.ts';
import type { JournalRecord } from './record.pure.ts';

/** By seq: what is left of records whose bodies were erased. */
export type Amendments = ReadonlyMap<number, JournalEvent>;

/**
 * The amendments in the records from `fromSeq` on, the last of each record. Whoever reads the history from there in order
 * needs no earlier ones: an amendment comes after what it amends.
 */
export async function collectAmendments(journal: Pick<Journal, 'read'>, fromSeq: number): Promise<Amendments> {
  const found = new Map<number, JournalEvent>();
  for await (const record of journal.read(fromSeq)) {
    if (record.kind !== 'amended') continue;
    const amendment = toAmendment(record);
    if (amendment !== null) found.set(amendment.seq, amendment.event);
  }
  return found;
}

/** What an `amended` record says of an earlier one; null where its own body was erased since, or is not understood here. */
export function toAmendment(record: JournalRecord): { readonly seq: number; readonly event: JournalEvent } | null {
  const parsed = parseEvent(record);
  if (parsed.state !== 'known' || parsed.event.kind !== 'amended') return null;
  const { seq, kind, body } = parsed.event.body;
  const left = JournalEvent.safeParse({ kind, body });
  return left.success ? { seq, event: left.data } : null;
}
