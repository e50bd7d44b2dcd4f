import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBootstrap } from '../../../../main/evaluation/statistics/bootstrap.pure.ts';
import {
  markFrontier,
  scorePerFragment,
  tokenUtility,
} from '../../../../main/evaluation/statistics/efficiency.pure.ts';
import {
  comparePairs,
  mcnemarOf,
  type Pair,
  pairedInterval,
} from '../../../../main/evaluation/statistics/paired.pure.ts';

const pair = (own: number, other: number, more: Partial<Pair> = {}): Pair => ({
  ...{ probe: 'p', trajectory: 't', own, other, weight: 1, isOwnMissing: false, isOtherMissing: false },
  ...more,
});

describe('paired comparison', () => {
  it('counts wins and losses, and the net of them', () => {
    const compared = comparePairs([pair(1, 0), pair(1, 0), pair(0, 1), pair(1, 1), pair(0, 0)]);
    expect(compared).toMatchObject({ pairs: 5, wins: 2, losses: 1, ties: 2, net: 0.2, missing: 0 });
    expect(compared.delta).toBeCloseTo(0.2);
    expect([compared.mean, compared.meanAgainst]).toEqual([0.6, 0.4]);
  });

  it('bounds what missing ones can change: all of them wrong for one and right for the other', () => {
    const pairs = [pair(0, 1, { isOwnMissing: true }), pair(1, 0, { isOtherMissing: true }), pair(1, 1), pair(0, 0)];
    expect(comparePairs(pairs)).toMatchObject({ delta: 0, least: -0.25, most: 0.25, missing: 2 });
  });

  it('weighs a recall by its evidence', () => {
    expect(comparePairs([pair(3, 1, { weight: 4 }), pair(0, 1)])).toMatchObject({ mean: 0.6, delta: 0.2, net: 0 });
  });

  it('has nothing to say of no pairs', () => {
    expect(comparePairs([])).toMatchObject({ pairs: 0, delta: null, net: null, mean: null });
  });

  it('draws whole probes and whole trajectories', () => {
    const bootstrap = createBootstrap({ seed: 'p', resamples: 2_000, level: 0.95 });
    const pairs = Array.from({ length: 64 }, (_, index) => {
      const trajectory = `t${index % 4}`;
      return pair(index % 4 === 0 ? 1 : 0, 0, { trajectory, probe: `p${index % 16}` });
    });
    const [observations, probes, trajectories] = (['observations', 'probes', 'trajectories'] as const).map((level) =>
      pairedInterval(pairs, bootstrap, level),
    );
    expect([observations?.units, probes?.units, trajectories?.units]).toEqual([64, 16, 4]);
    const width = (ends = observations): number => (ends?.high ?? 0) - (ends?.low ?? 0);
    // One trajectory of four has all the gains: the fewer independent units, the wider.
    expect(width(observations)).toBeLessThan(width(probes));
    expect(width(probes)).toBeLessThan(width(trajectories));
  });

  it('takes probes of one name in two trajectories for two', () => {
    const bootstrap = createBootstrap({ seed: 'p', resamples: 10, level: 0.95 });
    const pairs = [pair(1, 0), pair(0, 0, { trajectory: 'u' })];
    expect(pairedInterval(pairs, bootstrap, 'probes').units).toBe(2);
  });

  it('fills the table of a yes-or-no metric', () => {
    expect(mcnemarOf([pair(1, 0), pair(1, 0), pair(0, 1), pair(1, 1), pair(0, 0)])).toEqual({
      ...{ gained: 2, lost: 1, bothRight: 1, bothWrong: 1, p: expect.closeTo(1, 9) },
    });
  });
});

describe('efficiency', () => {
  it('is a ratio of means, and nothing where there is nothing to divide by', () => {
    expect(scorePerFragment(0.8, 10)).toBeCloseTo(0.08);
    expect(tokenUtility(0.8, 2_000)).toBeCloseTo(0.4);
    expect([scorePerFragment(0.8, 0), scorePerFragment(null, 1), tokenUtility(0.5, null)]).toEqual([null, null, null]);
  });

  it('marks what none beats in both', () => {
    const point = fc.record({ arm: fc.uuid(), tokens: fc.nat(5), accuracy: fc.nat(5) });
    fc.assert(
      fc.property(fc.uniqueArray(point, { selector: ({ arm }) => arm, maxLength: 12 }), (points) => {
        const marked = markFrontier(points);
        expect(marked.map(({ arm }) => arm).sort()).toEqual(points.map(({ arm }) => arm).sort());
        // Along the frontier more tokens always buy more accuracy.
        const frontier = marked.filter(({ isOnFrontier }) => isOnFrontier);
        for (const [index, one] of frontier.entries()) {
          const next = frontier[index + 1];
          if (next === undefined) continue;
          const isSame = next.tokens === one.tokens && next.accuracy === one.accuracy;
          expect(isSame || (next.tokens > one.tokens && next.accuracy > one.accuracy)).toBe(true);
        }
        if (points.length > 0) expect(frontier.length).toBeGreaterThan(0);
      }),
    );
  });
});
