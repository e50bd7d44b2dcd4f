import { z } from 'zod';

const slotId = z.string().min(1);

/** A new slot, or another version of one: the last holds, the others are its history. */
export const SlotSet = z.object({
  kind: z.literal('slot.set'),
  body: z
    .object({
      slotId,
      /** Null: in every space. */
      spaceId: z.string().min(1).nullable(),
      role: z.enum(['name', 'instructions', 'note']),
      title: z.string(),
      text: z.string(),
    })
    .readonly(),
});

/** In no prompt from now on; its history stays, and setting it again brings it back. */
export const SlotRemoved = z.object({
  kind: z.literal('slot.removed'),
  body: z.object({ slotId }).readonly(),
});
