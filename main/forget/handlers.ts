import type { Handlers } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import { countReceipts, listReceipts } from '../stores/receipts.ts';
import { planForget } from './plan.ts';
import type { Forgetter } from './run.ts';

type Keys = 'forget.preview' | 'forget.run' | 'forget.current' | 'forget.receipts';

/** Forgetting: contract key → use-case. */
export const forgetHandlers = (ctx: Ctx, forgetter: Forgetter): Pick<Handlers, Keys> => ({
  'forget.preview': async (choice, { signal }) => (await planForget(ctx, choice, signal)).preview,
  'forget.run': (input, request) => forgetter.run(input, request),
  'forget.current': async () => forgetter.current(),
  'forget.receipts': async (page) => ({
    receipts: await listReceipts(ctx.db.read, page),
    total: await countReceipts(ctx.db.read),
  }),
});
