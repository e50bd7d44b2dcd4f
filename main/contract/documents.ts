import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { Instant, SpaceId } from './ids.ts';

export const DocumentId = z.string().min(1).max(512).brand<'DocumentId'>();
export type DocumentId = z.infer<typeof DocumentId>;
export const FolderId = z.string().min(1).max(512).brand<'FolderId'>();
export type FolderId = z.infer<typeof FolderId>;

export const DocumentKind = z.enum(['text', 'markdown', 'html', 'pdf', 'docx']);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const Document = z.strictObject({
  id: DocumentId,
  spaceId: SpaceId,
  name: z.string(),
  /** What the file calls itself. */
  title: z.string().nullable(),
  kind: DocumentKind,
  pages: z.int().nullable(),
  sizeBytes: z.number().nullable(),
  passages: z.int(),
  addedAt: Instant,
  /** Where it was found; null where the user chose the file. */
  folder: z
    .strictObject({
      id: FolderId,
      path: z.string(),
      /** The file's path inside the folder. */
      file: z.string(),
      isMissing: z.boolean(),
    })
    .nullable(),
  isRemoved: z.boolean(),
});
export type Document = z.infer<typeof Document>;

export const DocumentPassage = z.strictObject({
  id: z.string(),
  /** Its place among the passages of the document. */
  index: z.int(),
  /** Headings that it stands under, outermost first. */
  headings: z.array(z.string()).readonly(),
  page: z.int().nullable(),
  text: z.string(),
  from: z.int(),
  to: z.int(),
  /** So many characters at the beginning end the passage before. */
  repeated: z.int(),
});
export type DocumentPassage = z.infer<typeof DocumentPassage>;

/** What a look into a folder did, in files. */
export const FolderCounts = z.strictObject({
  found: z.int(),
  imported: z.int(),
  unchanged: z.int(),
  duplicates: z.int(),
  /** Taken away by the user, and the same since. */
  leftOut: z.int(),
  failed: z.int(),
  missing: z.int(),
  removed: z.int(),
  /** Passed over: hidden, over the size limit, of another kind, and links. */
  hidden: z.int(),
  tooLarge: z.int(),
  otherKinds: z.int(),
  links: z.int(),
  unreadableFolders: z.int(),
});
export type FolderCounts = z.infer<typeof FolderCounts>;

export const WatchedFolder = z.strictObject({
  id: FolderId,
  spaceId: SpaceId,
  path: z.string(),
  /** Whether a document goes when its file is gone. */
  removesVanished: z.boolean(),
  documents: z.int(),
  checkedAt: Instant.nullable(),
  /** Why the last look found nothing to go by; fit to show. */
  problem: z.string().nullable(),
  counts: FolderCounts.nullable(),
  /** Files that could not be read, with what to do. */
  failures: z.array(z.strictObject({ file: z.string(), message: z.string() })).readonly(),
});
export type WatchedFolder = z.infer<typeof WatchedFolder>;

const Empty = z.strictObject({});

export const documents = {
  /** Newest first; `query` is looked for in names, titles and paths. */
  'documents.list': call({
    input: z.strictObject({
      offset: z.int().min(0),
      limit: z.int().min(1).max(500),
      query: z.string().max(1_000).optional(),
      spaceId: SpaceId.optional(),
    }),
    output: z.strictObject({ documents: z.array(Document).readonly(), total: z.int() }),
  }),
  'documents.get': call({ input: z.strictObject({ id: DocumentId }), output: Document }),
  /** The text of a document in its passages: the same that a search returns. */
  'documents.read': call({
    input: z.strictObject({ id: DocumentId, offset: z.int().min(0), limit: z.int().min(1).max(500) }),
    output: z.strictObject({ passages: z.array(DocumentPassage).readonly(), total: z.int() }),
  }),
  /** The passage that begins at or before a character of the document: where something that was found leads. */
  'documents.find': call({
    input: z.strictObject({ id: DocumentId, from: z.int().min(0) }),
    output: z.strictObject({ index: z.int() }),
  }),
  /** Nothing of it is found any more; `documents.restore` takes it back. */
  'documents.remove': call({
    input: z.strictObject({ id: DocumentId }),
    output: z.strictObject({ passages: z.int() }),
  }),
  'documents.restore': call({ input: z.strictObject({ id: DocumentId }), output: Document }),
  'documents.changed': event(Empty),

  'folders.list': call({ input: Empty, output: z.strictObject({ folders: z.array(WatchedFolder).readonly() }) }),
  /** A path as the user writes it, checked; the same folder again changes what is done with vanished files. */
  'folders.watch': call({
    input: z.strictObject({
      path: z.string().min(1).max(4_096),
      removesVanished: z.boolean(),
      spaceId: SpaceId.optional(),
    }),
    output: WatchedFolder,
  }),
  /** Its documents stay. */
  'folders.unwatch': call({ input: z.strictObject({ id: FolderId }), output: Empty }),
  /** Looks into a folder now; aborting keeps what was imported. */
  'folders.check': stream({
    input: z.strictObject({ id: FolderId }),
    chunk: z.strictObject({ file: z.string(), done: z.int(), total: z.int() }),
    output: WatchedFolder,
  }),
};
