import { z } from 'zod';

const id = z.string().min(1);
const instant = z.string().nullable();

/** A file's text in chunks; a long one comes in several records of the same document, each with chunks of its own. */
export const DocumentAdded = z.object({
  kind: z.literal('document.added'),
  body: z
    .object({
      documentId: id,
      spaceId: id,
      name: z.string(),
      mediaType: z.string(),
      sha256: z.string(),
      zone: z.string(),
      chunks: z
        .array(
          z
            .object({
              chunkId: id,
              title: z.string(),
              text: z.string(),
              page: z.int().nullable(),
              /** UTF-16 offsets into the text of the file. */
              from: z.int().min(0),
              to: z.int().min(0),
            })
            .readonly(),
        )
        .readonly(),
    })
    .readonly(),
});

export const DocumentRemoved = z.object({
  kind: z.literal('document.removed'),
  body: z.object({ documentId: id }).readonly(),
});

/** How the user likes things done; a later one of the same id takes its place. */
export const ProcedureSet = z.object({
  kind: z.literal('procedure.set'),
  body: z
    .object({
      procedureId: id,
      spaceId: id,
      trigger: z.string(),
      steps: z.array(z.string()).readonly(),
      evidence: z.array(id).readonly(),
      zone: z.string(),
    })
    .readonly(),
});

export const ProcedureRemoved = z.object({
  kind: z.literal('procedure.removed'),
  body: z.object({ procedureId: id }).readonly(),
});

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
