import { describe, expect, it } from 'vitest';
import { buildReport, writeReport } from '../../../../main/evaluation/report/build-report.ts';
import type { MetricName } from '../../../../main/evaluation/report/figures.ts';
import { Report } from '../../../../main/evaluation/report/report.ts';
import { ARMS, makeRun, makeTrajectory } from './made-run.ts';

const run = makeRun();
const report = buildReport(run.input);
const armOf = (name: string, from = report) => from.arms.find(({ arm }) => arm === name);
const contrastOf = (arm: string, against: string, metric: MetricName, from = report) =>
  from.contrasts.find(
    (one) => one.arm === arm && one.against === against && one.metric === metric && one.slice === null,
  );

describe('the report of an evaluation', () => {
  it('is what its schema says, and the same bytes again', () => {
    const text = writeReport(report);
    expect(Report.parse(JSON.parse(text))).toEqual(report);
    expect(writeReport(buildReport(makeRun().input))).toBe(text);
    const shuffled = { ...run.input, scored: run.input.scored.toReversed() };
    expect(writeReport(buildReport(shuffled))).toBe(text);
  });

  it('keeps the denominators that the run declared, arm by arm', () => {
    const planned = run.input.header.trajectories.reduce((sum, { observations }) => sum + observations, 0);
    for (const { denominators } of report.arms)
      expect(denominators).toEqual({ planned, observed: planned, failed: 0, missing: 0 });
    expect(report.arms.map(({ questions }) => questions)).toEqual(ARMS.map(() => 40));
    for (const by of ['checkpoint', 'category', 'age', 'truth', 'domain', 'trajectory', 'checkpoint-id']) {
      const own = report.slices.filter((one) => one.by === by && one.arm === 'full');
      expect(own.reduce((sum, { denominators }) => sum + denominators.planned, 0)).toBe(planned);
    }
  });

  it('counts means from the observations', () => {
    const own = run.input.scored.filter(({ arm }) => arm === 'full');
    const right = own.filter(({ answer }) => answer?.isCorrect).length;
    expect(armOf('full')?.figures.accuracy).toMatchObject({ sum: right, n: own.length, missing: 0 });
    const wanted = own.reduce((sum, { evidenceTurns }) => sum + evidenceTurns, 0);
    expect(armOf('full')?.figures.turnRecall10?.n).toBe(wanted);
    expect(armOf('full')?.figures.stale?.n).toBe(own.filter(({ hasSuperseded }) => hasSuperseded).length);
    expect(armOf('full')?.figures.abstention?.n).toBe(own.filter(({ kind }) => kind === 'unknown').length);
    const score = armOf('full')?.figures.score?.value ?? 0;
    expect(armOf('full')?.spf).toBeCloseTo(score / 1, 5);
    expect(armOf('full')?.tur).toBeCloseTo((score * 1_000) / 20, 4);
  });

  it('compares each arm with the baseline of its budget, and shows the three intervals', () => {
    const contrast = contrastOf('full', 'vector', 'accuracy');
    expect(contrast?.kind).toBe('baseline');
    expect(contrast?.delta).toBeGreaterThan(0.1);
    const { observations, probes, trajectories } = contrast?.intervals ?? {};
    expect([observations?.units, probes?.units, trajectories?.units]).toEqual([contrast?.pairs, 40, 4]);
    expect(contrast?.mcnemar?.gained).toBe(contrast?.wins);
    expect(contrastOf('full-768', 'vector-768', 'turnRecall')).toBeDefined();
    expect(contrastOf('full-768', 'vector', 'turnRecall')).toBeUndefined();
    expect(contrastOf('full', 'continuing', 'accuracy')?.kind).toBe('conversation');
    const ages = report.contrasts.filter(
      (one) => one.arm === 'full' && one.against === 'vector' && one.metric === 'turnRecall' && one.slice?.by === 'age',
    );
    expect(ages.map(({ slice }) => slice?.key)).toEqual(['under 3 months', 'under a year']);
  });

  it('says what each thing that was changed alone gives', () => {
    expect(report.ablations.map(({ arm, feature, featureIn }) => [arm, feature, featureIn])).toEqual([
      ['no-graph', 'leg graph', 'full'],
      ['topics', 'topics', 'arm'],
    ]);
    expect(report.ablations[0]?.verdict).toBe('pays');
    expect(report.ablations[0]?.effects[0]?.effect).toBeGreaterThan(0.1);
  });

  it('puts budgets, conversations and tokens side by side', () => {
    const budgets = report.slices.filter(({ by, family }) => by === 'budget' && family === 'full');
    expect(budgets.map(({ arm, key, order }) => [arm, key, order])).toEqual([
      ['full', '2048 tokens', 1],
      ['full-768', '768 tokens', 0],
    ]);
    expect(report.slices.filter(({ by }) => by === 'conversation').map(({ arm }) => arm)).toEqual([
      'full',
      'continuing',
    ]);
    expect(report.frontier.length).toBe(ARMS.length);
    expect(report.frontier.filter(({ isOnFrontier }) => isOnFrontier).length).toBeGreaterThan(0);
  });

  it('adds up the legs, and lists what cannot be seen', () => {
    const graph = report.legs.find(({ arm, leg }) => arm === 'full' && leg === 'graph');
    expect(graph?.n).toBe(armOf('full')?.denominators.observed);
    expect((graph?.outcomes['nothing relevant'] ?? 0) + (graph?.outcomes.failed ?? 0)).toBe(graph?.n);
    expect(graph?.failures).toBe(graph?.outcomes.failed);
    expect(report.legs.find(({ arm, leg }) => arm === 'full' && leg === 'episodic')?.contributed).toBe(1);
    const unseen = report.notObservable.filter(({ arm }) => arm === 'full').map(({ field }) => field);
    expect(unseen).toEqual(['transition', 'execution.askedAt']);
  });

  it('counts what failed or is missing as wrong, in every denominator, with bounds', () => {
    const spoilt = makeRun((one) => {
      if (one.arm !== 'full' || one.trajectory !== 'life-1') return one;
      const { arm, trajectory, checkpoint, probe } = one;
      if (checkpoint === 'c1') return null;
      const failed = { t: 'observation', arm, trajectory, checkpoint, probe, status: 'failed' } as const;
      return checkpoint === 'c2' ? { ...failed, code: 'inference.timeout', message: 'It took too long.' } : one;
    });
    const after = buildReport(spoilt.input);
    const { denominators, figures } = armOf('full', after) ?? {};
    const whole = armOf('full')?.denominators.planned ?? 0;
    expect(denominators).toEqual({ planned: whole, observed: whole - 17, failed: 10, missing: 7 });
    expect(figures?.accuracy).toMatchObject({ n: whole, missing: 17 });
    expect(figures?.accuracy?.least).toBe(figures?.accuracy?.value);
    expect(figures?.accuracy?.most).toBeCloseTo((figures?.accuracy?.value ?? 0) + 17 / whole, 5);
    expect(figures?.turnRecall10?.n).toBe(armOf('full')?.figures.turnRecall10?.n);
    expect(figures?.tokens?.n).toBe(whole - 17);
    const contrast = contrastOf('full', 'vector', 'accuracy', after);
    expect([contrast?.pairs, contrast?.missing]).toEqual([whole, 17]);
    expect(contrast?.most).toBeCloseTo((contrast?.delta ?? 0) + 17 / whole, 5);
  });

  it('says first that its figures are not valid, and why', () => {
    const finding = {
      ...{
        rule: 'future-leak' as const,
        count: 2,
        severity: 'invalid' as const,
        arm: 'full',
        trajectory: 'life-1',
        checkpoint: 'c1',
      },
      ...{ probe: 'p1', message: 'A turn of after the checkpoint was supplied.' },
    };
    const { isValid, invalid } = buildReport({ ...run.input, findings: [finding, { ...finding, probe: 'p2' }] });
    expect([isValid, invalid]).toEqual([
      false,
      ['A turn of after the checkpoint was supplied. (future-leak, 4 times)'],
    ]);
  });

  it('has no answers to speak of without an answerer', () => {
    const header = { ...run.input.header, answerer: 'none' as const };
    const { arms } = buildReport({ ...run.input, header });
    expect(arms[0]?.figures.accuracy).toBeUndefined();
    expect(arms[0]?.figures.turnRecall10).toBeDefined();
    expect(arms[0]?.spf).toBeNull();
  });
});

describe('denominators', () => {
  const refused = (change: Partial<typeof run.input>, why: RegExp): void =>
    expect(() => buildReport({ ...run.input, ...change })).toThrow(why);

  it('are refused where they drifted', () => {
    const { scored, header, trajectories } = run.input;
    const [first] = scored;
    if (first === undefined) throw new Error('nothing was scored');
    refused(
      { scored: scored.slice(1) },
      /declares an observation of p0 at c1 of life-1 in full, and it was not scored/,
    );
    refused({ scored: [...scored, first] }, /scored twice/);
    refused({ scored: [...scored, { ...first, arm: 'other' }] }, /declares no observation of p0/);
    refused({ scored: [...scored, { ...first, probe: 'p2' }] }, /declares no observation of p2 at c1/);
    refused({ trajectories: trajectories.slice(1) }, /^\$\.trajectories\[0\] of the run: it declares life-1/);
    refused({ trajectories: [makeTrajectory('life-1', 'home', 9), ...trajectories.slice(1)] }, /\$\.trajectories\[0\]/);
    const declared = header.trajectories.map((one) => ({ ...one, observations: one.observations - 1 }));
    refused(
      { header: { ...header, trajectories: declared } },
      /^\$\.trajectories\[0\]\.observations of the run: it declares 26/,
    );
  });
});
