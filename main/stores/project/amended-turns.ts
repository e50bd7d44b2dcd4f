import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { deleteDerived } from './passages.ts';
import { placeInLine } from './place-in-line.pure.ts';
import { toTurnRow } from './turns.ts';

type AmendedTurn = {
  readonly seq: number;
  readonly body: BodyOf<'turn.said'>;
  readonly by: { readonly seq: number; readonly at: string };
};

const Changed = z.object({ id: z.string(), seq: z.int(), isUnsaved: z.boolean(), chars: z.int().nullable() });

/** Turns with the words that are left of them; of one that was forgotten the place alone, which nobody sees. */
export async function amendTurns(tx: Tx, turns: readonly AmendedTurn[]): Promise<void> {
  if (turns.length === 0) return;
  const rows = turns.map(({ seq, body, by }) => ({
    // `known_at` stays as it is in the table.
    ...toTurnRow({ seq, at: by.at, body: { ...body, isUnsaved: false } }),
    is_forgotten: body.isForgotten ?? false,
  }));
  const changed = await run(
    tx,
    Changed,
    `update turn t set speaker = row.speaker, body = row.body, attachments = row.attachments, session = row.session,
       import_id = row.import_id, is_hidden = row.is_hidden, text_hash = row.text_hash, parent_id = row.parent_id,
       is_unsaved = t.is_unsaved and not row.is_forgotten, due_seq = case when row.is_forgotten then t.seq else t.due_seq end,
       lexical = case when t.is_unsaved then null else row.lexical end
     from jsonb_to_recordset($1::jsonb) as row(
       id text, seq bigint, speaker text, body text, attachments jsonb, session text, import_id text, is_hidden boolean,
       text_hash text, parent_id text, lexical text, is_forgotten boolean)
     where t.id = row.id and t.seq = row.seq
     returning t.id, t.seq::int as seq, t.is_unsaved as "isUnsaved", length(t.lexical) as chars`,
    [JSON.stringify(rows)],
  );
  await renewFragments(tx, changed);
  const conversationIds = [...new Set(rows.map((row) => row.conversation_id))];
  await settleConversations(tx, conversationIds);
  await markSummariesOf(tx, conversationIds, Math.max(...turns.map(({ by }) => by.seq)));
}

/** Other words need other vectors; what is no longer searched has neither these nor an age. */
async function renewFragments(tx: Tx, changed: readonly z.infer<typeof Changed>[]): Promise<void> {
  await deleteDerived(
    tx,
    `select unnest($1::text[])`,
    changed.map(({ id }) => id),
  );
  const searched = changed.filter(({ chars }) => chars !== null);
  await execute(
    tx,
    `insert into fragment_pending (fragment_id, seq) select id, seq from unnest($1::text[], $2::bigint[]) as f(id, seq)
     on conflict (fragment_id) do nothing`,
    [searched.map(({ id }) => id), searched.map(({ seq, chars }) => placeInLine(seq, chars ?? 0))],
  );
  const mute = changed.filter(({ chars, isUnsaved }) => chars === null && !isUnsaved);
  await execute(tx, `delete from turn_life where seq = any($1::bigint[])`, [mute.map(({ seq }) => seq)]);
  const ids = mute.map(({ id }) => id);
  await execute(tx, `delete from cluster_turn where turn_id = any($1::text[])`, [ids]);
  await execute(tx, `delete from procedure_heard where turn_id = any($1::text[])`, [ids]);
}

/**
 * Counts and ends of conversations from what is left of them. The branch that is shown is that of the newest turn, or the
 * one that was chosen since; where its end was forgotten, what came before that end.
 */
export async function settleConversations(tx: Tx, conversationIds: readonly string[]): Promise<void> {
  if (conversationIds.length === 0) return;
  await execute(
    tx,
    `update conversation c set turn_count = n.visible, searchable_count = n.searchable, unsaved_count = n.unsaved,
       last_said_at = n.last, active_leaf_id = case when newest.seq > coalesce(c.chosen_seq, 0) then newest.id
         else coalesce(chosen.id, newest.id, c.chosen_leaf_id) end
     from unnest($1::text[]) as given(id)
       cross join lateral (select count(*) filter (where not is_hidden) as visible, count(lexical) as searchable,
         count(*) filter (where is_unsaved) as unsaved, max(said_at) as last from turn where conversation_id = given.id) n
       join conversation own on own.id = given.id
       left join lateral (select id, seq from turn where conversation_id = given.id and not is_hidden
         order by seq desc limit 1) newest on true
       left join lateral (
         with recursive up as (
           select id, parent_id, is_hidden, 0 as depth from turn where id = own.chosen_leaf_id
           union all select t.id, t.parent_id, t.is_hidden, up.depth + 1 from turn t join up on t.id = up.parent_id
             where up.is_hidden and up.depth < 1000000)
         select id from up where not is_hidden order by depth limit 1) chosen on true
     where c.id = given.id`,
    [conversationIds],
  );
}

/** Sittings of these conversations are told again: what follows on a turn, and how it is cut, has changed. */
async function markSummariesOf(tx: Tx, conversationIds: readonly string[], seq: number): Promise<void> {
  await execute(tx, `delete from summary_look where conversation_id = any($1::text[])`, [conversationIds]);
  await execute(
    tx,
    `update summary set stale_seq = $2 where scope = 'session' and id in (
       select id from summary where conversation_id = any($1::text[])
       union select c.summary_id from turn t join summary_turn c on c.turn_id = t.id
         where t.conversation_id = any($1::text[]))`,
    [conversationIds, seq],
  );
}
