import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { getSummary, listSummaries, listSummaryMonths } from './read.ts';

type Key = 'summaries.list' | 'summaries.get' | 'summaries.months';
type SummaryHandlers = { readonly [K in Key]: (input: InputOf<K>) => Promise<OutputOf<K>> };

/** The part of the table that is about summaries. */
export const summaryHandlers = (ctx: Ctx): SummaryHandlers => ({
  'summaries.list': (input) => listSummaries(ctx, input),
  'summaries.get': (input) => getSummary(ctx, input),
  'summaries.months': (input) => listSummaryMonths(ctx, input),
});
