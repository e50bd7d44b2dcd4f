import type { Ctx } from '../../ctx.ts';
import { countLives, findDecayPass, getTierChange } from '../../stores/lives.ts';
import type { Worker, WorkerRun } from '../worker.ts';
import { dayOf } from './decay.pure.ts';
import { tagTurns } from './tag-turns.ts';

/** Turns whose tier changes in one step: written in about 25 ms. */
const SLICE_TURNS = 1000;

const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

type Changes = { readonly active: number; readonly archived: number; readonly cold: number };

/** Brings the tiers up to the day that the run is for. Where it was interrupted it goes on. */
async function age(ctx: Ctx, run: WorkerRun): Promise<Changes> {
  const day = dayOf(run.at);
  const last = await findDecayPass(ctx.db.read, 'turns');
  let changes: Changes = { active: 0, archived: 0, cold: 0 };
  const isBegun = last?.day === day;
  if (last !== null && (last.day > day || (isBegun && last.through === null))) return changes;
  let after = isBegun ? last.through : null;
  while (true) {
    const next = await getTierChange(ctx.db.read, { day, after, limit: SLICE_TURNS });
    const isLast = next.count < SLICE_TURNS;
    const through = isLast ? null : next.through;
    await ctx.commit([{ kind: 'decay.applied', body: { day, after, through } }]);
    changes = {
      ...{ active: changes.active + next.active, archived: changes.archived + next.archived },
      cold: changes.cold + next.cold,
    };
    run.onProgress(changes.active + changes.archived + changes.cold, 0);
    if (isLast) return changes;
    after = through;
    await run.breathe();
  }
}

function say({ active, archived, cold }: Changes, total: number): string {
  if (active + archived + cold === 0) return `Aged ${count(total, 'memory', 'memories')}; none changed its place.`;
  const parts = [
    ...(archived > 0 ? [`${archived.toLocaleString('en')} stepped back to the archive`] : []),
    ...(cold > 0 ? [`${cold.toLocaleString('en')} went into cold storage`] : []),
    ...(active > 0 ? [`${active.toLocaleString('en')} came back`] : []),
  ];
  return `Aged ${count(total, 'memory', 'memories')}: ${parts.join(', ')}. All stay findable.`;
}

/** Daily: what is not used steps back, at three rates; nothing is ever deleted or hidden (design section 8). */
export const decayWorker: Worker = {
  name: 'decay',
  priority: 40,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, run) => {
    if (!ctx.settings.get().isDecayOn)
      return { summary: 'Memories do not age: ageing is switched off in the settings.', counts: {} };
    const tagged = await tagTurns(ctx, run);
    await run.breathe();
    const changes = await age(ctx, run);
    const lives = await countLives(ctx.db.read);
    const total = lives.active + lives.archived + lives.cold;
    return {
      summary: say(changes, total),
      counts: {
        ...{ turns: total, active: lives.active, archived: lives.archived, cold: lives.cold },
        ...{ creative: lives.creative, accessed: lives.accessed, tagged },
        ...{ nowActive: changes.active, nowArchived: changes.archived, nowCold: changes.cold },
      },
    };
  },
};
