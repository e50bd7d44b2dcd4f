import type { Handlers } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import {
  backUpNow,
  configureBackups,
  describeBackups,
  openOwn,
  removeBackup,
  restoreBackup,
  setPassphrase,
  verifyOne,
  watchOf,
} from './backups.ts';
import { listConversations, restoreConversations } from './conversations.ts';
import { listBackupsHolding, listErasedSeqs } from './holding.ts';
import { rewriteBackups } from './rewrite.ts';

type Keys = Extract<keyof Handlers, `backups.${string}`>;
/** Nothing runs in the background meanwhile: somebody waits. */
type WhileHeld = <T>(work: () => Promise<T>) => Promise<T>;

const QUIET = { push: async () => undefined };

/** Backups: contract key → use-case. */
export const backupHandlers = (ctx: Ctx, whileHeld: WhileHeld): Pick<Handlers, Keys> => ({
  'backups.list': () => describeBackups(ctx),
  'backups.run': (input, request) => whileHeld(() => backUpNow(ctx, input, watchOf(request))),
  'backups.verify': (input, request) => verifyOne(ctx, input, watchOf(request)),
  'backups.remove': (input) => removeBackup(ctx, input),
  'backups.configure': (input) => configureBackups(ctx, input),
  'backups.setPassphrase': (input) => setPassphrase(ctx, input),
  'backups.conversations': async (input, { signal }) => ({
    conversations: await listConversations(ctx, await openOwn(ctx, input), watchOf({ signal, ...QUIET })),
  }),
  'backups.restore': (input, request) => whileHeld(() => restoreBackup(ctx, input, watchOf(request))),
  'backups.restoreConversations': (input, request) =>
    whileHeld(async () => {
      const opened = await openOwn(ctx, input);
      return restoreConversations(ctx, opened, { ids: input.conversationIds, watch: watchOf(request) });
    }),
  'backups.holding': async (_, { signal }) => {
    const seqs = await listErasedSeqs(ctx, watchOf({ signal, ...QUIET }));
    return { backups: await listBackupsHolding(ctx, { seqs }) };
  },
  'backups.rewrite': (input, request) => whileHeld(() => rewriteBackups(ctx, input, watchOf(request))),
});
