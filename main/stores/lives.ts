import { z } from 'zod';
import { Role } from '../contract/conversations.ts';
import type { Tier } from '../contract/recall.ts';
import type { Mention, Pace } from '../lifecycle/decay/decay.pure.ts';
import { scoreSql, strengthSql, tierSql } from './project/lives.ts';
import { Base64Bytes, type ReadTx, run, runOne } from './run.ts';

const Pass = z.object({ day: z.int(), through: z.int().nullable() });
export type DecayPass = z.infer<typeof Pass>;

/** The last day for which tiers, or the strength of facts, were brought up to date, and how far that came. */
export function findDecayPass(tx: ReadTx, kind: 'turns' | 'edges'): Promise<DecayPass | null> {
  return runOne(tx, Pass, `select day, through::int as through from decay_pass where kind = $1`, [kind]);
}

const Change = z.object({
  count: z.int(),
  active: z.int(),
  archived: z.int(),
  cold: z.int(),
  through: z.int().nullable(),
});
export type TierChange = z.infer<typeof Change>;

/** What a day makes of the next `limit` turns whose tier it changes, in order of their seq. */
export async function getTierChange(
  tx: ReadTx,
  { day, after, limit }: { readonly day: number; readonly after: number | null; readonly limit: number },
): Promise<TierChange> {
  const row = await runOne(
    tx,
    Change,
    `select count(*)::int as count, count(*) filter (where next = 'active')::int as active,
       count(*) filter (where next = 'archived')::int as archived, count(*) filter (where next = 'cold')::int as cold,
       max(seq)::int as through
     from (
       select seq, next from (
         select l.seq, l.tier, ${tierSql(scoreSql('$1::int'))} as next from turn_life l
         where $2::bigint is null or l.seq > $2) aged
       where tier <> next order by seq limit $3) changed`,
    [day, after, limit],
  );
  return row ?? { count: 0, active: 0, archived: 0, cold: 0, through: null };
}

const Counts = z.object({ active: z.int(), archived: z.int(), cold: z.int(), creative: z.int(), accessed: z.int() });
export type LifeCounts = z.infer<typeof Counts>;

/** How many turns are in each tier, by the last decay. */
export async function countLives(tx: ReadTx): Promise<LifeCounts> {
  const row = await runOne(
    tx,
    Counts,
    `select count(*) filter (where tier = 'active')::int as active, count(*) filter (where tier = 'archived')::int as archived,
       count(*) filter (where tier = 'cold')::int as cold, count(*) filter (where pace = 'creative')::int as creative,
       count(*) filter (where access_count > 0)::int as accessed from turn_life`,
  );
  return row ?? { active: 0, archived: 0, cold: 0, creative: 0, accessed: 0 };
}

const PaceName: z.ZodType<Pace> = z.enum(['unaccessed', 'accessed', 'creative']);
const TierName: z.ZodType<Tier> = z.enum(['active', 'archived', 'cold']);
const LifeRow = z.object({
  turnId: z.string(),
  accessCount: z.int(),
  score: z.number(),
  anchorDay: z.int(),
  pace: PaceName,
  /** By the last decay. */
  tier: TierName,
});
export type LifeRow = z.infer<typeof LifeRow>;

/** How turns age; a turn that is never searched has no life. */
export function listLives(tx: ReadTx, turnIds: readonly string[]): Promise<readonly LifeRow[]> {
  return run(
    tx,
    LifeRow,
    `select t.id as "turnId", l.access_count as "accessCount", l.score, l.anchor_day as "anchorDay", l.pace, l.tier
     from turn t join turn_life l on l.seq = t.seq where t.id = any($1::text[]) order by t.id`,
    [turnIds],
  );
}

const ClaimMention = z.object({ claimId: z.string(), anchorDay: z.int(), pace: PaceName });

/**
 * When what claims rest on was recorded or last used. What was entered by hand, or stands in a turn that is never searched,
 * is as old as the record that made it count.
 */
export async function listMentions(tx: ReadTx, claimIds: readonly string[]): Promise<ReadonlyMap<string, Mention>> {
  const rows = await run(
    tx,
    ClaimMention,
    `select c.id as "claimId", coalesce(l.anchor_day, s.day, 0) as "anchorDay", coalesce(l.pace, 'unaccessed') as pace
     from claim c left join turn t on t.id = c.turn_id left join turn_life l on l.seq = t.seq
     left join lateral (select floor(extract(epoch from max(at)) / 86400)::int as day from claim_standing
       where claim_id = c.id and undone_seq is null and l.seq is null) s on true
     where c.id = any($1::text[])`,
    [claimIds],
  );
  return new Map(rows.map(({ claimId, ...mention }) => [claimId, mention]));
}

/** What `strengthOn` makes of each active revision on the day $1. */
const STRENGTHS = `select r.id, r.space_id, r.relation, max(${strengthSql('$1::int')}) as strength
  from revision r cross join lateral jsonb_array_elements_text(r.claim_ids) as k(id)
  join claim c on c.id = k.id left join turn t on t.id = c.turn_id left join turn_life l on l.seq = t.seq
  left join lateral (select floor(extract(epoch from max(at)) / 86400)::int as day from claim_standing
    where claim_id = c.id and undone_seq is null and l.seq is null) s on true
  where r.status = 'active' and ($2::text is null or r.space_id = $2) group by r.id`;

/** Active revisions of a space that are weaker than this on a day, with how strong they are. */
export async function listStrengths(
  tx: ReadTx,
  { spaceId, day, below }: { readonly spaceId: string; readonly day: number; readonly below: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await run(
    tx,
    z.object({ id: z.string(), strength: z.number() }),
    `select id, strength::float8 as strength from (${STRENGTHS}) s where strength < $3`,
    [day, spaceId, below],
  );
  return new Map(rows.map(({ id, strength }) => [id, strength]));
}

const RelationCount = z.object({ relation: z.string(), strong: z.int(), weak: z.int() });

/** How many active revisions of each relation are weaker than this on a day, of all spaces. */
export function countStrengths(
  tx: ReadTx,
  { day, below }: { readonly day: number; readonly below: number },
): Promise<readonly z.infer<typeof RelationCount>[]> {
  return run(
    tx,
    RelationCount,
    `select relation, count(*) filter (where strength >= $3)::int as strong, count(*) filter (where strength < $3)::int as weak
     from (${STRENGTHS}) s group by relation order by relation`,
    [day, null, below],
  );
}

const Passed = z.object({ day: z.int() });

/** The memory's own day for facts: today, or the day of the last edge decay where that was later (a simulated one, a clock set back). */
export async function getEdgeDay(tx: ReadTx, today: number): Promise<number> {
  const row = await runOne(
    tx,
    Passed,
    `select greatest($1::int, coalesce((select p.day from decay_pass p where p.kind = 'edges'), 0)) as day`,
    [today],
  );
  return row?.day ?? today;
}

const Untagged = z.object({
  id: z.string(),
  dueSeq: z.int(),
  role: Role,
  text: z.string(),
  requestText: z.string().nullable(),
  /** Of the request, as half floats; null where it has no vector in this space. */
  requestHalf: Base64Bytes.nullable(),
  isWaiting: z.boolean(),
});
export type UntaggedTurn = z.infer<typeof Untagged>;

/** Searchable turns that a rule for tags has not read, with what they answer; `chars` of each text are enough for it. */
export function listUntagged(
  tx: ReadTx,
  page: {
    readonly tagger: string;
    readonly spaceId: number;
    readonly chars: number;
    readonly limit: number;
    /** For what was recorded earlier no vector is waited for any longer. */
    readonly waitSince: Date;
  },
): Promise<readonly UntaggedTurn[]> {
  return run(
    tx,
    Untagged,
    `select t.id, t.due_seq::int as "dueSeq", t.role, left(t.body, $3) as text, left(q.body, $3) as "requestText",
       encode(halfvec_send(v.embedding::halfvec), 'base64') as "requestHalf",
       exists (select 1 from fragment_pending p where p.fragment_id = q.id) and t.known_at > $5 as "isWaiting"
     from (select * from turn where due_seq > coalesce((select through_seq from tagging where tagger = $1), 0)
         and lexical is not null order by due_seq fetch first ($4::int) rows with ties) t
       left join turn q on q.id = t.parent_id and t.role = 'assistant'
       left join fragment_vector v on v.fragment_id = q.id and v.embedding_space_id = $2 and v.chunk = 0
     order by t.due_seq, t.seq`,
    [page.tagger, page.spaceId, page.chars, page.limit, page.waitSince],
  );
}
