import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../contract/errors.ts';
import { assert } from '../lib/assert.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { JournalEvent } from './events/index.ts';
import { errnoOf, toWriteError, writeAll } from './files.ts';
import { type JournalRecord, type JsonValue, type PreparedRecord, prepareRecord, sealRecord } from './record.pure.ts';
import { createSegment } from './segments.ts';
import { type JournalState, lastSegment, segmentPath } from './state.ts';

export type WriteLimits = {
  /** A segment that would grow past this is closed and the next one begun. */
  readonly segmentBytes: number;
  /** Appends wait while more than this is queued. */
  readonly queueBytes: number;
  /** One write and one fsync carry at most about this much. */
  readonly batchBytes: number;
};

export const DEFAULT_LIMITS: WriteLimits = {
  segmentBytes: 16_000_000,
  queueBytes: 64_000_000,
  batchBytes: 4_000_000,
};

/** Bytes of a line besides its body: seven fields, two hashes, a commitment and a salt. */
const ENVELOPE_BYTES = 500;

type Request = {
  readonly events: readonly JournalEvent[];
  readonly resolve: (records: readonly JournalRecord[]) => void;
  readonly reject: (error: unknown) => void;
};
type Queued = Request & { readonly prepared: readonly PreparedRecord[]; readonly sizeBytes: number };

export type Writer = {
  readonly append: (events: readonly JournalEvent[]) => Promise<readonly JournalRecord[]>;
  /** Runs work on the files while no batch is being written. */
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Refuses further appends and waits for those already made. */
  readonly finish: () => Promise<void>;
};

type WriterInput = {
  readonly state: JournalState;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly limits: WriteLimits;
  /** Called after each durable batch, inside the writer's turn; must not throw. */
  readonly onDurable: () => Promise<void>;
};

/** Group commit: appends made while a batch is on its way to the disk share the next write and fsync. */
export function createWriter(input: WriterInput): Writer {
  const { state, limits } = input;
  const queue: Queued[] = [];
  const waiting: Request[] = [];
  let queuedBytes = 0;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();
  let flushing: Promise<void> | null = null;
  const disk = createDisk(state);

  function runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work);
    // The next in line only waits for this one; its outcome belongs to this caller.
    turn = result.catch(() => undefined);
    return result;
  }

  function admit(request: Request): void {
    try {
      const prepared = request.events.map((event) => prepareEvent(input, event));
      const sizeBytes = prepared.reduce((sum, one) => sum + Buffer.byteLength(one.canonicalBody) + ENVELOPE_BYTES, 0);
      queue.push({ ...request, prepared, sizeBytes });
      queuedBytes += sizeBytes;
    } catch (error) {
      // Only this caller's event is at fault; the others in the queue go on.
      request.reject(error);
    }
  }

  async function flush(): Promise<void> {
    // Appends of the same turn of the event loop join the first batch.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = takeBatch(queue, limits.batchBytes);
      await runExclusive(() => commit(batch));
      for (const one of batch) queuedBytes -= one.sizeBytes;
      while (waiting.length > 0 && queuedBytes <= limits.queueBytes) {
        const next = waiting.shift();
        if (next) admit(next);
      }
    }
    flushing = null;
  }

  async function commit(batch: readonly Queued[]): Promise<void> {
    try {
      const records = await writeBatch(state, disk, limits, batch);
      for (const [i, one] of batch.entries()) one.resolve(records[i] ?? []);
    } catch (error) {
      const failure = toWriteError(error);
      input.log('journal.write-failed', { errno: errnoOf(error), records: batch.length });
      for (const one of batch) one.reject(failure);
      return;
    }
    await input.onDurable();
  }

  function append(events: readonly JournalEvent[]): Promise<readonly JournalRecord[]> {
    if (isClosed) return Promise.reject(new AppError('store.unwritable', 'Palimpsest is closing. Start it again.'));
    if (events.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const request = { events, resolve, reject };
      if (waiting.length > 0 || queuedBytes > limits.queueBytes) waiting.push(request);
      else admit(request);
      flushing ??= flush();
    });
  }

  async function finish(): Promise<void> {
    isClosed = true;
    while (flushing !== null) await flushing;
    await turn;
  }

  return { append, runExclusive, finish };
}

function takeBatch(queue: Queued[], batchBytes: number): readonly Queued[] {
  let bytes = 0;
  let count = 0;
  for (const one of queue) {
    if (count > 0 && bytes + one.sizeBytes > batchBytes) break;
    bytes += one.sizeBytes;
    count += 1;
  }
  return queue.splice(0, count);
}

function prepareEvent({ clock, ids }: WriterInput, raw: JournalEvent): PreparedRecord {
  const event = JournalEvent.parse(raw);
  const body: JsonValue = event.body;
  // The journal is named after its first record, so that `vault.json` can point at it.
  const id = event.kind === 'vault.created' ? event.body.journalId : ids.uuid();
  const salt = Buffer.from(ids.bytes(32)).toString('hex');
  return prepareRecord({ at: clock.now().toISOString(), id, kind: event.kind, body, salt });
}

type Disk = ReturnType<typeof createDisk>;

/** The end of the last segment: every failed write is cut away before the next one is tried. */
function createDisk(state: JournalState) {
  let isRepairDue = false;
  let isRollDue = false;

  async function reopen(): Promise<FileHandle> {
    await state.active?.close();
    state.active = null;
    state.active = await open(segmentPath(state, lastSegment(state)), 'r+');
    return state.active;
  }

  async function repair(): Promise<void> {
    // A new descriptor: after a failed fsync the old one may report success for pages that were dropped.
    const handle = await reopen();
    await handle.truncate(state.activeBytes);
    await handle.sync();
    isRepairDue = false;
  }

  async function roll(): Promise<void> {
    isRollDue = true;
    const segment = { number: lastSegment(state).number + 1, firstSeq: state.lastSeq + 1 };
    await createSegment(state.journalFolder, segment.number);
    state.segments.push(segment);
    state.activeBytes = 0;
    isRollDue = false;
    isRepairDue = true;
    await reopen();
    isRepairDue = false;
  }

  async function write(bytes: Uint8Array, segmentBytes: number): Promise<void> {
    if (isRepairDue) await repair();
    if (isRollDue || (state.activeBytes > 0 && state.activeBytes + bytes.length > segmentBytes)) await roll();
    assert(state.active, 'an open journal has a file');
    try {
      await writeAll(state.active, bytes, state.activeBytes);
      await state.active.datasync();
    } catch (error) {
      isRepairDue = true;
      // Where even the cut fails, it is due again before the next write; until then nothing is acknowledged.
      await repair().catch(() => undefined);
      throw error;
    }
    state.activeBytes += bytes.length;
  }

  return { write };
}

async function writeBatch(
  state: JournalState,
  disk: Disk,
  limits: WriteLimits,
  batch: readonly Queued[],
): Promise<readonly (readonly JournalRecord[])[]> {
  let seq = state.lastSeq;
  let prev = state.lastHash;
  const lines: string[] = [];
  const records = batch.map((one) =>
    one.prepared.map((prepared) => {
      seq += 1;
      const sealed = sealRecord(prepared, { seq, prev });
      prev = sealed.record.hash;
      lines.push(`${sealed.line}\n`);
      return sealed.record;
    }),
  );
  await disk.write(Buffer.from(lines.join('')), limits.segmentBytes);
  state.lastSeq = seq;
  state.lastHash = prev;
  return records;
}
