import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../renderer/features/memory/day.pure.ts';
import { listDots, listTicks, msAt, planScale, shareOf } from '../../../../renderer/features/memory/scale.pure.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const nowMs = at('2026-11-30');

describe('renderer/memory/scale', () => {
  it('holds every change, now, and some of what is to come', () => {
    const scale = planScale({ valid: [at('2021-04-12'), at('2027-06-12')], known: [at('2021-04-12')], nowMs });
    expect(scale.fromMs).toBeLessThan(at('2021-04-12'));
    expect(scale.toMs).toBeGreaterThan(at('2027-06-12'));
    expect(scale.toMs).toBeLessThan(at('2028-01-01'));
  });

  it('gives a fresh folder a year to look at', () => {
    const scale = planScale({ valid: [], known: [nowMs], nowMs });
    expect(nowMs - scale.fromMs).toBeGreaterThan(360 * DAY_MS);
  });

  it('is not stretched by what began decades before anything was said', () => {
    const scale = planScale({ valid: [at('1961-02-01')], known: [at('2024-01-01')], nowMs });
    expect(scale.fromMs).toBeGreaterThan(at('2010-01-01'));
    expect(shareOf(scale, at('1961-02-01'))).toBe(0);
  });

  it('finds the instant under a place again', () => {
    const scale = planScale({ valid: [], known: [at('2020-01-01')], nowMs });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        expect(shareOf(scale, msAt(scale, share))).toBeCloseTo(share, 6);
      }),
    );
  });

  it('names at most a dozen years or months, whatever the length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), (days) => {
        const scale = { fromMs: nowMs - days * DAY_MS, toMs: nowMs + 40 * DAY_MS };
        const labels = listTicks(scale).filter(({ label }) => label !== null);
        expect(labels.length).toBeLessThanOrEqual(12);
        expect(listTicks(scale).every(({ share }) => share >= 0 && share <= 1)).toBe(true);
      }),
    );
  });

  it('puts dots that would cover each other into one', () => {
    const scale = { fromMs: at('2020-01-01'), toMs: at('2027-01-01') };
    const dots = listDots(scale, [at('2021-01-01'), at('2021-01-01') + 1, at('2022-01-01'), at('1990-01-01')]);
    expect(dots).toHaveLength(2);
  });
});
