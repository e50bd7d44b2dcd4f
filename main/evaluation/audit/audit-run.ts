import type { UnitLine } from '../format/observation.ts';
import type { RunHeader } from '../format/run.ts';
import type { Trajectory } from '../format/trajectory.ts';
import { checkArms } from './check-arms.ts';
import { auditUnit, type UnitAudit } from './check-unit.ts';
import { type KnownHistory, knowHistory } from './known-history.ts';
import { type Finding, gatherFindings, type Report } from './rules.pure.ts';

export type AuditInput = { readonly header: RunHeader; readonly trajectories: readonly Trajectory[] };

/** An audit that reads a run line by line: those of one arm and trajectory in their order, units in any. */
export type RunAudit = {
  readonly add: (line: UnitLine) => void;
  /** The lines of a unit are not those that its run wrote. */
  readonly addChanged: (place: { readonly arm: string; readonly trajectory: string }) => void;
  readonly end: () => readonly Finding[];
};

/** Starts the audit of what a run executed, against what it declared (ECHO, appendix A; design section 11). */
export function createAudit({ header, trajectories }: AuditInput): RunAudit {
  const { report, list } = gatherFindings();
  const histories = new Map(trajectories.map((trajectory) => [trajectory.id, knowHistory(trajectory)]));
  checkHeader(header, histories, report);
  const arms = new Map(header.arms.map((arm) => [arm.name, arm]));
  const units = new Map<string, UnitAudit>();
  const open = (armName: string, id: string): UnitAudit | null => {
    const key = `${armName}\u0000${id}`;
    const known = units.get(key);
    const arm = arms.get(armName);
    const history = histories.get(id);
    if (known !== undefined || arm === undefined || history === undefined) return known ?? null;
    const isElsewhere = (source: string): boolean =>
      [...histories.values()].some((other) => other !== history && other.sources.has(source));
    const unit = auditUnit({ arm, answerer: header.answerer, history, isElsewhere, report });
    units.set(key, unit);
    return unit;
  };
  return {
    add: (line) => {
      const unit = open(line.arm, line.trajectory);
      if (unit === null)
        report('unknown-place', line, 'A line names an arm or a trajectory that the run does not have.');
      else unit.add(line);
    },
    addChanged: (place) => report('unit-changed', place, 'The lines of this unit were changed after its end.'),
    end: () => {
      // A unit that has no line at all is missing as a whole.
      for (const arm of header.arms) for (const { id } of header.trajectories) open(arm.name, id);
      checkArms({ header, histories, units: [...units.values()].map((unit) => unit.end()), report });
      return list();
    },
  };
}

function checkHeader(header: RunHeader, histories: ReadonlyMap<string, KnownHistory>, report: Report): void {
  for (const { id, turns, probes, checkpoints, observations } of header.trajectories) {
    const place = { arm: null, trajectory: id };
    const history = histories.get(id);
    if (history === undefined) {
      report('denominator-drift', place, 'The run declares a trajectory that is not there.');
      continue;
    }
    const { trajectory, expected } = history;
    const counted = [trajectory.turns.length, trajectory.probes.length, trajectory.checkpoints.length, expected.size];
    if ([turns, probes, checkpoints, observations].some((declared, index) => declared !== counted[index]))
      report(
        'denominator-drift',
        place,
        `The run declares ${turns} turns, ${probes} probes, ${checkpoints} checkpoints and ${observations} observations; the trajectory has ${counted.join(', ')}.`,
      );
  }
}

/** Audits a whole run at once. */
export function auditRun({ lines, ...input }: AuditInput & { readonly lines: Iterable<UnitLine> }): readonly Finding[] {
  const audit = createAudit(input);
  for (const line of lines) audit.add(line);
  return audit.end();
}
