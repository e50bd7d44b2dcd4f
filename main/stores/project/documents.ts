import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import { deleteDerived, insertPassages, type Recorded } from './passages.ts';

export async function addDocument(tx: Tx, { seq, at, body }: Recorded<BodyOf<'document.added'>>): Promise<void> {
  await execute(
    tx,
    `insert into document (id, space_id, name, media_type, sha256, added_seq) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do nothing`,
    [body.documentId, body.spaceId, body.name, body.mediaType, body.sha256, seq],
  );
  const passages = body.chunks.map(({ chunkId, title, text, page, from, to }) => ({
    ...{ id: chunkId, kind: 'document' as const, parentId: body.documentId, saidAt: null, evidence: [] },
    ...{ title, body: text, page, from, to },
  }));
  await insertPassages(tx, passages, { seq, at, spaceId: body.spaceId, zone: body.zone });
}

export async function removeDocument(tx: Tx, documentId: string, seq: number): Promise<void> {
  await execute(tx, `update document set removed_seq = $2 where id = $1`, [documentId, seq]);
  await deleteDerived(tx, `select id from passage where parent_id = $1`, documentId);
  await execute(tx, `update passage set removed_seq = $2, changed_seq = $2 where parent_id = $1`, [documentId, seq]);
}
