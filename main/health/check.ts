import type { FindingCode, RepairKey } from '../contract/health.ts';
import type { Ctx } from '../ctx.ts';
import type { TailReport } from '../journal/check-tail.ts';

/** One thing that is so, what to do, and what to click. */
export type Found = {
  readonly code: FindingCode;
  /** What it is about where there may be several: a leg, a run, a model. */
  readonly about: string;
  readonly severity: 'problem' | 'notice';
  readonly message: string;
  readonly fix: string;
  readonly repair: RepairKey | null;
  readonly evidence: Readonly<Record<string, number>>;
};

export type CheckRun = {
  readonly ctx: Ctx;
  readonly at: Date;
  /** Everything is read, as once a day; otherwise what is new, and the next stretch of what is old. */
  readonly isThorough: boolean;
  readonly signal: AbortSignal;
  readonly breathe: () => Promise<void>;
  /** The newest records, read once for all checks of a round. */
  readonly tail: () => Promise<TailReport>;
};

/**
 * One look at one part. `codes` are what it decides about: one of them that it does not find is cleared. Where one is open it
 * looks at everything, since a stretch in which nothing is wrong proves nothing about the rest.
 */
export type Check = {
  readonly name: string;
  readonly codes: readonly FindingCode[];
  readonly run: (run: CheckRun) => Promise<readonly Found[]>;
};

type Told = Pick<Found, 'code' | 'message' | 'fix'> & Partial<Found>;

/** A problem about the whole, without a repair, unless something else is said. */
export const found = (told: Told): Found => ({ about: '', severity: 'problem', repair: null, evidence: {}, ...told });

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
