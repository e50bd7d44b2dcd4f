import { z } from 'zod';
import { AnswerMode, Citation, Conversation, Turn } from './conversations.ts';
import { stream } from './define.ts';
import { ConversationId, Instant, SpaceId, TraceId, TurnId } from './ids.ts';

/** Memory allowance in tokens of the model in use; `null` is automatic (design section 7). */
export const Budget = z.int().min(64).max(200_000).nullable();

export const ChatChunk = z.discriminatedUnion('kind', [
  /** The user's turn is on disk. Sent once, first. */
  z.strictObject({ kind: z.literal('saved'), conversation: Conversation, turn: Turn }),
  z.strictObject({ kind: z.literal('stage'), stage: z.enum(['recalling', 'reading', 'writing']), memories: z.int() }),
  z.strictObject({ kind: z.literal('delta'), text: z.string() }),
]);
export type ChatChunk = z.infer<typeof ChatChunk>;

export const ChatReply = z.strictObject({
  conversationId: ConversationId,
  turn: TurnId,
  reply: TurnId,
  answer: z.string(),
  citations: z.array(Citation).readonly(),
  mode: AnswerMode,
  status: z.enum(['complete', 'stopped', 'interrupted']),
  /** Why a reply is not complete, or what a reader should know about it; fit to show. */
  notice: z.string().nullable(),
  trace: TraceId.nullable(),
  /** False: question and reply are kept to be read, and are no part of memory. */
  isSaved: z.boolean().optional(),
  replyTurn: Turn,
});
export type ChatReply = z.infer<typeof ChatReply>;

const Options = {
  asOf: Instant.optional(),
  knownAt: Instant.optional(),
  budgetTokens: Budget.optional(),
  /** Only turns of this topic are remembered for the answer. */
  clusterId: z.string().min(1).max(512).optional(),
  /** False: answer without reading memory. */
  isMemoryUsed: z.boolean().optional(),
};

export const chat = {
  /** Abort the request to stop: the words so far are kept, marked `stopped`. */
  'chat.ask': stream({
    input: z.strictObject({
      text: z.string().trim().min(1).max(200_000),
      /** Absent: a new conversation. */
      conversationId: ConversationId.optional(),
      spaceId: SpaceId.optional(),
      /** A new conversation that is never written anywhere. */
      isTemporary: z.boolean().optional(),
      /** Switches that a new conversation begins with; absent: as its space has them. */
      isSaving: z.boolean().optional(),
      isUsing: z.boolean().optional(),
      /** Edit and branch: the new turn becomes a sibling of this one. */
      insteadOf: TurnId.optional(),
      ...Options,
    }),
    chunk: ChatChunk,
    output: ChatReply,
  }),
  /** Answers the same turn again; the earlier reply stays as a sibling. `saved` carries the question. */
  'chat.again': stream({
    input: z.strictObject({ conversationId: ConversationId, replyId: TurnId, ...Options }),
    chunk: ChatChunk,
    output: ChatReply,
  }),
};
