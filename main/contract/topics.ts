import { z } from 'zod';
import { Role } from './conversations.ts';
import { call, event } from './define.ts';
import { ConversationId, Instant, SpaceId, TurnId } from './ids.ts';

export const TopicId = z.string().min(1).max(512).brand<'TopicId'>();
export type TopicId = z.infer<typeof TopicId>;

export const TopicTurn = z.strictObject({
  turnId: TurnId,
  conversationId: ConversationId,
  speaker: z.string(),
  role: Role,
  text: z.string(),
  at: Instant.nullable(),
});
export type TopicTurn = z.infer<typeof TopicTurn>;

/** Turns about one thing, found by their vectors. */
export const Topic = z.strictObject({
  id: TopicId,
  spaceId: SpaceId,
  /** The user's own name, or the label made of words that set it apart; empty where nothing does. */
  name: z.string(),
  label: z.string(),
  isRenamed: z.boolean(),
  isHidden: z.boolean(),
  turns: z.int(),
  sessions: z.int(),
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  quotes: z.array(TopicTurn).readonly(),
});
export type Topic = z.infer<typeof Topic>;

export const topics = {
  /** The largest first, hidden ones among them. */
  'topics.list': call({
    input: z.strictObject({ spaceId: SpaceId.optional() }),
    output: z.strictObject({
      topics: z.array(Topic).readonly(),
      /** Turns that could be in one, and those that are. */
      turns: z.int(),
      sorted: z.int(),
      /** The time of the last sorting; null where there was none. */
      sortedAt: Instant.nullable(),
      /** With fewer turns than this there are no topics. */
      turnsMin: z.int(),
    }),
  }),
  /** Its turns in the order in which they were said. */
  'topics.get': call({
    input: z.strictObject({ id: TopicId, limit: z.int().min(1).max(200), offset: z.int().min(0) }),
    output: z.strictObject({ topic: Topic, turns: z.array(TopicTurn).readonly() }),
  }),
  /** A name of the user's own (null: back to the label), and whether it is shown. */
  'topics.set': call({
    input: z.strictObject({
      id: TopicId,
      name: z.string().trim().min(1).max(80).nullable().optional(),
      isHidden: z.boolean().optional(),
    }),
    output: Topic,
  }),
  /** The next run of the worker sorts everything anew, not only what is new. */
  'topics.sortAnew': call({ input: z.strictObject({ spaceId: SpaceId.optional() }), output: z.strictObject({}) }),
  'topics.changed': event(z.strictObject({})),
};
