import { z } from 'zod';
import { type Applied, applyRecords } from './project/apply.ts';
import { type Db, type ReadTx, run } from './run.ts';

/** Rows in one transaction: enough to be quick, few enough that a search never waits long. */
const BATCH_RECORDS = 500;

/** Keeps the tables in step with the journal: in order, exactly once, whoever calls. */
export type Projector = {
  readonly appliedSeq: () => number;
  readonly appliedHash: () => string;
  /** Resolves when these records, and all before them, are in the tables. */
  readonly apply: (records: readonly Applied[]) => Promise<void>;
};

export async function getApplied(tx: ReadTx): Promise<{ readonly seq: number; readonly hash: string }> {
  const [row] = await run(
    tx,
    z.object({ seq: z.int(), hash: z.string() }),
    `select applied_seq::int as seq, applied_hash as hash from projection`,
  );
  if (!row) throw new Error('bug: the projection row is missing');
  return row;
}

export async function createProjector(db: Db): Promise<Projector> {
  let applied = await getApplied(db.read);
  const waiting = new Map<number, Applied>();
  let running: Promise<void> | null = null;
  const onArrival: (() => void)[] = [];

  /** Records can be handed over out of order; until those before them come there is nothing to do. */
  const arrival = (): Promise<void> => new Promise((resolve) => onArrival.push(resolve));

  const nextBatch = (): readonly Applied[] => {
    const batch: Applied[] = [];
    for (let seq = applied.seq + 1; batch.length < BATCH_RECORDS; seq += 1) {
      const record = waiting.get(seq);
      if (!record) break;
      batch.push(record);
    }
    return batch;
  };

  const drain = async (): Promise<void> => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      const records = batch;
      await db.transaction((tx) => applyRecords(tx, records));
      const last = records.at(-1);
      if (last) applied = { seq: last.seq, hash: last.hash };
      for (const record of records) waiting.delete(record.seq);
    }
  };

  return {
    appliedSeq: () => applied.seq,
    appliedHash: () => applied.hash,
    apply: async (records) => {
      const last = records.at(-1);
      if (!last) return;
      for (const record of records) if (record.seq > applied.seq) waiting.set(record.seq, record);
      for (const resolve of onArrival.splice(0)) resolve();
      while (applied.seq < last.seq) {
        if (running === null && !waiting.has(applied.seq + 1)) {
          await arrival();
          continue;
        }
        // A failed batch stays in `waiting`; whoever asks next tries it again from `applied_seq`.
        running ??= drain().finally(() => {
          running = null;
        });
        await running;
      }
    },
  };
}
