import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { Instant } from './ids.ts';

/** Upkeep of the memory (design section 8). */
export const WorkerName = z.enum([
  'extract',
  'procedures',
  'decay',
  'edge-decay',
  'procedural-decay',
  'clustering',
  'reflection',
  'summaries',
  'consolidation',
  'sentinel',
  'classifier-tune',
  'folders',
  'maintenance',
  'backup',
]);
export type WorkerName = z.infer<typeof WorkerName>;

/** `dead`: failed too often, and waits for the user. */
export const JobState = z.enum(['waiting', 'running', 'done', 'failed', 'dead', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

export const Job = z.strictObject({
  id: z.string(),
  worker: WorkerName,
  state: JobState,
  /** The time that it is for. */
  at: Instant,
  attempts: z.int(),
  /** Not before this. */
  runAfter: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  ms: z.number().nullable(),
  progress: z.strictObject({ done: z.int(), total: z.int() }).nullable(),
  /** One sentence: what came of it, or why it failed. */
  summary: z.string().nullable(),
  counts: z.record(z.string(), z.number()),
});
export type Job = z.infer<typeof Job>;

export const WorkerInfo = z.strictObject({
  name: WorkerName,
  everyHours: z.number(),
  isForIdle: z.boolean(),
  isOn: z.boolean(),
  isOnByDefault: z.boolean(),
  /** The last that ended, well or not; the one that runs or waits; when the next is due (null: off). */
  last: Job.nullable(),
  current: Job.nullable(),
  nextAt: Instant.nullable(),
});
export type WorkerInfo = z.infer<typeof WorkerInfo>;

/** Why nothing is being done just now, if that is so. */
export const PauseReason = z.enum(['user', 'answer', 'battery']);

export const WorkerRunReport = z.strictObject({
  worker: WorkerName,
  /** The simulated time. */
  at: Instant,
  state: z.enum(['done', 'failed']),
  summary: z.string(),
  counts: z.record(z.string(), z.number()),
  ms: z.number(),
});
export type WorkerRunReport = z.infer<typeof WorkerRunReport>;

export const lifecycle = {
  'workers.list': call({
    input: z.strictObject({}),
    output: z.strictObject({
      workers: z.array(WorkerInfo).readonly(),
      /** Running, waiting and dead ones, in the order in which they are done. */
      queue: z.array(Job).readonly(),
      pausedBy: PauseReason.nullable(),
    }),
  }),
  'workers.history': call({
    input: z.strictObject({ worker: WorkerName.optional(), limit: z.int().min(1).max(200) }),
    output: z.strictObject({ jobs: z.array(Job).readonly() }),
  }),
  /** Puts a run at the front; nothing happens twice where one waits or runs already. */
  'workers.runNow': call({ input: z.strictObject({ worker: WorkerName }), output: Job }),
  'workers.cancel': call({ input: z.strictObject({ id: z.string() }), output: Job }),
  /** A failed or dead one once more, now. */
  'workers.retry': call({ input: z.strictObject({ id: z.string() }), output: Job }),
  'workers.setPaused': call({ input: z.strictObject({ isPaused: z.boolean() }), output: z.strictObject({}) }),
  'workers.setOn': call({
    input: z.strictObject({ worker: WorkerName, isOn: z.boolean() }),
    output: z.strictObject({}),
  }),
  /** Runs workers now, for `days` simulated days from `from` on (now): every worker at each of its own times. */
  'workers.simulate': stream({
    input: z.strictObject({
      workers: z.union([z.literal('all'), z.array(WorkerName).min(1).readonly()]),
      days: z.int().min(0).max(36_500),
      from: Instant.optional(),
    }),
    chunk: z.strictObject({ worker: WorkerName, at: Instant, done: z.int(), total: z.int() }),
    output: z.strictObject({ runs: z.array(WorkerRunReport).readonly() }),
  }),
  /** Something in `workers.list` is different now. */
  'workers.changed': event(z.strictObject({})),
};
