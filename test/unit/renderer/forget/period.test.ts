import { describe, expect, it } from 'vitest';
import { endOfPoint } from '../../../../renderer/features/forget/period.pure.ts';
import { localDate } from '../../../../renderer/features/memory/day.pure.ts';

const lastOf = (year: number, month: number, date: number): string =>
  new Date(localDate(year, month, date).getTime() - 1).toISOString();
const at = (year: number, month: number, date: number): string => localDate(year, month, date).toISOString();

describe('renderer/forget/period', () => {
  it('ends a day, a month or a year with its last instant', () => {
    expect([
      endOfPoint({ at: at(2024, 2, 29), precision: 'day' }),
      endOfPoint({ at: at(2024, 2, 1), precision: 'month' }),
      endOfPoint({ at: at(2024, 1, 1), precision: 'year' }),
      endOfPoint({ at: at(2024, 12, 31), precision: 'day' }),
    ]).toEqual([lastOf(2024, 3, 1), lastOf(2024, 3, 1), lastOf(2025, 1, 1), lastOf(2025, 1, 1)]);
  });
});
