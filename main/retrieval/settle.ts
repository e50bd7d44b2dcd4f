import type { Ctx } from '../ctx.ts';
import { getPendingCount } from '../stores/embeddings.ts';

export type SettleWatch = {
  readonly signal: AbortSignal;
  readonly push: (progress: {
    readonly done: number;
    readonly total: number;
    readonly turnsPerSecond: number;
  }) => Promise<void>;
};

/** True when every turn has its vectors; false when the caller did not want to wait (indexing goes on). */
export async function settleIndex(ctx: Ctx, watch: SettleWatch): Promise<boolean> {
  const startMs = ctx.clock.monotonicMs();
  const total = await getPendingCount(ctx.db.read);
  let done = 0;
  try {
    await ctx.indexer.whenIdle({
      signal: watch.signal,
      onRound: (turns) => {
        done = Math.min(total, done + turns);
        const seconds = (ctx.clock.monotonicMs() - startMs) / 1000;
        const progress = { done, total, turnsPerSecond: seconds > 0 ? done / seconds : 0 };
        watch.push(progress).catch(() => undefined); // a reader that has gone needs no progress
      },
    });
    return true;
  } catch (error) {
    if (watch.signal.aborted) return false;
    throw error;
  }
}
