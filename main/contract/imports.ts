import { z } from 'zod';
import { call, stream } from './define.ts';
import { Instant, SpaceId, UploadId } from './ids.ts';
import { ChatFormat } from './programs.ts';

export const ImportFormat = z.enum([...ChatFormat.options, 'document']);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** Counts in turns, of a document in chunks: `read = imported + Σ skipped`. `notes` count what was kept but not as it stood. */
export const ImportReport = z.strictObject({
  read: z.int(),
  imported: z.int(),
  skipped: z.record(z.string(), z.int()),
  notes: z.record(z.string(), z.int()),
  conversations: z.int(),
  files: z
    .array(z.strictObject({ name: z.string(), format: ImportFormat, read: z.int(), imported: z.int() }))
    .readonly(),
  earliest: Instant.nullable(),
  latest: Instant.nullable(),
  isDryRun: z.boolean(),
  isCancelled: z.boolean(),
  /** Turns whose vectors were still being made when this was written. */
  pendingVectors: z.int(),
  ms: z.number(),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const ImportProgress = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reading'),
    file: z.string(),
    readBytes: z.number(),
    totalBytes: z.number(),
    read: z.int(),
    imported: z.int(),
    skipped: z.int(),
    /** Of a document that has pages. */
    pages: z.strictObject({ done: z.int(), total: z.int() }).optional(),
  }),
  /** After each fsync: turns that can no longer be lost. */
  z.strictObject({ kind: z.literal('acked'), n: z.int() }),
  z.strictObject({ kind: z.literal('indexing'), done: z.int(), total: z.int(), turnsPerSecond: z.number() }),
]);
export type ImportProgress = z.infer<typeof ImportProgress>;

/** A file the engine can read: a path (command line), or an upload (the page has no paths). */
export const ImportFile = z.union([
  z.strictObject({ path: z.string().min(1) }),
  z.strictObject({ uploadId: UploadId }),
]);
export type ImportFile = z.infer<typeof ImportFile>;

export const imports = {
  'uploads.begin': call({
    input: z.strictObject({ name: z.string().min(1).max(255), sizeBytes: z.number().min(0) }),
    output: z.strictObject({ uploadId: UploadId, chunkBytes: z.int() }),
  }),
  /** `data` is base64; chunks arrive in order, `offset` is checked. */
  'uploads.append': call({
    input: z.strictObject({ uploadId: UploadId, offset: z.number().min(0), data: z.string() }),
    output: z.strictObject({ receivedBytes: z.number() }),
  }),
  'uploads.discard': call({ input: z.strictObject({ uploadId: UploadId }), output: z.strictObject({}) }),
  /** Aborting keeps what was acknowledged, says so in the report, and a second run adds only the rest. */
  'imports.run': stream({
    input: z.strictObject({
      files: z.array(ImportFile).min(1).readonly(),
      format: z.union([z.literal('auto'), ImportFormat]),
      isDryRun: z.boolean(),
      /** False: return before the vectors are there. */
      shouldWait: z.boolean(),
      spaceId: SpaceId.optional(),
    }),
    chunk: ImportProgress,
    output: ImportReport,
  }),
};
