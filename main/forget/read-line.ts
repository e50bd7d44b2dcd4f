import { z } from 'zod';
import { Amended } from '../journal/events/erasure.ts';
import { JournalEvent } from '../journal/events/index.ts';
import type { ScannedLine } from '../journal/scan-lines.ts';

const Line = z.object({ kind: z.string(), body: z.unknown() });

export type ReadLine = {
  /** Of the record that it is about: an amendment speaks for an earlier one. */
  readonly seq: number;
  readonly isAmendment: boolean;
  /** Null where this version does not understand it. */
  readonly event: JournalEvent | null;
};

/** What a scanned line says; null where it is no record. */
export function readLine(line: ScannedLine): ReadLine | null {
  const parsed = Line.safeParse(line.value());
  if (!parsed.success) return null;
  const { kind, body } = parsed.data;
  if (kind !== 'amended') return { seq: line.seq, isAmendment: false, event: toEvent({ kind, body }) };
  const amended = Amended.shape.body.safeParse(body);
  if (!amended.success) return null;
  return { seq: amended.data.seq, isAmendment: true, event: toEvent(amended.data) };
}

function toEvent({ kind, body }: { readonly kind: string; readonly body: unknown }): JournalEvent | null {
  const parsed = JournalEvent.safeParse({ kind, body });
  return parsed.success ? parsed.data : null;
}
