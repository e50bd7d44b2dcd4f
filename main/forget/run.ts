import { AppError } from '../contract/errors.ts';
import type { ForgetChoice, ForgetProgress, ForgetReceipt, ForgetStepName } from '../contract/forget.ts';
import type { StreamRequest } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { isSummaryId } from '../summaries/stretch.pure.ts';
import { type ForgetMarker, findMarker, removeMarker, writeMarker } from './marker.ts';
import { type ForgetPlan, planForget } from './plan.ts';

type Watch = Pick<StreamRequest<ForgetProgress>, 'signal' | 'push'>;
type Step = (done: number, total: number | null) => void;

export type Scan = {
  readonly files: number;
  readonly bytes: number;
  readonly found: number;
  readonly openedFiles: number;
  readonly shutFiles: number;
  readonly ms: number;
};

/** What only the engine's parts can clear; each is safe to do again. */
export type ForgetParts = {
  /** Nothing reads turns in the background meanwhile. */
  readonly whileHeld: <T>(work: () => Promise<T>) => Promise<T>;
  /** Copies in memory, files and caches that are no table. */
  readonly clear: (plan: ForgetPlan, step: Step) => Promise<void>;
  /** Takes deleted rows' bytes out of the database's files. `isThorough`: whatever it costs. */
  readonly compact: (plan: ForgetPlan, options: { readonly isThorough: boolean }, step: Step) => Promise<void>;
  /** Looks for the texts in every file but the marker. */
  readonly scan: (needles: readonly string[], step: Step) => Promise<Scan>;
};

export type Forgetter = {
  readonly run: (
    input: ForgetChoice & { readonly fingerprint: string; readonly graceSeconds: number },
    watch: Watch,
  ) => Promise<ForgetReceipt>;
  /** Ends what a killed engine had begun. */
  readonly resume: () => Promise<void>;
  readonly current: () => ForgetProgress | null;
  /** Resolves when no work that was begun is under way: a folder must not be closed in the middle of it. */
  readonly settled: () => Promise<void>;
};

const busy = (): AppError =>
  new AppError('forget.running', 'Something is being forgotten already. Wait for it to end.', { retry: 'later' });
const other = (): AppError =>
  new AppError('forget.changed', 'What would go is different from what was shown. Look at it again.', {
    retry: 'after-user-action',
  });

const SECOND_MS = 1_000;

/** Forgets, one thing after another: design section 10. Everything after the grace period is ended, killed or not. */
export function createForgetter(ctx: Ctx, parts: ForgetParts): Forgetter {
  let current: ForgetProgress | null = null;
  let working: Promise<unknown> = Promise.resolve();

  const work = <T>(begin: () => Promise<T>): Promise<T> => {
    const begun = parts.whileHeld(begin);
    working = begun.catch(() => undefined); // its failure belongs to whoever asked for it
    return begun;
  };

  const show = (next: ForgetProgress | null): void => {
    current = next;
    ctx.emit('forget.changed', { current: next });
  };

  /** Tells everybody who listens; one who has gone does not stop the work. */
  const teller = (forgetId: string, watch: Watch | null) => {
    return (step: ForgetStepName): Step =>
      (done, total) => {
        const progress = { forgetId, step, done, total };
        show(progress);
        if (watch !== null && !watch.signal.aborted) watch.push(progress).catch(() => undefined); // gone: see above
      };
  };

  const waitOut = async (seconds: number, signal: AbortSignal, step: Step): Promise<void> => {
    for (let waited = 0; waited < seconds; waited += 1) {
      step(waited, seconds);
      await pause(SECOND_MS, signal);
      throwIfAborted(signal);
    }
    step(seconds, seconds);
  };

  /** Removes, clears, compacts, scans, closes: each step may be done again after a crash. */
  const finish = async (marker: ForgetMarker, tell: (step: ForgetStepName) => Step): Promise<ForgetReceipt> => {
    const { plan } = marker;
    const fromMs = ctx.clock.monotonicMs();
    tell('erasing')(0, plan.erase.length);
    await ctx.erase({ seqs: plan.erase, amendments: plan.amend });
    tell('removing')(plan.erase.length, plan.erase.length);
    await parts.clear(plan, tell('clearing'));
    await parts.compact(plan, { isThorough: false }, tell('compacting'));
    let scan = await parts.scan(plan.needles, tell('scanning'));
    if (scan.found > 0) {
      await parts.clear(plan, tell('clearing'));
      await parts.compact(plan, { isThorough: true }, tell('compacting'));
      scan = await parts.scan(plan.needles, tell('scanning'));
    }
    tell('closing')(0, null);
    return close(marker, { scan, ms: ctx.clock.monotonicMs() - fromMs });
  };

  const close = async (
    { plan, forgetId, kind, startedAt }: ForgetMarker,
    { scan, ms }: { readonly scan: Scan; readonly ms: number },
  ): Promise<ForgetReceipt> => {
    const { preview, needles, saidElsewhere, tombstones, erase } = plan;
    const proof = {
      id: forgetId,
      at: startedAt,
      kind,
      counts: preview.counts,
      erasedRecords: erase.length,
      scan: { ...scan, needles: needles.length, saidElsewhere },
      backups: preview.backups.length,
      tombstones: Object.values(tombstones).reduce((sum, hashes) => sum + (hashes?.length ?? 0), 0),
      ms: Math.round(ms),
    };
    const [record] = await ctx.commit([{ kind: 'forgotten', body: { seqs: erase, proof, forgetId, tombstones } }]);
    if (record === undefined) throw new Error('bug: a commit without a record');
    await removeMarker(ctx.dataFolder);
    // What is left of a turn has no vectors yet, and nobody has read it.
    for (const reader of [ctx.indexer, ctx.extraction, ctx.procedures]) reader.wake();
    return { ...proof, seq: record.seq, hash: record.hash };
  };

  /** What was read before and is written from now on is refused, so that the plan made after this one is whole. */
  const decide = async (choice: ForgetChoice, shown: ForgetPlan) => {
    const isPart = choice.selection.kind === 'text';
    const gone = (plan: ForgetPlan) => ({
      // A summary that is written again of what is left has the id that it had.
      ids: isPart ? [] : [...plan.fragmentIds.filter((id) => !isSummaryId(id)), ...plan.goneConversationIds],
      texts: isPart ? plan.needles : [],
    });
    const lower = [ctx.fence.raise(gone(shown))];
    try {
      const plan = await planForget(ctx, choice);
      lower.push(ctx.fence.raise(gone(plan)));
      return { plan, lower };
    } catch (error) {
      for (const each of lower) each();
      throw error;
    }
  };

  /** A killed one, or one that failed half-way (a full disk): all that is left of it, to its receipt. */
  const endLeft = async (): Promise<void> => {
    const marker = await findMarker(ctx);
    if (marker === null) return;
    ctx.log('forget.resumed', { forgetId: marker.forgetId });
    await work(() => finish(marker, teller(marker.forgetId, null)));
  };

  const run: Forgetter['run'] = async ({ fingerprint, graceSeconds, ...choice }, watch) => {
    if (current !== null) throw busy();
    const forgetId = ctx.ids.uuid();
    const tell = teller(forgetId, watch);
    show({ forgetId, step: 'waiting', done: 0, total: graceSeconds });
    try {
      // Its marker is the only one who knows what it has still to do, and there is one.
      await endLeft();
      const shown = await planForget(ctx, choice, watch.signal);
      if (shown.preview.fingerprint !== fingerprint) throw other();
      await waitOut(graceSeconds, watch.signal, tell('waiting'));
      return await work(async () => {
        const { plan, lower } = await decide(choice, shown);
        const startedAt = ctx.clock.now().toISOString();
        const marker = { format: 1 as const, forgetId, kind: choice.selection.kind, startedAt, plan };
        try {
          await writeMarker(ctx, marker);
        } catch (error) {
          for (const each of lower) each();
          throw error;
        }
        return finish(marker, tell);
      });
    } finally {
      show(null);
    }
  };

  const resume = async (): Promise<void> => {
    try {
      await endLeft();
    } finally {
      show(null);
    }
  };

  const settled = async (): Promise<void> => {
    await working;
  };

  return { run, resume, settled, current: () => current };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
