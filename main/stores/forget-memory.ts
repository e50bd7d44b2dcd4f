import { z } from 'zod';
import { type ReadTx, run } from './run.ts';

const Claim = z.object({
  id: z.string(),
  seq: z.int(),
  spaceId: z.string(),
  turnId: z.string().nullable(),
  relation: z.string(),
  objectText: z.string().nullable(),
  objectValue: z.string().nullable(),
  quote: z.string().nullable(),
  quoteFrom: z.int().nullable(),
  /** As it was claimed, and as it is meant now; with the entity that it says, if it says one. */
  entityIds: z.array(z.string()).readonly(),
  subjectId: z.string(),
  objectId: z.string().nullable(),
});
export type ForgetClaim = z.infer<typeof Claim>;

const CLAIM = `select c.id, c.seq::int as seq, c.space_id as "spaceId", c.turn_id as "turnId", c.relation, c.object_text as "objectText",
  c.object_value as "objectValue", c.quote, c.quote_from as "quoteFrom", s.ids as "entityIds", s.subject_id as "subjectId",
  s.object_id as "objectId"
  from claim c cross join lateral (
    select coalesce(jsonb_agg(distinct e.id) filter (where e.id is not null), '[]') as ids,
      (array_agg(s.subject_id order by s.seq desc))[1] as subject_id, (array_agg(s.object_id order by s.seq desc))[1] as object_id
    from claim_standing s cross join lateral (values (s.subject_id), (s.object_id), (c.object_id), (c.replaces->>'id')) as e(id)
    where s.claim_id = c.id) s`;

/** What was claimed of these turns, whatever became of it. */
export function listClaimsOfTurns(tx: ReadTx, turnIds: readonly string[]): Promise<readonly ForgetClaim[]> {
  return run(tx, Claim, `${CLAIM} where c.turn_id = any($1::text[]) order by c.seq, c.ordinal`, [turnIds]);
}

/** Claims about an entity, or that name it as their value, under every id that was joined with it. */
export function listClaimsOfEntities(
  tx: ReadTx,
  { spaceId, entityIds }: { readonly spaceId: string; readonly entityIds: readonly string[] },
): Promise<readonly ForgetClaim[]> {
  return run(
    tx,
    Claim,
    `${CLAIM} where c.id in (
       select claim_id from claim_standing where space_id = $1 and subject_id = any($2::text[])
       union select claim_id from claim_standing where space_id = $1 and object_id = any($2::text[])
       union select id from claim where space_id = $1 and (object_id = any($2::text[]) or replaces->>'id' = any($2::text[])))
     order by c.seq, c.ordinal`,
    [spaceId, entityIds],
  );
}

/** What the user entered by hand; null: in every space. As many as a person enters. */
export function listOwnClaims(
  tx: ReadTx,
  spaceId: string | null,
): Promise<readonly (ForgetClaim & { readonly at: Date })[]> {
  return run(
    tx,
    Claim.extend({ at: z.date() }),
    `${CLAIM.replace('select c.id,', 'select c.observed_at as at, c.id,')}
     where c.turn_id is null and ($1::text is null or c.space_id = $1) order by c.seq, c.ordinal`,
    [spaceId],
  );
}

export function listClaimsById(tx: ReadTx, ids: readonly string[]): Promise<readonly ForgetClaim[]> {
  return run(tx, Claim, `${CLAIM} where c.id = any($1::text[]) order by c.seq, c.ordinal`, [ids]);
}

const Needed = z.object({ spaceId: z.string(), id: z.string() });

/** Of these entities those that a claim beside `claimIds` still speaks of. */
export function listNeededEntities(
  tx: ReadTx,
  { entityIds, claimIds }: { readonly entityIds: readonly string[]; readonly claimIds: readonly string[] },
): Promise<readonly z.infer<typeof Needed>[]> {
  return run(
    tx,
    Needed,
    `with gone as (select unnest($2::text[]) as id),
     said as (
       select s.space_id, s.subject_id as id from claim_standing s where s.subject_id = any($1::text[]) and s.claim_id not in (select id from gone)
       union select s.space_id, s.object_id from claim_standing s where s.object_id = any($1::text[]) and s.claim_id not in (select id from gone)
       union select c.space_id, c.object_id from claim c where c.object_id = any($1::text[]) and c.id not in (select id from gone)
       union select c.space_id, c.replaces->>'id' from claim c where c.replaces->>'id' = any($1::text[]) and c.id not in (select id from gone))
     select space_id as "spaceId", id from said where id is not null order by 1, 2`,
    [entityIds, claimIds],
  );
}

const Entity = z.object({
  spaceId: z.string(),
  id: z.string(),
  name: z.string(),
  /** Every name that it ever had. */
  names: z.array(z.string()).readonly(),
  /** Records that gave it names. */
  seqs: z.array(z.int()).readonly(),
});
export type ForgetEntity = z.infer<typeof Entity>;

const ENTITY = `select e.space_id as "spaceId", e.id, e.name,
  (select coalesce(jsonb_agg(distinct n.name), '[]') from (
     select name from entity_name where space_id = e.space_id and entity_id = e.id
     union select v.name from entity_version v where v.space_id = e.space_id and v.entity_id = e.id
     union select jsonb_array_elements_text(v.aliases) from entity_version v where v.space_id = e.space_id and v.entity_id = e.id) n) as names,
  (select coalesce(jsonb_agg(distinct s.seq), '[]') from (
     select e.created_seq as seq union select v.seq from entity_version v where v.space_id = e.space_id and v.entity_id = e.id) s) as seqs
  from entity e`;

/** Entities with these ids in any space, or all of one; nobody's own. */
export function listForgetEntities(
  tx: ReadTx,
  { entityIds, spaceId }: { readonly entityIds: readonly string[] | null; readonly spaceId: string | null },
): Promise<readonly ForgetEntity[]> {
  return run(
    tx,
    Entity,
    `${ENTITY} where e.id not in ('me', 'assistant') and ($1::text[] is null or e.id = any($1::text[]))
       and ($2::text is null or e.space_id = $2) order by e.space_id, e.id`,
    [entityIds, spaceId],
  );
}

/** Entities that these records made. */
export function listEntitiesMadeBy(tx: ReadTx, seqs: readonly number[]): Promise<readonly ForgetEntity[]> {
  return run(
    tx,
    Entity,
    `${ENTITY} where e.id not in ('me', 'assistant') and (e.created_seq = any($1::bigint[])
       or exists (select 1 from entity_version v where v.space_id = e.space_id and v.entity_id = e.id and v.seq = any($1::bigint[])))
     order by e.space_id, e.id`,
    [seqs],
  );
}

const Link = z.object({ fromId: z.string(), intoId: z.string() });

/** Merges of a space that hold. */
export function listMerges(tx: ReadTx, spaceId: string): Promise<readonly z.infer<typeof Link>[]> {
  return run(
    tx,
    Link,
    `select from_id as "fromId", into_id as "intoId" from entity_link where space_id = $1 and undone_seq is null order by seq`,
    [spaceId],
  );
}

const Summary = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  sentences: z.array(z.object({ text: z.string(), turns: z.array(z.string()) })).readonly(),
  at: z.date().nullable(),
});
export type ForgetSummary = z.infer<typeof Summary>;

/** Summaries that cover one of these turns, or belong to one of these spaces. */
export function listForgetSummaries(
  tx: ReadTx,
  {
    turnIds,
    spaceIds,
    summaryIds,
  }: {
    readonly turnIds: readonly string[];
    readonly spaceIds: readonly string[];
    readonly summaryIds: readonly string[];
  },
): Promise<readonly ForgetSummary[]> {
  return run(
    tx,
    Summary,
    `select s.id, s.title, coalesce(p.body, '') as text, s.sentences, s.to_at as at
     from summary s left join passage p on p.id = s.id
     where s.space_id = any($2::text[]) or s.id = any($3::text[])
       or s.id in (select summary_id from summary_turn where turn_id = any($1::text[])) order by s.id`,
    [turnIds, spaceIds, summaryIds],
  );
}

const Quote = z.object({ turnId: z.string(), quote: z.string() });
const Procedure = z.object({
  id: z.string(),
  spaceId: z.string(),
  trigger: z.string(),
  steps: z.array(z.string()).readonly(),
  source: z.enum(['user', 'learned']),
  evidence: z.array(Quote).readonly(),
  isRemoved: z.boolean(),
  at: z.date(),
});
export type ForgetProcedure = z.infer<typeof Procedure>;

/** All procedures, removed ones too; more than anybody has. */
export function listForgetProcedures(tx: ReadTx): Promise<readonly ForgetProcedure[]> {
  return run(
    tx,
    Procedure,
    `select id, space_id as "spaceId", trigger, steps, source, evidence, is_removed as "isRemoved", created_at as at
     from procedure order by id`,
    [],
  );
}

const Reflection = z.object({ id: z.string(), minimum: z.int(), claimIds: z.array(z.string()).readonly() });

/** Reflections that rest on these turns or claims, with the evidence that goes with them. */
export function listTouchedReflections(
  tx: ReadTx,
  {
    turnIds,
    claimIds,
    spaceIds,
  }: {
    readonly turnIds: readonly string[];
    readonly claimIds: readonly string[];
    readonly spaceIds: readonly string[];
  },
): Promise<
  readonly (z.infer<typeof Reflection> & { readonly left: number; readonly restingIds: readonly string[] })[]
> {
  return run(
    tx,
    Reflection.extend({ left: z.int(), restingIds: z.array(z.string()).readonly() }),
    // Evidence that counts no more is none, but for what the user refused, which is not to be concluded again.
    `select r.id, r.minimum, jsonb_agg(e.claim_id order by e.claim_id) as "claimIds",
       coalesce(jsonb_agg(e.claim_id order by e.claim_id) filter (where e.rests_on = any($2::text[])), '[]') as "restingIds",
       (count(*) filter (where not (e.turn_id = any($1::text[]) or e.claim_id = any($2::text[])
         or (e.rests_on is not null and e.rests_on = any($2::text[])))
         and (r.gone = 'user' or (select s.standing from claim_standing s where s.claim_id = e.claim_id
           and s.undone_seq is null order by s.seq desc limit 1) in ('admitted', 'held'))))::int as left
     from reflection r join reflection_evidence e on e.reflection_id = r.id
     where r.space_id = any($3::text[]) or r.id in (select reflection_id from reflection_evidence
       where turn_id = any($1::text[]) or claim_id = any($2::text[]) or rests_on = any($2::text[]))
     group by r.id, r.minimum order by r.id`,
    [turnIds, claimIds, spaceIds],
  );
}

const Slot = z.object({
  id: z.string(),
  spaceId: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  at: z.date(),
});
export type ForgetSlot = z.infer<typeof Slot>;

/** Every version of every slot. */
export function listSlotVersions(tx: ReadTx): Promise<readonly ForgetSlot[]> {
  return run(
    tx,
    Slot,
    `select slot_id as id, space_id as "spaceId", title, body as text, at from slot_version order by slot_id, seq`,
    [],
  );
}

const Cluster = z.object({ id: z.string(), spaceId: z.string(), label: z.string() });

/** Topics that one of these turns belongs to, or of these spaces. */
export function listTouchedClusters(
  tx: ReadTx,
  { turnIds, spaceIds }: { readonly turnIds: readonly string[]; readonly spaceIds: readonly string[] },
): Promise<readonly z.infer<typeof Cluster>[]> {
  return run(
    tx,
    Cluster,
    `select id, space_id as "spaceId", label from cluster
     where space_id = any($2::text[]) or id in (select cluster_id from cluster_turn where turn_id = any($1::text[])) order by id`,
    [turnIds, spaceIds],
  );
}

const Count = z.object({ n: z.int() });

export async function countCorrections(tx: ReadTx, turnIds: readonly string[]): Promise<number> {
  const [row] = await run(tx, Count, `select count(*)::int as n from correction where turn_id = any($1::text[])`, [
    turnIds,
  ]);
  return row?.n ?? 0;
}

export async function countVectors(tx: ReadTx, fragmentIds: readonly string[]): Promise<number> {
  const [row] = await run(
    tx,
    Count,
    `select count(*)::int as n from fragment_vector where fragment_id = any($1::text[])`,
    [fragmentIds],
  );
  return row?.n ?? 0;
}

const Belief = z.object({
  id: z.string(),
  subject: z.string(),
  relation: z.string(),
  object: z.string(),
  at: z.date(),
  claimIds: z.array(z.string()).readonly(),
  /** Turns beside those that go that say it. */
  otherEvidence: z.int(),
});
export type ForgetBelief = z.infer<typeof Belief>;

/** Beliefs that rest on one of these claims, those without any other evidence first. */
export function listTouchedBeliefs(
  tx: ReadTx,
  { claimIds, limit }: { readonly claimIds: readonly string[]; readonly limit: number },
): Promise<readonly ForgetBelief[]> {
  return run(
    tx,
    Belief,
    `select r.id, coalesce(s.name, r.subject_id) as subject, r.relation, coalesce(o.name, r.object_text, '') as object, r.known_from as at,
       r.claim_ids as "claimIds", (select count(distinct coalesce(c.turn_id, c.id)) from jsonb_array_elements_text(r.claim_ids) i
         join claim c on c.id = i where not c.id = any($1::text[]))::int as "otherEvidence"
     from revision r left join entity s on s.space_id = r.space_id and s.id = r.subject_id
       left join entity o on o.space_id = r.space_id and o.id = r.object_id
     where r.claim_ids ?| $1::text[] order by "otherEvidence", r.id limit $2`,
    [claimIds, limit],
  );
}

export async function countTouchedBeliefs(tx: ReadTx, claimIds: readonly string[]): Promise<number> {
  const [row] = await run(
    tx,
    Count,
    `select count(*)::int as n from revision r where r.claim_ids ?| $1::text[] and not exists (
       select 1 from jsonb_array_elements_text(r.claim_ids) i where not i = any($1::text[]))`,
    [claimIds],
  );
  return row?.n ?? 0;
}

const Value = z.object({ spaceId: z.string(), subjectId: z.string(), relation: z.string(), value: z.string() });

/** Values that claims beside these still give to these subjects: what was said twice is not gone. */
export function listStillClaimed(
  tx: ReadTx,
  { subjectIds, claimIds }: { readonly subjectIds: readonly string[]; readonly claimIds: readonly string[] },
): Promise<readonly z.infer<typeof Value>[]> {
  return run(
    tx,
    Value,
    `select distinct s.space_id as "spaceId", s.subject_id as "subjectId", s.relation,
       coalesce('e:' || s.object_id, 'l:' || coalesce(c.object_value, '')) as value
     from claim_standing s join claim c on c.id = s.claim_id
     where s.subject_id = any($1::text[]) and not s.claim_id = any($2::text[]) order by 1, 2, 3, 4`,
    [subjectIds, claimIds],
  );
}
