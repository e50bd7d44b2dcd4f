import { z } from 'zod';
import { Entity, EntityId } from './codex.ts';
import { call } from './define.ts';
import { SpaceId } from './ids.ts';

/** What makes two entities look like one. */
export const DoubleWhy = z.enum(['same name', 'joined', 'same words', 'spelling', 'first name', 'part of']);
export type DoubleWhy = z.infer<typeof DoubleWhy>;

export const MergeProposal = z.strictObject({
  /** Would be another name of `into`. */
  from: Entity,
  into: Entity,
  why: DoubleWhy,
  /** Nothing but the way of writing differs. */
  isSure: z.boolean(),
  /** What is known of each, in short sentences, for the user to judge by. */
  fromFacts: z.array(z.string()).readonly(),
  intoFacts: z.array(z.string()).readonly(),
});
export type MergeProposal = z.infer<typeof MergeProposal>;

const Pair = z.strictObject({ from: EntityId, into: EntityId });

/** The plan that consolidation makes (design section 8); nothing of it is done by itself. */
export const doubles = {
  'doubles.list': call({
    input: z.strictObject({ spaceId: SpaceId.optional() }),
    output: z.strictObject({ proposals: z.array(MergeProposal).readonly() }),
  }),
  /** Merges these; each is undone by `codex.undo` with its record. */
  'doubles.merge': call({
    input: z.strictObject({ spaceId: SpaceId.optional(), pairs: z.array(Pair).min(1).max(200) }),
    output: z.strictObject({ seqs: z.array(z.int()).readonly() }),
  }),
  /** They are two: never proposed again, unless `isApart` is false. */
  'doubles.keepApart': call({
    input: z.strictObject({ spaceId: SpaceId.optional(), pairs: z.array(Pair).min(1).max(200), isApart: z.boolean() }),
    output: z.strictObject({}),
  }),
} as const;
