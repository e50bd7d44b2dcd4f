import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import { deleteDerived, insertPassages, type Recorded } from './passages.ts';

export async function addDocument(tx: Tx, { seq, at, body }: Recorded<BodyOf<'document.added'>>): Promise<void> {
  await execute(
    tx,
    `insert into document (id, space_id, name, media_type, sha256, added_seq, added_at, title, pages, size_bytes,
       chunk_total, folder_id, path)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (id) do nothing`,
    [
      ...[body.documentId, body.spaceId, body.name, body.mediaType, body.sha256, seq, at],
      ...[body.title ?? null, body.pages ?? null, body.sizeBytes ?? null, body.chunkTotal ?? null],
      ...[body.folderId ?? null, body.path ?? null],
    ],
  );
  const passages = body.chunks.map(({ chunkId, title, text, page, from, to }) => ({
    ...{ id: chunkId, kind: 'document' as const, parentId: body.documentId, saidAt: null, evidence: [] },
    ...{ title, body: text, page, from, to },
  }));
  await insertPassages(tx, passages, { seq, at, spaceId: body.spaceId, zone: body.zone });
}

export async function removeDocument(tx: Tx, { seq, body }: Recorded<BodyOf<'document.removed'>>): Promise<void> {
  const { documentId, why = null } = body;
  await execute(tx, `update document set removed_seq = $2, removed_why = $3 where id = $1`, [documentId, seq, why]);
  await deleteDerived(tx, `select id from passage where parent_id = $1`, documentId);
  await execute(tx, `update passage set removed_seq = $2, changed_seq = $2 where parent_id = $1`, [documentId, seq]);
}

/** Its chunks wait for their vectors as new ones do; the cache has those that were made before. */
export async function restoreDocument(tx: Tx, { seq, body }: Recorded<BodyOf<'document.restored'>>): Promise<void> {
  const restored = await execute(
    tx,
    `update document set removed_seq = null, removed_why = null where id = $1 and removed_seq is not null`,
    [body.documentId],
  );
  if (restored === 0) return;
  await execute(tx, `update passage set removed_seq = null, changed_seq = $2 where parent_id = $1`, [
    body.documentId,
    seq,
  ]);
  await execute(
    tx,
    `insert into fragment_pending (fragment_id, seq) select id, $2 from passage where parent_id = $1 and lexical is not null
     on conflict (fragment_id) do nothing`,
    [body.documentId, seq],
  );
}

export async function watchFolder(tx: Tx, { seq, at, body }: Recorded<BodyOf<'folder.watched'>>): Promise<void> {
  await execute(
    tx,
    `insert into watched_folder (id, space_id, path, removes_vanished, watched_seq, watched_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set removes_vanished = excluded.removes_vanished, unwatched_seq = null`,
    [body.folderId, body.spaceId, body.path, body.removesVanished, seq, at],
  );
}

export async function unwatchFolder(tx: Tx, { seq, body }: Recorded<BodyOf<'folder.unwatched'>>): Promise<void> {
  await execute(tx, `update watched_folder set unwatched_seq = $2 where id = $1`, [body.folderId, seq]);
}
