import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../main/evaluation/lib/seeded.pure.ts';
import {
  createBootstrap,
  gather,
  quantile,
  type Units,
} from '../../../../main/evaluation/statistics/bootstrap.pure.ts';

const RESAMPLES = 400;

const unitsOf = (pairs: readonly (readonly [number, number])[]): Units => ({
  sums: Float64Array.from(pairs, ([sum]) => sum),
  weights: Float64Array.from(pairs, ([, weight]) => weight),
});

/** Written as the definition says, one draw after another. */
function naive(pairs: readonly (readonly [number, number])[], seed: string, resamples: number): readonly number[] {
  const used = pairs.filter(([, weight]) => weight > 0);
  const { pick } = seeded(`${seed}\u0000bootstrap\u0000${used.length}`);
  return Array.from({ length: resamples }, () => {
    const drawn = used.map(() => pick(used));
    const total = (place: 0 | 1): number => drawn.reduce((sum, pair) => sum + pair[place], 0);
    return total(0) / total(1);
  }).sort((a, b) => a - b);
}

const pairOf = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 4 }));

describe('the bootstrap', () => {
  it('gives the values of the plain definition, draw by draw', () => {
    fc.assert(
      fc.property(fc.array(pairOf, { minLength: 2, maxLength: 40 }), fc.string({ maxLength: 5 }), (pairs, seed) => {
        fc.pre(pairs.some(([, weight]) => weight > 0));
        const { values } = createBootstrap({ seed, resamples: 50, level: 0.95 });
        expect([...values(unitsOf(pairs))]).toEqual(naive(pairs, seed, 50));
        // A second time the draws are kept ones.
        expect([...values(unitsOf(pairs))]).toEqual(naive(pairs, seed, 50));
      }),
      { numRuns: 60 },
    );
  });

  it('draws units one by one where there are many different values', () => {
    const pairs = Array.from({ length: 1_700 }, (_, index) => [index * 7, 1] as const);
    const { values } = createBootstrap({ seed: 'many', resamples: 20, level: 0.95 });
    expect([...values(unitsOf(pairs))]).toEqual(naive(pairs, 'many', 20));
  });

  it('gives nearly the same distribution where it draws how often each value comes', () => {
    const { int } = seeded('data');
    const pairs = Array.from({ length: 2_000 }, () => [int(3) - 1, 1 + int(2)] as const);
    const { values } = createBootstrap({ seed: 'fast', resamples: 2_000, level: 0.95 });
    const fast = values(unitsOf(pairs));
    const slow = Float64Array.from(naive(pairs, 'slow', 2_000));
    for (const share of [0.025, 0.25, 0.5, 0.75, 0.975])
      expect(Math.abs(quantile(fast, share) - quantile(slow, share))).toBeLessThan(0.003);
  });

  it('knows the spread of a mean', () => {
    // 2,500 observations, half of them right: the standard error is 0.01.
    const pairs = Array.from({ length: 2_500 }, (_, index) => [index % 2, 1] as const);
    const { low, high, units } = createBootstrap({ seed: 's', resamples: 10_000, level: 0.95 }).interval(
      unitsOf(pairs),
    );
    expect(units).toBe(2_500);
    expect(low).toBeCloseTo(0.5 - 0.0196, 2);
    expect(high).toBeCloseTo(0.5 + 0.0196, 2);
  });

  it('holds the mean between its ends, and is the same for the same seed whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 5, maxLength: 60 }), (rights) => {
        const units = unitsOf(rights.map((right) => [right, 1]));
        const bootstrap = createBootstrap({ seed: 'x', resamples: RESAMPLES, level: 0.95 });
        bootstrap.interval(
          unitsOf([
            [1, 1],
            [0, 1],
            [0, 1],
          ]),
        );
        const ends = bootstrap.interval(units);
        expect(ends).toEqual(createBootstrap({ seed: 'x', resamples: RESAMPLES, level: 0.95 }).interval(units));
        const mean = rights.reduce((sum, right) => sum + right, 0) / rights.length;
        expect(ends.low).toBeLessThanOrEqual(mean);
        expect(ends.high).toBeGreaterThanOrEqual(mean);
      }),
      { numRuns: 60 },
    );
  });

  it('says nothing about fewer than two units', () => {
    const { interval } = createBootstrap({ seed: 's', resamples: 10, level: 0.95 });
    expect(
      interval(
        unitsOf([
          [1, 2],
          [0, 0],
        ]),
      ),
    ).toEqual({ low: null, high: null, units: 1 });
    expect(interval(unitsOf([]))).toEqual({ low: null, high: null, units: 0 });
  });

  it('gathers observations into the groups that are drawn together', () => {
    const units = gather(
      unitsOf([
        [1, 1],
        [2, 3],
        [4, 1],
      ]),
      ['a', 'b', 'a'],
    );
    expect([[...units.sums], [...units.weights]]).toEqual([
      [5, 2],
      [2, 3],
    ]);
  });

  it('reads a quantile between its neighbours', () => {
    expect(quantile(Float64Array.from([0, 1, 2, 3]), 0.5)).toBe(1.5);
    expect(quantile(Float64Array.from([7]), 0.975)).toBe(7);
  });
});
