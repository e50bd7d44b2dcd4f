import type { WorkerName } from '../contract/lifecycle.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { Gate } from '../lib/gate.ts';
import { insertJob, updateJob } from '../stores/jobs.ts';
import { planSimulation, type Simulated } from './schedule.pure.ts';
import { nextTurnOfLoop, type Worker, type WorkerResult, whyFailed } from './worker.ts';

export type Simulation = { readonly workers: readonly Worker[]; readonly days: number; readonly from: Date };
export type SimulationWatch = {
  readonly signal: AbortSignal;
  readonly onRun: (run: Simulated<WorkerName> & { readonly done: number; readonly total: number }) => Promise<void>;
};
export type SimulatedRun = {
  readonly worker: WorkerName;
  readonly at: Date;
  readonly state: 'done' | 'failed';
  readonly result: WorkerResult;
  readonly ms: number;
};

type Simulating = {
  readonly asked: Simulation;
  readonly watch: SimulationWatch;
  readonly gate: Gate;
  readonly closing: AbortSignal;
};

/** The same workers on a clock that runs ahead; what they do is real. */
export async function simulate(
  ctx: Ctx,
  { asked, watch, gate, closing }: Simulating,
): Promise<readonly SimulatedRun[]> {
  const signal = AbortSignal.any([watch.signal, closing]);
  const plan = planSimulation({
    ...{ workers: asked.workers, fromMs: asked.from.getTime(), days: asked.days },
    nowMs: ctx.clock.now().getTime(),
  });
  const byName = new Map(asked.workers.map((worker) => [worker.name, worker]));
  const runs: SimulatedRun[] = [];
  for (const [done, { worker: name, atMs }] of plan.entries()) {
    throwIfAborted(signal);
    const worker = byName.get(name);
    if (worker === undefined) continue;
    await watch.onRun({ worker: name, atMs, done, total: plan.length });
    const from = ctx.clock.monotonicMs();
    const breathe = async (): Promise<void> => {
      await nextTurnOfLoop();
      await gate.whenOpen(signal);
    };
    const at = new Date(atMs);
    const ended = () => ({ worker: name, at, ms: ctx.clock.monotonicMs() - from });
    try {
      const result = await worker.run(ctx, { at, signal, breathe, onProgress: () => undefined });
      runs.push({ ...ended(), state: 'done', result });
      if (asked.days === 0) await note(ctx, worker, { at, result, ms: ended().ms });
    } catch (error) {
      if (signal.aborted) throw error;
      ctx.log('job.failed', { worker: name, why: error instanceof Error ? error.name : 'unknown' });
      runs.push({ ...ended(), state: 'failed', result: { summary: whyFailed(error), counts: {} } });
    }
  }
  return runs;
}

type Ran = { readonly at: Date; readonly result: WorkerResult; readonly ms: number };

/** A run for the present is a run like those of the queue, and the next one is due a period after it. */
async function note(ctx: Ctx, { name, priority }: Worker, { at, result, ms }: Ran): Promise<void> {
  const id = ctx.ids.uuid();
  const finishedAt = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await insertJob(tx, { id, worker: name, at, priority, isAsked: true, runAfter: at });
    const { summary, counts } = result;
    await updateJob(tx, id, { state: 'done', attempts: 1, startedAt: at, finishedAt, ms, summary, counts });
  });
  ctx.emit('workers.changed', {});
}
