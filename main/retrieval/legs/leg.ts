import type { LegName, LegOutcome } from '../../contract/recall.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';

/** A fragment by its number in memory, with the leg's own score: higher is better, comparable within the leg only. */
export type Found = { readonly doc: number; readonly score: number };

/** What one leg did for one query. Legs differ in how they search and in nothing else. */
export type LegRun = {
  readonly leg: LegName;
  readonly eligible: number;
  readonly executed: number;
  /** Best first. */
  readonly produced: readonly Found[];
  readonly startedMs: number;
  readonly ms: number;
  readonly outcome: Extract<LegOutcome, 'empty store' | 'disabled' | 'failed'> | null;
  readonly why: string | null;
  readonly method: string;
};

export type Leg = {
  readonly name: LegName;
  readonly method: string;
  /** Fragments that it could return. */
  readonly eligible: number;
  readonly search: () => Promise<readonly Found[]>;
};

type Timing = { readonly clock: Clock; readonly log: Log; readonly originMs: number; readonly deadlineMs: number };

const idle = ({ name, method, eligible }: Leg) => ({
  leg: name,
  eligible,
  executed: 0,
  produced: [],
  startedMs: 0,
  ms: 0,
  method,
});

/** Runs a leg so that it can neither fail nor delay the answer: what went wrong becomes its outcome. */
export async function runLeg(leg: Leg, isEnabled: boolean, timing: Timing): Promise<LegRun> {
  if (!isEnabled) return { ...idle(leg), outcome: 'disabled', why: null };
  if (leg.eligible === 0) return { ...idle(leg), outcome: 'empty store', why: null };
  const from = timing.clock.monotonicMs();
  const startedMs = from - timing.originMs;
  try {
    const produced = await withDeadline(leg.search(), timing.deadlineMs);
    const ms = timing.clock.monotonicMs() - from;
    return { ...idle(leg), executed: leg.eligible, produced, startedMs, ms, outcome: null, why: null };
  } catch (error) {
    // Recorded in the trace and in Health; the other legs answer (design section 7).
    const why = error instanceof Error ? error.message : 'unknown';
    timing.log('leg.failed', { leg: leg.name });
    const ms = timing.clock.monotonicMs() - from;
    return { ...idle(leg), startedMs, ms, outcome: 'failed', why };
  }
}

/** Rejects when `work` takes longer; whatever it does afterwards is ignored. */
export async function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined); // the loser of the race has no other listener
  }
}
