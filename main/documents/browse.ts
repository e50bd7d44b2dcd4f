import { type Document, DocumentId, type DocumentKind, type DocumentPassage, FolderId } from '../contract/documents.ts';
import { AppError } from '../contract/errors.ts';
import { SpaceId } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import {
  type DocumentRow,
  findDocument,
  findPassageIndex,
  getDocumentCount,
  listDocumentPassages,
  listDocuments,
} from '../stores/documents.ts';
import { MEDIA_TYPES } from './read-document.ts';

const KINDS = new Map(Object.entries(MEDIA_TYPES).map(([kind, type]) => [type, kind as DocumentKind])); // keys of the table

const notFound = () =>
  new AppError('document.not-found', 'This document is not here. It was taken away, or a newer one took its place.');

const toDocument = (row: DocumentRow): Document => ({
  id: DocumentId.parse(row.id),
  spaceId: SpaceId.parse(row.spaceId),
  ...{ name: row.name, title: row.title, kind: KINDS.get(row.mediaType) ?? 'text', pages: row.pages },
  ...{ sizeBytes: row.sizeBytes, passages: row.passages, addedAt: row.addedAt.toISOString(), isRemoved: row.isRemoved },
  folder:
    row.folderId === null || row.folderPath === null
      ? null
      : {
          id: FolderId.parse(row.folderId),
          ...{ path: row.folderPath, file: row.path ?? row.name, isMissing: row.isMissing },
        },
});

/** A page of the documents that are there. */
export async function listDocumentPage(
  ctx: Pick<Ctx, 'db'>,
  { spaceId = null, query = null, ...page }: NullableInput,
): Promise<OutputOf<'documents.list'>> {
  const filter = { spaceId, query: query?.trim() || null };
  const rows = await listDocuments(ctx.db.read, { ...filter, ...page });
  return { documents: rows.map(toDocument), total: await getDocumentCount(ctx.db.read, filter) };
}
type NullableInput = Pick<InputOf<'documents.list'>, 'offset' | 'limit'> & {
  readonly spaceId?: string | null | undefined;
  readonly query?: string | null | undefined;
};

/** One document, also if it was taken away. */
export async function getDocument(ctx: Pick<Ctx, 'db'>, id: string): Promise<Document> {
  const row = await findDocument(ctx.db.read, id);
  if (row === null) throw notFound();
  return toDocument(row);
}

/** Passages of a document with what one repeats of the one before. */
export async function readDocumentPage(
  ctx: Pick<Ctx, 'db'>,
  { id, offset, limit }: InputOf<'documents.read'>,
): Promise<OutputOf<'documents.read'>> {
  const document = await getDocument(ctx, id);
  if (document.isRemoved) throw notFound();
  const first = Math.max(0, offset - 1);
  const rows = await listDocumentPassages(ctx.db.read, {
    ...{ documentId: id, offset: first, limit: limit + offset - first },
  });
  const known = new Set([document.name, document.title]);
  const passages = rows.map(({ title, ...row }, n): DocumentPassage => {
    const headings = title.split(' › ').filter((part, place) => place > 1 || !known.has(part));
    const before = rows[n - 1]?.to ?? row.from;
    return { ...row, headings, index: first + n, repeated: Math.max(0, Math.min(before - row.from, row.text.length)) };
  });
  return { passages: passages.slice(offset - first), total: document.passages };
}

/** Where something that was found in a document leads. */
export async function findPassage(
  ctx: Pick<Ctx, 'db'>,
  { id, from }: InputOf<'documents.find'>,
): Promise<OutputOf<'documents.find'>> {
  if ((await getDocument(ctx, id)).isRemoved) throw notFound();
  return { index: await findPassageIndex(ctx.db.read, { documentId: id, from }) };
}
