import { AppError } from '../contract/errors.ts';
import { assert } from '../lib/assert.ts';
import { shownName } from './files.ts';
import { checkStoredLine, type Fault, isSealed, type JournalRecord } from './record.pure.ts';
import { readLines } from './segments.ts';
import { damageError, findSegment, type JournalState, segmentPath } from './state.ts';

const FAULT_TEXT: Readonly<Record<Fault, string>> = {
  'not-utf8': 'it is not valid UTF-8',
  'not-json': 'it is not a JSON line',
  'wrong-shape': 'it lacks or adds fields',
  'not-canonical': 'its bytes are not the canonical form',
  'wrong-commit': 'its body does not match its commitment',
  'wrong-hash': 'its fields do not match its hash',
  'wrong-seal': 'its body does not open with the key of this folder',
  'wrong-seq': 'another record stands in its place',
  'wrong-prev': 'it does not follow the record before it',
};

/** A fault in words that fit a message about one record. */
export function describeFault(fault: Fault): string {
  return FAULT_TEXT[fault];
}

/** A body that cannot be read is not one that was erased: nothing may be made of it. */
function assertOpen(record: JournalRecord): JournalRecord {
  if (!isSealed(record)) return record;
  throw new AppError('vault.locked', 'This data folder is locked. Unlock it with its passphrase or recovery key.');
}

/**
 * Records from `fromSeq` to the last one that is durable at the call, each checked against the chain; one chunk and
 * one record are in memory. Throws `journal.damaged` at a record that does not verify.
 */
export async function* readRecords(state: JournalState, fromSeq: number): AsyncGenerator<JournalRecord> {
  const untilSeq = state.lastSeq;
  let seq = Math.max(1, fromSeq);
  let prev: string | null = null;
  while (seq <= untilSeq) {
    const segment = findSegment(state, seq);
    assert(segment, 'a durable record has a segment');
    const startSeq = seq;
    const path = segmentPath(state, segment);
    // Lines before the first wanted one are only counted: an index of offsets would go stale under an erasure.
    let toSkip = seq - segment.firstSeq;
    // Stops by number and not by size: an erasure may replace the file while it is read, and both versions serve.
    for await (const line of readLines(path)) {
      if (seq > untilSeq) break;
      if (toSkip > 0) {
        toSkip -= 1;
        continue;
      }
      const check = checkStoredLine(line.bytes, { prev, seq, sealer: state.sealer });
      if (check.kind !== 'ok') throw damageError(shownName(path), seq, describeFault(check.fault));
      yield assertOpen(check.record);
      prev = check.record.hash;
      seq += 1;
    }
    if (seq === startSeq) throw damageError(shownName(path), seq, 'it is missing');
  }
}

/**
 * The records with these numbers, ascending. Lines between them are counted and not parsed: a forget wants a few of many,
 * and what else stands in a segment is verified by who reads it.
 */
export async function* readRecordsAt(state: JournalState, seqs: readonly number[]): AsyncGenerator<JournalRecord> {
  const wanted = [...new Set(seqs)].filter((seq) => seq >= 1 && seq <= state.lastSeq).sort((a, b) => a - b);
  let next = 0;
  while (next < wanted.length) {
    const segment = findSegment(state, wanted[next] ?? 0);
    assert(segment, 'a durable record has a segment');
    const path = segmentPath(state, segment);
    const before = next;
    let seq = segment.firstSeq;
    for await (const { bytes } of readLines(path)) {
      if (next >= wanted.length || seq > state.lastSeq) break;
      if (seq === wanted[next]) {
        const check = checkStoredLine(bytes, { prev: null, seq, sealer: state.sealer });
        if (check.kind !== 'ok') throw damageError(shownName(path), seq, describeFault(check.fault));
        yield assertOpen(check.record);
        next += 1;
      }
      seq += 1;
    }
    if (next === before) throw damageError(shownName(path), wanted[next] ?? seq, 'it is missing');
  }
}

/** One record by number, or null past the end. */
export async function readRecordAt(state: JournalState, seq: number): Promise<JournalRecord | null> {
  if (seq < 1 || seq > state.lastSeq) return null;
  for await (const record of readRecords(state, seq)) return record;
  return null;
}
