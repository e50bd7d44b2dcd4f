import type { Handlers } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import { runExport } from './run-export.ts';

/** Exports for people: contract key → use-case. */
export const exportHandlers = (ctx: Ctx): Pick<Handlers, 'exports.run'> => ({
  'exports.run': (input, request) => runExport(ctx, input, request),
});
