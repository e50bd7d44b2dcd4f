import { planAllDoubles } from '../codex/doubles/doubles.ts';
import type { Worker } from './worker.ts';

/** Looks for entities that are one under two names, and makes a plan that the user may follow (design section 8). */
export const consolidationWorker: Worker = {
  name: 'consolidation',
  priority: 60,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, { at, breathe }) => {
    const { proposed, sure } = await planAllDoubles(ctx, { at, breathe });
    const summary =
      proposed === 0
        ? 'No two entries look like one.'
        : `${proposed} ${proposed === 1 ? 'merge' : 'merges'} proposed, ${sure} of them sure.`;
    return { summary, counts: { proposed, sure } };
  },
};
