import type { LegName, LegOutcome } from '../../contract/recall.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { ScoredTurn } from '../../stores/search.ts';

/** What one leg did for one query. Legs differ in how they search and in nothing else. */
export type LegRun = {
  readonly leg: LegName;
  readonly eligible: number;
  readonly executed: number;
  readonly produced: readonly ScoredTurn[];
  readonly startedMs: number;
  readonly ms: number;
  readonly outcome: Extract<LegOutcome, 'empty store' | 'disabled' | 'failed'> | null;
  readonly why: string | null;
  readonly method: string;
};

export type Leg = {
  readonly name: LegName;
  readonly method: string;
  readonly search: () => Promise<readonly ScoredTurn[]>;
};

type Timing = { readonly clock: Clock; readonly log: Log; readonly originMs: number; readonly deadlineMs: number };

const idle = (name: LegName, method: string) => ({
  leg: name,
  executed: 0,
  produced: [],
  startedMs: 0,
  ms: 0,
  method,
});

/** Runs a leg so that it can neither fail nor delay the answer: what went wrong becomes its outcome. */
export async function runLeg(
  leg: Leg,
  input: { readonly eligible: number; readonly isEnabled: boolean },
  timing: Timing,
): Promise<LegRun> {
  const { eligible } = input;
  if (!input.isEnabled) return { ...idle(leg.name, leg.method), eligible, outcome: 'disabled', why: null };
  if (eligible === 0) return { ...idle(leg.name, leg.method), eligible, outcome: 'empty store', why: null };
  const from = timing.clock.monotonicMs();
  const startedMs = from - timing.originMs;
  try {
    const produced = await withDeadline(leg.search(), timing.deadlineMs);
    const ms = timing.clock.monotonicMs() - from;
    return {
      leg: leg.name,
      eligible,
      executed: eligible,
      produced,
      startedMs,
      ms,
      outcome: null,
      why: null,
      method: leg.method,
    };
  } catch (error) {
    // Recorded in the trace and in Health; the other legs answer (design section 7).
    const why = error instanceof Error ? error.message : 'unknown';
    timing.log('leg.failed', { leg: leg.name });
    const ms = timing.clock.monotonicMs() - from;
    return { ...idle(leg.name, leg.method), eligible, startedMs, ms, outcome: 'failed', why };
  }
}

async function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
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
