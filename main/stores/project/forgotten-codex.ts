import { z } from 'zod';
import { tombstoneOf } from '../../codex/tombstone.pure.ts';
import type { ClaimKey } from '../claims.ts';
import { execute, run, type Tx } from '../run.ts';
import { refreshEntity } from './codex-entities.ts';
import { keysOfEntities, settleKeys } from './codex-ledger.ts';

/** Rows in one statement. */
const MOST = 1_000;
/** Subjects and relations that are settled together. */
const MOST_KEYS = 200;

export function* slices<T>(all: readonly T[], size = MOST): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

const Key = z.object({ spaceId: z.string(), subjectId: z.string(), relation: z.string() });
type Key = z.infer<typeof Key>;

const KEY = `space_id as "spaceId", subject_id as "subjectId", relation`;

/** What these records claimed, decided and joined, as if they had never been; and the ledger without it. */
export async function forgetCodex(tx: Tx, seqs: readonly number[]): Promise<void> {
  const touched: Key[] = [];
  for (const slice of slices(seqs)) {
    const claims = await run(tx, z.object({ id: z.string() }), `select id from claim where seq = any($1::bigint[])`, [
      slice,
    ]);
    touched.push(
      ...(await takeOutClaims(
        tx,
        claims.map(({ id }) => id),
      )),
    );
    touched.push(...(await takeOutStandings(tx, slice)), ...(await takeOutLinks(tx, slice)));
    await takeOutEntities(tx, slice);
    await execute(tx, `delete from codex_tombstone where seq = any($1::bigint[])`, [slice]);
    await execute(tx, `update codex_tombstone set undone_seq = null where undone_seq = any($1::bigint[])`, [slice]);
    await execute(tx, `delete from own_relation where seq = any($1::bigint[])`, [slice]);
    await execute(tx, `update own_relation set undone_seq = null where undone_seq = any($1::bigint[])`, [slice]);
    await execute(tx, `delete from kept_apart where seq = any($1::bigint[])`, [slice]);
  }
  await settle(tx, touched);
}

/** These claims, as if they had never been made; and the ledger without them. */
export async function forgetClaims(tx: Tx, claimIds: readonly string[]): Promise<void> {
  const touched: Key[] = [];
  for (const slice of slices(claimIds)) touched.push(...(await takeOutClaims(tx, slice)));
  await settle(tx, touched);
}

async function settle(tx: Tx, touched: readonly Key[]): Promise<void> {
  const bySpace = new Map<string, Map<string, ClaimKey>>();
  for (const { spaceId, ...key } of touched) {
    const keys = bySpace.get(spaceId) ?? new Map<string, ClaimKey>();
    bySpace.set(spaceId, keys.set(`${key.subjectId}\n${key.relation}`, key));
  }
  for (const [spaceId, keys] of bySpace)
    for (const slice of slices([...keys.values()], MOST_KEYS)) await settleKeys(tx, spaceId, slice);
}

/** @returns the keys that have to be settled again */
async function takeOutClaims(tx: Tx, ids: readonly string[]): Promise<readonly Key[]> {
  if (ids.length === 0) return [];
  const touched = await run(tx, Key, `select distinct ${KEY} from claim_standing where claim_id = any($1::text[])`, [
    ids,
  ]);
  await takeOutRefusals(tx, ids);
  await execute(tx, `delete from revision where claim_ids ?| $1::text[]`, [ids]);
  for (const table of ['claim_standing', 'inbox', 'reflection_evidence'] as const)
    await execute(tx, `delete from ${table} where claim_id = any($1::text[])`, [ids]);
  await execute(tx, `delete from claim where id = any($1::text[])`, [ids]);
  return touched;
}

const Refused = z.object({
  seq: z.int(),
  subjectId: z.string(),
  relation: z.string(),
  objectId: z.string().nullable(),
  objectValue: z.string().nullable(),
  isGoing: z.boolean(),
});

/**
 * The hash of what was never to be proposed again is no secret: who has a guess can try it. It goes with the claim, unless another
 * one that was refused by the same record says the same.
 */
async function takeOutRefusals(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await run(
    tx,
    Refused,
    `select s.seq::int as seq, s.subject_id as "subjectId", s.relation, s.object_id as "objectId", c.object_value as "objectValue",
       s.claim_id = any($1::text[]) as "isGoing"
     from claim_standing s join claim c on c.id = s.claim_id where s.standing = 'rejected' and s.seq in (
       select o.seq from claim_standing o join codex_tombstone t on t.seq = o.seq
       where o.claim_id = any($1::text[]) and o.standing = 'rejected')`,
    [ids],
  );
  const nameOf = (row: z.infer<typeof Refused>): string => {
    const valueKey = row.objectId === null ? `l:${row.objectValue ?? ''}` : `e:${row.objectId}`;
    return `${row.seq} ${tombstoneOf({ subjectId: row.subjectId, relation: row.relation, valueKey })}`;
  };
  const kept = new Set(rows.filter(({ isGoing }) => !isGoing).map(nameOf));
  const gone = [...new Set(rows.filter(({ isGoing }) => isGoing).map(nameOf))].filter((name) => !kept.has(name));
  await execute(tx, `delete from codex_tombstone where concat(seq, ' ', hash) = any($1::text[])`, [gone]);
}

/** Decisions of these records about claims that stay. */
async function takeOutStandings(tx: Tx, seqs: readonly number[]): Promise<readonly Key[]> {
  const gone = await run(
    tx,
    z.object({ claimId: z.string() }),
    `delete from claim_standing where seq = any($1::bigint[]) returning claim_id as "claimId"`,
    [seqs],
  );
  const back = await run(
    tx,
    z.object({ claimId: z.string() }),
    `update claim_standing set undone_seq = null, undone_at = null where undone_seq = any($1::bigint[])
     returning claim_id as "claimId"`,
    [seqs],
  );
  await execute(tx, `update reflection set gone = null where gone is not null and changed_seq = any($1::bigint[])`, [
    seqs,
  ]);
  const ids = [...gone, ...back].map(({ claimId }) => claimId);
  if (ids.length === 0) return [];
  return run(tx, Key, `select distinct ${KEY} from claim_standing where claim_id = any($1::text[])`, [ids]);
}

const Link = z.object({ spaceId: z.string(), fromId: z.string(), intoId: z.string() });

async function takeOutLinks(tx: Tx, seqs: readonly number[]): Promise<readonly Key[]> {
  const links = await run(
    tx,
    Link,
    `select space_id as "spaceId", from_id as "fromId", into_id as "intoId" from entity_link
     where seq = any($1::bigint[]) or undone_seq = any($1::bigint[])`,
    [seqs],
  );
  if (links.length === 0) return [];
  const keysOf = async (): Promise<readonly Key[]> => {
    const keys: Key[] = [];
    for (const spaceId of new Set(links.map((link) => link.spaceId))) {
      const ids = links.filter((link) => link.spaceId === spaceId).flatMap(({ fromId, intoId }) => [fromId, intoId]);
      keys.push(...(await keysOfEntities(tx, spaceId, ids)).map((key) => ({ spaceId, ...key })));
    }
    return keys;
  };
  const before = await keysOf();
  await execute(tx, `delete from entity_link where seq = any($1::bigint[])`, [seqs]);
  await execute(tx, `update entity_link set undone_seq = null, undone_at = null where undone_seq = any($1::bigint[])`, [
    seqs,
  ]);
  return [...before, ...(await keysOf())];
}

const EntityKey = z.object({ spaceId: z.string(), entityId: z.string(), isLeft: z.boolean() });

/** An entity stays as the other records make it; one of which none is left goes, from the spaces too that it was taken along to. */
async function takeOutEntities(tx: Tx, seqs: readonly number[]): Promise<void> {
  await execute(tx, `update entity_version set undone_seq = null where undone_seq = any($1::bigint[])`, [seqs]);
  const touched = await run(
    tx,
    EntityKey,
    `with gone as (delete from entity_version where seq = any($1::bigint[]) returning space_id, entity_id)
     select distinct space_id as "spaceId", entity_id as "entityId", exists (select 1 from entity_version v
       where v.space_id = gone.space_id and v.entity_id = gone.entity_id and v.seq <> all($1::bigint[])) as "isLeft"
     from gone`,
    [seqs],
  );
  for (const { spaceId, entityId } of touched.filter(({ isLeft }) => isLeft))
    await refreshEntity(tx, spaceId, entityId);
  const gone = touched.filter(({ isLeft }) => !isLeft);
  if (gone.length === 0) return;
  const ids = gone.map(({ entityId }) => entityId);
  await takeOutUnspoken(tx, ids);
  await dropNameless(tx, ids);
}

/** Taken along to another space by a conversation of which nothing there speaks of them any more. */
async function takeOutUnspoken(tx: Tx, entityIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    `delete from entity_version v where v.entity_id = any($1::text[]) and v.seq > 0
       and not exists (select 1 from claim_standing s where s.space_id = v.space_id and s.subject_id = v.entity_id)
       and not exists (select 1 from claim_standing s where s.space_id = v.space_id and s.object_id = v.entity_id)`,
    [entityIds],
  );
}

async function dropNameless(tx: Tx, entityIds: readonly string[]): Promise<void> {
  const without = (id: string): string =>
    `not exists (select 1 from entity_version v where v.space_id = e.space_id and v.entity_id = e.${id} and v.undone_seq is null)`;
  await execute(tx, `delete from entity_name e where e.entity_id = any($1::text[]) and ${without('entity_id')}`, [
    entityIds,
  ]);
  await execute(tx, `delete from entity e where e.id = any($1::text[]) and ${without('id')}`, [entityIds]);
  await execute(tx, `delete from merge_plan where from_id = any($1::text[]) or into_id = any($1::text[])`, [entityIds]);
}

/** `me` and `assistant` are there where anything is known at all. */
export async function dropUnneededFixed(tx: Tx): Promise<void> {
  const unneeded = await run(
    tx,
    z.object({ spaceId: z.string() }),
    `select space_id as "spaceId" from entity_version v where entity_id = 'me' and seq = 0
       and not exists (select 1 from claim_standing s where s.space_id = v.space_id)
       and not exists (select 1 from entity_version o where o.space_id = v.space_id and o.seq > 0)`,
  );
  const spaceIds = unneeded.map(({ spaceId }) => spaceId);
  for (const table of ['entity_version', 'entity_name', 'entity'] as const)
    await execute(tx, `delete from ${table} where space_id = any($1::text[])`, [spaceIds]);
}
