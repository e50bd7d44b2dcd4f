import type { Handlers } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import * as slots from './slots.ts';

type Key = 'slots.list' | 'slots.count' | 'slots.set' | 'slots.remove' | 'slots.history' | 'slots.restore';

/** Slots: contract key → use-case. */
export function slotHandlers(ctx: Ctx): Pick<Handlers, Key> {
  return {
    'slots.list': (input) => slots.readSlots(ctx, input),
    'slots.count': (input) => slots.countSlot(ctx, input),
    'slots.set': async (input) => {
      const slot = await slots.setSlot(ctx, input);
      if (slot.role === 'name') ctx.emit('app.changed', {});
      return slot;
    },
    'slots.remove': async ({ id }) => {
      await slots.removeSlot(ctx, id);
      return {};
    },
    'slots.history': ({ id }) => slots.readSlotHistory(ctx, id),
    'slots.restore': (input) => slots.restoreSlot(ctx, input),
  };
}
