import { AppError } from '../contract/errors.ts';
import type { WorkerName } from '../contract/lifecycle.ts';
import type { Ctx } from '../ctx.ts';

/** What one run of a worker did. `summary` is one sentence for people, `counts` are for scripts. */
export type WorkerResult = {
  readonly summary: string;
  readonly counts: Readonly<Record<string, number>>;
};

/** What a worker is given: everything that differs from run to run comes from here, so that a month can be simulated. */
export type WorkerRun = {
  /** The time that the run is for. Rules about time use this, never the clock. */
  readonly at: Date;
  readonly signal: AbortSignal;
  /**
   * To be awaited between steps of at most 50 ms or so: waits while an answer, an import or the user comes first, and throws
   * when the run is cancelled.
   */
  readonly breathe: () => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
};

/**
 * A piece of upkeep. Running it again for the same time changes nothing; killed anywhere, the next run ends what is left.
 * What it does goes through `ctx.commit`, so that a rebuilt database is as if it had run.
 */
export type Worker = {
  readonly name: WorkerName;
  /** Smaller goes first. */
  readonly priority: number;
  readonly everyHours: number;
  /** Looks at this computer rather than at memory: simulated days do not happen to it. */
  readonly isOfComputer?: true;
  /** Only where nobody has asked or said anything for a while. */
  readonly isForIdle: boolean;
  /** Whether it runs by itself unless the user says otherwise: what does not help retrieval is off (measured). */
  readonly isOnByDefault: boolean;
  readonly run: (ctx: Ctx, run: WorkerRun) => Promise<WorkerResult>;
};

const bug = (name: string): string => `Stopped by a fault of Palimpsest's own (${name}). The log has more; try again.`;

/** A failure as one sentence that is fit to show. */
export const whyFailed = (error: unknown): string =>
  error instanceof AppError ? error.message : bug(error instanceof Error ? error.name : 'unknown');

/** Lets everything else that waits go first. */
export const nextTurnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
