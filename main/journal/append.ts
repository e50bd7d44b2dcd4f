import { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { JournalEvent } from './events/index.ts';
import { errnoOf, toWriteError } from './files.ts';
import { chainRecord, type JournalRecord, type JsonValue, type PreparedRecord, prepareRecord } from './record.pure.ts';
import { SegmentEnd } from './segment-end.ts';
import type { JournalState } from './state.ts';

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

export type WriterInput = {
  readonly state: JournalState;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly limits: WriteLimits;
  /** Called after each durable batch, inside the writer's turn; must not throw. */
  readonly onDurable: () => Promise<void>;
};

/** Group commit: appends made while a batch is on its way to the disk share the next write and fsync. */
export class Writer {
  readonly #input: WriterInput;
  readonly #disk: SegmentEnd;
  readonly #queue: Queued[] = [];
  /** Requests beyond the queue's limit: only their events are held, not yet their lines. */
  readonly #waiting: Request[] = [];
  #queuedBytes = 0;
  #isClosed = false;
  #turn: Promise<unknown> = Promise.resolve();
  #flushing: Promise<void> | null = null;

  constructor(input: WriterInput) {
    this.#input = input;
    this.#disk = new SegmentEnd(input.state, input.limits.segmentBytes);
  }

  append(events: readonly JournalEvent[]): Promise<readonly JournalRecord[]> {
    if (this.#isClosed) {
      return Promise.reject(new AppError('store.unwritable', 'Palimpsest is closing. Start it again.'));
    }
    if (events.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const request = { events, resolve, reject };
      if (this.#waiting.length > 0 || this.#queuedBytes > this.#input.limits.queueBytes) this.#waiting.push(request);
      else this.#admit(request);
      this.#flushing ??= this.#flush();
    });
  }

  /** Runs work on the files while no batch is being written. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    // The next in line only waits for this one; its outcome belongs to this caller.
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Refuses further appends and waits for those already made. */
  async finish(): Promise<void> {
    this.#isClosed = true;
    while (this.#flushing !== null) await this.#flushing;
    await this.#turn;
  }

  #admit(request: Request): void {
    try {
      const prepared = request.events.map((event) => prepareEvent(this.#input, event));
      const sizeBytes = prepared.reduce((sum, one) => sum + Buffer.byteLength(one.canonicalBody) + ENVELOPE_BYTES, 0);
      this.#queue.push({ ...request, prepared, sizeBytes });
      this.#queuedBytes += sizeBytes;
    } catch (error) {
      // Only this caller's event is at fault; the others in the queue go on.
      request.reject(error);
    }
  }

  async #flush(): Promise<void> {
    // Appends of the same turn of the event loop join the first batch.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = takeBatch(this.#queue, this.#input.limits.batchBytes);
      await this.runExclusive(() => this.#commit(batch));
      for (const one of batch) this.#queuedBytes -= one.sizeBytes;
      while (this.#waiting.length > 0 && this.#queuedBytes <= this.#input.limits.queueBytes) {
        const next = this.#waiting.shift();
        if (next) this.#admit(next);
      }
    }
    this.#flushing = null;
  }

  async #commit(batch: readonly Queued[]): Promise<void> {
    try {
      const records = await writeBatch(this.#input.state, this.#disk, batch);
      for (const [i, one] of batch.entries()) one.resolve(records[i] ?? []);
    } catch (error) {
      this.#input.log('journal.write-failed', { errno: errnoOf(error), appends: batch.length });
      const failure = toWriteError(error);
      for (const one of batch) one.reject(failure);
      return;
    }
    await this.#input.onDurable();
  }
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
  // Without fields that are there and undefined: JSON has no such thing.
  const json = JSON.stringify(event.body);
  assertNoNul(json);
  const body: JsonValue = JSON.parse(json);
  // The journal is named after its first record, so that `vault.json` can point at it.
  const id = event.kind === 'vault.created' ? event.body.journalId : ids.uuid();
  const salt = Buffer.from(ids.bytes(32)).toString('hex');
  return prepareRecord({ at: clock.now().toISOString(), id, kind: event.kind, body, salt });
}

/** Postgres has no text with NUL in it: a record that holds one could never be applied, and no start would get past it. */
function assertNoNul(json: string): void {
  // A backslash before it makes it the six characters of an escape that somebody wrote.
  if (!json.includes('\\u0000') || !/(?<!\\)(?:\\\\)*\\u0000/.test(json)) return;
  throw new AppError('request.invalid', 'This holds a character that cannot be kept (NUL). Take it out and try again.');
}

async function writeBatch(
  state: JournalState,
  disk: SegmentEnd,
  batch: readonly Queued[],
): Promise<readonly (readonly JournalRecord[])[]> {
  let seq = state.lastSeq;
  let prev = state.lastHash;
  const lines: string[] = [];
  const records = batch.map((one) =>
    one.prepared.map((prepared) => {
      seq += 1;
      const sealed = chainRecord(prepared, { seq, prev }, state.sealer);
      prev = sealed.record.hash;
      lines.push(`${sealed.line}\n`);
      return sealed.record;
    }),
  );
  await disk.write(Buffer.from(lines.join('')));
  state.lastSeq = seq;
  state.lastHash = prev;
  return records;
}
