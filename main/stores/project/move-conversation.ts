import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { moveClaimsOf } from './conversation-claims.ts';
import { moveProceduresOf } from './conversation-procedures.ts';
import { noteShift } from './conversation-shifts.ts';
import type { Recorded } from './passages.ts';
import { dropOfConversation } from './reflections.ts';
import { hideSummariesOf } from './summaries.ts';

/**
 * To another space, with what it taught. What was concluded from it among others (topics, summaries, reflections) goes, and
 * upkeep makes it anew where it is now.
 */
export async function moveConversation(
  tx: Tx,
  { seq, at, body }: Recorded<BodyOf<'conversation.moved'>>,
): Promise<void> {
  const { conversationId, spaceId: to } = body;
  const [row] = await run(
    tx,
    z.object({ spaceId: z.string() }),
    `select space_id as "spaceId" from conversation where id = $1`,
    [conversationId],
  );
  if (row === undefined || row.spaceId === to) return;
  await execute(tx, `update conversation set space_id = $2, changed_seq = $3 where id = $1`, [conversationId, to, seq]);
  await noteShift(tx, { conversationId, seq, spaceId: to, isSaving: null });
  await execute(tx, `delete from cluster_turn where turn_id in (select id from turn where conversation_id = $1)`, [
    conversationId,
  ]);
  await dropOfConversation(tx, conversationId, { seq, at });
  await moveClaimsOf(tx, { conversationId, from: row.spaceId, to, seq, at });
  await moveProceduresOf(tx, { conversationId, to, seq, at });
  await hideSummariesOf(tx, conversationId, seq);
}
