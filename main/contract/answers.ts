import { z } from 'zod';
import { AnswerMode, Citation } from './conversations.ts';
import { call } from './define.ts';
import { ConversationId, TraceId, TurnId } from './ids.ts';
import { RankedFragment, RecallInput } from './recall.ts';

/** One question with everything declared that an answer depends on: for measuring, and for asking again with something changed. */
export const AnswerInput = RecallInput.extend({
  /** `contract`: without a model; `none`: only what is recalled. */
  answerer: z.enum(['contract', 'model', 'none']),
  /** Its newest turns are read before what is recalled, as in a conversation that goes on; absent: a new one. */
  conversationId: ConversationId.optional(),
  /** False: nothing but what was recalled; no facts, habits or slots. */
  isMemoryFull: z.boolean(),
});
export type AnswerInput = z.infer<typeof AnswerInput>;

export const MemoryAnswer = z.strictObject({
  /** Null for the answerer `none`. */
  answer: z.string().nullable(),
  mode: AnswerMode.nullable(),
  citations: z.array(Citation).readonly(),
  abstain: z.boolean(),
  /** What was recalled, best first. */
  fragments: z.array(RankedFragment).readonly(),
  /** Turns of the conversation that were read before it, and their tokens. */
  recent: z.array(z.strictObject({ id: TurnId, tokens: z.int() })).readonly(),
  /** Of fragments and recent turns, in the tokens of whoever reads them. */
  tokens: z.int(),
  promptTokens: z.int().nullable(),
  traceId: TraceId,
});
export type MemoryAnswer = z.infer<typeof MemoryAnswer>;

export const answers = {
  /** Answers and leaves its trace alone behind: no turn is saved, nothing counts as used. Refused where memory may not be used. */
  'memory.answer': call({ input: AnswerInput, output: MemoryAnswer }),
};
