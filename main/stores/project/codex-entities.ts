import { z } from 'zod';
import { nameKeyOf } from '../../codex/names.pure.ts';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';

type NewEntity = BodyOf<'codex.claimed'>['entities'][number];

/** `me` and `assistant`, who are there in every space without anybody naming them. */
export async function insertFixedEntities(tx: Tx, spaceIds: readonly string[]): Promise<void> {
  const there = await run(
    tx,
    z.object({ spaceId: z.string() }),
    `select space_id as "spaceId" from entity where id = 'me' and space_id = any($1::text[])`,
    [spaceIds],
  );
  for (const spaceId of spaceIds.filter((id) => !there.some((row) => row.spaceId === id)))
    for (const entityId of ['me', 'assistant'])
      await setEntityVersion(tx, { seq: 0, spaceId, entityId, type: 'person', name: entityId, aliases: [] });
}

/** New entities; one that is there already keeps its name and gains the aliases. */
export async function insertEntities(
  tx: Tx,
  {
    seq,
    spaceId,
    entities,
  }: { readonly seq: number; readonly spaceId: string; readonly entities: readonly NewEntity[] },
): Promise<void> {
  for (const entity of entities) await setEntityVersion(tx, { seq, spaceId, ...entity });
}

/** A name and type of an entity, as record `seq` has it. */
export type EntityVersion = {
  readonly seq: number;
  readonly spaceId: string;
  readonly entityId: string;
  readonly type: string;
  readonly name: string;
  readonly aliases: readonly string[];
};

/** From this record on the entity has this name and type. */
export async function setEntityVersion(tx: Tx, version: EntityVersion): Promise<void> {
  const { seq, spaceId, entityId, type, name, aliases } = version;
  await execute(
    tx,
    `insert into entity_version (space_id, entity_id, seq, type, name, aliases) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [spaceId, entityId, seq, type, name, JSON.stringify(aliases)],
  );
  await refreshEntity(tx, spaceId, entityId);
}

const Key = z.object({ spaceId: z.string(), entityId: z.string() });

export async function undoEntityVersions(tx: Tx, seq: number, undoneSeq: number): Promise<void> {
  const touched = await run(
    tx,
    Key,
    `update entity_version set undone_seq = $2 where seq = $1 and undone_seq is null
     returning space_id as "spaceId", entity_id as "entityId"`,
    [seq, undoneSeq],
  );
  for (const { spaceId, entityId } of touched) await refreshEntity(tx, spaceId, entityId);
}

const VersionRow = z.object({
  type: z.string(),
  name: z.string(),
  aliases: z.array(z.string()).readonly(),
  createdSeq: z.int(),
});

/** The entity as its last version that was not undone makes it; none left: it goes. */
export async function refreshEntity(tx: Tx, spaceId: string, entityId: string): Promise<void> {
  const [last] = await run(
    tx,
    VersionRow,
    `select type, name, aliases, (min(seq) over ())::int as "createdSeq" from entity_version
     where space_id = $1 and entity_id = $2 and undone_seq is null order by seq desc limit 1`,
    [spaceId, entityId],
  );
  await execute(tx, `delete from entity_name where space_id = $1 and entity_id = $2`, [spaceId, entityId]);
  if (!last) {
    await execute(tx, `delete from entity where space_id = $1 and id = $2`, [spaceId, entityId]);
    return;
  }
  await execute(
    tx,
    `insert into entity (space_id, id, type, name, created_seq) values ($1, $2, $3, $4, $5)
     on conflict (space_id, id) do update set type = $3, name = $4, created_seq = $5`,
    [spaceId, entityId, last.type, last.name, last.createdSeq],
  );
  const names = new Map([last.name, ...last.aliases].map((name) => [nameKeyOf(name), name]));
  await execute(
    tx,
    `insert into entity_name (space_id, entity_id, name_key, name)
     select $1, $2, key, name from unnest($3::text[], $4::text[]) as n(key, name) on conflict do nothing`,
    [spaceId, entityId, [...names.keys()], [...names.values()]],
  );
}
