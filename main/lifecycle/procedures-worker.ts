import type { Worker } from './worker.ts';

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** Reads turns that nobody has read yet for how the user likes things done; reading goes on by itself, so mostly none is left. */
export const proceduresWorker: Worker = {
  name: 'procedures',
  priority: 11,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, { signal }) => {
    const { read, proposed, reinforced, takenBack } = await ctx.procedures.drain(signal);
    return {
      summary: `Read ${plural(read, 'turn')}: ${plural(proposed, 'habit')} proposed, ${reinforced} said or used again, ${takenBack} taken back.`,
      counts: { read, proposed, reinforced, takenBack },
    };
  },
};
