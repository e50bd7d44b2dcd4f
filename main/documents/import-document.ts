import { extname } from 'node:path';
import type { Ctx } from '../ctx.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import { listDocumentsLike } from '../stores/passages.ts';
import { findSpace } from '../stores/spaces.ts';
import { chunkDocument, type DocumentChunk } from './chunk.pure.ts';
import { planDocument } from './plan-document.pure.ts';
import { readText } from './read-text.ts';

const MARKDOWN = 'text/markdown';
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.md': MARKDOWN,
  '.markdown': MARKDOWN,
  '.txt': 'text/plain',
  '.text': 'text/plain',
};
const mediaTypeOf = (name: string): string | undefined => MEDIA_TYPES[extname(name).toLowerCase()];

/** Chunks in one record, so that none grows without bound. */
const CHUNKS_A_RECORD = 100;

/** Whether a file's name says that it is a text to read, and not a chat export. */
export const isDocumentName = (name: string): boolean => mediaTypeOf(name) !== undefined;

type DocumentFile = {
  readonly path: string;
  readonly name: string;
  readonly spaceId: string;
  readonly isDryRun: boolean;
};

export type DocumentOutcome = { readonly chunks: number; readonly isDuplicate: boolean };

/** Adds a text file as a document; the same name with other content takes the place of the older one. */
export async function importDocument(ctx: Ctx, file: DocumentFile): Promise<DocumentOutcome> {
  const { name, spaceId } = file;
  const { text, sha256 } = await readText(file.path);
  const mediaType = mediaTypeOf(name) ?? 'text/plain';
  const chunks = chunkDocument(text, { isMarkdown: mediaType === MARKDOWN });
  const known = await listDocumentsLike(ctx.db.read, { spaceId, name, sha256 });
  const plan = planDocument(known, { name, sha256, chunks: chunks.length });
  if (plan.kind === 'duplicate') return { chunks: chunks.length, isDuplicate: true };
  if (!file.isDryRun) {
    const [documentId, importId] = [ctx.ids.uuid(), ctx.ids.uuid()];
    await ctx.commit([
      ...(await newSpace(ctx, spaceId)),
      ...toEvents({ chunks, documentId, name, mediaType, sha256, spaceId, zone: ctx.zone() }),
      // After the new one: were writing cut short between them, both would be there rather than none.
      ...plan.replaced.map((id): JournalEvent => ({ kind: 'document.removed', body: { documentId: id } })),
      finished({ importId, name, sha256, chunks: chunks.length }),
    ]);
    ctx.indexer.wake();
  }
  return { chunks: chunks.length, isDuplicate: false };
}

async function newSpace(ctx: Ctx, spaceId: string): Promise<readonly JournalEvent[]> {
  if ((await findSpace(ctx.db.read, spaceId)) !== null) return [];
  return [{ kind: 'space.created', body: { spaceId, name: spaceId } }];
}

type NewDocument = {
  readonly chunks: readonly DocumentChunk[];
  readonly documentId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly spaceId: string;
  readonly zone: string;
};

function toEvents({ chunks, ...document }: NewDocument): readonly JournalEvent[] {
  const all = chunks.map(({ headings, ...chunk }, index) => ({
    ...chunk,
    chunkId: `${document.documentId}/${index}`,
    title: [document.name, ...headings].join(' › '),
    page: null,
  }));
  return Array.from({ length: Math.ceil(all.length / CHUNKS_A_RECORD) }, (_, n) => ({
    kind: 'document.added' as const,
    body: { ...document, chunks: all.slice(n * CHUNKS_A_RECORD, (n + 1) * CHUNKS_A_RECORD) },
  }));
}

type Finished = {
  readonly importId: string;
  readonly name: string;
  readonly sha256: string;
  readonly chunks: number;
};

const finished = ({ importId, name, sha256, chunks }: Finished): JournalEvent => ({
  kind: 'import.finished',
  body: {
    importId,
    fileName: name,
    fileSha256: sha256,
    format: 'document',
    read: chunks,
    imported: chunks,
    skipped: {},
  },
});
