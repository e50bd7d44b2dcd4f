import { createAudit } from '../audit/audit-run.ts';
import type { UnitLine } from '../format/observation.ts';
import type { RunHeader } from '../format/run.ts';
import type { Trajectory } from '../format/trajectory.ts';
import type { ReadGate } from '../gates/read-gate.ts';
import { indexTrajectory, scoreUnit, type TrajectoryIndex } from '../score/score-observation.ts';
import type { ScoredObservation } from '../score/scored.ts';
import { buildReport, type ReportInput } from './build-report.ts';
import { createExecutionTally } from './execution-tally.ts';
import type { ObservationPart } from './observation-row.ts';
import { buildObservationRows } from './observation-rows.ts';
import { refuse } from './plan.ts';
import type { Report } from './report.ts';

export type ReportedRun = {
  readonly header: RunHeader;
  readonly trajectories: readonly Trajectory[];
  readonly gate: ReadGate | null;
} & Pick<ReportInput, 'baselines' | 'full' | 'resamples'>;

/** A unit: the lines of one arm in one trajectory, in their order; none where it never ran. */
export type ReportedUnit = { readonly arm: string; readonly trajectory: string; readonly lines: readonly UnitLine[] };

/** Scores, audits and reports a run unit by unit: only scores stay in memory. */
export type RunReporting = {
  /** The rows for the page; every unit once. */
  readonly add: (unit: ReportedUnit) => ObservationPart;
  /** Refused where a unit was not added. */
  readonly end: () => Report;
};

/** Begins the report of a run. */
export function createRunReporting(run: ReportedRun): RunReporting {
  const { header, trajectories } = run;
  const audit = createAudit({ header, trajectories });
  const tally = createExecutionTally();
  const byId = new Map(trajectories.map((one) => [one.id, one]));
  const scored: ScoredObservation[] = [];
  // Units come history by history, so one index at a time is enough.
  let index: TrajectoryIndex | null = null;
  return {
    add: ({ arm, trajectory: id, lines }) => {
      const trajectory = byId.get(id);
      if (trajectory === undefined) throw refuse(`The run declares no history ${id}.`);
      if (index?.trajectory !== trajectory) index = indexTrajectory(trajectory);
      for (const line of lines) audit.add(line);
      const observations = lines.filter((line) => line.t === 'observation');
      for (const one of observations) tally.add(one);
      const own = scoreUnit(index, arm, observations);
      for (const one of own) scored.push(one);
      return buildObservationRows({ arm, trajectory, scored: own, observations, answerer: header.answerer });
    },
    end: () => {
      const execution = tally.end(header.arms.map(({ name }) => name));
      return buildReport({ ...run, scored, execution, findings: audit.end() });
    },
  };
}
