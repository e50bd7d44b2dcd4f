import { z } from 'zod';
import { Attachment, Role, type Turn } from '../contract/conversations.ts';
import type { ConversationId, TurnId } from '../contract/ids.ts';

/** An instant as the contract carries it. */
export const isoOrNull = (at: Date | null): string | null => (at === null ? null : at.toISOString());

/** Columns of `turn` that every reader of turns takes, in the alias `t`. */
export const TURN_COLUMNS = `t.id, t.conversation_id as "conversationId", t.parent_id as "parentId", t.position, t.role, t.speaker,
  t.body as "text", t.said_at as "saidAt", t.is_time_inferred as "isTimeInferred", t.zone, t.session, t.status, t.attachments`;

export const TurnRow = z.object({
  id: z.string(),
  conversationId: z.string(),
  parentId: z.string().nullable(),
  position: z.int(),
  role: Role,
  speaker: z.string(),
  text: z.string(),
  saidAt: z.date().nullable(),
  isTimeInferred: z.boolean(),
  zone: z.string(),
  session: z.string().nullable(),
  status: z.enum(['complete', 'stopped', 'interrupted']),
  attachments: z.array(Attachment).readonly(),
});
export type TurnRow = z.infer<typeof TurnRow>;

export function toTurn(
  row: TurnRow,
  more: { readonly siblings: readonly TurnId[]; readonly answer: Turn['answer'] },
): Turn {
  return {
    id: row.id as TurnId, // read from the store, which only holds ids that the contract let in
    conversationId: row.conversationId as ConversationId,
    parentId: row.parentId as TurnId | null,
    role: row.role,
    speaker: row.speaker,
    text: row.text,
    at: isoOrNull(row.saidAt),
    isTimeInferred: row.isTimeInferred,
    zone: row.zone,
    session: row.session,
    status: row.status,
    attachments: row.attachments,
    siblings: more.siblings,
    answer: more.answer,
  };
}
