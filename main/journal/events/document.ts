import { z } from 'zod';

const id = z.string().min(1);

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
