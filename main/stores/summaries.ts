import { z } from 'zod';
import { Attachment, Role } from '../contract/conversations.ts';
import { execute, type ReadTx, run, runOne, type Tx } from './run.ts';

/** A conversation that was never looked at for sittings, or has changed since. */
const Looked = z.object({
  id: z.string(),
  spaceId: z.string(),
  activeLeafId: z.string().nullable(),
  isRemoved: z.boolean(),
  /** What it is like now; the same later means that nothing was added, hidden, moved, removed or told otherwise. */
  state: z.string(),
});
export type LookedAt = z.infer<typeof Looked>;

const STATE = `concat_ws(' ', $1::text, c.space_id, c.active_leaf_id, c.turn_count, c.searchable_count, c.removed_seq is null)`;

/** Conversations to look at, by id, after one; `version` is that of the writer. */
export function listUnlooked(
  tx: ReadTx,
  page: { readonly version: string; readonly afterId: string; readonly limit: number },
): Promise<readonly LookedAt[]> {
  return run(
    tx,
    Looked,
    `select c.id, c.space_id as "spaceId", c.active_leaf_id as "activeLeafId", c.removed_seq is not null as "isRemoved",
       ${STATE} as state
     from conversation c left join summary_look l on l.conversation_id = c.id
     where c.id > $2 and (l.state is distinct from ${STATE}
       or exists (select 1 from summary s where s.conversation_id = c.id and s.stale_seq is not null
         and s.removed_seq is null and c.removed_seq is null))
     order by c.id limit $3`,
    [page.version, page.afterId, page.limit],
  );
}

/** Derived and not a projection: without it everything is looked at again. */
export async function updateLook(tx: Tx, { id, state }: Pick<LookedAt, 'id' | 'state'>): Promise<void> {
  await execute(
    tx,
    `insert into summary_look (conversation_id, state) values ($1, $2)
     on conflict (conversation_id) do update set state = excluded.state`,
    [id, state],
  );
}

const SourceRow = z.object({
  id: z.string(),
  role: Role,
  speaker: z.string(),
  text: z.string(),
  attachments: z.array(Attachment).readonly(),
  session: z.string().nullable(),
  saidAt: z.date().nullable(),
  isAnswer: z.boolean(),
});

export type SourceRow = z.infer<typeof SourceRow>;

const SOURCE = `t.id, t.role, t.speaker, t.body as "text", t.attachments, t.session, t.said_at as "saidAt",
  exists (select 1 from answer a where a.reply_turn_id = t.id) as "isAnswer"`;

/** What is part of memory of the path to a leaf, in its order. */
export function listPathSources(tx: ReadTx, leafId: string) {
  return run(
    tx,
    SourceRow,
    `with recursive path as (
       select id, parent_id, 0 as depth from turn where id = $1
       union all
       select t.id, t.parent_id, path.depth + 1 from turn t join path on t.id = path.parent_id where path.depth < 1000000
     )
     select ${SOURCE} from path join turn t on t.id = path.id where t.lexical is not null order by path.depth desc`,
    [leafId],
  );
}

const Known = z.object({
  id: z.string(),
  fingerprint: z.string().nullable(),
  isStale: z.boolean(),
});

/** What is written of a conversation's sittings. */
export function listSessionsOf(tx: ReadTx, conversationId: string) {
  return run(
    tx,
    Known,
    `select id, fingerprint, stale_seq is not null as "isStale" from summary
     where conversation_id = $1 and scope = 'session' and removed_seq is null order by from_at, id`,
    [conversationId],
  );
}

const MonthRow = z.object({
  spaceId: z.string(),
  month: z.string(),
  /** Of all its sittings together. */
  fingerprint: z.string(),
  sessions: z.int(),
  periodFingerprint: z.string().nullable(),
  isStale: z.boolean(),
});
export type MonthRow = z.infer<typeof MonthRow>;

/** Sessions whose passages are in reach. */
const SESSIONS = `summary s join passage p on p.id = s.id
  where s.scope = 'session' and s.removed_seq is null and p.removed_seq is null and s.month is not null`;

/** Months of which a summary is missing or of other sittings, up to one; of what is gone `sessions` is 0. */
export function listMonthsToTell(tx: ReadTx, before: string): Promise<readonly MonthRow[]> {
  return run(
    tx,
    MonthRow,
    `with told as (
       select s.space_id, s.month, count(*)::int as sessions,
         md5(string_agg(concat(s.id, ' ', s.fingerprint), ',' order by s.id)) as fingerprint
       from ${SESSIONS} and s.stale_seq is null group by s.space_id, s.month
     ), period as (
       select s.space_id, s.month, s.fingerprint, s.stale_seq is not null or p.removed_seq is not null as is_stale
       from summary s join passage p on p.id = s.id where s.scope = 'period' and s.removed_seq is null
     )
     select coalesce(told.space_id, period.space_id) as "spaceId", coalesce(told.month, period.month) as month,
       coalesce(told.fingerprint, '') as fingerprint, coalesce(told.sessions, 0)::int as sessions,
       period.fingerprint as "periodFingerprint", coalesce(period.is_stale, false) as "isStale"
     from told full join period on period.space_id = told.space_id and period.month = told.month
     where coalesce(told.month, period.month) < $1
       and (period.fingerprint is distinct from told.fingerprint or period.is_stale)
     order by 2, 1`,
    [before],
  );
}

/** The sentences of a month's sittings, of which it is told. */
export async function listMonthSentences(tx: ReadTx, { spaceId, month }: Pick<MonthRow, 'spaceId' | 'month'>) {
  const rows = await run(
    tx,
    z.object({ sentences: z.array(z.object({ text: z.string(), turns: z.array(z.string()) })).readonly() }),
    `select s.sentences from ${SESSIONS} and s.stale_seq is null and s.space_id = $1 and s.month = $2
     order by s.from_at, s.id limit 1000`,
    [spaceId, month],
  );
  return rows.flatMap(({ sentences }) => sentences);
}

/** Turns that are part of memory, in the order in which they were said. */
export function listSources(tx: ReadTx, ids: readonly string[]) {
  return run(
    tx,
    SourceRow,
    `select ${SOURCE} from turn t where t.id = any($1::text[]) and t.lexical is not null order by t.said_at, t.seq`,
    [ids],
  );
}

const StandIn = z.object({ turnId: z.string(), summaryId: z.string() });

/** Session summaries that cover these turns and are not stale. */
export function listStandIns(
  tx: ReadTx,
  turnIds: readonly string[],
): Promise<readonly { readonly turnId: string; readonly summaryId: string }[]> {
  return run(
    tx,
    StandIn,
    `select c.turn_id as "turnId", c.summary_id as "summaryId"
     from summary_turn c join summary s on s.id = c.summary_id join passage p on p.id = s.id
     where c.turn_id = any($1::text[]) and s.scope = 'session' and s.stale_seq is null and s.removed_seq is null
       and p.removed_seq is null
     order by c.turn_id, c.summary_id`,
    [turnIds],
  );
}

/** The sentences of summaries in reach, each with the first turn that says so. */
export async function listSentences(
  tx: ReadTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly text: string; readonly turnId: string }[]>> {
  const rows = await run(
    tx,
    z.object({ id: z.string(), sentences: z.array(z.object({ text: z.string(), turns: z.array(z.string()) })) }),
    `select id, sentences from summary where id = any($1::text[]) and removed_seq is null order by id`,
    [ids],
  );
  return new Map(
    rows.map(({ id, sentences }) => [
      id,
      sentences.flatMap(({ text, turns }) => (turns[0] === undefined ? [] : [{ text, turnId: turns[0] }])),
    ]),
  );
}

const SummaryRow = z.object({
  id: z.string(),
  scope: z.enum(['session', 'period']),
  spaceId: z.string(),
  title: z.string(),
  text: z.string(),
  conversationId: z.string().nullable(),
  month: z.string().nullable(),
  from: z.date().nullable(),
  to: z.date().nullable(),
  by: z.string(),
  writtenAt: z.date(),
  isStale: z.boolean(),
  turnCount: z.int(),
  sentences: z.array(z.object({ text: z.string(), turns: z.array(z.string()).readonly() })).readonly(),
});
export type SummaryRow = z.infer<typeof SummaryRow>;

const COLUMNS = `s.id, s.scope, s.space_id as "spaceId", s.title, p.body as text, s.conversation_id as "conversationId", s.month,
  s.from_at as "from", s.to_at as "to", s.written_by as "by", s.written_at as "writtenAt", s.stale_seq is not null as "isStale",
  s.turn_count as "turnCount", s.sentences`;

export type SummaryFilter = {
  readonly scope: 'session' | 'period' | null;
  readonly spaceId: string | null;
  readonly conversationId: string | null;
  readonly month: string | null;
};

const FILTERED = `summary s join passage p on p.id = s.id
  where s.removed_seq is null and p.removed_seq is null and ($1::text is null or s.scope = $1)
    and ($2::text is null or s.space_id = $2) and ($3::text is null or s.conversation_id = $3)
    and ($4::text is null or s.month = $4)`;

/** Those that are in reach, newest first. */
export async function listSummaryPage(
  tx: ReadTx,
  { scope, spaceId, conversationId, month }: SummaryFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly SummaryRow[]; readonly total: number }> {
  const filter = [scope, spaceId, conversationId, month];
  const rows = await run(
    tx,
    SummaryRow,
    `select ${COLUMNS} from ${FILTERED} order by s.to_at desc nulls last, s.scope, s.id limit $5 offset $6`,
    [...filter, page.limit, page.offset],
  );
  const count = await runOne(tx, z.object({ n: z.int() }), `select count(*)::int as n from ${FILTERED}`, filter);
  return { rows, total: count?.n ?? 0 };
}

/** One that is in reach, with all that it covers. */
export async function findSummary(
  tx: ReadTx,
  id: string,
): Promise<{ readonly row: SummaryRow; readonly turnIds: readonly string[] } | null> {
  const row = await runOne(
    tx,
    SummaryRow,
    `select ${COLUMNS} from summary s join passage p on p.id = s.id
     where s.id = $1 and s.removed_seq is null and p.removed_seq is null`,
    [id],
  );
  if (row === null) return null;
  const turns = await run(
    tx,
    z.object({ id: z.string() }),
    `select turn_id as id from summary_turn where summary_id = $1 order by place`,
    [id],
  );
  return { row, turnIds: turns.map((turn) => turn.id) };
}

/** Months with anything in reach, newest first. */
export function listMonths(tx: ReadTx, spaceId: string | null) {
  return run(
    tx,
    z.object({ month: z.string(), sessions: z.int(), hasPeriod: z.boolean() }),
    `select s.month, count(*) filter (where s.scope = 'session')::int as sessions, bool_or(s.scope = 'period') as "hasPeriod"
     from summary s join passage p on p.id = s.id
     where s.removed_seq is null and p.removed_seq is null and s.month is not null and ($1::text is null or s.space_id = $1)
     group by s.month order by s.month desc`,
    [spaceId],
  );
}
