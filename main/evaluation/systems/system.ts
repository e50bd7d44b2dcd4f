import type { Answerer, Arm } from '../format/arm.ts';
import type { Observed, StateReport } from '../format/observation.ts';
import type { LifecycleStep, TrajectoryDocument, TrajectoryTurn } from '../format/trajectory.ts';

/** Time as the trajectory has it: the runner sets it, the system reads it. Never goes back. */
export type SimulatedClock = { readonly now: () => Date; readonly set: (at: Date) => void };

export type SystemStart = {
  readonly arm: Arm;
  readonly answerer: Answerer;
  /** The trajectory's owner and zone. */
  readonly owner: string;
  readonly zone: string;
  readonly clock: SimulatedClock;
  /** An empty folder of its own. */
  readonly folder: string;
  readonly seed: number;
};

/** What a question is asked with: nothing of its reference. */
export type Asked = {
  readonly arm: Arm;
  readonly question: string;
  /** The conversation that the history ended with, for arms that ask in it; null in a fresh one. */
  readonly conversation: string | null;
};

/** What a system tells of one question; null fields are not observable in it, and reported as that. */
export type Told = Pick<
  Observed,
  'answer' | 'mode' | 'isAbstaining' | 'contextTokens' | 'promptTokens' | 'cited' | 'execution' | 'supplied'
> & {
  /** All of it, for the trace file; text included. */
  readonly trace: unknown;
};

/**
 * A memory under test (LSREP, admissible system): an ingestion path, a question interface, declared upkeep and side effects,
 * and a reset, which is a new one in an empty folder. Everything goes through the ordinary contract of that system.
 */
export type System = {
  readonly ingest: (turns: readonly TrajectoryTurn[], signal: AbortSignal) => Promise<void>;
  readonly addDocuments: (documents: readonly TrajectoryDocument[], signal: AbortSignal) => Promise<void>;
  /** Ends when everything that was said can be found. */
  readonly settle: (signal: AbortSignal) => Promise<void>;
  readonly maintain: (step: LifecycleStep, signal: AbortSignal) => Promise<StateReport['workers']>;
  readonly ask: (asked: Asked, signal: AbortSignal) => Promise<Told>;
  /** The use that an answer makes of what it read; only for arms whose access is `probes`. */
  readonly use: (asked: Asked, signal: AbortSignal) => Promise<void>;
  readonly inspect: () => Promise<Pick<StateReport, 'now' | 'turns' | 'documents' | 'records' | 'pending'>>;
  /** Records of its history so far, by which a change is seen; null: not observable. */
  readonly records: () => Promise<number | null>;
  readonly close: () => Promise<void>;
};

export type OpenSystem = (start: SystemStart) => Promise<System>;
