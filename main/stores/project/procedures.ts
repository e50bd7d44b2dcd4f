import { z } from 'zod';
import type { BodyOf, JournalEvent } from '../../journal/events/index.ts';
import { Act, listStates, type ProcedureState } from '../../procedures/fold.pure.ts';
import { execute, run, runOne, type Tx } from '../run.ts';
import { type Recorded, removePassages, replacePassage } from './passages.ts';

export type ProcedureEvent = Extract<JournalEvent, { kind: `procedure.${string}` | `procedures.${string}` }>;
type Place = { readonly seq: number; readonly at: string };
export type Done = { readonly procedureId: string; readonly act: Act; readonly turnId: string | null };

/** What was done to procedures as rows, and each that it touches computed again from everything done to it. */
export async function applyProcedureEvent(
  tx: Tx,
  { seq, at, event }: Place & { readonly event: ProcedureEvent },
): Promise<void> {
  if (event.kind === 'procedures.read') return applyRead(tx, { seq, at, body: event.body });
  if (event.kind === 'procedure.undone') return applyUndone(tx, { seq, at, body: event.body });
  const done = doneBy(event);
  for (const { procedureId, act, turnId } of done)
    await execute(
      tx,
      // Of a turn that was taken out of memory while it was being read it counts from when the turn is back.
      `insert into procedure_entry (procedure_id, seq, at, act, turn_id, undone_seq) values ($1, $2, $3, $4, $5::text,
         (select coalesce(c.unsaved_seq, $2::bigint) from turn t join conversation c on c.id = t.conversation_id
          where t.id = $5::text and t.is_unsaved))
       on conflict (procedure_id, seq) do nothing`,
      [procedureId, seq, at, JSON.stringify(act), turnId],
    );
  for (const { procedureId } of done) await settle(tx, procedureId, { seq, at });
}

export function doneBy(
  event: Exclude<ProcedureEvent, { kind: 'procedures.read' | 'procedure.undone' }>,
): readonly Done[] {
  switch (event.kind) {
    case 'procedure.set':
      return setBy(event.body);
    case 'procedure.decided': {
      const { procedureIds, decision, replaces } = event.body;
      const act: Act =
        decision === 'accept' ? { kind: 'accept' } : { kind: 'reject', isFinal: decision === 'reject-always' };
      const [by = ''] = procedureIds;
      return [
        ...procedureIds.map((procedureId) => ({ procedureId, act, turnId: null })),
        ...replaces.map((procedureId): Done => ({ procedureId, act: { kind: 'replaced', by }, turnId: null })),
      ];
    }
    case 'procedure.reinforced': {
      const { procedureId, why, turnId, quote } = event.body;
      const act: Act = why === 'said' ? { kind: 'said', turnId, quote: quote ?? '' } : { kind: 'used', turnId };
      return [{ procedureId, act, turnId }];
    }
    case 'procedure.deactivated': {
      const { procedureId, why, turnId } = event.body;
      return [{ procedureId, act: { kind: 'off', why }, turnId }];
    }
    case 'procedure.reactivated': {
      const { procedureId, turnId, quote } = event.body;
      const said = turnId === null ? null : { turnId, quote: quote ?? '' };
      return [{ procedureId, act: { kind: 'on', said }, turnId }];
    }
    case 'procedure.removed':
      return [{ procedureId: event.body.procedureId, act: { kind: 'remove' }, turnId: null }];
  }
}

function setBy(body: BodyOf<'procedure.set'>): readonly Done[] {
  const { procedureId, spaceId, trigger, zone } = body;
  const act: Act = {
    ...{ kind: 'set', spaceId, trigger, zone, steps: [...body.steps] },
    status: body.status ?? 'active',
    source: body.source ?? 'user',
    evidence: [...(body.quotes ?? body.evidence.map((turnId) => ({ turnId, quote: '' })))],
    contradicts: [...(body.contradicts ?? [])],
  };
  // By a reader: the last of its turns is the one that was being read.
  const turnId = body.reader === undefined ? null : (body.evidence.at(-1) ?? null);
  const replaced = (body.replaces ?? []).map(
    (id): Done => ({ procedureId: id, act: { kind: 'replaced', by: procedureId }, turnId: null }),
  );
  return [{ procedureId, act, turnId }, ...replaced];
}

const EntryRow = z.object({ seq: z.int(), at: z.date(), act: Act });

/** Computes a procedure again from everything that was done to it and counts. */
export async function settle(tx: Tx, id: string, place: Place): Promise<void> {
  const entries = await run(
    tx,
    EntryRow,
    `select seq::int as seq, at, act from procedure_entry where procedure_id = $1 and undone_seq is null order by seq`,
    [id],
  );
  const states = listStates(entries);
  const state = states.at(-1)?.state ?? null;
  if (state === null) await execute(tx, `delete from procedure where id = $1`, [id]);
  else await writeState(tx, id, { state, seq: place.seq });
  await presentPassage(tx, { id, shown: shownBy(states), changedSeq: place.seq });
}

async function writeState(
  tx: Tx,
  id: string,
  { state, seq }: { readonly state: ProcedureState; readonly seq: number },
): Promise<void> {
  await execute(
    tx,
    `insert into procedure (id, space_id, trigger, steps, status, why, replaced_by, source, evidence, contradicts,
       reinforcement_count, use_count, created_at, reinforced_at, is_removed, is_final, zone, changed_seq)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict (id) do update set space_id = $2, trigger = $3, steps = $4, status = $5, why = $6, replaced_by = $7,
       source = $8, evidence = $9, contradicts = $10, reinforcement_count = $11, use_count = $12, created_at = $13,
       reinforced_at = $14, is_removed = $15, is_final = $16, zone = $17, changed_seq = $18`,
    [
      ...[id, state.spaceId, state.trigger, JSON.stringify(state.steps), state.status, state.why, state.replacedBy],
      ...[state.source, JSON.stringify(state.evidence), JSON.stringify(state.contradicts), state.reinforcements],
      ...[state.uses, state.createdAt.toISOString(), state.reinforcedAt.toISOString(), state.isRemoved, state.isFinal],
      ...[state.zone, seq],
    ],
  );
}

type Shown = { readonly state: ProcedureState; readonly body: string; readonly seq: number; readonly at: string };

const bodyOf = ({ trigger, steps }: ProcedureState): string => [trigger, ...steps].join('\n');

/** What retrieval may find is an active one; it is found as of the record from which on it was active and so worded. */
function shownBy(states: ReturnType<typeof listStates<z.infer<typeof EntryRow>>>): Shown | null {
  let shown: Shown | null = null;
  for (const { entry, state } of states) {
    if (state === null || state.status !== 'active' || state.isRemoved) {
      shown = null;
      continue;
    }
    const body = bodyOf(state);
    const isSame =
      shown?.body === body && shown.state.trigger === state.trigger && shown.state.spaceId === state.spaceId;
    const since: Pick<Shown, 'seq' | 'at'> =
      isSame && shown !== null ? shown : { seq: entry.seq, at: entry.at.toISOString() };
    shown = { state, body, seq: since.seq, at: since.at };
  }
  return shown;
}

const Present = z.object({ title: z.string(), body: z.string(), spaceId: z.string() });

/** It is there once and in its present wording. */
async function presentPassage(
  tx: Tx,
  { id, shown, changedSeq }: { readonly id: string; readonly shown: Shown | null; readonly changedSeq: number },
): Promise<void> {
  const there = await runOne(
    tx,
    Present,
    `select title, body, space_id as "spaceId" from passage where id = $1 and removed_seq is null`,
    [id],
  );
  if (shown === null) {
    if (there !== null) await removePassages(tx, [id], changedSeq);
    return;
  }
  const { state, body, seq, at } = shown;
  const evidence = [...new Set(state.evidence.map(({ turnId }) => turnId))];
  if (there?.body === body && there.title === state.trigger && there.spaceId === state.spaceId) {
    await execute(
      tx,
      `update passage set evidence = $2, seq = $3, known_at = $4, said_at = $4, zone = $5 where id = $1`,
      [id, JSON.stringify(evidence), seq, at, state.zone],
    );
    return;
  }
  const own = { id, kind: 'procedure' as const, title: state.trigger, body, evidence };
  await replacePassage(
    tx,
    { ...own, parentId: null, saidAt: at, page: null, from: 0, to: body.length },
    { seq, changedSeq, at, spaceId: state.spaceId, zone: state.zone },
  );
}

async function applyUndone(tx: Tx, { seq, at, body }: Recorded<BodyOf<'procedure.undone'>>): Promise<void> {
  const undone = await run(
    tx,
    z.object({ id: z.string() }),
    `update procedure_entry set undone_seq = $2 where seq = $1 and undone_seq is null returning procedure_id as id`,
    [body.seq, seq],
  );
  for (const { id } of [...undone].sort((a, b) => (a.id < b.id ? -1 : 1))) await settle(tx, id, { seq, at });
}

async function applyRead(tx: Tx, { seq, body }: Recorded<BodyOf<'procedures.read'>>): Promise<void> {
  await execute(
    tx,
    `insert into extraction (extractor, through_seq, seq) values ($1, $2, $3)
     on conflict (extractor) do update set through_seq = greatest(extraction.through_seq, $2), seq = $3`,
    [body.reader, body.throughSeq, seq],
  );
  for (const { turnId, spaceId, trigger, steps, quote } of body.heard)
    await execute(
      tx,
      `insert into procedure_heard (turn_id, seq, space_id, trigger, steps, quote)
       select $1::text, $2::bigint, $3::text, $4::text, $5::jsonb, $6::text
       where exists (select 1 from turn t where t.id = $1::text and t.lexical is not null)
       on conflict (turn_id, quote) do nothing`,
      [turnId, seq, spaceId, trigger, JSON.stringify(steps), quote],
    );
}

/** Which procedures an answer was given by: the next turn says whether the user minds. */
export async function noteProcedureUse(tx: Tx, { replyTurnId, inPrompt }: BodyOf<'answered'>): Promise<void> {
  await execute(
    tx,
    `insert into procedure_use (reply_turn_id, procedure_id)
     select $1, id from procedure where id = any($2::text[]) and exists (select 1 from turn where turn.id = $1) on conflict (reply_turn_id, procedure_id) do nothing`,
    [replyTurnId, inPrompt],
  );
}
