import { z } from 'zod';

const count = z.int().min(0);

export const ImportFinished = z.object({
  kind: z.literal('import.finished'),
  body: z
    .object({
      importId: z.string().min(1),
      fileName: z.string(),
      fileSha256: z.string().nullable(),
      format: z.string(),
      read: count,
      imported: count,
      /** Turns skipped, by reason. */
      skipped: z.record(z.string(), count).readonly(),
    })
    .readonly(),
});
