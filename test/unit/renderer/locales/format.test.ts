import { describe, expect, it } from 'vitest';
import {
  formatBeside,
  formatBytes,
  formatMs,
  formatRemaining,
  periodOf,
} from '../../../../renderer/locales/format.pure.ts';

describe('renderer/locales/format', () => {
  it('puts a conversation under the day, the week or the month it was last spoken in', () => {
    const thursday = new Date(2026, 10, 26, 15, 0);
    const at = (...parts: [number, number, number, number?]) => new Date(...parts).toISOString();
    expect(
      [at(2026, 10, 26, 1), at(2026, 10, 25), at(2026, 10, 23), at(2026, 10, 22), at(2026, 9, 31), at(2025, 9, 31)].map(
        (instant) => periodOf(instant, thursday),
      ),
    ).toEqual([
      { kind: 'today' },
      { kind: 'yesterday' },
      { kind: 'week' },
      { kind: 'month', name: 'November' },
      { kind: 'month', name: 'October' },
      { kind: 'month', name: 'October 2025' },
    ]);
  });

  it('says beside a turn only what fits there', () => {
    const now = new Date(2026, 10, 26, 15);
    const at = (...parts: [number, number, number, number?]) => formatBeside(new Date(...parts).toISOString(), now);
    expect([at(2026, 10, 26, 9), at(2026, 7, 24), at(2025, 7, 24)]).toEqual(['09:00', '24 Aug', 'Aug ’25']);
  });

  it('takes a clock that runs ahead for today', () => {
    const now = new Date(2026, 10, 26);
    expect(periodOf(new Date(2026, 10, 27, 3).toISOString(), now)).toEqual({ kind: 'today' });
  });

  it('shows bytes and times without false precision', () => {
    expect([0, 999, 30_600, 98_362_432, 1_060_000_000, 212e9].map(formatBytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '30.6 kB',
      '98.4 MB',
      '1.1 GB',
      '212 GB',
    ]);
    expect([0.2, 31, 999, 1400].map(formatMs)).toEqual(['under 1 ms', '31 ms', '999 ms', '1.4 s']);
    expect([20, 61, 170, 5300, 9000, Number.NaN].map(formatRemaining)).toEqual([
      'under a minute',
      'a minute',
      '3 minutes',
      '88 minutes',
      '3 hours',
      '',
    ]);
  });
});
