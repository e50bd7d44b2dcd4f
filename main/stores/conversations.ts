import { z } from 'zod';
import type { Conversation } from '../contract/conversations.ts';
import type { ConversationId, SpaceId } from '../contract/ids.ts';
import { ConversationSource } from '../contract/programs.ts';
import { type ReadTx, run, runOne } from './run.ts';

const COLUMNS = `c.id, c.title, c.space_id as "spaceId", c.source, c.started_at as "startedAt", c.last_said_at as "lastSaidAt",
  c.turn_count as "turnCount", c.active_leaf_id as "activeLeafId", c.removed_seq is not null as "isRemoved",
  coalesce((select left(t.body, 120) from turn t
    where t.conversation_id = c.id and t.role in ('user', 'other') and not t.is_hidden
    order by t.position limit 1), '') as "opening", c.created_at as "createdAt"`;

/** Not of a space that was removed. */
export const IN_A_SPACE = `not exists (select 1 from space s where s.id = c.space_id and s.removed_seq is not null)`;

const Row = z.object({
  id: z.string(),
  title: z.string().nullable(),
  spaceId: z.string(),
  source: ConversationSource,
  startedAt: z.date().nullable(),
  lastSaidAt: z.date().nullable(),
  turnCount: z.int(),
  activeLeafId: z.string().nullable(),
  isRemoved: z.boolean(),
  opening: z.string(),
  createdAt: z.date(),
});
export type ConversationRow = z.infer<typeof Row>;

const TITLE_CHARS = 60;

/** The first line somebody said, cut at a word: what a conversation is called until it is renamed. */
function titleFrom(opening: string): string {
  const line = opening.replace(/\s+/g, ' ').trim();
  if (line.length <= TITLE_CHARS) return line || 'Untitled';
  const cut = line.slice(0, TITLE_CHARS);
  const space = cut.lastIndexOf(' ');
  return `${space > TITLE_CHARS / 2 ? cut.slice(0, space) : cut}…`.toWellFormed();
}

export function toConversation(row: ConversationRow): Conversation {
  const started = row.startedAt ?? row.lastSaidAt ?? row.createdAt;
  return {
    id: row.id as ConversationId, // read from the store, which only holds ids that the contract let in
    title: row.title ?? titleFrom(row.opening),
    spaceId: row.spaceId as SpaceId,
    source: row.source,
    startedAt: started.toISOString(),
    updatedAt: (row.lastSaidAt ?? started).toISOString(),
    turnCount: row.turnCount,
    isTemporary: false,
  };
}

/** Also finds one that was removed: `isRemoved` says so. */
export function findConversation(tx: ReadTx, id: string): Promise<ConversationRow | null> {
  return runOne(tx, Row, `select ${COLUMNS} from conversation c where c.id = $1`, [id]);
}

export async function listConversations(
  tx: ReadTx,
  page: { readonly spaceId: string | null; readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly ConversationRow[]; readonly total: number }> {
  const where = `c.removed_seq is null and c.turn_count > 0 and ($1::text is null or c.space_id = $1) and ${IN_A_SPACE}`;
  const items = await run(
    tx,
    Row,
    `select ${COLUMNS} from conversation c where ${where}
     order by coalesce(c.last_said_at, c.started_at, c.created_at) desc, c.created_seq desc limit $2 offset $3`,
    [page.spaceId, page.limit, page.offset],
  );
  const [count] = await run(
    tx,
    z.object({ n: z.int() }),
    `select count(*)::int as n from conversation c where ${where}`,
    [page.spaceId],
  );
  return { items, total: count?.n ?? 0 };
}

/** Titles that hold the words, newest first. `pattern` is an escaped LIKE pattern. */
export function listConversationsByTitle(
  tx: ReadTx,
  query: { readonly pattern: string; readonly limit: number },
): Promise<readonly ConversationRow[]> {
  return run(
    tx,
    Row,
    `select ${COLUMNS} from conversation c where c.removed_seq is null and c.title ilike $1 and ${IN_A_SPACE}
     order by coalesce(c.last_said_at, c.started_at, c.created_at) desc, c.id limit $2`,
    [query.pattern, query.limit],
  );
}

/** Ids of `ids` that exist, with the space each belongs to. */
export function listKnownConversations(tx: ReadTx, ids: readonly string[]) {
  return run(
    tx,
    z.object({
      id: z.string(),
      spaceId: z.string(),
      activeLeafId: z.string().nullable(),
      lastSaidAt: z.date().nullable(),
      nextPosition: z.int(),
    }),
    `select c.id, c.space_id as "spaceId", c.active_leaf_id as "activeLeafId", c.last_said_at as "lastSaidAt",
       coalesce((select max(t.position) + 1 from turn t where t.conversation_id = c.id), 0)::int as "nextPosition"
     from conversation c where c.id = any($1::text[]) order by c.id`,
    [ids],
  );
}

/** What each of these conversations is called, as `toConversation` calls it. */
export async function listTitles(tx: ReadTx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await run(tx, Row, `select ${COLUMNS} from conversation c where c.id = any($1::text[]) order by c.id`, [
    [...new Set(ids)],
  ]);
  return new Map(rows.map((row) => [row.id, toConversation(row).title]));
}
