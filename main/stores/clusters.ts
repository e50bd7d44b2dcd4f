import { z } from 'zod';
import { Role } from '../contract/conversations.ts';
import { type ReadTx, run, runOne } from './run.ts';

const ClusterRow = z.object({
  id: z.string(),
  spaceId: z.string(),
  label: z.string(),
  ownName: z.string().nullable(),
  isHidden: z.boolean(),
});
export type ClusterRow = z.infer<typeof ClusterRow>;

const COLUMNS = `c.id, c.space_id as "spaceId", c.label, c.own_name as "ownName", c.is_hidden as "isHidden"`;

/** Topics of a space that are there. */
export function listClusters(tx: ReadTx, spaceId: string): Promise<readonly ClusterRow[]> {
  return run(
    tx,
    ClusterRow,
    `select ${COLUMNS} from cluster c where c.space_id = $1 and c.gone_seq is null order by c.id`,
    [spaceId],
  );
}

export function findCluster(tx: ReadTx, id: string): Promise<ClusterRow | null> {
  return runOne(tx, ClusterRow, `select ${COLUMNS} from cluster c where c.id = $1 and c.gone_seq is null`, [id]);
}

/** Which of these ids mean or meant a topic. */
export async function listUsedClusterIds(tx: ReadTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await run(tx, z.object({ id: z.string() }), `select id from cluster where id = any($1::text[])`, [ids]);
  return new Set(rows.map(({ id }) => id));
}

const Members = z.object({
  clusterId: z.string(),
  core: z.array(z.string()).readonly(),
  later: z.array(z.string()).readonly(),
});

/** The turns of every topic of a space: those of the last full pass, and those that came later. */
export function listClusterMembers(tx: ReadTx, spaceId: string): Promise<readonly z.infer<typeof Members>[]> {
  return run(
    tx,
    Members,
    `select t.cluster_id as "clusterId",
       coalesce(jsonb_agg(t.turn_id order by t.turn_id) filter (where t.is_core), '[]') as core,
       coalesce(jsonb_agg(t.turn_id order by t.turn_id) filter (where not t.is_core), '[]') as later
     from cluster_turn t join cluster c on c.id = t.cluster_id
     where c.space_id = $1 and c.gone_seq is null group by t.cluster_id order by t.cluster_id`,
    [spaceId],
  );
}

const Pass = z.object({ at: z.date().nullable(), fullTurns: z.int().nullable(), isFullAsked: z.boolean() });

/** How far a space is sorted; null where it never was. */
export function findClusterPass(tx: ReadTx, spaceId: string): Promise<z.infer<typeof Pass> | null> {
  return runOne(
    tx,
    Pass,
    `select at, full_turns as "fullTurns", is_full_asked as "isFullAsked" from cluster_pass where space_id = $1`,
    [spaceId],
  );
}

/** The topic of each of these turns; those of none are left out. */
export async function listClustersOfTurns(
  tx: ReadTx,
  turnIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await run(
    tx,
    z.object({ turnId: z.string(), clusterId: z.string() }),
    `select turn_id as "turnId", cluster_id as "clusterId" from cluster_turn where turn_id = any($1::text[])`,
    [turnIds],
  );
  return new Map(rows.map(({ turnId, clusterId }) => [turnId, clusterId]));
}

/** Every turn of a topic: what a search inside it may find. */
export async function listTurnIdsOfCluster(tx: ReadTx, clusterId: string): Promise<readonly string[]> {
  const row = await runOne(
    tx,
    z.object({ ids: z.array(z.string()) }),
    `select coalesce(jsonb_agg(turn_id order by turn_id), '[]') as ids from cluster_turn where cluster_id = $1`,
    [clusterId],
  );
  return row?.ids ?? [];
}

const Text = z.object({ id: z.string(), speaker: z.string(), text: z.string() });

/** Beginnings of turns: what labels are made of. */
export function listTurnBeginnings(tx: ReadTx, ids: readonly string[]): Promise<readonly z.infer<typeof Text>[]> {
  return run(
    tx,
    Text,
    `select id, speaker, left(body, 600) as text from turn where id = any($1::text[]) and not is_unsaved order by id`,
    [ids],
  );
}

const Quote = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  speaker: z.string(),
  role: Role,
  text: z.string(),
  at: z.date().nullable(),
});
export type QuoteRow = z.infer<typeof Quote>;

const Sums = ClusterRow.extend({
  turns: z.int(),
  sessions: z.int(),
  firstAt: z.date().nullable(),
  lastAt: z.date().nullable(),
});
export type TopicRow = z.infer<typeof Sums>;

/** Of the turns `m` of a topic `c` those that may be shown: `t`, with their conversation `v`. */
const SHOWN = `join turn t on t.id = m.turn_id join conversation v on v.id = t.conversation_id
  and v.removed_seq is null and v.space_id = c.space_id`;

/** Topics with what is in them, the most turns first. */
export function listTopics(tx: ReadTx, search: { readonly spaceId: string; readonly id: string | null }) {
  return run(
    tx,
    Sums,
    `select ${COLUMNS}, s.turns, s.sessions, s."firstAt", s."lastAt" from cluster c
     cross join lateral (select count(*)::int as turns, count(distinct (t.conversation_id, t.session))::int as sessions,
       min(t.said_at) as "firstAt", max(t.said_at) as "lastAt" from cluster_turn m ${SHOWN} where m.cluster_id = c.id) s
     where c.space_id = $1 and c.gone_seq is null and ($2::text is null or c.id = $2) and s.turns > 0
     order by s.turns desc, c.id`,
    [search.spaceId, search.id],
  );
}

/** Two quotes a topic: of what people said the latest of readable length, with the topic's name in it if there is one. */
export function listTopicQuotes(tx: ReadTx, clusterIds: readonly string[]) {
  return run(
    tx,
    Quote.extend({ clusterId: z.string() }),
    `select q.* from cluster c cross join lateral (
       select m.cluster_id as "clusterId", t.id as "turnId", t.conversation_id as "conversationId", t.speaker, t.role,
         left(t.body, 400) as text, t.said_at as at
       from cluster_turn m ${SHOWN} where m.cluster_id = c.id and t.role in ('user', 'other') and m.is_core
       order by (length(t.body) between 40 and 240) desc,
         (position(lower(split_part(c.label, ',', 1)) in lower(t.body)) > 0) desc, t.said_at desc nulls last, t.id limit 2) q
     where c.id = any($1::text[]) order by q."clusterId", q.at desc nulls last, q."turnId"`,
    [clusterIds],
  );
}

/** Turns of a topic in the order in which they were said. */
export function listTopicTurns(
  tx: ReadTx,
  page: { readonly id: string; readonly limit: number; readonly offset: number },
): Promise<readonly QuoteRow[]> {
  return run(
    tx,
    Quote,
    `select s."turnId", s."conversationId", s.speaker, s.role, s.text, s.at
     from cluster c cross join lateral (
       select t.id as "turnId", t.conversation_id as "conversationId", t.speaker, t.role, t.body as text, t.said_at as at, t.seq
       from cluster_turn m ${SHOWN} where m.cluster_id = c.id) s
     where c.id = $1 order by s.at nulls last, s.seq limit $2 offset $3`,
    [page.id, page.limit, page.offset],
  );
}

/** Turns that could be in a topic, and those that are. */
export async function countSorted(
  tx: ReadTx,
  spaceId: string,
): Promise<{ readonly turns: number; readonly sorted: number }> {
  const row = await runOne(
    tx,
    z.object({ turns: z.int(), sorted: z.int() }),
    `select (select coalesce(sum(searchable_count), 0) from conversation where space_id = $1 and removed_seq is null)::int as turns,
       (select count(*) from cluster c cross join lateral (select 1 from cluster_turn m ${SHOWN} where m.cluster_id = c.id) s
        where c.space_id = $1 and c.gone_seq is null)::int as sorted`,
    [spaceId],
  );
  return row ?? { turns: 0, sorted: 0 };
}
