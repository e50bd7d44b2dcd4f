import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../main/evaluation/lib/seeded.pure.ts';
import { createBinomial } from '../../../../main/evaluation/statistics/binomial.pure.ts';
import { logGamma } from '../../../../main/evaluation/statistics/log-gamma.pure.ts';

const chance = (count: number, share: number, successes: number): number =>
  Math.exp(
    logGamma(count + 1) -
      logGamma(successes + 1) -
      logGamma(count - successes + 1) +
      successes * Math.log(share) +
      (count - successes) * Math.log1p(-share),
  );

describe('binomial draws', () => {
  it.each([
    [20, 0.1],
    [20, 0.5],
    [60, 0.3],
    [500, 0.02],
    [500, 0.9],
    [5_000, 0.33],
  ])('come as often as they should, of %i tries at %f', (count, share) => {
    const draw = createBinomial(seeded(`${count} ${share}`).next, count);
    const draws = 40_000;
    const seen = new Map<number, number>();
    for (let index = 0; index < draws; index += 1) {
      const successes = draw(count, share);
      seen.set(successes, (seen.get(successes) ?? 0) + 1);
    }
    let square = 0;
    let cells = 0;
    for (let successes = 0; successes <= count; successes += 1) {
      const expected = draws * chance(count, share, successes);
      if (expected < 10) continue;
      square += ((seen.get(successes) ?? 0) - expected) ** 2 / expected;
      cells += 1;
    }
    // Chi square is near its degrees of freedom; four standard deviations above is a wrong sampler.
    expect(square).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
  });

  it('are certain at the ends', () => {
    const draw = createBinomial(seeded('ends').next, 10);
    expect([draw(10, 0), draw(10, 1), draw(0, 0.5)]).toEqual([0, 10, 0]);
  });
});
