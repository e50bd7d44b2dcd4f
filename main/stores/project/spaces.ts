import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import type { Recorded } from './passages.ts';

export async function createSpace(tx: Tx, { seq, body }: Recorded<BodyOf<'space.created'>>): Promise<void> {
  await execute(
    tx,
    `with made as (
       insert into space (id, name, created_seq) values ($1, $2::text, $3::bigint) on conflict (id) do nothing returning id)
     insert into space_version (space_id, seq, name, is_saving, is_using) select id, $3, $2, true, true from made`,
    [body.spaceId, body.name, seq],
  );
}

/** What is said from now on goes by the new switches; what was said stays as it was said. */
export async function changeSpace(tx: Tx, { seq, body }: Recorded<BodyOf<'space.changed'>>): Promise<void> {
  await execute(
    tx,
    `insert into space_version (space_id, seq, name, is_saving, is_using)
     select id, $2, $3, $4, $5 from space where id = $1 on conflict (space_id, seq) do nothing`,
    [body.spaceId, seq, body.name ?? null, body.isSaving ?? null, body.isUsing ?? null],
  );
  await settleSpaces(tx, [body.spaceId]);
}

/** Spaces as the records that are left of them say: of each thing the last that names it. */
export async function settleSpaces(tx: Tx, spaceIds: readonly string[]): Promise<void> {
  const last = (column: string): string =>
    `${column} = coalesce((select v.${column} from space_version v where v.space_id = s.id and v.${column} is not null
       order by v.seq desc limit 1), s.${column})`;
  await execute(
    tx,
    `update space s set ${last('name')}, ${last('is_saving')}, ${last('is_using')} where s.id = any($1::text[])`,
    [spaceIds],
  );
}

/** `removedSeq` null brings it back. */
export async function setSpaceRemoved(tx: Tx, spaceId: string, removedSeq: number | null): Promise<void> {
  await execute(tx, `update space set removed_seq = $2 where id = $1`, [spaceId, removedSeq]);
}
