import { z } from 'zod';
import { IN_A_SPACE } from './conversations.ts';
import { type ReadTx, run, runOne } from './run.ts';

const SWITCHES = `s.is_saving as "isSpaceSaving", s.is_using as "isSpaceUsing", c.is_saving as "isSaving", c.is_using as "isUsing",
  t.is_unsaved as "isUnsaved"`;
const Switches = {
  isSpaceSaving: z.boolean().nullable(),
  isSpaceUsing: z.boolean().nullable(),
  isSaving: z.boolean().nullable(),
  isUsing: z.boolean().nullable(),
  isUnsaved: z.boolean(),
};

const Past = z.object({
  id: z.string(),
  saidAt: z.date().nullable(),
  opening: z.string(),
  chars: z.int(),
  endsAsking: z.boolean(),
  isAsked: z.boolean(),
  ...Switches,
});
/** A turn of the user that may be a question, with enough of it to tell. */
export type PastTurn = z.infer<typeof Past>;

/**
 * The newest turns of a space that Palimpsest answered, and short imported ones of the user that end with a question mark;
 * none that was forgotten, or whose conversation was removed.
 */
export function listPastTurns(
  tx: ReadTx,
  { spaceId, limit }: { readonly spaceId: string; readonly limit: number },
): Promise<readonly PastTurn[]> {
  return run(
    tx,
    Past,
    `select * from (
       select t.id, t.seq, t.said_at as "saidAt", left(t.body, 400) as opening, length(t.body) as chars,
         t.body ~ '[?？؟]\\s*$' as "endsAsking", exists (select 1 from answer a where a.question_turn_id = t.id) as "isAsked",
         t.import_id, ${SWITCHES}
       from turn t join conversation c on c.id = t.conversation_id left join space s on s.id = c.space_id
       where c.space_id = $1 and c.removed_seq is null and ${IN_A_SPACE} and t.role = 'user' and not t.is_hidden
         and length(t.body) between 1 and 2000) past
     where "isAsked" or (import_id is not null and "endsAsking" and chars <= 300)
     order by seq desc limit $2`,
    [spaceId, limit],
  );
}

const Question = z.object({
  id: z.string(),
  conversationId: z.string(),
  spaceId: z.string(),
  position: z.int(),
  text: z.string(),
  saidAt: z.date().nullable(),
  knownAt: z.date(),
  /** Palimpsest answered it. */
  isAsked: z.boolean(),
  /** Replies of any assistant, and the turns that those of Palimpsest cite. */
  replyIds: z.array(z.string()).readonly(),
  citedIds: z.array(z.string()).readonly(),
  ...Switches,
});
export type QuestionRow = z.infer<typeof Question>;

/** One question with what its answers rested on; null where it is not there any more. */
export function findQuestion(tx: ReadTx, id: string): Promise<QuestionRow | null> {
  return runOne(
    tx,
    Question,
    `select t.id, t.conversation_id as "conversationId", c.space_id as "spaceId", t.position, t.body as text,
       t.said_at as "saidAt", t.known_at as "knownAt", ${SWITCHES},
       exists (select 1 from answer a where a.question_turn_id = t.id) as "isAsked",
       coalesce((select jsonb_agg(r.id order by r.id) from turn r where r.parent_id = t.id and r.role = 'assistant'), '[]')
         as "replyIds",
       coalesce((select jsonb_agg(distinct cited.id order by cited.id) from answer a
         cross join lateral jsonb_array_elements(a.citations) citation
         cross join lateral jsonb_array_elements_text(citation -> 'turnIds') cited(id)
         where a.question_turn_id = t.id), '[]') as "citedIds"
     from turn t join conversation c on c.id = t.conversation_id left join space s on s.id = c.space_id
     where t.id = $1 and t.role = 'user' and not t.is_hidden and t.body <> '' and c.removed_seq is null and ${IN_A_SPACE}`,
    [id],
  );
}

/**
 * A turn and what came after it in its conversation, as far as times do not tell: sources give many turns one time, and some
 * none.
 */
export async function listFromTurnOn(
  tx: ReadTx,
  turn: Pick<QuestionRow, 'id' | 'conversationId' | 'position' | 'saidAt'>,
): Promise<readonly string[]> {
  const rows = await run(
    tx,
    z.object({ id: z.string() }),
    `select id from turn where id = $1 or (conversation_id = $2 and position > $3 and (said_at is null or said_at <= $4))
     order by position, id`,
    [turn.id, turn.conversationId, turn.position, turn.saidAt],
  );
  return rows.map(({ id }) => id);
}

/** Other turns of a space that ask in the very same words: a question is no answer to itself. */
export async function listSameWords(
  tx: ReadTx,
  { id, spaceId }: Pick<QuestionRow, 'id' | 'spaceId'>,
): Promise<readonly string[]> {
  const rows = await run(
    tx,
    z.object({ id: z.string() }),
    `select o.id from turn t join turn o on o.text_hash = t.text_hash and o.id <> t.id and o.role = 'user'
     join conversation c on c.id = o.conversation_id
     where t.id = $1 and c.space_id = $2 order by o.id limit 200`,
    [id, spaceId],
  );
  return rows.map((row) => row.id);
}
