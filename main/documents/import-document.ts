import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import { findDocument } from '../stores/passages.ts';
import { chunkDocument, type DocumentChunk } from './chunk.pure.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.txt': 'text/plain',
  '.text': 'text/plain',
};
const MAX_BYTES = 20 * 1024 * 1024;
/** Chunks in one record, so that none grows without bound. */
const CHUNKS_A_RECORD = 100;

/** Whether a file's name says that it is a text to read, and not a chat export. */
export const isDocumentName = (name: string): boolean => extname(name).toLowerCase() in MEDIA_TYPES;

type DocumentFile = {
  readonly path: string;
  readonly name: string;
  readonly spaceId: string | undefined;
  readonly isDryRun: boolean;
};

export type DocumentOutcome = { readonly chunks: number; readonly isDuplicate: boolean };

/** Adds a text file as a document; the same name with other content takes the place of the older one. */
export async function importDocument(ctx: Ctx, file: DocumentFile): Promise<DocumentOutcome> {
  const { text, sha256 } = await readText(file.path);
  const spaceId = file.spaceId ?? DEFAULT_SPACE;
  const chunks = chunkDocument(text);
  if (chunks.length === 0)
    throw new AppError('import.unreadable', 'There is no text in this file. Choose one that has some.');
  const existing = await findDocument(ctx.db.read, { spaceId, name: file.name });
  if (existing?.sha256 === sha256) return { chunks: chunks.length, isDuplicate: true };
  if (!file.isDryRun) {
    const removed: readonly JournalEvent[] =
      existing === null ? [] : [{ kind: 'document.removed', body: { documentId: existing.id } }];
    const added = toEvents({ chunks, name: file.name, sha256, spaceId, zone: ctx.zone(), documentId: ctx.ids.uuid() });
    await ctx.commit([...removed, ...added]);
    ctx.indexer.wake();
  }
  return { chunks: chunks.length, isDuplicate: false };
}

async function readText(path: string): Promise<{ readonly text: string; readonly sha256: string }> {
  const { size } = await stat(path);
  if (size > MAX_BYTES)
    throw new AppError('import.unreadable', 'This text is larger than 20 MB. Split it into smaller files.');
  const bytes = await readFile(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\u0000')) throw new Error('binary');
    return { text: text.normalize('NFC'), sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (cause) {
    throw new AppError('import.unreadable', 'This is not a text in UTF-8. Save it as UTF-8 text and import it again.', {
      cause,
    });
  }
}

type NewDocument = {
  readonly chunks: readonly DocumentChunk[];
  readonly documentId: string;
  readonly name: string;
  readonly sha256: string;
  readonly spaceId: string;
  readonly zone: string;
};

function toEvents({ chunks, documentId, name, ...rest }: NewDocument): readonly JournalEvent[] {
  const mediaType = MEDIA_TYPES[extname(name).toLowerCase()] ?? 'text/plain';
  const all = chunks.map(({ headings, ...chunk }, index) => ({
    ...chunk,
    chunkId: `${documentId}/${index}`,
    title: [name, ...headings].join(' › '),
    page: null,
  }));
  return Array.from({ length: Math.ceil(all.length / CHUNKS_A_RECORD) }, (_, n) => ({
    kind: 'document.added' as const,
    body: {
      ...{ documentId, name, mediaType, ...rest },
      chunks: all.slice(n * CHUNKS_A_RECORD, (n + 1) * CHUNKS_A_RECORD),
    },
  }));
}
