import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logGamma } from '../../../../main/evaluation/statistics/log-gamma.pure.ts';
import { mcnemarP } from '../../../../main/evaluation/statistics/mcnemar.pure.ts';

/** By whole numbers, without a logarithm. */
function naive(gained: number, lost: number): number {
  const pairs = gained + lost;
  let ways = 1n;
  let total = 0n;
  for (let count = 0; count <= Math.min(gained, lost); count += 1) {
    total += ways;
    ways = (ways * BigInt(pairs - count)) / BigInt(count + 1);
  }
  return Math.min(1, (2 * Number(total)) / 2 ** pairs);
}

describe('the exact McNemar', () => {
  it('gives known values', () => {
    expect(mcnemarP(0, 0)).toBe(1);
    expect(mcnemarP(3, 3)).toBe(1);
    expect(mcnemarP(5, 0)).toBeCloseTo(0.0625, 12);
    expect(mcnemarP(1, 9)).toBeCloseTo(0.021484375, 12);
    expect(mcnemarP(12, 4)).toBeCloseTo(0.076812744140625, 12);
    expect(mcnemarP(59, 6)).toBeCloseTo(naive(59, 6), 15);
  });

  it('is what whole numbers give, the same both ways round, and never more than 1', () => {
    fc.assert(
      fc.property(fc.nat(150), fc.nat(150), (gained, lost) => {
        const p = mcnemarP(gained, lost);
        expect(p / naive(gained, lost)).toBeCloseTo(1, 9);
        expect(p).toBe(mcnemarP(lost, gained));
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('stands large counts', () => {
    // z = 10 with the continuity of one half taken off: 2 × Φ(−9.9975).
    const p = mcnemarP(20_000 + 1_000, 20_000 - 1_000);
    expect(Math.log10(p)).toBeCloseTo(-22.8, 0);
    expect(mcnemarP(50_010, 50_000)).toBeGreaterThan(0.97);
    expect(mcnemarP(1_000_000, 0)).toBe(0);
  });

  it('rests on a gamma function that is right to many digits', () => {
    let log = 0;
    for (let whole = 1; whole < 200; whole += 1) {
      expect(logGamma(whole)).toBeCloseTo(log, 9);
      log += Math.log(whole);
    }
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12);
  });
});
