import type { Handlers } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import { planForget } from './plan.ts';

type Keys = 'forget.preview' | 'forget.run' | 'forget.current' | 'forget.receipts';

/** Forgetting: contract key → use-case. */
export const forgetHandlers = (ctx: Ctx): Pick<Handlers, Keys> => ({
  'forget.preview': async (choice, { signal }) => (await planForget(ctx, choice, signal)).preview,
  'forget.run': () => Promise.reject(new Error('bug: in the making')),
  'forget.current': async () => null,
  'forget.receipts': async () => ({ receipts: [], total: 0 }),
});
