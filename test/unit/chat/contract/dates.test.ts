import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthBetween, sayLength, subtractDays } from '../../../../main/chat/contract/dates.pure.ts';
import { DAY_MS, shiftDay } from '../../../../main/retrieval/question/calendar.pure.ts';

const day = fc
  .integer({ min: Date.UTC(1900, 0, 1) / DAY_MS, max: Date.UTC(2100, 0, 1) / DAY_MS })
  .map((n) => n * DAY_MS);

describe('chat/contract/dates', () => {
  it('subtracts so that adding the length again gives the later day (any two days)', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [from, to] = a <= b ? [a, b] : [b, a];
        const { years, months, days, totalDays } = subtractDays(from, to);
        expect(shiftDay(from, years * 12 + months, 'month') + days * DAY_MS).toBe(to);
        expect(totalDays).toBe((to - from) / DAY_MS);
        expect(months).toBeLessThan(12);
        expect(days).toBeLessThan(31);
        // One month more would be too much.
        expect(shiftDay(from, years * 12 + months + 1, 'month')).toBeGreaterThan(to);
      }),
    );
  });

  it.each([
    ['2022-05-01', 'day', '2024-08-15', null, '2 years and 3 months'],
    ['2022-05-01', 'day', '2024-08-15', 'month', '27 months'],
    ['2022-05-01', 'day', '2024-08-15', 'week', '119 weeks'],
    ['2022-05-01', 'day', '2024-08-15', 'day', '837 days'],
    ['2022-05-01', 'day', '2024-08-15', 'year', '2 years'],
    ['2022-05-01', 'month', '2024-08-15', null, 'about 2 years and 3 months'],
    ['2022-01-01', 'year', '2024-08-15', null, 'about 2 years'],
    ['2024-01-31', 'day', '2024-02-29', null, '1 month'],
    ['2024-01-31', 'day', '2024-03-01', null, '1 month and 1 day'],
    ['2024-08-12', 'day', '2024-08-15', null, '3 days'],
    ['2024-08-15', 'day', '2024-08-15', null, 'less than a day'],
    ['2024-08-01', 'month', '2024-08-15', null, 'less than a month'],
    ['2024-08-01', 'day', '2024-08-15', 'year', 'less than a year'],
  ] as const)('says the length from %s (to the %s) to %s in %s as “%s”', (from, precision, to, unit, words) => {
    const start = { at: `${from}T00:00:00Z`, precision, isStated: true } as const;
    const end = { at: `${to}T00:00:00Z`, precision: 'day', isStated: true } as const;
    expect(sayLength(lengthBetween(start, end, 'UTC'), precision, unit)).toBe(words);
  });
});
