import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { Instant, SpaceId } from './ids.ts';
import { WorkerName } from './lifecycle.ts';
import { ModelRole } from './models.ts';
import { SensitiveKind } from './spaces.ts';

export const Settings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** Scale of all text, percent. */
  textScale: z.int().min(80).max(160),
  ownerName: z.string().max(80),
  /** IANA zone in which times without a zone are read; empty: this computer's. */
  zone: z.string().max(80),
  budgetTokens: z.int().min(64).max(200_000).nullable(),
  chatModelId: z.string().max(512).nullable(),
  /** Models for some kinds of question only. */
  modelRoles: z.partialRecord(ModelRole, z.string().max(512)),
  /** What chat models may take together, in millions of bytes; null is automatic. */
  memoryBudgetMB: z.int().min(100).max(10_000_000).nullable(),
  /** The chosen model is loaded before the first question. */
  isWarmUpOn: z.boolean(),
  device: z.enum(['auto', 'cpu']),
  /** The welcome screens have been seen or skipped. */
  isWelcomed: z.boolean(),
  hasSingleKeyShortcuts: z.boolean(),
  /** The chat model reads turns for facts too, in the background. */
  isModelReading: z.boolean(),
  /** Off: what is said from now on is kept in its conversation only, whatever spaces and conversations say. */
  isSaving: z.boolean(),
  /** Off: nothing of memory is put into prompts, whatever spaces and conversations say. */
  isUsing: z.boolean(),
  /** A claim that is less sure waits in the inbox; 1: every one does. */
  acceptAbove: z.number().min(0.5).max(1),
  /** Kinds of facts that wait in the inbox however sure they are. */
  askFirst: z.array(SensitiveKind).readonly(),
  /** The space that the pages show and new chats begin in. */
  currentSpaceId: SpaceId,
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
  /** `passages` are what can be found beside turns; `pending` counts both. */
  index: z.strictObject({
    turns: z.int(),
    passages: z.int().optional(),
    pending: z.int(),
    isIndexing: z.boolean(),
  }),
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
    input: z.strictObject({
      shouldRebuild: z.boolean(),
      shouldRepair: z.boolean(),
      /** Looks for what is left of forgotten things too; for these texts in every byte, also of other folders. */
      residue: z
        .strictObject({
          words: z.array(z.string().min(1).max(10_000)).max(10_000).readonly(),
          profiles: z.array(z.string().min(1)).max(20).readonly(),
        })
        .optional(),
    }),
    chunk: z.strictObject({ step: z.string() }),
    output: DoctorReport,
  }),
  /** Something in `app.status` is different now. */
  'app.changed': event(z.strictObject({})),
};
