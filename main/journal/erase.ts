import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { assert } from '../lib/assert.ts';
import { Erased } from './events/erasure.ts';
import type { BodyOf, JournalEvent } from './events/index.ts';
import { errnoOf, removeIfPresent, replaceFile, shownName, syncFolder } from './files.ts';
import { describeFault, readRecords, readRecordsAt } from './read.ts';
import { canonicalJson, checkStoredLine, type JournalRecord, withoutBody } from './record.pure.ts';
import { readLines } from './segments.ts';
import { damageError, type JournalState, lastSegment, type Segment, segmentPath } from './state.ts';

/** Kept from before `erased` is appended until the segments are rewritten; it holds numbers only. */
const Marker = z.strictObject({ afterSeq: z.int().min(0), seqs: z.array(z.int().min(1)) });
type Marker = z.infer<typeof Marker>;

const FLUSH_BYTES = 1_000_000;

export type EraseAccess = {
  readonly state: JournalState;
  readonly append: (events: readonly JournalEvent[]) => Promise<readonly JournalRecord[]>;
  /** Runs work on the files while no batch is being written. */
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>;
};

export type Erasure = {
  readonly seqs: readonly number[];
  /** What is left of some of them. */
  readonly amendments?: readonly BodyOf<'amended'>[];
  /** After the fsync of the records that say so, and before the files are rewritten. */
  readonly onDurable?: (records: readonly JournalRecord[]) => void;
};

/**
 * Removes bodies and salts: `erased` is durable first, then the segments are replaced. A crash between the two is
 * finished at the next start, which finds the marker. Calls must not overlap.
 */
export async function eraseBodies(access: EraseAccess, erasure: Erasure): Promise<readonly JournalRecord[]> {
  const { state } = access;
  const { seqs, amendments = [] } = erasure;
  const wanted: number[] = [];
  let hasBody = false;
  for (const seq of seqs) assert(seq >= 1 && seq <= state.lastSeq, `only existing records can be erased, not ${seq}`);
  for await (const record of readRecordsAt(state, seqs)) {
    // Without its body, `erased` would no longer license what it names.
    assert(record.kind !== 'erased', 'an erased record is never erased itself');
    // One that lost its body before is named again: what had stood in its place goes now, and the tables must know.
    wanted.push(record.seq);
    if (record.body !== undefined) hasBody = true;
  }
  if (!hasBody) return [];
  await addToMarker(state, wanted);
  // What is left is durable before its record loses its body; `erased` comes last and licenses all of it.
  const records = await access.append([
    ...amendments.map((body): JournalEvent => ({ kind: 'amended', body })),
    ...cut(wanted).map((part): JournalEvent => ({ kind: 'erased', body: { seqs: part } })),
  ]);
  erasure.onDurable?.(records);
  await access.runExclusive(() => finishErasure(state));
  return records;
}

/** A record that names a hundred thousand others would be longer than any reader expects. */
const SEQS_A_RECORD = 10_000;

function cut(seqs: readonly number[]): readonly (readonly number[])[] {
  const parts: (readonly number[])[] = [];
  for (let from = 0; from < seqs.length; from += SEQS_A_RECORD) parts.push(seqs.slice(from, from + SEQS_A_RECORD));
  return parts;
}

/** Rewrites what an interrupted erasure left, and returns how many bodies were still there to remove. */
export async function finishErasure(state: JournalState): Promise<number> {
  const marker = await findMarker(state);
  if (marker === null) return 0;
  const wanted = new Set(marker.seqs);
  const licensed = new Set<number>();
  for await (const record of readRecords(state, marker.afterSeq + 1)) {
    const event = record.kind === 'erased' ? Erased.safeParse({ kind: record.kind, body: record.body }) : null;
    for (const seq of event?.data?.body.seqs ?? []) if (wanted.has(seq) && seq < record.seq) licensed.add(seq);
  }
  let erased = 0;
  // A marker without its `erased` record is a crash before anything was promised: nothing is removed.
  for (const [i, segment] of state.segments.entries()) {
    const end = state.segments[i + 1]?.firstSeq ?? Number.POSITIVE_INFINITY;
    const here = new Set([...licensed].filter((seq) => seq >= segment.firstSeq && seq < end));
    if (here.size > 0) erased += await rewriteSegment(state, segment, here);
  }
  await removeIfPresent(markerPath(state));
  await syncFolder(state.journalFolder);
  return erased;
}

function markerPath(state: JournalState): string {
  return join(state.journalFolder, 'erasing.json');
}

async function findMarker(state: JournalState): Promise<Marker | null> {
  let text: string;
  try {
    text = await readFile(markerPath(state), 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return Marker.parse(JSON.parse(text));
  } catch {
    throw damageError('journal/erasing.json', state.lastSeq, 'the list of what is being erased cannot be read');
  }
}

/** An erasure that failed half-way (a full disk) stays in the marker beside the new one. */
async function addToMarker(state: JournalState, seqs: readonly number[]): Promise<void> {
  const before = await findMarker(state);
  const marker: Marker = {
    afterSeq: Math.min(before?.afterSeq ?? state.lastSeq, state.lastSeq),
    seqs: [...new Set([...(before?.seqs ?? []), ...seqs])],
  };
  await replaceFile(markerPath(state), canonicalJson(marker));
}

async function rewriteSegment(state: JournalState, segment: Segment, seqs: ReadonlySet<number>): Promise<number> {
  const path = segmentPath(state, segment);
  const temporary = `${path}.tmp`;
  const isActive = segment === lastSegment(state);
  let written: { readonly erased: number; readonly sizeBytes: number };
  try {
    written = await writeWithoutBodies(state, segment, { temporary, seqs });
    if (written.erased === 0) {
      await removeIfPresent(temporary);
      return 0;
    }
    if (isActive) {
      await state.active?.close();
      state.active = null;
    }
    await rename(temporary, path);
    if (isActive) state.activeBytes = written.sizeBytes;
  } catch (error) {
    await removeIfPresent(temporary);
    throw error;
  } finally {
    if (isActive) state.active ??= await open(path, 'r+');
  }
  await syncFolder(state.journalFolder);
  return written.erased;
}

async function writeWithoutBodies(
  state: JournalState,
  segment: Segment,
  target: { readonly temporary: string; readonly seqs: ReadonlySet<number> },
): Promise<{ readonly erased: number; readonly sizeBytes: number }> {
  const path = segmentPath(state, segment);
  const handle = await open(target.temporary, 'w', 0o600);
  try {
    let erased = 0;
    let sizeBytes = 0;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const flush = async () => {
      await handle.writeFile(Buffer.concat(pending));
      pending = [];
      pendingBytes = 0;
    };
    let seq = segment.firstSeq;
    for await (const line of readLines(path)) {
      // Past the durable end of the last segment there may be the rest of a failed write.
      if (seq > state.lastSeq) break;
      let bytes = line.bytes;
      if (target.seqs.has(seq)) {
        const check = checkStoredLine(bytes, { prev: null, seq, sealer: state.sealer });
        if (check.kind !== 'ok') throw damageError(shownName(path), seq, describeFault(check.fault));
        if (check.record.body !== undefined) erased += 1;
        bytes = Buffer.from(canonicalJson(withoutBody(check.record)));
      }
      pending.push(bytes, Buffer.from('\n'));
      pendingBytes += bytes.length + 1;
      sizeBytes += bytes.length + 1;
      seq += 1;
      if (pendingBytes > FLUSH_BYTES) await flush();
    }
    await flush();
    await handle.sync();
    return { erased, sizeBytes };
  } finally {
    await handle.close();
  }
}
