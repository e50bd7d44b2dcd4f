import type { Handlers } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import { runExport } from './run-export.ts';

/** Nothing runs in the background meanwhile: somebody waits. */
type WhileHeld = <T>(work: () => Promise<T>) => Promise<T>;

/** Exports for people: contract key → use-case. */
export const exportHandlers = (ctx: Ctx, whileHeld: WhileHeld): Pick<Handlers, 'exports.run'> => ({
  'exports.run': (input, request) => whileHeld(() => runExport(ctx, input, request)),
});
