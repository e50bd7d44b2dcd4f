import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';

type Recorded<T> = { readonly seq: number; readonly body: T };

/** Topics and whose turns are in them, as a sorting left them. */
export async function changeClusters(tx: Tx, { seq, body }: Recorded<BodyOf<'clusters.changed'>>): Promise<void> {
  await execute(
    tx,
    `insert into cluster (id, space_id, label, label_seq, made_seq, changed_seq)
     select id, $1, label, $2, $2, $2 from unnest($3::text[], $4::text[]) as made(id, label)
     on conflict (id) do update set label = excluded.label, label_seq = $2, changed_seq = $2, gone_seq = null`,
    [body.spaceId, seq, body.made.map(({ clusterId }) => clusterId), body.made.map(({ label }) => label)],
  );
  await execute(
    tx,
    `update cluster c set label = renamed.label, label_seq = $1, changed_seq = $1
     from unnest($2::text[], $3::text[]) as renamed(id, label) where c.id = renamed.id`,
    [seq, body.renamed.map(({ clusterId }) => clusterId), body.renamed.map(({ label }) => label)],
  );
  await assignTurns(tx, body);
  await execute(tx, `delete from cluster_turn where cluster_id = any($1::text[])`, [body.gone]);
  await execute(tx, `update cluster set gone_seq = $2, changed_seq = $2 where id = any($1::text[])`, [body.gone, seq]);
  if (body.pass === null) return;
  const { at, fullTurns } = body.pass;
  // A full pass looked at everything: what stayed where it was is core as well.
  if (fullTurns !== null)
    await execute(
      tx,
      `update cluster_turn t set is_core = true from cluster c
       where c.id = t.cluster_id and c.space_id = $1 and not t.is_core`,
      [body.spaceId],
    );
  await execute(
    tx,
    `insert into cluster_pass (space_id, at, full_turns, seq) values ($1, $2, $3, $4)
     on conflict (space_id) do update set seq = $4, at = $2, full_turns = coalesce($3, cluster_pass.full_turns),
       is_full_asked = cluster_pass.is_full_asked and $3 is null`,
    [body.spaceId, at, fullTurns, seq],
  );
}

/** Sorting takes minutes: a turn that was forgotten, taken out of memory or moved to another space since it was read stays out. */
async function assignTurns(tx: Tx, { spaceId, assigned, isFull }: BodyOf<'clusters.changed'>): Promise<void> {
  for (const { clusterId, turnIds } of assigned) {
    if (clusterId === null) {
      await execute(tx, `delete from cluster_turn where turn_id = any($1::text[])`, [turnIds]);
      continue;
    }
    await execute(
      tx,
      `insert into cluster_turn (turn_id, cluster_id, is_core)
       select distinct t.id, $1, $3::boolean from unnest($2::text[]) as given(id) join turn t on t.id = given.id
       join conversation c on c.id = t.conversation_id where t.lexical is not null and c.space_id = $4
       on conflict (turn_id) do update set cluster_id = excluded.cluster_id, is_core = excluded.is_core`,
      [clusterId, turnIds, isFull, spaceId],
    );
  }
}

export async function setCluster(tx: Tx, { seq, body }: Recorded<BodyOf<'cluster.set'>>): Promise<void> {
  await execute(
    tx,
    `update cluster set own_name = case when $3::boolean then $4 else own_name end, own_seq = case when $3 then $2 else own_seq end, is_hidden = coalesce($5, is_hidden),
       changed_seq = $2
     where id = $1`,
    [body.clusterId, seq, body.name !== null, body.name?.own ?? null, body.isHidden],
  );
}

export async function askClusters(tx: Tx, { seq, body }: Recorded<BodyOf<'clusters.asked'>>): Promise<void> {
  await execute(
    tx,
    `insert into cluster_pass (space_id, is_full_asked, seq) values ($1, true, $2)
     on conflict (space_id) do update set is_full_asked = true, seq = $2`,
    [body.spaceId, seq],
  );
}
