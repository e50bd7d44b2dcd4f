import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitWatch } from './ctx.ts';
import { type Amendments, collectAmendments, toAmendment } from './journal/amended.ts';
import type { Erasure } from './journal/erase.ts';
import { type JournalEvent, parseEvent } from './journal/events/index.ts';
import type { Journal } from './journal/open.ts';
import { type JournalRecord, ZERO_HASH } from './journal/record.pure.ts';
import type { Clock } from './lib/clock.ts';
import { assertFreeSpace } from './lib/disk.ts';
import type { Log } from './lib/log.ts';
import { openStore } from './stores/open.ts';
import type { Applied } from './stores/project/apply.ts';
import { createProjector, type Projector } from './stores/projector.ts';
import type { Db } from './stores/run.ts';

export type CommittedStore = {
  readonly db: Db;
  readonly isNew: boolean;
  readonly commit: (events: readonly JournalEvent[], watch?: CommitWatch) => Promise<readonly JournalRecord[]>;
  /** Removes bodies from the journal and what was made of them from the tables; both are done when it resolves. */
  readonly erase: (erasure: Omit<Erasure, 'onDurable'>) => Promise<readonly JournalRecord[]>;
  readonly generation: () => number;
  /** At close, the database in this folder takes the place of the present one. */
  readonly replaceAtClose: (folder: string) => void;
  readonly close: () => Promise<void>;
};

const CATCH_UP_RECORDS = 500;

const NONE: Amendments = new Map();

/** A record as the tables take it: where its body was erased, what is left of it. */
export function toApplied(record: JournalRecord, amendments = NONE): Applied {
  const parsed = parseEvent(record);
  const place = { seq: record.seq, hash: record.hash, at: record.at };
  if (parsed.state === 'known') {
    const { event } = parsed;
    return event.kind === 'amended'
      ? { ...place, event, left: toAmendment(record)?.event ?? null }
      : { ...place, event };
  }
  const left = amendments.get(record.seq);
  return left === undefined ? { ...place, event: null } : { ...place, event: left, isAmended: true };
}

/** Applies what the journal holds and the tables do not. */
export async function catchUp(journal: Pick<Journal, 'read' | 'lastSeq'>, projector: Projector): Promise<void> {
  if (projector.appliedSeq() >= journal.lastSeq) return;
  const amendments = await collectAmendments(journal, projector.appliedSeq() + 1);
  let batch: Applied[] = [];
  for await (const record of journal.read(projector.appliedSeq() + 1)) {
    batch.push(toApplied(record, amendments));
    if (batch.length < CATCH_UP_RECORDS) continue;
    await projector.apply(batch);
    batch = [];
  }
  await projector.apply(batch);
}

/** Whether the tables were made from this journal: the hash of the last record they took must be the one it has. */
async function isOfJournal(journal: Journal, projector: Projector): Promise<boolean> {
  const seq = projector.appliedSeq();
  if (seq === 0) return projector.appliedHash() === ZERO_HASH;
  if (seq > journal.lastSeq) return false;
  return (await journal.readAt(seq))?.hash === projector.appliedHash();
}

type Open = {
  readonly dataFolder: string;
  readonly templateFolder: string;
  readonly journal: Journal;
  /** Encrypts the database; null where nothing is encrypted. */
  readonly databaseKey: Uint8Array | null;
  readonly clock: Clock;
  readonly log: Log;
};

async function openMatching(
  input: Open,
): Promise<{ readonly db: Db; readonly projector: Projector; readonly isNew: boolean }> {
  const store = await openStore(input, input, input.databaseKey);
  const projector = await createProjector(store.db);
  if (await isOfJournal(input.journal, projector)) return { db: store.db, projector, isNew: store.isNew };
  input.log('store.other-journal', { appliedSeq: projector.appliedSeq(), lastSeq: input.journal.lastSeq });
  await store.db.close();
  await rm(join(input.dataFolder, 'db'), { recursive: true, force: true });
  const fresh = await openStore(input, input, input.databaseKey);
  return { db: fresh.db, projector: await createProjector(fresh.db), isNew: true };
}

/** Journal and tables as one: what is committed is on disk first and in the tables before the caller goes on. */
export async function openCommit(input: Open): Promise<CommittedStore> {
  const { dataFolder, journal, log } = input;
  const { db, projector, isNew } = await openMatching(input);
  let replacement: string | null = null;
  try {
    await catchUp(journal, projector);
  } catch (error) {
    await db.close();
    throw error;
  }
  return {
    db,
    isNew,
    generation: projector.appliedSeq,
    commit: async (events, watch = {}) => {
      await assertFreeSpace(dataFolder);
      const records = await journal.append(events);
      watch.onDurable?.(records);
      await projector.apply(records.map((record) => toApplied(record)));
      return records;
    },
    erase: async (erasure) => {
      await assertFreeSpace(dataFolder);
      let applying: Promise<void> = Promise.resolve();
      const records = await journal.eraseBodies({
        ...erasure,
        // Whoever commits next waits for these to be in the tables, and not for the files to be rewritten.
        onDurable: (appended) => {
          applying = projector.apply(appended.map((record) => toApplied(record)));
          applying.catch(() => undefined); // awaited below: it must not count as unhandled meanwhile
        },
      });
      await applying;
      // A database that waits to take this one's place was made with what goes now.
      if (replacement !== null) await rm(replacement, { recursive: true, force: true });
      replacement = null;
      return records;
    },
    replaceAtClose: (folder) => {
      replacement = folder;
    },
    close: async () => {
      await db.close();
      if (replacement === null) return;
      await rm(join(dataFolder, 'db'), { recursive: true, force: true });
      await rename(replacement, join(dataFolder, 'db'));
      log('store.replaced', {});
    },
  };
}
