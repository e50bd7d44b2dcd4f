import { describe, expect, it } from 'vitest';
import type { Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { buildReport, writeReport } from '../../../../main/evaluation/report/build-report.ts';
import { createRunReporting } from '../../../../main/evaluation/report/report-run.ts';
import { makeRun, makeTrajectory } from './made-run.ts';

const trajectories: readonly Trajectory[] = [1, 2].map((n) => makeTrajectory(`life-${n}`, 'home', 6));
const { input, observations } = makeRun((one) => one, trajectories);
const { header } = input;
const units = trajectories.flatMap(({ id }) => header.arms.map(({ name }) => ({ arm: name, trajectory: id })));
const linesOf = ({ arm, trajectory }: (typeof units)[number]) =>
  observations.filter((one) => one.arm === arm && one.trajectory === trajectory);

function report(left: readonly (typeof units)[number][]): string {
  const reporting = createRunReporting({ header, trajectories, gate: null, resamples: 100 });
  for (const unit of left) reporting.add({ ...unit, lines: linesOf(unit) });
  return writeReport(reporting.end());
}

describe('reporting a run unit by unit', () => {
  it('gives the report that its scores give, and the same bytes in another order of units', () => {
    const text = report(units);
    const made = JSON.parse(text) as ReturnType<typeof buildReport>;
    const whole = buildReport({ ...input, resamples: 100 });
    expect(made.arms).toEqual(whole.arms);
    expect(made.contrasts).toEqual(whole.contrasts);
    expect(report(units.toReversed())).toBe(text);
  });

  it('audits what it reads: units without their states are not valid', () => {
    const { isValid, findings } = JSON.parse(report(units)) as ReturnType<typeof buildReport>;
    expect(isValid).toBe(false);
    expect(findings.map(({ code }) => code)).toContain('state-missing');
  });

  it('gives the rows of each unit, and those of a unit that never ran as missing', () => {
    const [first] = units;
    if (first === undefined) throw new Error('a run has units');
    const reporting = createRunReporting({ header, trajectories, gate: null, resamples: 100 });
    expect(reporting.add({ ...first, lines: linesOf(first) }).rows.map(({ status }) => status)).not.toContain(
      'missing',
    );
    const [, second] = units;
    if (second === undefined) throw new Error('a run has two units');
    const missing = reporting.add({ ...second, lines: [] });
    expect(new Set(missing.rows.map(({ status }) => status))).toEqual(new Set(['missing']));
    expect(() => reporting.add({ ...first, trajectory: 'life-9', lines: [] })).toThrow(/declares no history life-9/);
    expect(() => reporting.end()).toThrow(/was not scored/);
  });
});
