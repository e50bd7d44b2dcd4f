import { z } from 'zod';
import { JobState, WorkerName } from '../contract/lifecycle.ts';
import { execute, type ReadTx, run, runOne, type Tx } from './run.ts';

const JobRow = z.object({
  id: z.string(),
  worker: WorkerName,
  state: JobState,
  at: z.date(),
  priority: z.int(),
  isAsked: z.boolean(),
  attempts: z.int(),
  runAfter: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  ms: z.number().nullable(),
  done: z.int().nullable(),
  total: z.int().nullable(),
  summary: z.string().nullable(),
  counts: z.record(z.string(), z.number()),
});
export type JobRow = z.infer<typeof JobRow>;

const COLUMNS = `id, worker, state, at, priority, is_asked as "isAsked", attempts, run_after as "runAfter",
  started_at as "startedAt", finished_at as "finishedAt", ms, done, total, summary, counts`;

/** A worker of an older or newer version may have left rows; nobody here could run them. */
const KNOWN = `worker = any(array['${WorkerName.options.join("','")}'])`;

/** Those that wait, run, or are to be tried again, in the order in which they are done; then the dead. */
export function listQueue(tx: ReadTx): Promise<readonly JobRow[]> {
  return run(
    tx,
    JobRow,
    `select ${COLUMNS} from job where state in ('waiting', 'running', 'failed', 'dead') and ${KNOWN}
     order by state = 'dead', state <> 'running', is_asked desc, priority, run_after, n`,
  );
}

/** The last run of each worker that ended, whatever came of it. */
export function listLastJobs(tx: ReadTx): Promise<readonly JobRow[]> {
  return run(
    tx,
    JobRow,
    `select distinct on (worker) ${COLUMNS} from job where state in ('done', 'dead', 'cancelled') and ${KNOWN} order by worker, n desc`,
  );
}

export function listJobs(
  tx: ReadTx,
  { worker, limit }: { readonly worker: string | null; readonly limit: number },
): Promise<readonly JobRow[]> {
  return run(
    tx,
    JobRow,
    `select ${COLUMNS} from job where ($1::text is null or worker = $1) and ${KNOWN} order by n desc limit $2`,
    [worker, limit],
  );
}

export const findJob = (tx: ReadTx, id: string): Promise<JobRow | null> =>
  runOne(tx, JobRow, `select ${COLUMNS} from job where id = $1`, [id]);

export type NewJob = Pick<JobRow, 'id' | 'worker' | 'at' | 'priority' | 'isAsked' | 'runAfter'>;

/** Puts a run in line; where one of the worker is open already, that one stays. */
export async function insertJob(tx: Tx, job: NewJob): Promise<void> {
  await execute(
    tx,
    `insert into job (id, worker, state, at, priority, is_asked, run_after) values ($1, $2, 'waiting', $3, $4, $5, $6)
     on conflict do nothing`,
    [job.id, job.worker, job.at, job.priority, job.isAsked, job.runAfter],
  );
}

export type JobChange = Partial<
  Pick<
    JobRow,
    | 'state'
    | 'at'
    | 'isAsked'
    | 'attempts'
    | 'runAfter'
    | 'startedAt'
    | 'finishedAt'
    | 'ms'
    | 'done'
    | 'total'
    | 'summary'
    | 'counts'
  >
>;

const COLUMN_OF: Readonly<Record<keyof JobChange, string>> = {
  state: 'state',
  at: 'at',
  isAsked: 'is_asked',
  attempts: 'attempts',
  runAfter: 'run_after',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  ms: 'ms',
  done: 'done',
  total: 'total',
  summary: 'summary',
  counts: 'counts',
};

export async function updateJob(tx: Tx, id: string, change: JobChange): Promise<void> {
  const entries = Object.entries(change) as [keyof JobChange, unknown][];
  const sets = entries.map(([key], n) => `${COLUMN_OF[key]} = $${n + 2}`);
  const values = entries.map(([key, value]) => (key === 'counts' ? JSON.stringify(value) : value));
  await execute(tx, `update job set ${sets.join(', ')} where id = $1`, [id, ...values]);
}

/** What ran when the engine ended waits again. */
export async function resetRunningJobs(tx: Tx): Promise<void> {
  await execute(tx, `update job set state = 'waiting' where state = 'running'`);
}

/** Runs that are kept of each worker. */
const KEPT_RUNS = 50;

export async function pruneJobs(tx: Tx): Promise<number> {
  return execute(
    tx,
    `delete from job where state in ('done', 'cancelled') and n not in (
       select n from (select n, row_number() over (partition by worker order by n desc) as place from job) ranked
       where place <= ${KEPT_RUNS})`,
  );
}

/** A run that went well makes the failed ones before it history. */
export async function clearDeadJobs(tx: Tx, worker: string): Promise<void> {
  await execute(tx, `update job set state = 'cancelled' where worker = $1 and state = 'dead'`, [worker]);
}
