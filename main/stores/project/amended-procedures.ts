import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { followShifts } from './conversation-shifts.ts';
import { deleteDerived } from './passages.ts';
import { doneBy, type ProcedureEvent, settle } from './procedures.ts';

type Place = { readonly seq: number; readonly at: string };

type AmendedProcedure = {
  readonly seq: number;
  readonly event: Exclude<ProcedureEvent, { kind: 'procedures.read' | 'procedure.undone' }>;
  readonly by: Place;
};

const Id = z.object({ id: z.string() });

/** What the record did to procedures, with the words that are left, and where these have gone since. */
export async function amendProcedure(tx: Tx, { seq, event, by }: AmendedProcedure): Promise<void> {
  const done = doneBy(event);
  for (const { procedureId, act, turnId } of done) {
    const turnIds = act.kind === 'set' ? act.evidence.map((said) => said.turnId) : [];
    const { spaceId, outSeq } = await followShifts(tx, { seq, turnIds, readTurnId: turnId });
    const left = act.kind === 'set' && spaceId !== null ? { ...act, spaceId } : act;
    await execute(
      tx,
      // What the user took back himself stays taken back.
      `update procedure_entry set turn_id = $4, act = $3, undone_seq = case when undone_seq is null
         or exists (select 1 from conversation_shift s where s.seq = undone_seq and s.is_saving is false)
         then $5::bigint else undone_seq end
       where procedure_id = $1 and seq = $2`,
      [procedureId, seq, JSON.stringify(left), turnId, outSeq],
    );
  }
  const ids = done.map(({ procedureId }) => procedureId);
  const gone = await run(
    tx,
    Id,
    `delete from procedure_entry where seq = $1 and procedure_id <> all($2::text[]) returning procedure_id as id`,
    [seq, ids],
  );
  await settleProcedures(tx, [...ids, ...gone.map(({ id }) => id)], by);
}

/** Wishes that were heard of turns that are left. */
export async function amendRead(
  tx: Tx,
  { seq, body }: { readonly seq: number; readonly body: BodyOf<'procedures.read'> },
): Promise<void> {
  await execute(
    tx,
    `delete from procedure_heard where seq = $1
       and not exists (select 1 from unnest($2::text[], $3::text[]) as h(turn_id, quote)
         where h.turn_id = procedure_heard.turn_id and h.quote = procedure_heard.quote)`,
    [seq, body.heard.map(({ turnId }) => turnId), body.heard.map(({ quote }) => quote)],
  );
}

/** What these records did to procedures, as if it had not been done. */
export async function forgetProcedures(tx: Tx, seqs: readonly number[], by: Place): Promise<void> {
  await execute(tx, `delete from procedure_heard where seq = any($1::bigint[])`, [seqs]);
  const gone = await run(
    tx,
    Id,
    `delete from procedure_entry where seq = any($1::bigint[]) returning procedure_id as id`,
    [seqs],
  );
  const back = await run(
    tx,
    Id,
    `update procedure_entry set undone_seq = null where undone_seq = any($1::bigint[]) returning procedure_id as id`,
    [seqs],
  );
  await settleProcedures(
    tx,
    [...gone, ...back].map(({ id }) => id),
    by,
  );
}

/** From the entries that are left; of what cannot be found any more no wording is kept. */
async function settleProcedures(tx: Tx, procedureIds: readonly string[], by: Place): Promise<void> {
  const ids = [...new Set(procedureIds)].sort();
  for (const id of ids) await settle(tx, id, by);
  const hidden = await run(
    tx,
    Id,
    `delete from passage where id = any($1::text[]) and removed_seq is not null returning id`,
    [ids],
  );
  await deleteDerived(
    tx,
    `select unnest($1::text[])`,
    hidden.map(({ id }) => id),
  );
  await execute(
    tx,
    // An answer was not given by what, as it is left, was learned later.
    `delete from procedure_use u using turn t where u.procedure_id = any($1::text[]) and t.id = u.reply_turn_id
       and not exists (select 1 from procedure_entry e where e.procedure_id = u.procedure_id and e.act->>'kind' = 'set'
         and e.seq < t.seq)`,
    [ids],
  );
}
