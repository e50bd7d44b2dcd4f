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
      saidAt: instant,
      zone: z.string(),
      /** The model that wrote it, or `extract`. */
      by: z.string(),
    })
    .readonly(),
});

export const SummaryRemoved = z.object({
  kind: z.literal('summary.removed'),
  body: z.object({ summaryId: id }).readonly(),
});
