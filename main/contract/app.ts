import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { Instant } from './ids.ts';
import { WorkerName } from './lifecycle.ts';

export const Settings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** Scale of all text, percent. */
  textScale: z.int().min(80).max(160),
  ownerName: z.string().max(80),
  /** IANA zone in which times without a zone are read; empty: this computer's. */
  zone: z.string().max(80),
  budgetTokens: z.int().min(64).max(200_000).nullable(),
  chatModelId: z.string().max(512).nullable(),
  device: z.enum(['auto', 'cpu']),
  /** The welcome screens have been seen or skipped. */
  isWelcomed: z.boolean(),
  hasSingleKeyShortcuts: z.boolean(),
  /** The chat model reads turns for facts too, in the background. */
  isModelReading: z.boolean(),
  /** What is not used steps back with time (design section 8, decay); it stays findable. */
  isDecayOn: z.boolean(),
  /** No background work but what is asked for. */
  isWorkPaused: z.boolean(),
  /** Workers that the user switched on or off. */
  workers: z.partialRecord(WorkerName, z.boolean()),
});
export type Settings = z.infer<typeof Settings>;

export const AppStatus = z.strictObject({
  version: z.string(),
  mode: z.enum(['desktop', 'browser', 'command line']),
  dataFolder: z.string(),
  freeBytes: z.number().nullable(),
  zone: z.string(),
  chatModel: z
    .strictObject({ name: z.string(), device: z.string(), contextTokens: z.int(), isLoaded: z.boolean() })
    .nullable(),
  embedder: z.strictObject({ name: z.string(), device: z.string() }),
  host: z.strictObject({
    state: z.enum(['stopped', 'starting', 'ready', 'restarting', 'cpu-only', 'failed']),
    restarts: z.int(),
    notice: z.string().nullable(),
  }),
  index: z.strictObject({ turns: z.int(), pending: z.int(), isIndexing: z.boolean() }),
  /** What is and is not protected on disk, as one true sentence. */
  protection: z.string(),
  history: z.strictObject({
    records: z.int(),
    state: z.enum(['unchecked', 'unbroken', 'broken']),
    checkedAt: Instant.nullable(),
  }),
  /** Every outgoing connection since the folder was made, newest first; all were asked for. */
  connections: z
    .array(z.strictObject({ at: Instant, host: z.string(), purpose: z.string(), receivedBytes: z.number() }))
    .readonly(),
  isDownloading: z.boolean(),
});
export type AppStatus = z.infer<typeof AppStatus>;

export const DoctorProblem = z.strictObject({
  check: z.string(),
  file: z.string().nullable(),
  seq: z.int().nullable(),
  id: z.string().nullable(),
  message: z.string(),
  fix: z.string(),
});
export type DoctorProblem = z.infer<typeof DoctorProblem>;

export const DoctorReport = z.strictObject({
  ok: z.boolean(),
  problems: z.array(DoctorProblem).readonly(),
  notes: z.array(z.string()).readonly(),
  counts: z.record(z.string(), z.number()),
  digests: z.record(z.string(), z.string()),
  ms: z.number(),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

export const app = {
  'app.status': call({ input: z.strictObject({}), output: AppStatus }),
  'settings.get': call({ input: z.strictObject({}), output: Settings }),
  'settings.set': call({ input: Settings.partial(), output: Settings }),
  'doctor.run': stream({
    input: z.strictObject({ shouldRebuild: z.boolean(), shouldRepair: z.boolean() }),
    chunk: z.strictObject({ step: z.string() }),
    output: DoctorReport,
  }),
  /** Something in `app.status` is different now. */
  'app.changed': event(z.strictObject({})),
};
