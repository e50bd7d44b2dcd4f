import type { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { DEFAULT_LIMITS, type WriteLimits, Writer } from './append.ts';
import { type EraseAccess, type Erasure, eraseBodies } from './erase.ts';
import type { JournalEvent } from './events/index.ts';
import { errnoOf, toWriteError } from './files.ts';
import { type KeyPair, writeHead } from './head.ts';
import { type LoadedJournal, loadJournal, type OpenNote } from './load.ts';
import { readRecordAt, readRecords, readRecordsAt } from './read.ts';
import type { JournalRecord, Sealer } from './record.pure.ts';
import { type ScannedLine, scanLines } from './scan-lines.ts';
import type { JournalState } from './state.ts';

export type OpenJournal = {
  /** The data folder; the journal is in its `journal/`. */
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Signs `head.json`; without it no head is written or checked against a key. */
  readonly keyPair?: KeyPair;
  /** Of a protected folder. */
  readonly sealer?: Sealer | null;
  readonly limits?: Partial<WriteLimits>;
  /** Opens a damaged journal for reading only, for `doctor` and for export. */
  readonly allowDamaged?: boolean;
};

export type Journal = {
  readonly append: (events: readonly JournalEvent[]) => Promise<readonly JournalRecord[]>;
  readonly read: (fromSeq: number) => AsyncIterable<JournalRecord>;
  readonly readAt: (seq: number) => Promise<JournalRecord | null>;
  /** These records, ascending; quicker than one after the other. */
  readonly readAll: (seqs: readonly number[]) => AsyncIterable<JournalRecord>;
  /** Every line that has a body, unverified and several times as quickly: for finding which records to read. */
  readonly scan: (visit: (line: ScannedLine) => void, signal?: AbortSignal) => Promise<void>;
  /** Appends what is left and `erased`, removes the bodies and salts of these records; returns the records it appended. */
  readonly eraseBodies: (erasure: Erasure) => Promise<readonly JournalRecord[]>;
  /** Waits for appends already made, signs the head and closes the file. Safe to call twice. */
  readonly close: () => Promise<void>;
  /** Number of the last durable record; 0 in a new journal, whose first event must be `vault.created`. */
  readonly lastSeq: number;
  readonly lastHash: string;
  /** For whoever reads the files themselves (verification); null where nothing is sealed. */
  readonly sealer: Sealer | null;
  /** What opening repaired or noticed. */
  readonly notes: readonly OpenNote[];
  /** Why this journal is read-only, or null. */
  readonly damage: AppError | null;
};

/** The head is signed again after this many records or this long, whichever comes first, and at close. */
const HEAD_EVERY_RECORDS = 1_000;
const HEAD_EVERY_MS = 30_000;

/** Opens the journal of a data folder whose lock the caller holds; creates it where there is none. */
export async function openJournal(input: OpenJournal): Promise<Journal> {
  const loaded = await load(input);
  const { state } = loaded;
  const head = createHeadKeeper(input, state, loaded);
  const writer = new Writer({
    state,
    clock: input.clock,
    ids: input.ids,
    log: input.log,
    limits: { ...DEFAULT_LIMITS, ...input.limits },
    onDurable: head.signIfDue,
  });
  if (loaded.damage === null && loaded.isHeadDue) await head.sign();
  const eraser = createEraser(state, writer);
  let closing: Promise<void> | null = null;

  async function close(): Promise<void> {
    await eraser.settled();
    await writer.finish();
    if (loaded.damage === null) await head.sign();
    await state.active?.close();
    state.active = null;
  }

  return {
    append: (events) => (loaded.damage === null ? writer.append(events) : Promise.reject(loaded.damage)),
    read: (fromSeq) => readRecords(state, fromSeq),
    readAt: (seq) => readRecordAt(state, seq),
    readAll: (seqs) => readRecordsAt(state, seqs),
    scan: (visit, signal) => scanLines(state, visit, signal),
    eraseBodies: (erasure) => (loaded.damage === null ? eraser.erase(erasure) : Promise.reject(loaded.damage)),
    close: () => {
      closing ??= close();
      return closing;
    },
    get lastSeq() {
      return state.lastSeq;
    },
    get lastHash() {
      return state.lastHash;
    },
    sealer: state.sealer,
    notes: loaded.notes,
    damage: loaded.damage,
  };
}

/** One erasure at a time: they share the marker file that a crash would need. */
function createEraser(state: JournalState, writer: Writer) {
  let last: Promise<unknown> = Promise.resolve();
  const access: EraseAccess = {
    state,
    append: (events) => writer.append(events),
    runExclusive: (work) => writer.runExclusive(work),
  };

  async function eraseNext(erasure: Erasure): Promise<readonly JournalRecord[]> {
    try {
      return await eraseBodies(access, erasure);
    } catch (error) {
      throw toWriteError(error);
    }
  }

  return {
    settled: () => last,
    erase: (erasure: Erasure) => {
      const result = last.then(() => eraseNext(erasure));
      // The next erasure only waits for this one; its outcome belongs to this caller.
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function load(input: OpenJournal): Promise<LoadedJournal> {
  try {
    return await loadJournal({
      folder: input.folder,
      publicKey: input.keyPair?.publicKey ?? null,
      allowDamaged: input.allowDamaged ?? false,
      sealer: input.sealer ?? null,
    });
  } catch (error) {
    throw toWriteError(error);
  }
}

function createHeadKeeper(input: OpenJournal, state: JournalState, loaded: LoadedJournal) {
  const { clock, folder, keyPair, log } = input;
  let signedSeq = loaded.headSeq;
  let signedAtMs = clock.monotonicMs();

  async function sign(): Promise<void> {
    if (!keyPair || signedSeq === state.lastSeq) return;
    try {
      const end = { seq: state.lastSeq, hash: state.lastHash, at: clock.now().toISOString() };
      await writeHead(folder, keyPair, end);
      signedSeq = end.seq;
    } catch (error) {
      // The records are durable without it; a head that lags only anchors less, and the next try follows.
      log('journal.head-failed', { errno: errnoOf(error) });
    }
    signedAtMs = clock.monotonicMs();
  }

  async function signIfDue(): Promise<void> {
    const isDue =
      state.lastSeq - (signedSeq ?? 0) >= HEAD_EVERY_RECORDS || clock.monotonicMs() - signedAtMs >= HEAD_EVERY_MS;
    if (isDue) await sign();
  }

  return { sign, signIfDue };
}
