import { z } from 'zod';
import { type ReadTx, run, runOne } from './run.ts';

const LikeRow = z.object({
  id: z.string(),
  name: z.string(),
  sha256: z.string(),
  chunks: z.int(),
  chunkTotal: z.int().nullable(),
  folderId: z.string().nullable(),
  path: z.string().nullable(),
});

type Like = {
  readonly spaceId: string;
  readonly name: string;
  readonly sha256: string;
  readonly folderId: string | null;
  readonly path: string | null;
};

/** The documents of a space that are there in this place or with these bytes, of which few are. */
export function listDocumentsLike(tx: ReadTx, document: Like): Promise<readonly z.infer<typeof LikeRow>[]> {
  return run(
    tx,
    LikeRow,
    `select d.id, d.name, d.sha256, (select count(*) from passage p where p.parent_id = d.id)::int as chunks,
       d.chunk_total as "chunkTotal", d.folder_id as "folderId", d.path
     from document d
     where d.space_id = $1 and d.removed_seq is null and (d.sha256 = $3
       or (d.folder_id is not distinct from $4 and coalesce(d.path, d.name) = coalesce($5, $2)))
     order by d.added_seq, d.id`,
    [document.spaceId, document.name, document.sha256, document.folderId, document.path],
  );
}

/** Whether the user took away a document that lay here with these bytes. */
export async function hasRemovedDocument(
  tx: ReadTx,
  at: { readonly folderId: string; readonly path: string; readonly sha256: string },
): Promise<boolean> {
  const row = await runOne(
    tx,
    z.object({ id: z.string() }),
    `select id from document where folder_id = $1 and path = $2 and sha256 = $3
       and removed_seq is not null and removed_why is null limit 1`,
    [at.folderId, at.path, at.sha256],
  );
  return row !== null;
}

const DocumentRow = z.object({
  id: z.string(),
  spaceId: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  mediaType: z.string(),
  pages: z.int().nullable(),
  sizeBytes: z.int().nullable(),
  passages: z.int(),
  addedAt: z.date(),
  folderId: z.string().nullable(),
  folderPath: z.string().nullable(),
  path: z.string().nullable(),
  /** The folder is watched, was there at the last look, and the file was not. */
  isMissing: z.boolean(),
  isRemoved: z.boolean(),
});
export type DocumentRow = z.infer<typeof DocumentRow>;

const COLUMNS = `d.id, d.space_id as "spaceId", d.name, d.title, d.media_type as "mediaType", d.pages,
  d.size_bytes::float8 as "sizeBytes", (select count(*) from passage p where p.parent_id = d.id)::int as passages,
  d.added_at as "addedAt", d.folder_id as "folderId", w.path as "folderPath", d.path,
  (w.id is not null and w.unwatched_seq is null and c.folder_id is not null and c.problem is null and f.path is null) as "isMissing",
  d.removed_seq is not null as "isRemoved"`;
const JOINED = `document d left join watched_folder w on w.id = d.folder_id left join folder_check c on c.folder_id = d.folder_id
  left join folder_file f on f.folder_id = d.folder_id and f.path = d.path`;
const MATCHES = `d.removed_seq is null and ($1::text is null or d.space_id = $1)
  and ($2::text is null or position(lower($2) in lower(d.name || ' ' || coalesce(d.title, '') || ' ' || coalesce(d.path, ''))) > 0)`;

type Page = {
  readonly spaceId: string | null;
  readonly query: string | null;
  readonly offset: number;
  readonly limit: number;
};

/** Newest first; `query` is looked for in names, titles and paths. */
export function listDocuments(tx: ReadTx, page: Page): Promise<readonly DocumentRow[]> {
  return run(
    tx,
    DocumentRow,
    `select ${COLUMNS} from ${JOINED} where ${MATCHES} order by d.added_seq desc, d.id limit $3 offset $4`,
    [page.spaceId, page.query, page.limit, page.offset],
  );
}

export async function getDocumentCount(tx: ReadTx, page: Pick<Page, 'spaceId' | 'query'>): Promise<number> {
  const row = await runOne(tx, z.object({ n: z.int() }), `select count(*)::int as n from document d where ${MATCHES}`, [
    page.spaceId,
    page.query,
  ]);
  return row?.n ?? 0;
}

/** Also one that was taken away. */
export function findDocument(tx: ReadTx, id: string): Promise<DocumentRow | null> {
  return runOne(tx, DocumentRow, `select ${COLUMNS} from ${JOINED} where d.id = $1`, [id]);
}

const PassageRow = z.object({
  id: z.string(),
  title: z.string(),
  page: z.int().nullable(),
  text: z.string(),
  from: z.int(),
  to: z.int(),
});

/** The chunks of a document in the order in which they stand in it. */
export function listDocumentPassages(
  tx: ReadTx,
  page: { readonly documentId: string; readonly offset: number; readonly limit: number },
): Promise<readonly z.infer<typeof PassageRow>[]> {
  return run(
    tx,
    PassageRow,
    `select id, title, page, body as "text", from_char as "from", to_char as "to" from passage
     where parent_id = $1 and removed_seq is null order by to_char, id limit $2 offset $3`,
    [page.documentId, page.limit, page.offset],
  );
}

/** How many chunks of a document stand before the last that begins at or before a character of it. */
export async function findPassageIndex(
  tx: ReadTx,
  at: { readonly documentId: string; readonly from: number },
): Promise<number> {
  const row = await runOne(
    tx,
    z.object({ n: z.int() }),
    `select greatest(count(*) - 1, 0)::int as n from passage where parent_id = $1 and from_char <= $2 and removed_seq is null`,
    [at.documentId, at.from],
  );
  return row?.n ?? 0;
}

const CitedRow = z.object({
  id: z.string(),
  documentId: z.string(),
  name: z.string(),
  page: z.int().nullable(),
  index: z.int(),
});

/** Of the ids that are chunks of documents which are there: where they stand. */
export function listCitedPassages(tx: ReadTx, ids: readonly string[]) {
  return run(
    tx,
    CitedRow,
    `select p.id, d.id as "documentId", d.name, p.page,
       (select count(*) from passage o where o.parent_id = p.parent_id and (o.to_char, o.id) < (p.to_char, p.id))::int as index
     from passage p join document d on d.id = p.parent_id
     where p.id = any($1::text[]) and p.kind = 'document' and p.removed_seq is null order by p.id`,
    [ids],
  );
}

/** Documents whose writing was cut short: fewer chunks are there than their record promises. */
export function listUnfinishedDocuments(tx: ReadTx) {
  return run(
    tx,
    z.object({ id: z.string() }),
    `select d.id from document d where d.removed_seq is null and d.chunk_total is not null
       and d.chunk_total > (select count(*) from passage p where p.parent_id = d.id) order by d.added_seq, d.id`,
    [],
  );
}
