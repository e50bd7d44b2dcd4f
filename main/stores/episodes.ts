import { z } from 'zod';
import { AnswerMode, Role } from '../contract/conversations.ts';
import { IN_A_SPACE } from './conversations.ts';
import { TURN_COLUMNS, TurnRow } from './rows.ts';
import { type ReadTx, run, runOne } from './run.ts';

/** Turns by id, in the order of `ids`; unknown ids are left out. */
export async function listTurns(tx: ReadTx, ids: readonly string[]): Promise<readonly TurnRow[]> {
  const rows = await run(tx, TurnRow, `select ${TURN_COLUMNS} from turn t where t.id = any($1::text[]) order by t.id`, [
    ids,
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function findTurn(tx: ReadTx, id: string): Promise<TurnRow | null> {
  return runOne(tx, TurnRow, `select ${TURN_COLUMNS} from turn t where t.id = $1`, [id]);
}

/** Ids from the root to `leafId`: conversations are trees, and order is that of the parent links, never of time. */
export async function listPath(tx: ReadTx, leafId: string): Promise<readonly string[]> {
  const rows = await run(
    tx,
    z.object({ id: z.string() }),
    `with recursive path as (
       select id, parent_id, 0 as depth from turn where id = $1
       union all
       select t.id, t.parent_id, path.depth + 1 from turn t join path on t.id = path.parent_id where path.depth < 1000000
     )
     select id from path order by depth desc`,
    [leafId],
  );
  return rows.map((row) => row.id);
}

/** The newest leaf under a turn: where a branch goes on when the user steps to it. */
export async function getNewestLeaf(tx: ReadTx, turnId: string): Promise<string> {
  const row = await runOne(
    tx,
    z.object({ id: z.string() }),
    `with recursive below as (
       select id, position from turn where id = $1
       union all
       select t.id, t.position from turn t join below on t.parent_id = below.id where not t.is_hidden
     )
     select b.id from below b where not exists (select 1 from turn t where t.parent_id = b.id and not t.is_hidden)
     order by b.position desc, b.id limit 1`,
    [turnId],
  );
  return row?.id ?? turnId;
}

/** For each turn all that share its parent (roots: its conversation's roots), oldest first. */
export async function listSiblings(
  tx: ReadTx,
  turns: readonly TurnRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await run(
    tx,
    z.object({ id: z.string(), sibling: z.string() }),
    // Two joins, since "is not distinct from" would compare every turn with its whole conversation.
    `select id, sibling from (
       select t.id, s.id as sibling, s.position from turn t join turn s on s.parent_id = t.parent_id
       where t.id = any($1::text[]) and not s.is_hidden
       union all
       select t.id, s.id, s.position from turn t
       join turn s on s.conversation_id = t.conversation_id and s.parent_id is null
       where t.id = any($1::text[]) and t.parent_id is null and not s.is_hidden
     ) pair order by id, position, sibling`,
    [turns.map((turn) => turn.id)],
  );
  const bySelf = new Map<string, string[]>();
  for (const { id, sibling } of rows) {
    const list = bySelf.get(id) ?? [];
    list.push(sibling);
    bySelf.set(id, list);
  }
  return bySelf;
}

const AnswerRow = z.object({
  replyTurnId: z.string(),
  questionTurnId: z.string(),
  traceId: z.string().nullable(),
  mode: AnswerMode,
  modelName: z.string().nullable(),
  citations: z.array(z.object({ n: z.int(), turnIds: z.array(z.string()), quote: z.string() })),
  tokensPerSecond: z.number().nullable(),
});
export type AnswerRow = z.infer<typeof AnswerRow>;

export async function listAnswers(tx: ReadTx, replyIds: readonly string[]): Promise<ReadonlyMap<string, AnswerRow>> {
  const rows = await run(
    tx,
    AnswerRow,
    `select reply_turn_id as "replyTurnId", question_turn_id as "questionTurnId", trace_id as "traceId", mode,
       model_name as "modelName", citations, tokens_per_second as "tokensPerSecond"
     from answer where reply_turn_id = any($1::text[]) order by reply_turn_id`,
    [replyIds],
  );
  return new Map(rows.map((row) => [row.replyTurnId, row]));
}

/** What an import must know of ids that it is about to write. */
export function listKnownTurns(tx: ReadTx, ids: readonly string[]) {
  return run(
    tx,
    z.object({ id: z.string(), textHash: z.string(), conversationId: z.string() }),
    `select id, text_hash as "textHash", conversation_id as "conversationId" from turn where id = any($1::text[]) order by id`,
    [ids],
  );
}

export async function getNextPosition(tx: ReadTx, conversationId: string): Promise<number> {
  const row = await runOne(
    tx,
    z.object({ next: z.int() }),
    `select (coalesce(max(position), -1) + 1)::int as next from turn where conversation_id = $1`,
    [conversationId],
  );
  return row?.next ?? 0;
}

const HitRow = z.object({
  id: z.string(),
  conversationId: z.string(),
  speaker: z.string(),
  role: Role,
  saidAt: z.date().nullable(),
  text: z.string(),
});

/** Turns whose words hold the pattern, newest first. A plain LIKE: it is right for two-character CJK words and emoji. */
export function listTurnsByText(tx: ReadTx, query: { readonly pattern: string; readonly limit: number }) {
  return run(
    tx,
    HitRow,
    `select t.id, t.conversation_id as "conversationId", t.speaker, t.role, t.said_at as "saidAt", t.body as "text"
     from turn t join conversation c on c.id = t.conversation_id
     where t.body ilike $1 and not t.is_hidden and c.removed_seq is null and ${IN_A_SPACE}
     order by t.seq desc limit $2`,
    [query.pattern, query.limit],
  );
}

export async function getTurnCount(tx: ReadTx): Promise<number> {
  const row = await runOne(tx, z.object({ n: z.int() }), `select count(*)::int as n from turn where not is_hidden`);
  return row?.n ?? 0;
}
