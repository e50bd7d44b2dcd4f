import { execute, type Tx } from './run.ts';

/** Vectors and token states whose fragment is gone, removed, or never searched. */
export async function deleteOrphans(tx: Tx): Promise<number> {
  let gone = 0;
  for (const table of ['fragment_vector', 'fragment_token'] as const) {
    gone += await execute(
      tx,
      `delete from ${table} v where not exists (select 1 from turn t where t.id = v.fragment_id and t.lexical is not null)
         and not exists (select 1 from passage p where p.id = v.fragment_id and p.removed_seq is null)`,
    );
  }
  return gone;
}

/** Everything that another embedder made, named or not. */
export async function deleteForeignVectors(tx: Tx, spaceId: number): Promise<number> {
  let gone = 0;
  for (const table of ['fragment_vector', 'fragment_token'] as const)
    gone += await execute(tx, `delete from ${table} where embedding_space_id <> $1`, [spaceId]);
  await execute(tx, `delete from embedding_space where id <> $1`, [spaceId]);
  return gone;
}

/** All passages of a kind lose their vectors and wait for new ones. */
export async function renewPassages(tx: Tx, kind: string): Promise<number> {
  for (const table of ['fragment_vector', 'fragment_token'] as const)
    await execute(tx, `delete from ${table} v using passage p where p.id = v.fragment_id and p.kind = $1`, [kind]);
  return execute(
    tx,
    `insert into fragment_pending (fragment_id, seq) select id, seq from passage where kind = $1 and removed_seq is null
       and lexical is not null on conflict (fragment_id) do nothing`,
    [kind],
  );
}
