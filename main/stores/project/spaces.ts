import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import type { Recorded } from './passages.ts';

export async function createSpace(tx: Tx, { seq, body }: Recorded<BodyOf<'space.created'>>): Promise<void> {
  await execute(tx, `insert into space (id, name, created_seq) values ($1, $2, $3) on conflict (id) do nothing`, [
    body.spaceId,
    body.name,
    seq,
  ]);
}

/** What is said from now on goes by the new switches; what was said stays as it was said. */
export async function changeSpace(tx: Tx, body: BodyOf<'space.changed'>): Promise<void> {
  await execute(
    tx,
    `update space set name = coalesce($2, name), is_saving = coalesce($3, is_saving), is_using = coalesce($4, is_using)
     where id = $1`,
    [body.spaceId, body.name ?? null, body.isSaving ?? null, body.isUsing ?? null],
  );
}

/** `removedSeq` null brings it back. */
export async function setSpaceRemoved(tx: Tx, spaceId: string, removedSeq: number | null): Promise<void> {
  await execute(tx, `update space set removed_seq = $2 where id = $1`, [spaceId, removedSeq]);
}
