import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { type EntityVersion, refreshEntity } from './codex-entities.ts';
import { keysOfClaims, settleKeys } from './codex-ledger.ts';
import { forgetClaims } from './forgotten-codex.ts';

type Amended<T> = { readonly seq: number; readonly body: T };

/** The claims that are left keep their standings; their place, and where their words stand in the turn, are other ones. */
export async function amendClaimed(tx: Tx, { seq, body }: Amended<BodyOf<'codex.claimed'>>): Promise<void> {
  const left = body.claims.map(({ claimId, quote }, ordinal) => ({
    ...{ id: claimId, ordinal, quote: quote?.text ?? null, quote_from: quote?.from ?? null },
  }));
  await execute(
    tx,
    `update claim c set ordinal = row.ordinal, quote = row.quote, quote_from = row.quote_from
     from jsonb_to_recordset($2::jsonb) as row(id text, ordinal int, quote text, quote_from int)
     where c.id = row.id and c.seq = $1`,
    [seq, JSON.stringify(left)],
  );
  const gone = await run(
    tx,
    z.object({ id: z.string() }),
    `select id from claim where seq = $1 and id <> all($2::text[])`,
    [seq, left.map(({ id }) => id)],
  );
  if (gone.length > 0) await restoreOthers(tx, seq, [...left.map(({ id }) => id), ...body.withdrawn]);
  await forgetClaims(
    tx,
    gone.map(({ id }) => id),
  );
  await amendEntities(tx, { seq, body });
}

/** What was concluded from claims that a correction pointed at stands again with the correction gone. */
async function restoreOthers(tx: Tx, seq: number, own: readonly string[]): Promise<void> {
  const others = await run(
    tx,
    z.object({ id: z.string(), spaceId: z.string() }),
    `delete from claim_standing s where s.seq = $1 and s.claim_id <> all($2::text[])
       and exists (select 1 from claim c where c.id = s.claim_id and c.seq <> $1)
     returning s.claim_id as id, s.space_id as "spaceId"`,
    [seq, own],
  );
  if (others.length === 0) return;
  await execute(tx, `update reflection set gone = null where gone is not null and changed_seq = $1`, [seq]);
  const keys = await keysOfClaims(
    tx,
    others.map(({ id }) => id),
  );
  for (const spaceId of new Set(others.map((other) => other.spaceId))) await settleKeys(tx, spaceId, keys);
}

/** Entities that the record brought in: with the names that are left, or not by this record at all. */
async function amendEntities(tx: Tx, { seq, body }: Amended<BodyOf<'codex.claimed'>>): Promise<void> {
  const gone = await run(
    tx,
    z.object({ spaceId: z.string(), entityId: z.string() }),
    `delete from entity_version where seq = $1 and entity_id <> all($2::text[])
     returning space_id as "spaceId", entity_id as "entityId"`,
    [seq, body.entities.map(({ entityId }) => entityId)],
  );
  for (const { spaceId, entityId } of gone) await refreshEntity(tx, spaceId, entityId);
  for (const entity of body.entities) await amendEntityVersion(tx, { seq, spaceId: body.spaceId, ...entity });
}

/** What this record says of an entity; where it was taken along to other spaces, only names that are left go with it. */
export async function amendEntityVersion(tx: Tx, version: EntityVersion): Promise<void> {
  const { seq, spaceId, entityId, type, name, aliases } = version;
  await execute(
    tx,
    `update entity_version set type = $4, name = $5, aliases = $6
     where space_id = $1 and entity_id = $2 and seq = $3`,
    [spaceId, entityId, seq, type, name, JSON.stringify(aliases)],
  );
  await refreshEntity(tx, spaceId, entityId);
  const names = await run(
    tx,
    z.object({ name: z.string() }),
    `select name from entity_name where space_id = $1 and entity_id = $2`,
    [spaceId, entityId],
  );
  const elsewhere = await run(
    tx,
    z.object({ spaceId: z.string() }),
    `update entity_version set name = case when name = any($3::text[]) then name else $4 end,
       aliases = coalesce((select jsonb_agg(a order by n) from jsonb_array_elements_text(aliases) with ordinality as e(a, n)
         where a = any($3::text[])), '[]')
     where space_id <> $1 and entity_id = $2 and seq > 0 and entity_id not in ('me', 'assistant')
     returning space_id as "spaceId"`,
    [spaceId, entityId, names.map((row) => row.name), name],
  );
  for (const other of new Set(elsewhere.map((row) => row.spaceId))) await refreshEntity(tx, other, entityId);
}
