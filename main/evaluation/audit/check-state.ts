import type { Arm } from '../format/arm.ts';
import type { StateReport } from '../format/observation.ts';
import { DAY_MS, type KnownHistory } from './known-history.ts';
import type { Report } from './rules.pure.ts';

export type StateCheck = {
  readonly state: StateReport;
  readonly arm: Arm;
  readonly history: KnownHistory;
  readonly report: Report;
};

/** Saved questions become turns only where a conversation goes on and asking is a use. */
export const savesQuestions = ({ access, conversation }: Arm): boolean =>
  access === 'probes' && conversation === 'continuing';

/** What a memory says that it holds, against what had arrived. */
export function checkState(check: StateCheck): void {
  const { state, arm, history, report } = check;
  const checkpoint = history.checkpoints.get(state.checkpoint);
  if (checkpoint === undefined) {
    report('unknown-place', state, 'The state is of a checkpoint that the trajectory does not have.');
    return;
  }
  const arrived = history.arrivedBy(checkpoint.at);
  if (state.expectedTurns !== arrived.turns || state.expectedDocuments !== arrived.documents)
    report(
      'denominator-drift',
      state,
      `The runner counted ${state.expectedTurns} turns and ${state.expectedDocuments} documents; by then ${arrived.turns} and ${arrived.documents} had arrived.`,
    );
  if (state.pending !== null && state.pending > 0)
    report('stale-index', state, `${state.pending} turns waited for their vectors when the questions were asked.`);
  for (const [what, held, due] of [
    ['turns', state.turns, arrived.turns],
    ['documents', state.documents, arrived.documents],
  ] as const) {
    if (held !== null && held < due)
      report('stale-index', state, `${held} of ${due} ${what} that had arrived were in the memory.`);
    // A question that counts as a use is kept to be read, also where it is no part of memory.
    if (held !== null && held > due && arm.access === 'none')
      report('extra-content', state, `${held} ${what} were in the memory, where ${due} had arrived.`);
  }
  if (state.now !== null && isFar(state.now, checkpoint.at))
    report('clock-off', state, `The system's clock said ${state.now} at this checkpoint.`);
  checkWorkers(check);
}

/** More than a day off, or no time at all. */
export const isFar = (instant: string, at: number): boolean => !(Math.abs(Date.parse(instant) - at) <= DAY_MS);

function checkWorkers({ state, arm, history, report }: StateCheck): void {
  const steps = history.trajectory.lifecycle.filter(({ checkpoint }) => checkpoint === state.checkpoint);
  const declared = arm.lifecycle === 'scheduled' ? steps.flatMap(({ workers }) => workers) : [];
  const ran = new Map<string, { readonly runs: number; readonly failed: number }>();
  for (const { worker, runs, failed } of state.workers) {
    const known = ran.get(worker) ?? { runs: 0, failed: 0 };
    ran.set(worker, { runs: known.runs + runs, failed: known.failed + failed });
  }
  for (const worker of new Set(declared)) {
    const own = ran.get(worker);
    if (own === undefined) report('worker-missing', state, `The worker ${worker} was declared and did not run.`);
    else if (own.runs === 0) report('worker-idle', state, `The worker ${worker} was declared and found nothing due.`);
  }
  for (const [worker, { runs, failed }] of ran) {
    if (runs > 0 && !declared.some((name) => name === worker))
      report('worker-undeclared', state, `The worker ${worker} ran and was not declared.`);
    if (failed > 0) report('worker-failed', state, `The worker ${worker} failed in ${failed} of ${runs} runs.`);
  }
}
