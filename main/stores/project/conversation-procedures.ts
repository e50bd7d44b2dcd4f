import { z } from 'zod';
import { execute, run, type Tx } from '../run.ts';
import { settle } from './procedures.ts';

type Place = { readonly seq: number; readonly at: string };

const Id = z.object({ id: z.string() });

/** What turns of a conversation did to procedures, by itself or among others. */
const BY_ITS_TURNS = `(e.turn_id in (select id from turn where conversation_id = $1)
  or exists (select 1 from jsonb_array_elements(e.act->'evidence') as s(said)
    join turn t on t.id = s.said->>'turnId' where t.conversation_id = $1))`;

async function settleAll(tx: Tx, rows: readonly z.infer<typeof Id>[], place: Place): Promise<void> {
  for (const id of [...new Set(rows.map((row) => row.id))].sort()) await settle(tx, id, place);
}

/** What the conversation taught of how things are done counts no more. */
export async function withdrawProceduresOf(tx: Tx, conversationId: string, place: Place): Promise<void> {
  const touched = await run(
    tx,
    Id,
    `update procedure_entry e set undone_seq = $2 where e.undone_seq is null and ${BY_ITS_TURNS}
     returning e.procedure_id as id`,
    [conversationId, place.seq],
  );
  await execute(tx, `delete from procedure_heard where turn_id in (select id from turn where conversation_id = $1)`, [
    conversationId,
  ]);
  await settleAll(tx, touched, place);
}

/** What was withdrawn by record `unsavedSeq` counts again. */
export async function restoreProcedures(tx: Tx, unsavedSeq: number, place: Place): Promise<void> {
  const touched = await run(
    tx,
    Id,
    `update procedure_entry set undone_seq = null where undone_seq = $1 returning procedure_id as id`,
    [unsavedSeq],
  );
  await settleAll(tx, touched, place);
}

/** What the conversation was the first to teach goes with it to another space. */
export async function moveProceduresOf(
  tx: Tx,
  { conversationId, to, ...place }: Place & { readonly conversationId: string; readonly to: string },
): Promise<void> {
  const touched = await run(
    tx,
    Id,
    `update procedure_entry e set act = jsonb_set(e.act, '{spaceId}', to_jsonb($2::text))
     where e.act->>'kind' = 'set' and ${BY_ITS_TURNS} returning e.procedure_id as id`,
    [conversationId, to],
  );
  await execute(
    tx,
    `update procedure_heard set space_id = $2 where turn_id in (select id from turn where conversation_id = $1)`,
    [conversationId, to],
  );
  await settleAll(tx, touched, place);
}
