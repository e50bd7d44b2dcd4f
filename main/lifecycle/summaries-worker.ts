import type { Ctx } from '../ctx.ts';
import { type SummaryWriter, writeSummaries } from '../summaries/write-summaries.ts';
import type { Worker } from './worker.ts';

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** Tells sittings and months in short. `openWriter` gives the chat model where it is to write them. */
export const createSummariesWorker = (openWriter: (ctx: Ctx) => Promise<SummaryWriter | null>): Worker => ({
  name: 'summaries',
  priority: 60,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, run) => {
    const { sessions, periods, removed, dropped, isMore } = await writeSummaries(ctx, run, await openWriter(ctx));
    const gone = removed === 0 ? '' : `, and took ${plural(removed, 'old one')} away`;
    const more = isMore ? ' The rest is written at the next run.' : '';
    return {
      summary: `Summarised ${plural(sessions, 'sitting')} and ${plural(periods, 'month')}${gone}.${more}`,
      counts: { sessions, periods, removed, dropped },
    };
  },
});

/** Sentences as they were said, without a model. */
export const summariesWorker: Worker = createSummariesWorker(async () => null);
