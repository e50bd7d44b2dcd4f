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
      /** What the file calls itself. */
      title: z.string().optional(),
      pages: z.int().optional(),
      sizeBytes: z.int().optional(),
      /** Chunks of all its records: fewer are there only where writing was cut short. */
      chunkTotal: z.int().optional(),
      /** The watched folder that it lies in, and its path there. */
      folderId: id.optional(),
      path: id.optional(),
    })
    .readonly(),
});

export const DocumentRemoved = z.object({
  kind: z.literal('document.removed'),
  body: z
    .object({
      documentId: id,
      /** Absent where the user took it away: the same bytes in a watched folder then stay out. */
      why: z.enum(['replaced', 'vanished', 'unfinished']).optional(),
    })
    .readonly(),
});

export const DocumentRestored = z.object({
  kind: z.literal('document.restored'),
  body: z.object({ documentId: id }).readonly(),
});

/** Said again of the same folder, it changes what is done with vanished files. */
export const FolderWatched = z.object({
  kind: z.literal('folder.watched'),
  body: z.object({ folderId: id, spaceId: id, path: id, removesVanished: z.boolean() }).readonly(),
});

export const FolderUnwatched = z.object({
  kind: z.literal('folder.unwatched'),
  body: z.object({ folderId: id }).readonly(),
});
