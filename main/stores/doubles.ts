import { z } from 'zod';
import { EntityType } from '../contract/codex.ts';
import { DoubleWhy } from '../contract/doubles.ts';
import { execute, type ReadTx, run, type Tx } from './run.ts';

const NamedRow = z.object({ id: z.string(), type: EntityType, names: z.array(z.string()).readonly() });

/** Entities of a space that were not merged into another, with all their names and at least one fact. */
export function listNamedEntities(tx: ReadTx, spaceId: string): Promise<readonly z.infer<typeof NamedRow>[]> {
  return run(
    tx,
    NamedRow,
    `select e.id, e.type, (select jsonb_agg(n.name order by n.name) from entity_name n
       where n.space_id = e.space_id and n.entity_id = e.id) as names
     from entity e
     where e.space_id = $1 and e.id not in ('me', 'assistant')
       and not exists (select 1 from entity_link l
         where l.space_id = e.space_id and l.from_id = e.id and l.undone_seq is null)
       and (exists (select 1 from revision r where r.space_id = e.space_id and r.subject_id = e.id
              and r.status not in ('corrected', 'retracted'))
         or exists (select 1 from revision r where r.space_id = e.space_id and r.object_id = e.id
              and r.status not in ('corrected', 'retracted')))
       and exists (select 1 from entity_name n where n.space_id = e.space_id and n.entity_id = e.id)
     order by e.created_seq, e.id`,
    [spaceId],
  );
}

const FactRow = z.object({
  subjectId: z.string(),
  relation: z.string(),
  objectId: z.string().nullable(),
  valueKey: z.string(),
  isNow: z.boolean(),
  turnIds: z.array(z.string()).readonly(),
});

/** What is believed in a space, with the turns that it rests on. */
export function listFactTurns(tx: ReadTx, spaceId: string): Promise<readonly z.infer<typeof FactRow>[]> {
  return run(
    tx,
    FactRow,
    `select r.subject_id as "subjectId", r.relation, r.object_id as "objectId", r.value_key as "valueKey",
       r.status = 'active' and r.valid_to is null as "isNow",
       coalesce((select jsonb_agg(distinct c.turn_id) from claim c
         where c.id in (select jsonb_array_elements_text(r.claim_ids)) and c.turn_id is not null), '[]'::jsonb) as "turnIds"
     from revision r where r.space_id = $1 and r.status not in ('corrected', 'retracted')`,
    [spaceId],
  );
}

const PairRow = z.object({ aId: z.string(), bId: z.string() });

export function listKeptApart(tx: ReadTx, spaceId: string): Promise<readonly z.infer<typeof PairRow>[]> {
  return run(tx, PairRow, `select a_id as "aId", b_id as "bId" from kept_apart where space_id = $1 and is_apart`, [
    spaceId,
  ]);
}

const PlanRow = z.object({ fromId: z.string(), intoId: z.string(), why: DoubleWhy, isSure: z.boolean() });
export type PlanRow = z.infer<typeof PlanRow>;

export function listMergePlan(tx: ReadTx, spaceId: string): Promise<readonly PlanRow[]> {
  return run(
    tx,
    PlanRow,
    `select from_id as "fromId", into_id as "intoId", why, is_sure as "isSure" from merge_plan where space_id = $1
     order by is_sure desc, from_id, into_id`,
    [spaceId],
  );
}

/** Puts this plan in the place of the one before. */
export async function replaceMergePlan(
  tx: Tx,
  spaceId: string,
  { plan, at }: { readonly plan: readonly PlanRow[]; readonly at: Date },
): Promise<void> {
  await execute(tx, `delete from merge_plan where space_id = $1`, [spaceId]);
  const rows = plan.map(({ fromId, intoId, why, isSure }) => ({
    from_id: fromId,
    into_id: intoId,
    why,
    is_sure: isSure,
  }));
  await execute(
    tx,
    `insert into merge_plan (space_id, from_id, into_id, why, is_sure, found_at)
     select $1, from_id, into_id, why, is_sure, $3
     from jsonb_to_recordset($2::jsonb) as row(from_id text, into_id text, why text, is_sure boolean)`,
    [spaceId, JSON.stringify(rows), at],
  );
}

/** Of what was decided nothing is left to be asked. */
export async function deletePlanned(
  tx: Tx,
  spaceId: string,
  pairs: readonly { readonly from: string; readonly into: string }[],
): Promise<void> {
  for (const { from, into } of pairs)
    await execute(tx, `delete from merge_plan where space_id = $1 and from_id = $2 and into_id = $3`, [
      spaceId,
      from,
      into,
    ]);
}
