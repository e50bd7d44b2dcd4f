import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { finishErasure } from './erase.ts';
import { shownName, syncFolder, writeAll } from './files.ts';
import { type Head, readHead } from './head.ts';
import { describeFault, readRecordAt } from './read.ts';
import { checkLine, checkStoredLine, type Sealer, ZERO_HASH } from './record.pure.ts';
import { createSegment, listSegmentNumbers, readLines, readTail, segmentName, type Tail } from './segments.ts';
import { damageError, type JournalState, lastSegment, type Segment, segmentPath } from './state.ts';
import { classifyRest } from './tail.pure.ts';

export type OpenNote =
  /** An unfinished write at the end was cut; `wasAnchored` says that the signed head already knew the record. */
  | {
      readonly kind: 'torn-tail-cut';
      readonly file: string;
      readonly seq: number;
      readonly bytes: number;
      readonly wasAnchored: boolean;
    }
  /** The last record was whole and lacked only its newline. */
  | { readonly kind: 'newline-added'; readonly file: string; readonly seq: number; readonly bytes: number }
  /** A crash had stopped an erasure after it was promised; the bodies are gone now. */
  | { readonly kind: 'erasure-finished'; readonly bodies: number }
  | { readonly kind: 'head-unusable'; readonly file: string; readonly reason: 'absent' | 'unreadable' | 'forged' };

export type LoadedJournal = {
  readonly state: JournalState;
  readonly notes: readonly OpenNote[];
  readonly damage: AppError | null;
  /** The record that the head on disk anchors, or null. */
  readonly headSeq: number | null;
  readonly isHeadDue: boolean;
};

type LoadInput = {
  readonly folder: string;
  readonly publicKey: string | null;
  readonly allowDamaged: boolean;
  readonly sealer: Sealer | null;
};

/** At least this much of the end is checked at every start; `verifyJournal` checks all of it. */
const TAIL_BYTES = 1_000_000;

/** Finds the end of the journal, cuts a torn write, and refuses one that was changed after it was written. */
export async function loadJournal(input: LoadInput): Promise<LoadedJournal> {
  const journalFolder = join(input.folder, 'journal');
  await mkdir(journalFolder, { recursive: true, mode: 0o700 });
  const state: JournalState = {
    journalFolder,
    sealer: input.sealer,
    segments: [],
    active: null,
    activeBytes: 0,
    lastSeq: 0,
    lastHash: ZERO_HASH,
  };
  try {
    return await loadSound(input, state);
  } catch (error) {
    await state.active?.close();
    state.active = null;
    if (!(input.allowDamaged && error instanceof AppError && error.code === 'journal.damaged')) throw error;
    // Whatever stands before the damage can still be read.
    const { seq } = error.details;
    if (typeof seq === 'number') state.lastSeq = Math.max(state.lastSeq, seq - 1);
    return { state, notes: [], damage: error, headSeq: null, isHeadDue: false };
  }
}

async function loadSound(input: LoadInput, state: JournalState): Promise<LoadedJournal> {
  const notes: OpenNote[] = [];
  await listSegments(state);
  const reading = await readHead(input.folder, input.publicKey);
  const head = reading.kind === 'signed' ? reading.head : null;
  if (state.segments.length === 0) {
    if (head !== null && head.seq > 0) throw damageError(`journal/${segmentName(1)}`, 1, 'the file is missing');
    await createSegment(state.journalFolder, 1);
    await syncFolder(input.folder);
    state.segments.push({ number: 1, firstSeq: 1 });
  }
  const rest = await findEnd(state);
  await checkHead(state, head, rest.length > 0);
  const repaired = await repairEnd(state, rest, head);
  if (repaired !== null) notes.push(repaired);
  const bodies = await finishErasure(state);
  if (bodies > 0) notes.push({ kind: 'erasure-finished', bodies });
  if (reading.kind !== 'signed' && state.lastSeq > 0) {
    notes.push({ kind: 'head-unusable', file: 'head.json', reason: reading.kind });
  }
  const isHeadDue = head === null || head.seq > state.lastSeq;
  return { state, notes, damage: null, headSeq: head?.seq ?? null, isHeadDue };
}

/** Opens the last segment for writing, with a torn write cut away or a lacking newline written. */
async function repairEnd(state: JournalState, rest: Buffer, head: Head | null): Promise<OpenNote | null> {
  const path = segmentPath(state, lastSegment(state));
  const file = shownName(path);
  const seq = state.lastSeq + 1;
  const what = classifyRest(rest, { prev: state.lastHash, seq, sealer: state.sealer });
  if (what.kind === 'damage') throw damageError(file, seq, 'what follows the last whole record is not a torn write');
  const handle = await open(path, 'r+');
  state.active = handle;
  if (what.kind === 'nothing') return null;
  if (what.kind === 'torn') {
    await handle.truncate(state.activeBytes);
    await handle.sync();
    return { kind: 'torn-tail-cut', file, seq, bytes: rest.length, wasAnchored: head?.seq === seq };
  }
  await writeAll(handle, Buffer.from('\n'), state.activeBytes + rest.length);
  await handle.sync();
  state.activeBytes += rest.length + 1;
  state.lastSeq = seq;
  state.lastHash = what.hash;
  return { kind: 'newline-added', file, seq, bytes: 1 };
}

/** Names must run without a gap, and each segment must say with which record it begins. */
async function listSegments(state: JournalState): Promise<void> {
  const numbers = await listSegmentNumbers(state.journalFolder);
  for (const [i, number] of numbers.entries()) {
    const file = `journal/${segmentName(i + 1)}`;
    const before = state.segments.at(-1);
    if (number !== i + 1) throw damageError(file, await endOf(state, before), 'the file is missing');
    const first = number === 1 ? 1 : await findFirstSeq(join(state.journalFolder, segmentName(number)));
    if (first === 'faulty' || (first === null && number !== numbers.length)) {
      throw damageError(file, await endOf(state, before), 'the first record of the file does not verify');
    }
    // An empty last segment begins after the end of the one before, which `findEnd` finds out.
    state.segments.push({ number, firstSeq: first ?? Number.POSITIVE_INFINITY });
  }
}

async function findFirstSeq(path: string): Promise<number | 'faulty' | null> {
  for await (const line of readLines(path)) {
    if (!line.isTerminated) return null;
    const check = checkLine(line.bytes, null, null);
    return check.kind === 'ok' ? check.record.seq : 'faulty';
  }
  return null;
}

/** Number of the record after a segment's last one, by counting its lines: only for naming a place. */
async function endOf(state: JournalState, segment: Segment | undefined): Promise<number> {
  if (!segment) return 1;
  let seq = segment.firstSeq;
  for await (const _line of readLines(segmentPath(state, segment))) seq += 1;
  return seq;
}

/** Checks the end of the chain, sets the state to it, and returns what follows the last newline. */
async function findEnd(state: JournalState): Promise<Buffer> {
  const last = lastSegment(state);
  const tail = await readTail(segmentPath(state, last), TAIL_BYTES);
  const before = state.segments.at(-2);
  if (tail.isWhole && before) {
    const beforeTail = await readTail(segmentPath(state, before), 1);
    checkTail(state, { segment: before, tail: beforeTail }, { seq: null, prev: null });
    if (beforeTail.rest.length > 0) {
      const file = shownName(segmentPath(state, before));
      throw damageError(file, state.lastSeq, 'bytes follow the last record of a closed file');
    }
    if (last.firstSeq === Number.POSITIVE_INFINITY) {
      state.segments[state.segments.length - 1] = { number: last.number, firstSeq: state.lastSeq + 1 };
    }
  }
  const expected = tail.isWhole ? { seq: state.lastSeq + 1, prev: state.lastHash } : { seq: null, prev: null };
  checkTail(state, { segment: last, tail }, expected);
  state.activeBytes = tail.sizeBytes - tail.rest.length;
  return tail.rest;
}

/** Every line of a tail must verify and follow the line before it. */
function checkTail(
  state: JournalState,
  { segment, tail }: { readonly segment: Segment; readonly tail: Tail },
  expected: { readonly seq: number | null; readonly prev: string | null },
): void {
  let { seq, prev } = expected;
  for (const line of tail.lines) {
    const check = checkStoredLine(line, { prev, seq, sealer: state.sealer });
    if (check.kind !== 'ok') {
      // The first line of a window has no known number; its neighbours tell verification which it is.
      const place = seq ?? (check.kind === 'misplaced' ? check.record.seq : segment.firstSeq);
      throw damageError(shownName(segmentPath(state, segment)), place, describeFault(check.fault));
    }
    state.lastSeq = check.record.seq;
    state.lastHash = check.record.hash;
    seq = check.record.seq + 1;
    prev = check.record.hash;
  }
}

/** A journal that ends before its signed head, or passes it with another hash, has lost or changed records. */
async function checkHead(state: JournalState, head: Head | null, hasRest: boolean): Promise<void> {
  if (head === null || head.seq === 0) return;
  const file = shownName(segmentPath(state, lastSegment(state)));
  // Exactly the anchored record may stand there torn: a disk that lied about its fsync. It is cut, with a note.
  const isLastTorn = hasRest && head.seq === state.lastSeq + 1;
  if (head.seq > state.lastSeq && !isLastTorn) {
    throw damageError(file, state.lastSeq + 1, `the signed head says that the journal reached record ${head.seq}`);
  }
  if (head.seq > state.lastSeq) return;
  // After a clean close the head stands at the end, which is known without reading.
  const hash = head.seq === state.lastSeq ? state.lastHash : (await readRecordAt(state, head.seq))?.hash;
  if (hash !== head.hash) throw damageError(file, head.seq, 'it is not the record that the head was signed for');
}
