import { z } from 'zod';
import { ConversationSource } from '../contract/programs.ts';
import { IN_A_SPACE } from './conversations.ts';
import { TURN_COLUMNS, TurnRow } from './rows.ts';
import { type ReadTx, run, runOne } from './run.ts';

/** What an export holds of the history; null: no limit. `throughSeq` keeps what is said meanwhile out. */
export type ExportScope = {
  readonly spaceId: string | null;
  readonly conversationId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly throughSeq: number;
};

const Conversation = z.object({
  id: z.string(),
  title: z.string().nullable(),
  opening: z.string(),
  spaceId: z.string(),
  spaceName: z.string(),
  source: ConversationSource,
  startedAt: z.date().nullable(),
  firstAt: z.date().nullable(),
  lastAt: z.date().nullable(),
  activeLeafId: z.string().nullable(),
  turns: z.int(),
});
export type ExportedConversation = z.infer<typeof Conversation>;

/** Parameters 1 to 3 of every statement here. */
const TURNS_IN = `t.seq <= $1 and ($2::timestamptz is null or t.said_at >= $2) and ($3::timestamptz is null or t.said_at <= $3)`;
const limitsOf = ({ throughSeq, from, to }: ExportScope) => [throughSeq, from, to];

/** Conversations with anything to export, in the order in which they began to be kept. Removed ones are none. */
export function listExportedConversations(tx: ReadTx, scope: ExportScope): Promise<readonly ExportedConversation[]> {
  return run(
    tx,
    Conversation,
    `select c.id, c.title, c.space_id as "spaceId", coalesce(s.name, c.space_id) as "spaceName", c.source,
       c.started_at as "startedAt", c.active_leaf_id as "activeLeafId", n.turns, n.first_at as "firstAt", n.last_at as "lastAt",
       coalesce((select left(o.body, 120) from turn o where o.conversation_id = c.id and o.role in ('user', 'other')
         and not o.is_hidden order by o.position limit 1), '') as "opening"
     from conversation c left join space s on s.id = c.space_id
     join (select t.conversation_id, count(*)::int as turns, min(t.said_at) as first_at, max(t.said_at) as last_at
       from turn t where ${TURNS_IN} and ($5::text is null or t.conversation_id = $5) group by t.conversation_id) n on n.conversation_id = c.id
     where c.removed_seq is null and ${IN_A_SPACE}
       and ($4::text is null or c.space_id = $4) and ($5::text is null or c.id = $5)
     order by c.created_seq, c.id`,
    [...limitsOf(scope), scope.spaceId, scope.conversationId],
  );
}

const Turn = TurnRow.extend({ seq: z.number(), isHidden: z.boolean(), isUnsaved: z.boolean() });
export type ExportedTurn = z.infer<typeof Turn>;

/** The next turns of a conversation after a place in it, all branches, in the order in which they came. */
export function listExportedTurns(
  tx: ReadTx,
  scope: ExportScope,
  page: {
    readonly conversationId: string;
    readonly after: { readonly position: number; readonly seq: number };
    readonly limit: number;
  },
): Promise<readonly ExportedTurn[]> {
  return run(
    tx,
    Turn,
    `select ${TURN_COLUMNS}, t.seq::float8 as seq, t.is_hidden as "isHidden", t.is_unsaved as "isUnsaved"
     from turn t
     where t.conversation_id = $4 and (t.position, t.seq) > ($5::int, $6::bigint) and ${TURNS_IN}
     order by t.position, t.seq limit $7`,
    [...limitsOf(scope), page.conversationId, page.after.position, page.after.seq, page.limit],
  );
}

/** All turns of several short conversations, each in the order in which they came. */
export function listExportedTurnsOf(
  tx: ReadTx,
  scope: ExportScope,
  conversationIds: readonly string[],
): Promise<readonly ExportedTurn[]> {
  return run(
    tx,
    Turn,
    `select ${TURN_COLUMNS}, t.seq::float8 as seq, t.is_hidden as "isHidden", t.is_unsaved as "isUnsaved"
     from turn t where t.conversation_id = any($4::text[]) and ${TURNS_IN} order by t.conversation_id, t.position, t.seq`,
    [...limitsOf(scope), conversationIds],
  );
}

const Link = z.object({ id: z.string(), parentId: z.string().nullable(), isIn: z.boolean() });
export type ExportedLink = z.infer<typeof Link>;

/** The tree of a conversation, without its words: which turns there are, and which of them are exported. */
export function listExportedLinks(
  tx: ReadTx,
  scope: ExportScope,
  conversationId: string,
): Promise<readonly ExportedLink[]> {
  return run(
    tx,
    Link,
    `select t.id, t.parent_id as "parentId", coalesce(${TURNS_IN}, false) as "isIn"
     from turn t where t.conversation_id = $4 order by t.position, t.seq`,
    [...limitsOf(scope), conversationId],
  );
}

/** Turns by id, with what only an export asks for. */
export function listExportedById(
  tx: ReadTx,
  scope: ExportScope,
  ids: readonly string[],
): Promise<readonly ExportedTurn[]> {
  return run(
    tx,
    Turn,
    `select ${TURN_COLUMNS}, t.seq::float8 as seq, t.is_hidden as "isHidden", t.is_unsaved as "isUnsaved"
     from turn t join unnest($4::text[]) with ordinality as wanted(id, n) on wanted.id = t.id
     where ${TURNS_IN} order by wanted.n`,
    [...limitsOf(scope), ids],
  );
}

/** The newest turn: what an export that begins now may hold. */
export async function getNewestTurnSeq(tx: ReadTx): Promise<number> {
  const row = await runOne(tx, z.object({ seq: z.number() }), `select coalesce(max(seq), 0)::float8 as seq from turn`);
  return row?.seq ?? 0;
}
