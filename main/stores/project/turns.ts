import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import { contentOf, textHashOf, toLexicalTurn } from './lexical-text.pure.ts';
import { beginLives } from './lives.ts';
import { placeInLine } from './place-in-line.pure.ts';
import { markFollowed } from './summaries.ts';

export type TurnRecord = { readonly seq: number; readonly at: string; readonly body: BodyOf<'turn.said'> };

export function toTurnRow({ seq, at, body }: TurnRecord) {
  const isUnsaved = body.isUnsaved ?? false;
  const lexical = isUnsaved || body.isHidden || body.role === 'system' ? null : toLexicalTurn(body);
  return {
    id: body.turnId,
    seq,
    known_at: at,
    conversation_id: body.conversationId,
    parent_id: body.parentTurnId,
    position: body.position,
    role: body.role,
    speaker: body.speaker,
    body: body.text,
    said_at: body.saidAt,
    is_time_inferred: body.isTimeInferred,
    zone: body.zone,
    session: body.session,
    status: body.status,
    attachments: body.attachments,
    import_id: body.importId,
    is_hidden: body.isHidden,
    text_hash: textHashOf(contentOf(body)),
    lexical,
    is_unsaved: isUnsaved,
    due_seq: seq,
  };
}

const COLUMNS = `id, seq, known_at, conversation_id, parent_id, position, role, speaker, body, said_at, is_time_inferred,
  zone, session, status, attachments, import_id, is_hidden, text_hash, lexical, is_unsaved, due_seq`;

/** A run of turns, in order of their seq: the rows, what is still to be embedded, how they age, and the conversations' ends. */
export async function applyTurns(tx: Tx, records: readonly TurnRecord[]): Promise<void> {
  const rows = records.map(toTurnRow);
  const written = await execute(
    tx,
    `insert into turn (${COLUMNS})
     select ${COLUMNS} from jsonb_to_recordset($1::jsonb) as row(
       id text, seq bigint, known_at timestamptz, conversation_id text, parent_id text, position int, role text,
       speaker text, body text, said_at timestamptz, is_time_inferred boolean, zone text, session text, status text,
       attachments jsonb, import_id text, is_hidden boolean, text_hash text, lexical text, is_unsaved boolean,
       due_seq bigint)
     on conflict (id) do nothing`,
    [JSON.stringify(rows)],
  );
  const searched = rows.filter(({ lexical }) => lexical !== null);
  await beginLives(tx, searched, { isAnyOld: written < rows.length });
  await execute(
    tx,
    `insert into fragment_pending (fragment_id, seq)
     select row.fragment_id, row.seq from jsonb_to_recordset($1::jsonb) as row(fragment_id text, seq bigint)
     on conflict (fragment_id) do nothing`,
    [
      JSON.stringify(
        rows
          .filter((r) => r.lexical !== null)
          .map((r) => ({ fragment_id: r.id, seq: placeInLine(r.seq, r.lexical?.length ?? 0) })),
      ),
    ],
  );
  await touchConversations(tx, rows);
  await markFollowed(tx, rows);
}

type End = {
  readonly id: string;
  readonly leaf: string | null;
  readonly count: number;
  readonly searchable: number;
  readonly unsaved: number;
  readonly last: string | null;
};

/** The newest visible turn of a conversation becomes its active leaf; an import that knows better says so afterwards. */
async function touchConversations(tx: Tx, rows: readonly ReturnType<typeof toTurnRow>[]): Promise<void> {
  const ends = new Map<string, End>();
  for (const row of rows) {
    const end = ends.get(row.conversation_id) ?? {
      id: row.conversation_id,
      leaf: null,
      count: 0,
      searchable: 0,
      unsaved: 0,
      last: null,
    };
    const isLater = row.said_at !== null && (end.last === null || Date.parse(row.said_at) > Date.parse(end.last));
    ends.set(row.conversation_id, {
      id: end.id,
      leaf: row.is_hidden ? end.leaf : row.id,
      count: end.count + (row.is_hidden ? 0 : 1),
      searchable: end.searchable + (row.lexical === null ? 0 : 1),
      unsaved: end.unsaved + (row.is_unsaved ? 1 : 0),
      last: isLater ? row.said_at : end.last,
    });
  }
  await execute(
    tx,
    `update conversation set
       active_leaf_id = coalesce(row.leaf, conversation.active_leaf_id),
       turn_count = conversation.turn_count + row.count,
       searchable_count = conversation.searchable_count + row.searchable,
       unsaved_count = conversation.unsaved_count + row.unsaved,
       last_said_at = greatest(conversation.last_said_at, row.last)
     from jsonb_to_recordset($1::jsonb) as row(
       id text, leaf text, count int, searchable int, unsaved int, last timestamptz)
     where conversation.id = row.id`,
    [JSON.stringify([...ends.values()])],
  );
}
