import { describe, expect, it } from 'vitest';
import { judge, judgeAll } from '../../../../main/evaluation/report/ablations.ts';
import { familyOf, listDifferences, nameBudget } from '../../../../main/evaluation/report/arm-differences.ts';
import type { AblationRow } from '../../../../main/evaluation/report/report.ts';
import { ARMS as REAL } from '../../../../main/evaluation/run/arms.pure.ts';
import { makeArm } from './made-run.ts';

describe('what arms differ in', () => {
  const full = makeArm('full');

  it('is listed by what is declared, however it is written', () => {
    expect(listDifferences(full, makeArm('x', { noLegs: ['graph'] }))).toEqual([
      { feature: 'leg graph', inFirst: 'true', inSecond: 'false' },
    ]);
    const others = ['lexical', 'episodic', 'procedural', 'document', 'summary', 'neighbourhood'] as const;
    expect(listDifferences(makeArm('x', { noLegs: ['graph'] }), makeArm('y', { legs: others }))).toEqual([]);
    expect(listDifferences(full, makeArm('x', { k: 10, budgetTokens: null }))).toEqual([
      { feature: 'budget', inFirst: '2048 tokens', inSecond: '10 fragments' },
    ]);
    expect(listDifferences(full, makeArm('x', { access: 'probes', lifecycle: 'none' })).length).toBe(2);
  });

  it('counts the two switches of decay as one thing', () => {
    const [only, ...more] = listDifferences(full, makeArm('x', { settings: { decay: false, edgeDecay: 'off' } }));
    expect([only?.feature, only?.inSecond, more]).toEqual(['decay', 'false', []]);
  });

  it('finds one thing in every arm of the app that is an ablation', () => {
    const whole = REAL.find(({ name }) => name === 'full') ?? full;
    const single = REAL.filter((arm) => listDifferences(whole, arm).length === 1).map(({ name }) => name);
    expect(single).toEqual(
      expect.arrayContaining(['no-graph', 'no-decay', 'access', 'earned-summaries', 'continuing']),
    );
    expect(familyOf(whole, REAL, 'budget').map(nameBudget)).toContain('768 tokens');
  });
});

describe('the verdict on a feature', () => {
  const effect = (low: number | null, high: number | null, pairs = 9): AblationRow['effects'][number] => {
    const interval = { low, high, units: 4 };
    return {
      ...{ metric: 'accuracy', effect: 0, pairs, verdict: judge(interval) },
      intervals: { observations: interval, probes: interval, trajectories: interval },
    };
  };

  it('follows the rule that the report prints', () => {
    expect(judgeAll([effect(0.01, 0.1), effect(-0.1, 0.1)])).toBe('pays');
    expect(judgeAll([effect(0.01, 0.1), effect(-0.1, -0.01)])).toBe('not shown');
    expect(judgeAll([effect(-0.2, -0.1), effect(-0.1, 0.1)])).toBe('does not pay');
    expect(judgeAll([effect(-0.005, 0.005), effect(0, 0)])).toBe('does not pay');
    expect(judgeAll([effect(-0.005, 0.005), effect(-0.02, 0.03)])).toBe('not shown');
    expect(judgeAll([effect(null, null)])).toBe('not shown');
    expect(judgeAll([effect(0, 0), effect(null, null, 0)])).toBe('does not pay');
    expect(judgeAll([])).toBe('not shown');
  });
});
