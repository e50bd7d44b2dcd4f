import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { assert } from '../lib/assert.ts';
import type { Sealer } from './record.pure.ts';
import { segmentName } from './segments.ts';

export type Segment = { readonly number: number; readonly firstSeq: number };

/** What an open journal knows about itself; only the writer changes it, after bytes are durable. */
export type JournalState = {
  readonly journalFolder: string;
  /** Of a protected folder; null where bodies lie in the open. */
  readonly sealer: Sealer | null;
  readonly segments: Segment[];
  /** The last segment, open for writing; null in a journal opened although damaged. */
  active: FileHandle | null;
  /** Bytes of the last segment that are durable; anything beyond is cut before the next write. */
  activeBytes: number;
  lastSeq: number;
  lastHash: string;
};

export function segmentPath(state: JournalState, segment: Segment): string {
  return join(state.journalFolder, segmentName(segment.number));
}

export function lastSegment(state: JournalState): Segment {
  const segment = state.segments.at(-1);
  assert(segment, 'an open journal has a segment');
  return segment;
}

/** The segment that holds `seq`. */
export function findSegment(state: JournalState, seq: number): Segment | null {
  return state.segments.findLast((segment) => segment.firstSeq <= seq) ?? null;
}

/** The one error for a record that does not verify; it names the place and never the content. */
export function damageError(file: string, seq: number, what: string): AppError {
  return new AppError(
    'journal.damaged',
    `The journal is damaged at record ${seq} in ${file}: ${what}. Nothing was changed; run "palimpsest doctor" or restore a backup.`,
    { details: { seq, file } },
  );
}
