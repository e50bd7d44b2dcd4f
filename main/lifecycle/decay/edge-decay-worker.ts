import { openVocabulary } from '../../codex/open-vocabulary.ts';
import { countStrengths, findDecayPass } from '../../stores/lives.ts';
import type { Worker } from '../worker.ts';
import { DORMANT_BELOW, dayOf } from './decay.pure.ts';

/**
 * Daily: facts that nobody speaks of grow weak, and those that can have several values go dormant (design section 8). How
 * strong a fact is follows from the day, so that the day is all there is to write down.
 */
export const edgeDecayWorker: Worker = {
  name: 'edge-decay',
  priority: 41,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, run) => {
    if (!ctx.settings.get().isDecayOn)
      return { summary: 'Facts do not go dormant: ageing is switched off in the settings.', counts: {} };
    const day = dayOf(run.at);
    const last = await findDecayPass(ctx.db.read, 'edges');
    if (last === null || last.day < day) {
      await ctx.commit([{ kind: 'edges.decayed', body: { day } }]);
      ctx.emit('codex.changed', { generation: ctx.generation() });
    }
    await run.breathe();
    const vocabulary = await openVocabulary(ctx);
    const rows = await countStrengths(ctx.db.read, { day: Math.max(day, last?.day ?? 0), below: DORMANT_BELOW });
    let counts = { active: 0, dormant: 0, lasting: 0 };
    for (const { relation, strong, weak } of rows) {
      const isLasting = vocabulary.isLasting(relation);
      counts = {
        active: counts.active + strong + (isLasting ? weak : 0),
        dormant: counts.dormant + (isLasting ? 0 : weak),
        lasting: counts.lasting + (isLasting ? weak : 0),
      };
    }
    const { active, dormant } = counts;
    const rest = dormant === 0 ? 'none is dormant' : `${dormant.toLocaleString('en')} dormant`;
    return {
      summary: `Looked at what was spoken of lately: ${active.toLocaleString('en')} facts active, ${rest}.`,
      counts,
    };
  },
};
