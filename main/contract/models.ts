import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { ModelId, UploadId } from './ids.ts';

export const ModelState = z.enum(['ready', 'not-downloaded', 'partial', 'downloading', 'damaged']);

export const ModelInfo = z.strictObject({
  id: ModelId,
  name: z.string(),
  task: z.enum(['embedding', 'chat']),
  licence: z.string(),
  sizeBytes: z.number(),
  doneBytes: z.number(),
  contextTokens: z.int(),
  memoryBytes: z.number(),
  /** An estimate against this computer's memory. */
  fit: z.enum(['fits', 'tight', 'too large']),
  state: ModelState,
  problem: z.string().nullable(),
  isBundled: z.boolean(),
  isAdded: z.boolean(),
  /** False for what ships, and for files in a folder of the user's that is read in place. */
  isRemovable: z.boolean(),
  isSelected: z.boolean(),
  languages: z.array(z.string()).readonly(),
  notes: z.string(),
  /** Hosts a download would talk to, in order; empty when it comes from a folder. */
  hosts: z.array(z.string()).readonly(),
});
export type ModelInfo = z.infer<typeof ModelInfo>;

export const FetchProgress = z.strictObject({
  doneBytes: z.number(),
  totalBytes: z.number(),
  bytesPerSecond: z.number(),
  source: z.string(),
  step: z.enum(['connecting', 'downloading', 'verifying', 'installing']),
});
export type FetchProgress = z.infer<typeof FetchProgress>;

const One = z.strictObject({ id: ModelId });

export const models = {
  'models.list': call({
    input: z.strictObject({}),
    output: z.strictObject({
      models: z.array(ModelInfo).readonly(),
      folder: z.string(),
      computer: z.strictObject({ cores: z.int(), memoryBytes: z.number(), gpu: z.string().nullable() }),
    }),
  }),
  /** Aborting pauses: what has arrived is kept and continued next time. */
  'models.fetch': stream({ input: One, chunk: FetchProgress, output: ModelInfo }),
  'models.select': call({ input: One, output: ModelInfo }),
  /** Deletes the file (or, for an added reference, only the entry). */
  'models.remove': call({ input: One, output: z.strictObject({}) }),
  'models.verify': call({ input: One, output: ModelInfo }),
  'models.add': call({
    input: z.strictObject({
      file: z.union([z.strictObject({ path: z.string().min(1) }), z.strictObject({ uploadId: UploadId })]),
      name: z.string().max(200).optional(),
    }),
    output: ModelInfo,
  }),
  'models.changed': event(z.strictObject({})),
};
