import { planDisuse } from '../procedures/disuse.pure.ts';
import { listDisused } from '../stores/procedures.ts';
import type { Worker } from './worker.ts';

/** Switches off what nobody said or used for 180 days and fewer than three times before that; nothing is removed. */
export const proceduralDecayWorker: Worker = {
  name: 'procedural-decay',
  priority: 42,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, { at, breathe, onProgress }) => {
    await breathe();
    const rule = planDisuse(at);
    const disused = await listDisused(ctx.db.read, rule);
    for (const [index, { id }] of disused.entries()) {
      await breathe();
      await ctx.commit([
        {
          kind: 'procedure.deactivated',
          body: { procedureId: id, why: 'disuse', at: at.toISOString(), turnId: null, quote: null },
        },
      ]);
      onProgress(index + 1, disused.length);
    }
    if (disused.length > 0) ctx.emit('procedures.changed', {});
    const n = disused.length;
    return {
      summary:
        n === 0 ? 'No habit fell out of use.' : `Switched off ${n} habit${n === 1 ? '' : 's'} that fell out of use.`,
      counts: { deactivated: n },
    };
  },
};
