import { z } from 'zod';
import { call, event } from './define.ts';
import { Instant, TurnId } from './ids.ts';
import { OperationType, Reliance } from './recall.ts';

/** The labels of the classifier's heads, in the order of their weights. */
export const TopicLabel = z.enum([
  'work',
  'family',
  'health',
  'money',
  'travel',
  'food',
  'home',
  'learning',
  'coding',
  'leisure',
  'people',
  'other',
]);
export const IntentLabel = z.enum(['ask_memory', 'ask_world', 'tell', 'plan', 'make', 'feel', 'chat', 'command']);

export const HeadName = z.enum(['topic', 'intent', 'reliance', 'operation']);
export type HeadName = z.infer<typeof HeadName>;

/** What the user says a question is. */
export const Correction = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('topic'), value: TopicLabel }),
  z.strictObject({ field: z.literal('intent'), value: IntentLabel }),
  z.strictObject({ field: z.literal('operation'), value: OperationType }),
  z.strictObject({ field: z.literal('reliance'), value: Reliance }),
]);
export type Correction = z.infer<typeof Correction>;

const Corrections = z.strictObject({ corrections: z.array(Correction).readonly() });

/** A version of the heads: the shipped one, or one that was learnt here. */
export const HeadsVersion = z.strictObject({
  id: z.string(),
  /** Null for the shipped ones while they were never put back. */
  adoptedAt: Instant.nullable(),
  by: z.enum(['release', 'worker', 'user']),
  isActive: z.boolean(),
  /** Its file is here and whole. */
  isUsable: z.boolean(),
  /** Shares and counts by name, as they were measured when it was learnt; empty for the shipped ones. */
  scores: z.record(z.string(), z.number()),
});
export type HeadsVersion = z.infer<typeof HeadsVersion>;

/** How learning one field from the corrections went. */
export const FieldOutcome = z.strictObject({
  field: HeadName,
  corrections: z.int(),
  /** Left out, since others of nearly the same words say otherwise. */
  conflicting: z.int(),
  outcome: z.enum(['learnt', 'too few', 'not better', 'refused']),
  /** One sentence. */
  why: z.string(),
  /** Share right of corrections that the learning did not see; null where nothing was learnt. */
  before: z.number().nullable(),
  after: z.number().nullable(),
});
export type FieldOutcome = z.infer<typeof FieldOutcome>;

export const Learning = z.strictObject({
  corrections: z.record(HeadName, z.int()),
  /** Fewer than this in a field change nothing. */
  minimum: z.int(),
  versions: z.array(HeadsVersion).readonly(),
  /** Null before the first try. */
  lastTry: z.strictObject({ at: Instant, fields: z.array(FieldOutcome).readonly() }).nullable(),
  /** Why the adopted heads cannot be read, and what answers in their place. */
  problem: z.string().nullable(),
});
export type Learning = z.infer<typeof Learning>;

export const corrections = {
  'corrections.list': call({ input: z.strictObject({ turnId: TurnId }), output: Corrections }),
  'corrections.set': call({
    input: z.strictObject({ turnId: TurnId, correction: Correction }),
    output: Corrections,
  }),
  /** Takes a correction back. */
  'corrections.undo': call({
    input: z.strictObject({ turnId: TurnId, field: HeadName }),
    output: Corrections,
  }),
  'learning.get': call({ input: z.strictObject({}), output: Learning }),
  /** An earlier version answers again, until the next learning. */
  'learning.restore': call({ input: z.strictObject({ id: z.string().min(1) }), output: Learning }),
  /** Corrections or heads are others now. */
  'learning.changed': event(z.strictObject({})),
};
