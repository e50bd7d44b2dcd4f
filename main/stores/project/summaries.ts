import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import { isSameStretch } from '../../summaries/same-stretch.pure.ts';
import { execute, run, type Tx } from '../run.ts';
import { type Recorded, removePassages, replacePassage } from './passages.ts';

/** Turns that a fragment names as its evidence: those of its sentences, and all of an older one that names none. */
function evidenceOf({ sentences, covers }: BodyOf<'summary.written'>): readonly string[] {
  const named = (sentences ?? []).flatMap(({ turns }) => turns);
  return named.length === 0 ? covers : [...new Set(named)];
}

export async function writeSummary(tx: Tx, recorded: Recorded<BodyOf<'summary.written'>>): Promise<void> {
  const { seq, at, body } = recorded;
  const own = { id: body.summaryId, kind: 'summary' as const, title: body.title, body: body.text };
  const place = { parentId: null, saidAt: body.saidAt, page: null, from: 0, to: body.text.length };
  await replacePassage(
    tx,
    { ...own, ...place, evidence: evidenceOf(body) },
    { seq, at, spaceId: body.spaceId, zone: body.zone },
  );
  await insertSummary(tx, recorded);
  if (body.scope === 'session') await markPeriods(tx, [body.summaryId], seq);
  if (await isOutOfReach(tx, body)) await hide(tx, [body.summaryId], seq);
}

/**
 * A model takes minutes for a sitting. What was moved, removed or taken out of memory while it wrote must not be found in what it
 * wrote, and no later record would say so.
 */
async function isOutOfReach(tx: Tx, { covers, spaceId }: BodyOf<'summary.written'>): Promise<boolean> {
  const [row] = await run(
    tx,
    z.object({ found: z.boolean() }),
    `select exists (select 1 from turn t join conversation c on c.id = t.conversation_id
       where t.id = any($1::text[]) and (t.is_unsaved or c.removed_seq is not null or c.space_id <> $2)) as found`,
    [covers, spaceId],
  );
  return row?.found ?? false;
}

async function hide(tx: Tx, ids: readonly string[], seq: number): Promise<void> {
  await removePassages(tx, ids, seq);
  await markStale(tx, ids, seq);
}

async function insertSummary(tx: Tx, { seq, at, body }: Recorded<BodyOf<'summary.written'>>): Promise<void> {
  await execute(tx, `delete from summary where id = $1`, [body.summaryId]);
  await execute(tx, `delete from summary_turn where summary_id = $1`, [body.summaryId]);
  await execute(
    tx,
    `insert into summary (id, scope, space_id, conversation_id, session, month, title, from_at, to_at, written_by, fingerprint,
       sentences, dropped, turn_count, written_at, seq)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      body.summaryId,
      body.scope ?? 'session',
      body.spaceId,
      body.conversationId ?? null,
      body.session ?? null,
      body.month ?? null,
      body.title,
      body.fromAt ?? null,
      body.saidAt,
      body.by,
      body.fingerprint ?? null,
      JSON.stringify(body.sentences ?? []),
      body.dropped ?? 0,
      body.covers.length,
      at,
      seq,
    ],
  );
  await execute(
    tx,
    `insert into summary_turn (summary_id, turn_id, place)
     select $1, id, min(place)::int from unnest($2::text[]) with ordinality as turn(id, place) group by id`,
    [body.summaryId, body.covers],
  );
}

export async function removeSummary(tx: Tx, summaryId: string, seq: number): Promise<void> {
  await markPeriods(tx, [summaryId], seq);
  await removePassages(tx, [summaryId], seq);
  await execute(tx, `update summary set removed_seq = $2 where id = $1`, [summaryId, seq]);
}

/** A month has to be told again when one of its sessions is. */
async function markPeriods(tx: Tx, sessionIds: readonly string[], seq: number): Promise<void> {
  await execute(
    tx,
    `update summary set stale_seq = $2 from summary session
     where session.id = any($1::text[]) and summary.scope = 'period' and summary.space_id = session.space_id
       and summary.month = session.month and summary.stale_seq is null`,
    [sessionIds, seq],
  );
}

const Id = z.object({ id: z.string() });

async function markStale(tx: Tx, ids: readonly string[], seq: number): Promise<void> {
  if (ids.length === 0) return;
  await execute(tx, `update summary set stale_seq = $2 where id = any($1::text[]) and stale_seq is null`, [ids, seq]);
  await markPeriods(tx, ids, seq);
}

/**
 * Nothing of a removed conversation may be found in a summary of it: those that cover a turn of it are put out of reach
 * until they are written again. Also for one that is moved to another space or kept out of use.
 */
export async function hideSummariesOf(tx: Tx, conversationId: string, seq: number): Promise<void> {
  const found = await run(
    tx,
    Id,
    `select distinct s.id from summary s join summary_turn c on c.summary_id = s.id join turn t on t.id = c.turn_id
     where t.conversation_id = $1 and s.removed_seq is null order by s.id`,
    [conversationId],
  );
  await hide(
    tx,
    found.map(({ id }) => id),
    seq,
  );
}

/** Another branch: sessions with turns off the new path say what is no longer told there. */
export async function markOffPath(tx: Tx, conversationId: string, seq: number): Promise<void> {
  const found = await run(
    tx,
    Id,
    `with recursive path as (
       select t.id, t.parent_id, 0 as depth from conversation c join turn t on t.id = c.active_leaf_id where c.id = $1
       union all
       select t.id, t.parent_id, path.depth + 1 from turn t join path on t.id = path.parent_id where path.depth < 1000000
     )
     select s.id from summary s where s.conversation_id = $1 and exists (
       select 1 from summary_turn c where c.summary_id = s.id and not exists (select 1 from path where path.id = c.turn_id))
     order by s.id`,
    [conversationId],
  );
  await markStale(
    tx,
    found.map(({ id }) => id),
    seq,
  );
}

export type NewTurn = {
  readonly id: string;
  readonly parent_id: string | null;
  readonly seq: number;
  readonly session: string | null;
  readonly said_at: string | null;
  readonly is_hidden: boolean;
};

const Neighbour = z.object({
  id: z.string(),
  conversationId: z.string(),
  turnId: z.string(),
  session: z.string().nullable(),
  toAt: z.date().nullable(),
  /** The new turn is one of several that follow: another branch. */
  isFork: z.boolean(),
});

/** New turns that follow on covered ones: in the same sitting, or as another branch. After the conversations' ends are set. */
export async function markFollowed(tx: Tx, turns: readonly NewTurn[]): Promise<void> {
  const next = new Map(
    turns.flatMap((turn) => (turn.is_hidden || turn.parent_id === null ? [] : [[turn.parent_id, turn]])),
  );
  if (next.size === 0) return;
  const covered = await run(
    tx,
    Neighbour,
    `select s.id, t.conversation_id as "conversationId", t.id as "turnId", s.session, s.to_at as "toAt",
       (select count(*) from turn n where n.parent_id = t.id and not n.is_hidden) > 1 as "isFork"
     from summary_turn c join summary s on s.id = c.summary_id join turn t on t.id = c.turn_id
     where c.turn_id = any($1::text[]) and s.scope = 'session' and s.removed_seq is null
     order by s.id, t.id`,
    [[...next.keys()]],
  );
  for (const { id, conversationId, turnId, session, toAt, isFork } of covered) {
    const turn = next.get(turnId);
    if (turn === undefined) continue;
    if (isFork) await markOffPath(tx, conversationId, turn.seq);
    const place = { session: turn.session, saidAtMs: turn.said_at === null ? null : Date.parse(turn.said_at) };
    if (isSameStretch({ session, saidAtMs: toAt?.getTime() ?? null }, place)) await markStale(tx, [id], turn.seq);
  }
}
