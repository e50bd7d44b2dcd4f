import type { Ctx } from '../ctx.ts';
import type { Worker, WorkerResult, WorkerRun } from '../lifecycle/worker.ts';
import { backUpNow, describeBackups } from './backups.ts';

const DAY_MS = 86_400_000;
/** A run of the week before may have begun some hours later in its day. */
const WEEK_MS = 6.5 * DAY_MS;

/** Makes a backup on the days that the user chose; nothing where nothing was said since the last one. */
export const backupWorker: Worker = {
  name: 'backup',
  isOfComputer: true,
  priority: 80,
  everyHours: 24,
  isForIdle: true,
  isOnByDefault: false,
  run: async (ctx: Ctx, run: WorkerRun): Promise<WorkerResult> => {
    const { schedule, backups, newRecords, isEncrypted, isKeyKnown } = await describeBackups(ctx);
    const last = backups.find(({ state }) => state === 'verified');
    const sinceMs = last?.at == null ? null : run.at.getTime() - Date.parse(last.at);
    if (schedule === 'weekly' && sinceMs !== null && sinceMs < WEEK_MS) return nothing('The week is not over yet.');
    if (last !== undefined && newRecords === 0) return nothing('Nothing is new since the last backup.');
    if (isEncrypted && !isKeyKnown)
      return nothing('Nothing was backed up: enter the passphrase once on the page of backups.');
    const report = await backUpNow(
      ctx,
      {},
      {
        signal: run.signal,
        breathe: run.breathe,
        onStep: (_, done, total) => run.onProgress(done, total),
      },
    );
    const megabytes = Math.round(report.bytes / 100_000) / 10;
    return {
      summary: `Backed up ${report.records.toLocaleString('en-US')} records and read them back; ${megabytes} MB were new.`,
      counts: { records: report.records, bytes: report.bytes, removed: report.removed.length },
    };
  },
};

const nothing = (summary: string): WorkerResult => ({ summary, counts: {} });
