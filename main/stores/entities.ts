import { z } from 'zod';
import { EntityType } from '../contract/codex.ts';
import { type ReadTx, run } from './run.ts';

const Row = z.object({
  id: z.string(),
  spaceId: z.string(),
  type: EntityType,
  name: z.string(),
  aliases: z.array(z.string()).readonly(),
  factCount: z.int(),
  lastMentionedAt: z.date().nullable(),
});
export type EntityRow = z.infer<typeof Row>;

/** Columns of an entity `e` whose facts are counted in `f`. */
const ENTITY = `e.id, e.space_id as "spaceId", e.type, e.name,
  coalesce((select jsonb_agg(n.name order by n.name) from entity_name n
            where n.space_id = e.space_id and n.entity_id = e.id and n.name <> e.name), '[]'::jsonb) as aliases,
  coalesce(f.facts, 0)::int as "factCount", f.last as "lastMentionedAt"`;

const COUNTED = `left join lateral (
    select count(*) as facts, max(r.last_mentioned_at) as last from (
      select last_mentioned_at from revision
      where space_id = e.space_id and subject_id = e.id and status not in ('corrected', 'retracted')
      union all
      select last_mentioned_at from revision
      where space_id = e.space_id and object_id = e.id and status not in ('corrected', 'retracted')) r) f on true`;

const NOT_MERGED = `not exists (select 1 from entity_link l
    where l.space_id = e.space_id and l.from_id = e.id and l.undone_seq is null)`;

/** Entities by id, in no order. */
export function listEntities(tx: ReadTx, spaceId: string, ids: readonly string[]): Promise<readonly EntityRow[]> {
  return run(tx, Row, `select ${ENTITY} from entity e ${COUNTED} where e.space_id = $1 and e.id = any($2::text[])`, [
    spaceId,
    ids,
  ]);
}

/** Entities that one of these normalised names means, most facts first. */
export function listEntitiesNamed(
  tx: ReadTx,
  spaceId: string,
  nameKeys: readonly string[],
): Promise<readonly EntityRow[]> {
  return run(
    tx,
    Row,
    `select ${ENTITY} from entity e ${COUNTED}
     where e.space_id = $1 and ${NOT_MERGED} and e.id in (
       select coalesce(l.into_id, n.entity_id) from entity_name n
       left join entity_link l on l.space_id = n.space_id and l.from_id = n.entity_id and l.undone_seq is null
       where n.space_id = $1 and n.name_key = any($2::text[]))
     order by f.facts desc, e.created_seq, e.id`,
    [spaceId, nameKeys],
  );
}

const NameRow = z.object({ id: z.string(), type: EntityType, name: z.string(), nameKey: z.string() });
export type NamedEntity = z.infer<typeof NameRow>;

/**
 * Names of a space's entities under any of these keys, or that begin with one of them as a whole word ("tom" finds
 * "tom baker"). A range of the index finds the beginnings: comparing the first word of every name took ten times as long.
 */
export function listNames(tx: ReadTx, spaceId: string, nameKeys: readonly string[]): Promise<readonly NamedEntity[]> {
  return run(
    tx,
    NameRow,
    `with found as (
       select n.entity_id, n.name_key from entity_name n where n.space_id = $1 and n.name_key = any($2::text[])
       union
       select n.entity_id, n.name_key from unnest($2::text[]) as k(key)
       join entity_name n on n.space_id = $1 and n.name_key > k.key || ' ' and n.name_key < k.key || '!'
       where position(' ' in k.key) = 0)
     select e.id, e.type, e.name, f.name_key as "nameKey" from found f
     -- The limit keeps the planner, which takes a range for a ninth of the table, from reading every entity.
     cross join lateral (select * from entity where space_id = $1 and id = f.entity_id limit 1) e
     order by e.created_seq, e.id`,
    [spaceId, nameKeys],
  );
}

const IdName = z.object({ id: z.string(), name: z.string() });

/** What entities are called, without counting their facts. */
export function listEntityNames(
  tx: ReadTx,
  spaceId: string,
  ids: readonly string[],
): Promise<readonly z.infer<typeof IdName>[]> {
  return run(tx, IdName, `select id, name from entity where space_id = $1 and id = any($2::text[]) order by id`, [
    spaceId,
    ids,
  ]);
}

export type EntityPage = {
  readonly spaceId: string;
  readonly types: readonly string[] | null;
  /** Part of a normalised name. */
  readonly nameKey: string | null;
  readonly limit: number;
  readonly offset: number;
};

const Count = z.object({ total: z.int() });

const PAGE_WHERE = `e.space_id = $1 and ${NOT_MERGED} and ($2::text[] is null or e.type = any($2::text[]))
  and ($3::text is null or exists (select 1 from entity_name n
    where n.space_id = e.space_id and n.entity_id = e.id and position($3 in n.name_key) > 0))`;

/** A page of a space's entities: `me` first, then by number of facts. */
export async function listEntityPage(
  tx: ReadTx,
  { spaceId, types, nameKey, limit, offset }: EntityPage,
): Promise<{ readonly entities: readonly EntityRow[]; readonly total: number }> {
  const where = [spaceId, types, nameKey];
  const [count] = await run(tx, Count, `select count(*)::int as total from entity e where ${PAGE_WHERE}`, where);
  const entities = await run(
    tx,
    Row,
    `select ${ENTITY} from entity e ${COUNTED} where ${PAGE_WHERE}
     order by (e.id = 'me') desc, f.facts desc, e.name, e.id limit $4 offset $5`,
    [...where, limit, offset],
  );
  return { entities, total: count?.total ?? 0 };
}

const TypeRow = z.object({ id: z.string(), name: z.string(), type: EntityType });

/** Names and types of all entities of a space. */
export function listEntityTypes(tx: ReadTx, spaceId: string): Promise<readonly z.infer<typeof TypeRow>[]> {
  return run(tx, TypeRow, `select id, name, type from entity where space_id = $1 order by id`, [spaceId]);
}
