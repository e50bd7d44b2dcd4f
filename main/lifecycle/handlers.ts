import type { Handlers } from '../contract/handlers.ts';
import type { Job, WorkerInfo, WorkerRunReport } from '../contract/lifecycle.ts';
import type { Ctx } from '../ctx.ts';
import { type JobRow, listJobs, listLastJobs, listQueue } from '../stores/jobs.ts';
import type { Jobs } from './jobs.ts';
import type { SimulatedRun } from './simulate.ts';
import type { Worker } from './worker.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    worker: row.worker,
    state: row.state,
    at: row.at.toISOString(),
    attempts: row.attempts,
    runAfter: row.runAfter.toISOString(),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    ms: row.ms,
    progress: row.done === null || row.total === null ? null : { done: row.done, total: row.total },
    summary: row.summary,
    counts: row.counts,
  };
}

const toReport = ({ worker, at, state, result, ms }: SimulatedRun): WorkerRunReport => ({
  ...{ worker, state, ms, summary: result.summary, counts: { ...result.counts } },
  at: at.toISOString(),
});

type Keys = Extract<keyof Handlers, `workers.${string}`>;

/** What the user may see and ask of the background work. */
export function lifecycleHandlers(ctx: Ctx, jobs: Jobs): Pick<Handlers, Keys> {
  const describe = (worker: Worker, last: JobRow | null, current: JobRow | null): WorkerInfo => ({
    name: worker.name,
    everyHours: worker.everyHours,
    isForIdle: worker.isForIdle,
    isOn: jobs.isOn(worker),
    isOnByDefault: worker.isOnByDefault,
    last: last && toJob(last),
    current: current && toJob(current),
    nextAt: iso(jobs.nextAt(worker, last)),
  });

  return {
    'workers.list': async () => {
      const queue = await listQueue(ctx.db.read);
      const last = new Map((await listLastJobs(ctx.db.read)).map((job) => [job.worker, job]));
      const open = new Map(queue.filter(({ state }) => state !== 'dead').map((job) => [job.worker, job]));
      return {
        workers: jobs.workers.map((worker) =>
          describe(worker, last.get(worker.name) ?? null, open.get(worker.name) ?? null),
        ),
        queue: queue.map(toJob),
        pausedBy: await jobs.pausedBy(),
      };
    },
    'workers.history': async ({ worker, limit }) => ({
      jobs: (await listJobs(ctx.db.read, { worker: worker ?? null, limit })).map(toJob),
    }),
    'workers.runNow': async ({ worker }) => toJob(await jobs.runNow(worker)),
    'workers.cancel': async ({ id }) => toJob(await jobs.cancel(id)),
    'workers.retry': async ({ id }) => toJob(await jobs.retry(id)),
    'workers.setPaused': async ({ isPaused }) => {
      await ctx.settings.set({ ...ctx.settings.get(), isWorkPaused: isPaused });
      jobs.notePaused();
      return {};
    },
    'workers.setOn': async ({ worker, isOn }) => {
      const settings = ctx.settings.get();
      await ctx.settings.set({ ...settings, workers: { ...settings.workers, [worker]: isOn } });
      jobs.notePaused();
      return {};
    },
    'workers.simulate': async ({ workers, days, from }, { signal, push }) => {
      const chosen =
        workers === 'all' ? jobs.workers.filter(jobs.isOn) : jobs.workers.filter(({ name }) => workers.includes(name));
      const runs = await jobs.simulate(
        { workers: chosen, days, from: from === undefined ? ctx.clock.now() : new Date(from) },
        {
          signal,
          onRun: ({ worker, atMs, done, total }) => push({ worker, at: new Date(atMs).toISOString(), done, total }),
        },
      );
      return { runs: runs.map(toReport) };
    },
  };
}
