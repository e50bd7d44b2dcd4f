import { z } from 'zod';
import { Attachment } from '../../contract/conversations.ts';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { restoreClaims, withdrawClaimsOf } from './conversation-claims.ts';
import { restoreProcedures, withdrawProceduresOf } from './conversation-procedures.ts';
import { noteShift } from './conversation-shifts.ts';
import { toLexicalTurn } from './lexical-text.pure.ts';
import { PASSED_DAY } from './lives.ts';
import { deleteDerived, type Recorded } from './passages.ts';
import { placeInLine } from './place-in-line.pure.ts';
import { dropOfConversation } from './reflections.ts';
import { hideSummariesOf } from './summaries.ts';

/** Switches of one conversation. Turning *save* takes what was said before with it, into memory or out of it. */
export async function setConversationConsent(
  tx: Tx,
  { seq, at, body }: Recorded<BodyOf<'conversation.consent-set'>>,
): Promise<void> {
  const { conversationId, isSaving, isUsing } = body;
  const unsavedSeq = await findUnsavedSeq(tx, conversationId);
  await execute(
    tx,
    `update conversation set is_saving = coalesce($2, is_saving), is_using = coalesce($3, is_using), changed_seq = $4,
       unsaved_seq = case $2 when true then null when false then coalesce(unsaved_seq, $4) else unsaved_seq end
     where id = $1`,
    [conversationId, isSaving ?? null, isUsing ?? null, seq],
  );
  const isShift = isSaving === true ? unsavedSeq !== null : isSaving === false && unsavedSeq === null;
  if (isShift) await noteShift(tx, { conversationId, seq, spaceId: null, isSaving: isSaving ?? null });
  if (isSaving === true) await takeIn(tx, conversationId, { seq, at, unsavedSeq });
  if (isSaving === false && unsavedSeq === null) await takeOut(tx, conversationId, { seq, at });
}

async function findUnsavedSeq(tx: Tx, conversationId: string): Promise<number | null> {
  const [row] = await run(
    tx,
    z.object({ seq: z.int().nullable() }),
    `select unsaved_seq::int as seq from conversation where id = $1`,
    [conversationId],
  );
  return row?.seq ?? null;
}

type Place = { readonly seq: number; readonly at: string };

/** Its turns stay to be read; everything that was made of them goes. */
async function takeOut(tx: Tx, conversationId: string, place: Place): Promise<void> {
  await deleteDerived(tx, `select id from turn where conversation_id = $1`, conversationId);
  await execute(tx, `update turn set is_unsaved = true, lexical = null where conversation_id = $1`, [conversationId]);
  await execute(tx, `delete from cluster_turn where turn_id in (select id from turn where conversation_id = $1)`, [
    conversationId,
  ]);
  await countTurns(tx, conversationId);
  await dropOfConversation(tx, conversationId, place);
  await withdrawClaimsOf(tx, conversationId, place);
  await withdrawProceduresOf(tx, conversationId, place);
  await hideSummariesOf(tx, conversationId, place.seq);
}

const Unsaved = z.object({
  id: z.string(),
  seq: z.int(),
  speaker: z.string(),
  text: z.string(),
  saidAt: z.date().nullable(),
  zone: z.string(),
  attachments: z.array(Attachment).readonly(),
  isSearched: z.boolean(),
});

/** Its turns are found from now on, and read by whoever has passed them. */
async function takeIn(
  tx: Tx,
  conversationId: string,
  { unsavedSeq, ...place }: Place & { readonly unsavedSeq: number | null },
): Promise<void> {
  const turns = await run(
    tx,
    Unsaved,
    `select id, seq::int as seq, speaker, body as text, said_at as "saidAt", zone, attachments,
       (not is_hidden and role <> 'system') as "isSearched"
     from turn where conversation_id = $1 and is_unsaved order by seq`,
    [conversationId],
  );
  const rows = turns.map(({ isSearched, saidAt, ...turn }) => {
    const lexical = isSearched ? toLexicalTurn({ ...turn, saidAt: saidAt?.toISOString() ?? null }) : null;
    return { id: turn.id, lexical, place: lexical === null ? null : placeInLine(turn.seq, lexical.length) };
  });
  const given = JSON.stringify(rows);
  await execute(
    tx,
    `update turn set is_unsaved = false, lexical = row.lexical, due_seq = $2
     from jsonb_to_recordset($1::jsonb) as row(id text, lexical text) where turn.id = row.id`,
    [given, place.seq],
  );
  await execute(
    tx,
    `insert into fragment_pending (fragment_id, seq)
     select id, place from jsonb_to_recordset($1::jsonb) as row(id text, place bigint) where place is not null
     on conflict (fragment_id) do nothing`,
    [given],
  );
  await execute(
    tx,
    `insert into turn_life (seq, anchor_day)
     select t.seq, greatest(floor(extract(epoch from $2::timestamptz) / 86400)::int, ${PASSED_DAY})
     from jsonb_to_recordset($1::jsonb) as row(id text, place bigint) join turn t on t.id = row.id where place is not null
     on conflict (seq) do nothing`,
    [given, place.at],
  );
  await countTurns(tx, conversationId);
  if (unsavedSeq === null) return;
  await restoreClaims(tx, unsavedSeq, place);
  await restoreProcedures(tx, unsavedSeq, place);
}

async function countTurns(tx: Tx, conversationId: string): Promise<void> {
  await execute(
    tx,
    `update conversation set
       searchable_count = (select count(*) from turn where conversation_id = $1 and lexical is not null),
       unsaved_count = (select count(*) from turn where conversation_id = $1 and is_unsaved)
     where id = $1`,
    [conversationId],
  );
}
