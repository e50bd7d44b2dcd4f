import { z } from 'zod';
import { call, event } from './define.ts';
import { Instant, SpaceId } from './ids.ts';

export const SlotId = z.string().min(1).max(512).brand<'SlotId'>();
export type SlotId = z.infer<typeof SlotId>;

/** `name`: what the person is called; `instructions`: how answers should be; `note`: anything else that must be at hand. */
export const SlotRole = z.enum(['name', 'instructions', 'note']);
export type SlotRole = z.infer<typeof SlotRole>;

/** A short persistent memory that is in every prompt. */
export const Slot = z.strictObject({
  id: SlotId,
  role: SlotRole,
  title: z.string(),
  text: z.string(),
  /** Null: in every space. */
  spaceId: SpaceId.nullable(),
  setAt: Instant,
  tokens: z.int(),
  /** Earlier wordings that can be brought back. */
  versions: z.int(),
  isRemoved: z.boolean(),
});
export type Slot = z.infer<typeof Slot>;

/** Held from `from` until `to`; null: still. */
export const SlotVersion = z.strictObject({
  seq: z.int(),
  title: z.string(),
  text: z.string(),
  spaceId: SpaceId.nullable(),
  from: Instant,
  to: Instant.nullable(),
});
export type SlotVersion = z.infer<typeof SlotVersion>;

/** Most tokens of one slot, and of all that stand in one prompt together. */
export const SLOT_TOKENS = 160;
export const SLOTS_TOKENS = 480;

const Wording = {
  title: z.string().trim().max(80),
  text: z.string().trim().min(1).max(4_000),
  spaceId: SpaceId.nullable(),
};

export const slots = {
  /** Of a space: its own and those of every space. */
  'slots.list': call({
    input: z.strictObject({ spaceId: SpaceId.optional(), withRemoved: z.boolean().optional() }),
    output: z.strictObject({ slots: z.array(Slot).readonly(), tokens: z.int() }),
  }),
  /** Counts a wording before it is kept. */
  'slots.count': call({
    input: z.strictObject({ text: z.string().max(20_000), title: z.string().max(80) }),
    output: z.strictObject({ tokens: z.int(), most: z.int() }),
  }),
  /** Without an id a new one. There is one `name`. */
  'slots.set': call({
    input: z.strictObject({ id: SlotId.optional(), role: SlotRole, ...Wording }),
    output: Slot,
  }),
  'slots.remove': call({ input: z.strictObject({ id: SlotId }), output: z.strictObject({}) }),
  /** Newest first. */
  'slots.history': call({
    input: z.strictObject({ id: SlotId }),
    output: z.strictObject({ versions: z.array(SlotVersion).readonly() }),
  }),
  /** Sets it again as it was: a new version, also of one that was removed. */
  'slots.restore': call({ input: z.strictObject({ id: SlotId, seq: z.int() }), output: Slot }),
  'slots.changed': event(z.strictObject({})),
};
