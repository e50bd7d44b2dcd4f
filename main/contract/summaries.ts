import { z } from 'zod';
import { call, event } from './define.ts';
import { ConversationId, Instant, SpaceId, TurnId } from './ids.ts';

/** `session`: one sitting of a conversation, or a part of a long one. `period`: a month of a space. */
export const SummaryScope = z.enum(['session', 'period']);
export type SummaryScope = z.infer<typeof SummaryScope>;

/** A month as the wall clock of the vault shows it. */
export const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/);
export type Month = z.infer<typeof Month>;

export const Summary = z.strictObject({
  id: z.string(),
  scope: SummaryScope,
  spaceId: SpaceId,
  title: z.string(),
  /** Whole sentences, one a line, each with who said it. */
  text: z.string(),
  /** Null for a period. */
  conversationId: ConversationId.nullable(),
  conversationTitle: z.string().nullable(),
  month: Month.nullable(),
  /** When the first and the last turn that it covers were said. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** The model that wrote it, or `extract`: sentences taken from the turns as they are. */
  by: z.string(),
  writtenAt: Instant,
  /** What it covers has changed since; the next run writes it again. */
  isStale: z.boolean(),
  /** Turns that it covers. */
  turnCount: z.int(),
});
export type Summary = z.infer<typeof Summary>;

/** A sentence with the turns that say so, in the order in which they were said. */
export const SummarySentence = z.strictObject({ text: z.string(), turns: z.array(TurnId).readonly() });
export type SummarySentence = z.infer<typeof SummarySentence>;

export const summaries = {
  /** Newest first: of a space, a conversation or a month. */
  'summaries.list': call({
    input: z.strictObject({
      scope: SummaryScope.optional(),
      spaceId: SpaceId.optional(),
      conversationId: ConversationId.optional(),
      month: Month.optional(),
      limit: z.int().min(1).max(200),
      offset: z.int().min(0),
    }),
    output: z.strictObject({ summaries: z.array(Summary).readonly(), total: z.int() }),
  }),
  /** Months of which there is anything, newest first. */
  'summaries.months': call({
    input: z.strictObject({ spaceId: SpaceId.optional() }),
    output: z.strictObject({
      months: z.array(z.strictObject({ month: Month, sessions: z.int(), hasPeriod: z.boolean() })).readonly(),
    }),
  }),
  'summaries.get': call({
    input: z.strictObject({ id: z.string().min(1).max(512) }),
    output: z.strictObject({
      summary: Summary,
      sentences: z.array(SummarySentence).readonly(),
      /** All that it covers, in order: what `turns.get` opens. */
      turns: z.array(TurnId).readonly(),
    }),
  }),
  /** Some were written, marked as stale or removed. */
  'summaries.changed': event(z.strictObject({ ids: z.array(z.string()).readonly() })),
};
