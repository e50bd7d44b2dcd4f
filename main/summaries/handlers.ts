import type { Handlers } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import { getSummary, listSummaries, listSummaryMonths } from './read.ts';

type Key = 'summaries.list' | 'summaries.get' | 'summaries.months';
type SummaryHandlers = Pick<Handlers, Key>;

/** The part of the table that is about summaries. */
export const summaryHandlers = (ctx: Ctx): SummaryHandlers => ({
  'summaries.list': (input) => listSummaries(ctx, input),
  'summaries.get': (input) => getSummary(ctx, input),
  'summaries.months': (input) => listSummaryMonths(ctx, input),
});
