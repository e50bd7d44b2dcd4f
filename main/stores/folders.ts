import { z } from 'zod';
import { execute, type ReadTx, run, runOne, type Tx } from './run.ts';

const FolderRow = z.object({
  id: z.string(),
  spaceId: z.string(),
  path: z.string(),
  removesVanished: z.boolean(),
  isWatched: z.boolean(),
  documents: z.int(),
  checkedAt: z.date().nullable(),
  problem: z.string().nullable(),
  counts: z.record(z.string(), z.number()).nullable(),
});
export type FolderRow = z.infer<typeof FolderRow>;

const COLUMNS = `w.id, w.space_id as "spaceId", w.path, w.removes_vanished as "removesVanished",
  w.unwatched_seq is null as "isWatched",
  (select count(*) from document d where d.folder_id = w.id and d.removed_seq is null)::int as documents,
  c.checked_at as "checkedAt", c.problem, c.counts`;
const JOINED = `watched_folder w left join folder_check c on c.folder_id = w.id`;

/** Folders that are watched, in the order in which they were chosen, of which few are. */
export function listFolders(tx: ReadTx): Promise<readonly FolderRow[]> {
  return run(
    tx,
    FolderRow,
    `select ${COLUMNS} from ${JOINED} where w.unwatched_seq is null order by w.watched_seq, w.id`,
  );
}

/** Also one that is not watched any more. */
export function findFolder(tx: ReadTx, id: string): Promise<FolderRow | null> {
  return runOne(tx, FolderRow, `select ${COLUMNS} from ${JOINED} where w.id = $1`, [id]);
}

/** The folder of a space at a path, watched or not: its documents know it by its id. */
export function findFolderAt(tx: ReadTx, at: { readonly path: string; readonly spaceId: string }) {
  return runOne(
    tx,
    FolderRow,
    `select ${COLUMNS} from ${JOINED} where w.path = $1 and w.space_id = $2 order by w.watched_seq limit 1`,
    [at.path, at.spaceId],
  );
}

const FolderDocument = z.object({ id: z.string(), name: z.string(), path: z.string() });

/** Documents that came from a folder and are there. */
export function listFolderDocuments(tx: ReadTx, folderId: string): Promise<readonly z.infer<typeof FolderDocument>[]> {
  return run(
    tx,
    FolderDocument,
    `select id, name, path from document where folder_id = $1 and path is not null and removed_seq is null order by path, id`,
    [folderId],
  );
}

const FileRow = z.object({
  path: z.string(),
  sizeBytes: z.number(),
  mtimeMs: z.number(),
  problem: z.string().nullable(),
});
export type FolderFileRow = z.infer<typeof FileRow>;

/** What was found in a folder at the last look. */
export function listFolderFiles(tx: ReadTx, folderId: string): Promise<readonly FolderFileRow[]> {
  return run(
    tx,
    FileRow,
    `select path, size_bytes::float8 as "sizeBytes", mtime_ms as "mtimeMs", problem from folder_file
     where folder_id = $1 order by path`,
    [folderId],
  );
}

/** Files of a folder that could not be read, with why. */
export function listFolderProblems(tx: ReadTx, folderId: string, limit: number) {
  return run(
    tx,
    z.object({ path: z.string(), problem: z.string() }),
    `select path, problem from folder_file where folder_id = $1 and problem is not null order by path limit $2`,
    [folderId, limit],
  );
}

export async function insertFolderFile(tx: Tx, folderId: string, file: FolderFileRow): Promise<void> {
  await execute(
    tx,
    `insert into folder_file (folder_id, path, size_bytes, mtime_ms, problem) values ($1, $2, $3, $4, $5)
     on conflict (folder_id, path) do update
       set size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms, problem = excluded.problem`,
    [folderId, file.path, file.sizeBytes, file.mtimeMs, file.problem],
  );
}

export async function deleteFolderFiles(tx: Tx, folderId: string, paths: readonly string[]): Promise<void> {
  await execute(tx, `delete from folder_file where folder_id = $1 and path = any($2::text[])`, [folderId, paths]);
}

type Check = {
  readonly folderId: string;
  readonly checkedAt: string;
  readonly problem: string | null;
  readonly counts: Readonly<Record<string, number>>;
};

export async function insertFolderCheck(tx: Tx, { folderId, checkedAt, problem, counts }: Check): Promise<void> {
  await execute(
    tx,
    `insert into folder_check (folder_id, checked_at, problem, counts) values ($1, $2, $3, $4)
     on conflict (folder_id) do update
       set checked_at = excluded.checked_at, problem = excluded.problem, counts = excluded.counts`,
    [folderId, checkedAt, problem, JSON.stringify(counts)],
  );
}
