import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAt, planSimulation, RETRY_DELAYS_MS, retryAt } from '../../../main/lifecycle/schedule.pure.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-03-01T00:00:00Z');

describe('when a worker is due', () => {
  it('is at once where it never ran', () => {
    expect(dueAt({ lastMs: null, everyHours: 24, nowMs: now })).toBe(now);
  });

  it('is one period after its last run, however many periods were missed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 200 }), (hoursAgo, everyHours) => {
        const lastMs = now - hoursAgo * HOUR;
        expect(dueAt({ lastMs, everyHours, nowMs: now })).toBe(lastMs + everyHours * HOUR);
      }),
    );
  });

  it('is at once where the last run lies in the future, since the clock was put back', () => {
    expect(dueAt({ lastMs: now + 365 * 24 * HOUR, everyHours: 24, nowMs: now })).toBe(now);
  });
});

describe('another try', () => {
  it('comes later each time, and in the end not by itself', () => {
    const waits = RETRY_DELAYS_MS.map((_, n) => (retryAt(n + 1, now) ?? 0) - now);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(retryAt(RETRY_DELAYS_MS.length + 1, now)).toBeNull();
  });
});

describe('a plan of simulated days', () => {
  const workers = [
    { name: 'weekly', everyHours: 168, priority: 30 },
    { name: 'hourly', everyHours: 1, priority: 10 },
    { name: 'daily', everyHours: 24, priority: 20 },
  ];

  it('runs each once, by priority, for no days at all', () => {
    const plan = planSimulation({ workers, fromMs: now, nowMs: now, days: 0 });
    expect(plan).toEqual(['hourly', 'daily', 'weekly'].map((worker) => ({ worker, atMs: now })));
  });

  it('looks at the computer once, last and now, since simulated days do not happen to it', () => {
    const watch = { name: 'watch', everyHours: 1, priority: 1, isOfComputer: true as const };
    const nowMs = now - 5 * HOUR;
    const plan = planSimulation({ workers: [watch, ...workers], fromMs: now, nowMs, days: 30 });
    expect(plan.filter(({ worker }) => worker === 'watch')).toEqual([{ worker: 'watch', atMs: nowMs }]);
    expect(plan.at(-1)?.worker).toBe('watch');
  });

  it('has every worker at the end of each of its periods, in order of time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (days) => {
        const plan = planSimulation({ workers, fromMs: now, nowMs: now, days });
        const times = plan.map(({ atMs }) => atMs);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        const count = (name: string) => plan.filter(({ worker }) => worker === name).length;
        expect([count('hourly'), count('daily'), count('weekly')]).toEqual([days, days, Math.floor(days / 7)]);
        expect(times.at(-1)).toBe(now + days * 24 * HOUR);
      }),
    );
  });
});
