import { z } from 'zod';
import { RouteIntent } from '../contract/models.ts';
import { type ReadTx, run, runOne } from './run.ts';

const Route = z.object({ replyTurnId: z.string(), modelId: z.string(), intent: RouteIntent, confidence: z.number() });
export type RouteRow = z.infer<typeof Route>;

/** Which model gave these replies, in no order; replies of other programs have none. */
export function listRoutes(tx: ReadTx, replyTurnIds: readonly string[]): Promise<readonly RouteRow[]> {
  return run(
    tx,
    Route,
    `select reply_turn_id as "replyTurnId", model_id as "modelId", intent, confidence
     from answer_route where reply_turn_id = any($1) order by reply_turn_id`,
    [replyTurnIds],
  );
}

/** The model that the user wants in a conversation. */
export async function findConversationModel(tx: ReadTx, conversationId: string): Promise<string | null> {
  const row = await runOne(
    tx,
    z.object({ modelId: z.string() }),
    `select model_id as "modelId" from conversation_model where conversation_id = $1`,
    [conversationId],
  );
  return row?.modelId ?? null;
}

const CorrectionRow = z.object({ field: z.string(), value: z.string() });

/** What the user says a question is. */
export function listCorrections(tx: ReadTx, turnId: string): Promise<readonly z.infer<typeof CorrectionRow>[]> {
  return run(tx, CorrectionRow, `select field, value from correction where turn_id = $1 order by field`, [turnId]);
}

const CorrectedTurn = z.object({ turnId: z.string(), text: z.string(), field: z.string(), value: z.string() });
export type CorrectedTurn = z.infer<typeof CorrectedTurn>;

/** Corrections `c` that may be learnt from, with their turn `t`: what is gone, removed or no part of memory teaches nothing. */
const LEARNABLE = `correction c join turn t on t.id = c.turn_id and not t.is_unsaved
  join conversation v on v.id = t.conversation_id and v.removed_seq is null`;

/** Every correction that may be learnt from with the words that it is about, oldest first. */
export function listCorrectedTurns(tx: ReadTx): Promise<readonly CorrectedTurn[]> {
  // As many as the user has ever made, by hand.
  return run(
    tx,
    CorrectedTurn,
    `select c.turn_id as "turnId", t.body as "text", c.field, c.value
     from ${LEARNABLE} order by c.seq, c.turn_id, c.field`,
  );
}

const Adopted = z.object({
  seq: z.int(),
  headsId: z.string(),
  sha256: z.string().nullable(),
  by: z.enum(['worker', 'user']),
  adoptedAt: z.date(),
  scores: z.record(z.string(), z.number()),
});
export type AdoptedHeads = z.infer<typeof Adopted>;

/** Every change of the heads, oldest first. */
export function listAdoptedHeads(tx: ReadTx): Promise<readonly AdoptedHeads[]> {
  return run(
    tx,
    Adopted,
    `select seq::int, heads_id as "headsId", sha256, adopted_by as "by", adopted_at as "adoptedAt", scores
     from adopted_heads order by seq`,
  );
}

/** What answers now; null for the heads that ship, while no others were adopted. */
export async function findLastAdopted(
  tx: ReadTx,
): Promise<{ readonly headsId: string; readonly sha256: string | null } | null> {
  return runOne(
    tx,
    z.object({ headsId: z.string(), sha256: z.string().nullable() }),
    `select heads_id as "headsId", sha256 from adopted_heads order by seq desc limit 1`,
  );
}

const Count = z.object({ field: z.string(), n: z.int() });

/** Corrections of each field that may be learnt from. */
export function countCorrections(tx: ReadTx): Promise<readonly z.infer<typeof Count>[]> {
  return run(tx, Count, `select c.field, count(*)::int as n from ${LEARNABLE} group by c.field order by c.field`);
}
