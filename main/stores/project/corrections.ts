import type { BodyOf, JournalEvent } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import type { Recorded } from './passages.ts';

export type CorrectionEvent = Extract<
  JournalEvent,
  { kind: 'conversation.model-chosen' | 'classification.corrected' | 'heads.adopted' }
>;
type One = { readonly seq: number; readonly at: string; readonly event: CorrectionEvent };

/** What the user and the worker decided about the classifier, and which model a conversation is to have. */
export async function applyCorrectionEvent(tx: Tx, { seq, at, event }: One): Promise<void> {
  switch (event.kind) {
    case 'classification.corrected':
      return applyCorrected(tx, { seq, at, body: event.body });
    case 'heads.adopted':
      return applyHeadsAdopted(tx, { seq, at, body: event.body });
    case 'conversation.model-chosen':
      return applyModelChosen(tx, { seq, at, body: event.body });
  }
}

async function applyCorrected(tx: Tx, { seq, at, body }: Recorded<BodyOf<'classification.corrected'>>): Promise<void> {
  if (body.value === null) {
    await execute(tx, `delete from correction where turn_id = $1 and field = $2`, [body.turnId, body.field]);
    return;
  }
  await execute(
    tx,
    `insert into correction (turn_id, field, value, corrected_by, corrected_at, seq)
     select $1, $2, $3, $4, $5::timestamptz, $6::bigint where exists (select 1 from turn where id = $1)
     on conflict (turn_id, field) do update
       set value = excluded.value, corrected_by = excluded.corrected_by, corrected_at = excluded.corrected_at,
           seq = excluded.seq`,
    [body.turnId, body.field, body.value, body.by, at, seq],
  );
}

async function applyHeadsAdopted(tx: Tx, { seq, at, body }: Recorded<BodyOf<'heads.adopted'>>): Promise<void> {
  await execute(
    tx,
    `insert into adopted_heads (seq, heads_id, sha256, adopted_by, adopted_at, scores) values ($1, $2, $3, $4, $5, $6)
     on conflict (seq) do nothing`,
    [seq, body.headsId, body.sha256, body.by, at, JSON.stringify(body.scores)],
  );
}

async function applyModelChosen(tx: Tx, { seq, body }: Recorded<BodyOf<'conversation.model-chosen'>>): Promise<void> {
  if (body.modelId === null) {
    await execute(tx, `delete from conversation_model where conversation_id = $1`, [body.conversationId]);
    return;
  }
  await execute(
    tx,
    `insert into conversation_model (conversation_id, model_id, seq)
     select id, $2, $3 from conversation where id = $1
     on conflict (conversation_id) do update set model_id = excluded.model_id, seq = excluded.seq`,
    [body.conversationId, body.modelId, seq],
  );
}

/** Answers of before the router have no route. */
export async function applyRoute(tx: Tx, body: BodyOf<'answered'>): Promise<void> {
  if (body.route === undefined) return;
  await execute(
    tx,
    `insert into answer_route (reply_turn_id, model_id, intent, confidence)
     select $1, $2, $3, $4::float8 where exists (select 1 from turn where id = $1)
     on conflict (reply_turn_id) do nothing`,
    [body.replyTurnId, body.route.modelId, body.route.intent, body.route.confidence],
  );
}
