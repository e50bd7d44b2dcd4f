import { describe, expect, it } from 'vitest';
import type { ReferenceAnswer } from '../../../../main/evaluation/format/trajectory.ts';
import { nameAge } from '../../../../main/evaluation/report/ages.ts';
import { buildReport } from '../../../../main/evaluation/report/build-report.ts';
import { ObservationPart } from '../../../../main/evaluation/report/observation-row.ts';
import { buildObservationRows, describeReference } from '../../../../main/evaluation/report/observation-rows.ts';
import { makeRun } from './made-run.ts';

function rowsOf(arm: string, run = makeRun()): ObservationPart {
  const [trajectory] = run.input.trajectories;
  if (trajectory === undefined) throw new Error('a run has trajectories');
  const isOwn = (one: { readonly arm: string; readonly trajectory: string }): boolean =>
    one.arm === arm && one.trajectory === trajectory.id;
  const scored = run.input.scored.filter(isOwn);
  const observations = run.observations.filter(isOwn);
  return buildObservationRows({ arm, trajectory, scored, observations, answerer: 'contract' });
}

describe('observations for the page', () => {
  it('are what their schema says, in the order of the report, as many as it lists', () => {
    const run = makeRun();
    const part = rowsOf('full', run);
    expect(ObservationPart.parse(JSON.parse(JSON.stringify(part)))).toEqual(part);
    const listed = buildReport(run.input).parts.find(({ name }) => name === 'full/life-1.json');
    expect(listed).toMatchObject({ arm: 'full', trajectory: 'life-1', rows: part.rows.length });
    expect(part.rows.slice(0, 3).map(({ checkpoint, probe }) => [checkpoint, probe])).toEqual([
      ['c1', 'p0'],
      ['c1', 'p1'],
      ['c1', 'p3'],
    ]);
  });

  it('show what was right, what was supplied and which of it is evidence, and the way to the trace', () => {
    const row = rowsOf('full').rows.find(({ checkpoint, probe }) => checkpoint === 'c3' && probe === 'p2');
    expect(row).toMatchObject({ reference: 'New2', evidence: ['u2'], superseded: ['Old2'], age: 'under 3 months' });
    expect(row?.question).toBe('What is cat 2 called?');
    expect(row?.supplied[0]?.rank).toBe(1);
    expect(row?.supplied[0]?.isEvidence).toBe(row?.scores.hit10 === 1);
    expect(row?.trace).toBe('full/life-1/c3/p2.json.gz');
    expect(row?.legs?.[0]).toMatchObject({
      leg: 'episodic',
      outcome: 'contributed',
      eligible: 1,
      produced: 4,
      inPrompt: 1,
    });
  });

  it('say why there is no answer', () => {
    const run = makeRun((one) => {
      const { arm, trajectory, checkpoint, probe } = one;
      if (probe === 'p0') return null;
      if (probe !== 'p1') return one;
      const failed = {
        t: 'observation',
        status: 'failed',
        code: 'inference.timeout',
        message: 'It took too long.',
      } as const;
      return { ...failed, arm, trajectory, checkpoint, probe };
    });
    const [missing, failed] = rowsOf('full', run).rows;
    expect(missing).toMatchObject({ status: 'missing', answer: null, failure: null, scores: { accuracy: 0 } });
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'inference.timeout' }, supplied: [] });
  });

  it('are refused where they are of another arm or history', () => {
    const run = makeRun();
    const [trajectory] = run.input.trajectories;
    if (trajectory === undefined) throw new Error('a run has trajectories');
    const input = {
      arm: 'full',
      trajectory,
      scored: run.input.scored,
      observations: [],
      answerer: 'contract' as const,
    };
    expect(() => buildObservationRows(input)).toThrow(/is none of full in life-1/);
  });
});

describe('a reference in words', () => {
  it.each<[string, ReferenceAnswer]>([
    ['Oslo', { kind: 'text', values: ['Oslo', 'the capital'] }],
    ['3 cats', { kind: 'number', value: 3, unit: 'cats' }],
    ['3', { kind: 'number', value: 3 }],
    ['2024-03', { kind: 'date', value: '2024-03' }],
    ['10 days ± 2', { kind: 'duration', days: 10, toleranceDays: 2 }],
    ['tea; cake', { kind: 'set', items: [['tea'], ['cake', 'cakes']] }],
    ['tea → cake', { kind: 'order', items: [['tea'], ['cake']] }],
    ['tea ≠ cake', { kind: 'conflict', values: [['tea'], ['cake']] }],
    ['(nothing that was said answers it)', { kind: 'unknown' }],
    ['In her own words.', { kind: 'open', text: 'In her own words.' }],
  ])('is %s', (words, answer) => {
    expect(describeReference(answer)).toBe(words);
  });
});

describe('the age of what is asked for', () => {
  it('is named by its limits', () => {
    expect([null, 0, 6.9, 7, 29, 30, 90, 91, 364, 365, 4_000].map(nameAge)).toEqual([
      ...['none', 'under a week', 'under a week', 'under a month', 'under a month', 'under 3 months', 'under 3 months'],
      ...['under a year', 'under a year', 'a year or more', 'a year or more'],
    ]);
  });
});
