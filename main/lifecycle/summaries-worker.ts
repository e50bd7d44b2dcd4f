import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import type { SummaryWriter } from '../summaries/model-writer.ts';
import { writeSummaries } from '../summaries/write-summaries.ts';
import type { Worker } from './worker.ts';

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** Tells sittings and months in short: by their own sentences, or by the chat model where the user wants that. */
export const summariesWorker: Worker = {
  name: 'summaries',
  priority: 60,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, run) => {
    const written = await writeSummaries(ctx, run, await openWriter(ctx));
    const { sessions, periods, removed, dropped } = written;
    return { summary: describe(written), counts: { sessions, periods, removed, dropped } };
  },
};

/** A chat model that has gone or is damaged is told of where models are; summaries are written without it. */
async function openWriter(ctx: Ctx): Promise<SummaryWriter | null> {
  try {
    return await ctx.summaries.openWriter();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log('summaries.no-model', { code: error.code });
    return null;
  }
}

function describe({ sessions, periods, removed, dropped, isMore }: Awaited<ReturnType<typeof writeSummaries>>): string {
  if (sessions + periods + removed === 0) return 'Nothing had to be summarised.';
  const gone = removed === 0 ? '' : `, and took ${plural(removed, 'old one')} away`;
  const unsaid = dropped === 0 ? '' : ` ${plural(dropped, 'sentence')} that nobody had said were left out.`;
  const more = isMore ? ' The rest is written at the next run.' : '';
  return `Summarised ${plural(sessions, 'sitting')} and ${plural(periods, 'month')}${gone}.${unsaid}${more}`;
}
