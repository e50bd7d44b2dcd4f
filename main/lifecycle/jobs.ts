import { AppError } from '../contract/errors.ts';
import type { WorkerName } from '../contract/lifecycle.ts';
import type { Ctx } from '../ctx.ts';
import { isAbort, throwIfAborted } from '../lib/abort.ts';
import { createGate } from '../lib/gate.ts';
import { createLane } from '../lib/lane.ts';
import {
  clearDeadJobs,
  findJob,
  insertJob,
  type JobChange,
  type JobRow,
  listLastJobs,
  listQueue,
  resetRunningJobs,
  updateJob,
} from '../stores/jobs.ts';
import type { Power } from './power.ts';
import { dueAt, retryAt } from './schedule.pure.ts';
import { type SimulatedRun, type Simulation, type SimulationWatch, simulate } from './simulate.ts';
import { nextTurnOfLoop, type Worker, whyFailed } from './worker.ts';

export type PausedBy = 'user' | 'answer' | 'battery' | null;

export type Jobs = {
  readonly workers: readonly Worker[];
  readonly isOn: (worker: Worker) => boolean;
  /** Looks at the clock now and then and does what is due. */
  readonly start: () => void;
  /** Does everything that is due; resolves when nothing more may run now. */
  readonly tick: () => Promise<void>;
  /** Nothing runs until the returned function is called: somebody waits for an answer. */
  readonly hold: () => () => void;
  readonly pausedBy: () => Promise<PausedBy>;
  readonly nextAt: (worker: Worker, last: JobRow | null) => Date | null;
  readonly runNow: (worker: WorkerName) => Promise<JobRow>;
  readonly cancel: (id: string) => Promise<JobRow>;
  readonly retry: (id: string) => Promise<JobRow>;
  /** Settings that decide what may run have changed. */
  readonly notePaused: () => void;
  readonly simulate: (asked: Simulation, watch: SimulationWatch) => Promise<readonly SimulatedRun[]>;
  readonly close: () => Promise<void>;
};

type Deps = { readonly workers: readonly Worker[]; readonly power: Power };

/** The first look is not at once: a start is when somebody waits for the window. */
const FIRST_LOOK_MS = 30_000;
const LOOK_MS = 60_000;
/** So long nobody has asked for anything: then upkeep that is dear may run. */
const IDLE_MS = 5 * 60_000;
/** A machine that is never left alone gets its upkeep anyway, after this. */
const OVERDUE_MS = 3 * 86_400_000;
/** The battery is asked about no more often than this. */
const POWER_MS = 30_000;
const PROGRESS_MS = 500;

const gone = (): AppError => new AppError('job.not-found', 'This run is not in the list any more.', { retry: 'never' });

/** The one queue of background work: durable, one at a time, never in the way of an answer (design section 8). */
export function createJobs(ctx: Ctx, { workers, power }: Deps): Jobs {
  const gate = createGate();
  const lane = createLane();
  const closing = new AbortController();
  const byName = new Map(workers.map((worker) => [worker.name, worker]));
  let current: { readonly id: string; readonly cancelling: AbortController } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lastBusyMs = ctx.clock.now().getTime();
  let isReset = false;
  const battery = rememberPower(ctx, power);

  const isOn = (worker: Worker): boolean => ctx.settings.get().workers[worker.name] ?? worker.isOnByDefault;
  const changed = (): void => ctx.emit('workers.changed', {});
  const change = async (id: string, what: JobChange): Promise<void> => {
    await ctx.db.transaction((tx) => updateJob(tx, id, what));
    changed();
  };

  const pausedBy = async (): Promise<PausedBy> => {
    if (gate.isHeld()) return 'answer';
    if (ctx.settings.get().isWorkPaused) return 'user';
    return (await battery()) ? 'battery' : null;
  };

  const nextAt = (worker: Worker, last: JobRow | null): Date | null => {
    if (!isOn(worker)) return null;
    const nowMs = ctx.clock.now().getTime();
    return new Date(dueAt({ lastMs: last?.at.getTime() ?? null, everyHours: worker.everyHours, nowMs }));
  };

  const enqueueDue = async (): Promise<void> => {
    const now = ctx.clock.now();
    const last = new Map((await listLastJobs(ctx.db.read)).map((job) => [job.worker, job]));
    const open = new Set(
      (await listQueue(ctx.db.read)).flatMap(({ state, worker }) => (state === 'dead' ? [] : [worker])),
    );
    for (const worker of workers) {
      const due = nextAt(worker, last.get(worker.name) ?? null);
      // By the clock as it is now: what never ran is due at this moment, which is later than when the look began.
      if (due === null || due > ctx.clock.now() || open.has(worker.name)) continue;
      const { name, priority } = worker;
      const job = { id: ctx.ids.uuid(), worker: name, at: now, priority, isAsked: false, runAfter: now };
      await ctx.db.transaction((tx) => insertJob(tx, job));
    }
  };

  const mayRun = (job: JobRow, paused: PausedBy): boolean => {
    const nowMs = ctx.clock.now().getTime();
    if (job.state === 'dead' || job.state === 'running' || job.runAfter.getTime() > nowMs) return false;
    if (job.isAsked) return true;
    const worker = byName.get(job.worker);
    if (paused !== null || worker === undefined || !isOn(worker)) return false;
    return !worker.isForIdle || nowMs - lastBusyMs > IDLE_MS || nowMs - job.at.getTime() > OVERDUE_MS;
  };

  const findNext = async (): Promise<JobRow | null> => {
    const paused = await pausedBy();
    return (await listQueue(ctx.db.read)).find((job) => mayRun(job, paused)) ?? null;
  };

  const perform = async (job: JobRow): Promise<void> => {
    const worker = byName.get(job.worker);
    if (worker === undefined) return change(job.id, { state: 'cancelled', summary: 'There is no such work any more.' });
    const cancelling = new AbortController();
    current = { id: job.id, cancelling };
    const signal = AbortSignal.any([cancelling.signal, closing.signal]);
    const from = ctx.clock.monotonicMs();
    const attempts = job.attempts + 1;
    const at = ctx.clock.now();
    await change(job.id, { state: 'running', at, attempts, startedAt: at, done: null, total: null });
    const ended = (): JobChange => ({ finishedAt: ctx.clock.now(), ms: ctx.clock.monotonicMs() - from });
    try {
      const breathe = async (): Promise<void> => {
        await nextTurnOfLoop();
        await gate.whenOpen(signal);
        while (!job.isAsked && (await pausedBy()) !== null) await untilLooked(signal);
        throwIfAborted(signal);
      };
      const onProgress = throttle(ctx, (done, total) => {
        change(job.id, { done, total }).catch(() => undefined); // only shown; the end is written and checked
      });
      const { summary, counts } = await worker.run(ctx, { at, signal, breathe, onProgress });
      await ctx.db.transaction((tx) => clearDeadJobs(tx, job.worker));
      await change(job.id, { state: 'done', summary, counts, ...ended() });
      ctx.log('job.done', { worker: job.worker, ms: Math.round(ctx.clock.monotonicMs() - from) });
    } catch (error) {
      if (closing.signal.aborted) return await change(job.id, { state: 'waiting', attempts: job.attempts });
      if (cancelling.signal.aborted && isAbort(error))
        return await change(job.id, { state: 'cancelled', summary: 'Stopped by you.', ...ended() });
      ctx.log('job.failed', { worker: job.worker, attempts, why: error instanceof Error ? error.name : 'unknown' });
      const again = retryAt(attempts, ctx.clock.now().getTime());
      const next: JobChange = again === null ? { state: 'dead' } : { state: 'failed', runAfter: new Date(again) };
      await change(job.id, { ...next, summary: whyFailed(error), ...ended() });
    } finally {
      current = null;
    }
  };

  const tick = (): Promise<void> =>
    lane.run(async () => {
      if (closing.signal.aborted) return;
      if (!isReset) await ctx.db.transaction((tx) => resetRunningJobs(tx));
      isReset = true;
      await enqueueDue();
      for (let job = await findNext(); job !== null && !closing.signal.aborted; job = await findNext())
        await perform(job);
    });

  const look = (): void => {
    tick().catch((error: unknown) => {
      // The next look tries again; a full disk or a closing database must not end the engine.
      ctx.log('jobs.failed', { why: error instanceof Error ? error.name : 'unknown' });
    });
  };

  const lookIn = (ms: number): void => {
    if (closing.signal.aborted) return;
    timer = setTimeout(() => {
      look();
      lookIn(LOOK_MS);
    }, ms);
    timer.unref();
  };

  const need = async (id: string): Promise<JobRow> => {
    const job = await findJob(ctx.db.read, id);
    if (job === null) throw gone();
    return job;
  };

  const bringForward = async (id: string): Promise<JobRow> => {
    await change(id, { state: 'waiting', isAsked: true, attempts: 0, runAfter: ctx.clock.now() });
    look();
    return need(id);
  };

  return {
    workers,
    isOn,
    tick,
    pausedBy,
    nextAt,
    start: () => lookIn(FIRST_LOOK_MS),
    hold: () => {
      lastBusyMs = ctx.clock.now().getTime();
      return gate.hold();
    },
    notePaused: () => {
      changed();
      look();
    },
    runNow: async (name) => {
      const worker = byName.get(name);
      if (worker === undefined) throw gone();
      const open = async () =>
        (await listQueue(ctx.db.read)).find((job) => job.worker === name && job.state !== 'dead');
      const now = ctx.clock.now();
      const { priority } = worker;
      if ((await open()) === undefined)
        await ctx.db.transaction((tx) =>
          insertJob(tx, { id: ctx.ids.uuid(), worker: name, at: now, priority, isAsked: true, runAfter: now }),
        );
      const job = await open();
      if (job === undefined) throw gone();
      return job.state === 'running' ? job : bringForward(job.id);
    },
    cancel: async (id) => {
      const job = await need(id);
      if (current?.id === id) current.cancelling.abort();
      else if (job.state !== 'done') {
        const now = ctx.clock.now();
        await change(id, { state: 'cancelled', summary: job.summary ?? 'Stopped by you.', finishedAt: now });
      }
      return need(id);
    },
    retry: async (id) => {
      const job = await need(id);
      const open = (await listQueue(ctx.db.read)).find(
        ({ worker, state }) => worker === job.worker && state !== 'dead',
      );
      return bringForward(open?.id ?? id);
    },
    simulate: (asked, watch) => lane.run(() => simulate(ctx, { asked, watch, gate, closing: closing.signal })),
    close: async () => {
      closing.abort();
      if (timer !== null) clearTimeout(timer);
      await lane.run(async () => undefined);
    },
  };
}

/** A pause that is not the gate's ends at the next look at it. */
const untilLooked = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, PROGRESS_MS);
    signal.addEventListener('abort', done, { once: true });
  });

function rememberPower(ctx: Ctx, power: Power): () => Promise<boolean> {
  let known = { atMs: Number.NEGATIVE_INFINITY, isOnBattery: false };
  return async () => {
    const atMs = ctx.clock.monotonicMs();
    if (atMs - known.atMs > POWER_MS) known = { atMs, isOnBattery: await power.isOnBattery() };
    return known.isOnBattery;
  };
}

function throttle(ctx: Ctx, show: (done: number, total: number) => void): (done: number, total: number) => void {
  let shownMs = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    const nowMs = ctx.clock.monotonicMs();
    if (nowMs - shownMs < PROGRESS_MS) return;
    shownMs = nowMs;
    show(done, total);
  };
}
