import { z } from 'zod';

const id = z.string().min(1);
const instant = z.string().nullable();

/** What a stretch of turns says in short; a later one of the same id takes its place. */
export const SummaryWritten = z.object({
  kind: z.literal('summary.written'),
  body: z
    .object({
      summaryId: id,
      spaceId: id,
      title: z.string(),
      text: z.string(),
      /** The turns that it covers, in order. */
      covers: z.array(id).readonly(),
      /** When the last of them was said: nobody who asks as of an earlier day may see it. */
      saidAt: instant,
      zone: z.string(),
      /** The model that wrote it, or `extract`. */
      by: z.string(),
      scope: z.enum(['session', 'period']).optional(),
      conversationId: id.nullable().optional(),
      session: z.string().nullable().optional(),
      /** Month of `saidAt` in `zone`. */
      month: z.string().nullable().optional(),
      fromAt: instant.optional(),
      /** Hash of what it was written from. */
      fingerprint: z.string().optional(),
      sentences: z
        .array(z.object({ text: z.string(), turns: z.array(id).readonly() }).readonly())
        .readonly()
        .optional(),
      /** Sentences that the turns did not support and that were left out. */
      dropped: z.int().optional(),
    })
    .readonly(),
});

export const SummaryRemoved = z.object({
  kind: z.literal('summary.removed'),
  body: z.object({ summaryId: id }).readonly(),
});
