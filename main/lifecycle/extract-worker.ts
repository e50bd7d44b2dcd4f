import type { Worker } from './worker.ts';

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** Reads turns that nobody has read for facts yet: reading goes on by itself, so this mostly finds nothing left. */
export const extractWorker: Worker = {
  name: 'extract',
  priority: 10,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, { signal }) => {
    const { read, claims, held, rejected } = await ctx.extraction.drain(signal, { slow: true });
    const dropped = Object.fromEntries(Object.entries(rejected).map(([why, n]) => [`dropped, ${why}`, n]));
    return {
      summary: `Read ${plural(read, 'turn')}: ${plural(claims, 'claim')}, ${held} of them wait in the inbox.`,
      counts: { read, claims, held, ...dropped },
    };
  },
};
