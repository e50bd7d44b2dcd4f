import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accessedOn,
  CREATIVE_FLOOR,
  dayOf,
  fadedStatus,
  type Life,
  type Pace,
  RATES,
  RESTORED,
  scoreOn,
  startOfDay,
  strengthOn,
  tierOf,
} from '../../../../main/lifecycle/decay/decay.pure.ts';

const fresh = (pace: Pace, anchorDay = 100): Life => ({ score: 1, anchorDay, pace });
const pace = fc.constantFrom<Pace>('unaccessed', 'accessed', 'creative');

/** One day at a time, as the paper's workers do it. */
function naive(life: Life, day: number): number {
  let { score } = life;
  for (let at = life.anchorDay; at < day; at += 1) {
    score *= RATES[life.pace];
    if (life.pace === 'creative') score = Math.max(CREATIVE_FLOOR, score);
  }
  return score;
}

describe('lifecycle/decay', () => {
  it('fades by 5, 2 and 1 percent a day', () => {
    const after30 = (name: Pace): number => scoreOn(fresh(name), 130);
    expect(after30('unaccessed')).toBeCloseTo(0.95 ** 30, 9);
    expect(after30('accessed')).toBeCloseTo(0.98 ** 30, 9);
    expect(after30('creative')).toBeCloseTo(0.99 ** 30, 9);
  });

  it('is the same in one step as day by day', () => {
    fc.assert(
      fc.property(
        fc.record({ score: fc.double({ min: 0.3, max: 1, noNaN: true }), anchorDay: fc.nat(900), pace }),
        fc.nat(2000),
        (life, day) => Math.abs(scoreOn(life, day) - naive(life, day)) < 1e-6,
      ),
    );
  });

  it('never lets a creative turn fall below its floor, nor leave the active tier', () => {
    for (const days of [0, 121, 5000, 1_000_000]) {
      expect(scoreOn(fresh('creative'), 100 + days)).toBeGreaterThanOrEqual(CREATIVE_FLOOR);
      expect(tierOf(scoreOn(fresh('creative'), 100 + days))).toBe('active');
    }
  });

  it('archives after 45 days without use and puts into cold storage after 59', () => {
    const tiers = [44, 45, 58, 59].map((days) => tierOf(scoreOn(fresh('unaccessed'), 100 + days)));
    expect(tiers).toEqual(['active', 'archived', 'archived', 'cold']);
    const used = [113, 114, 148, 149].map((days) => tierOf(scoreOn(fresh('accessed'), 100 + days)));
    expect(used).toEqual(['active', 'archived', 'archived', 'cold']);
  });

  it('is archived below a tenth and cold below a twentieth, not at them', () => {
    expect([0.1, 0.0999999, 0.05, 0.0499999, 0].map(tierOf)).toEqual([
      'active',
      'archived',
      'archived',
      'cold',
      'cold',
    ]);
  });

  it('restores 0.15 by a use, never above one, and fades slower from then on', () => {
    const used = accessedOn(fresh('unaccessed'), 150);
    expect(used).toEqual({ score: 0.95 ** 50 + RESTORED, anchorDay: 150, pace: 'accessed' });
    expect(accessedOn(fresh('unaccessed'), 101).score).toBe(1);
    expect(accessedOn(fresh('creative'), 300)).toEqual({
      ...{ score: CREATIVE_FLOOR + RESTORED, anchorDay: 300, pace: 'creative' },
    });
  });

  it('takes nothing back where the clock jumped back', () => {
    expect(scoreOn(fresh('unaccessed'), 3)).toBe(1);
    const used = accessedOn(fresh('unaccessed'), 150);
    expect(accessedOn(used, 20)).toEqual({ ...used, score: used.score + RESTORED });
  });

  it('only ever falls while nobody uses it, and only a use makes it rise', () => {
    fc.assert(
      fc.property(pace, fc.nat(400), fc.nat(400), (name, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)];
        const life = fresh(name, 0);
        return (
          scoreOn(life, late) <= scoreOn(life, early) && accessedOn(life, late).score > scoreOn(life, late) - 1e-12
        );
      }),
    );
  });

  it('counts days in UTC, by their number since 1970', () => {
    expect(dayOf(new Date('2026-11-30T23:59:59.999Z'))).toBe(20_787);
    expect(dayOf(new Date('2026-12-01T00:00:00Z'))).toBe(20_788);
    expect(startOfDay(20_788).toISOString()).toBe('2026-12-01T00:00:00.000Z');
  });
});

describe('lifecycle/edge-decay', () => {
  it('makes a fact as strong as the best of what it rests on', () => {
    const old = { anchorDay: 0, pace: 'unaccessed' as const };
    expect(strengthOn([old], 10)).toBeCloseTo(0.95 ** 10, 12);
    expect(strengthOn([old, { anchorDay: 8, pace: 'accessed' }], 10)).toBeCloseTo(0.98 ** 2, 12);
    expect(strengthOn([old], 0)).toBe(1);
    expect(strengthOn([], 10)).toBe(0);
  });

  it('lets only many-valued facts that do not last go dormant', () => {
    const weak = 0.0999;
    expect(fadedStatus({ strength: weak, isLasting: false }, 'dormant')).toBe('dormant');
    expect(fadedStatus({ strength: 0.1, isLasting: false }, 'dormant')).toBe('active');
    expect(fadedStatus({ strength: weak, isLasting: true }, 'dormant')).toBe('active');
  });

  it('keeps the rule of the paper for comparison, and can be off', () => {
    expect(fadedStatus({ strength: 0, isLasting: true }, 'ice')).toBe('pending');
    expect(fadedStatus({ strength: 0, isLasting: false }, 'ice')).toBe('pending');
    expect(fadedStatus({ strength: 0, isLasting: false }, 'off')).toBe('active');
  });
});
