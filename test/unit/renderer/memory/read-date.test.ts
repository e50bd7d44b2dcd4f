import { describe, expect, it } from 'vitest';
import { noonOf } from '../../../../renderer/features/memory/day.pure.ts';
import { readDate, writeDate } from '../../../../renderer/features/memory/read-date.pure.ts';

const nowMs = noonOf('2026-11-30');
const read = (text: string) => readDate(text, nowMs);
const iso = (year: number, month: number, date: number) => new Date(year, month - 1, date).toISOString();

describe('renderer/memory/read-date', () => {
  it('reads years, months and days as people write them', () => {
    const day = { kind: 'ok', point: { at: iso(2024, 5, 3), precision: 'day' } };
    for (const text of [
      '3 May 2024',
      '3rd of May 2024',
      'May 3, 2024',
      'may 3rd 2024',
      '2024-05-03',
      '3.5.2024',
      ' 3  MAY  2024 ',
    ])
      expect(read(text)).toEqual(day);
    for (const text of ['May 2024', '2024-05', 'may 2024'])
      expect(read(text)).toEqual({ kind: 'ok', point: { at: iso(2024, 5, 1), precision: 'month' } });
    expect(read('2024')).toEqual({ kind: 'ok', point: { at: iso(2024, 1, 1), precision: 'year' } });
    expect(read('yesterday')).toEqual({ kind: 'ok', point: { at: iso(2026, 11, 29), precision: 'day' } });
    expect(read('Sept 2023')).toEqual({ kind: 'ok', point: { at: iso(2023, 9, 1), precision: 'month' } });
  });

  it('says which day a month does not have', () => {
    expect(read('31 June 2027')).toEqual({ kind: 'noSuchDay', month: 6, year: 2027, days: 30 });
    expect(read('2023-02-29')).toEqual({ kind: 'noSuchDay', month: 2, year: 2023, days: 28 });
    expect(read('29 February 2024').kind).toBe('ok');
    expect(read('2024-13')).toEqual({ kind: 'noSuchMonth', month: 13 });
  });

  it('asks where a date can be read in two ways, and only there', () => {
    expect(read('3/4/2024')).toEqual({ kind: 'twoWays', choices: ['3 April 2024', '4 March 2024'] });
    expect(read('13/4/2024').kind).toBe('ok');
    expect(read('4/4/2024').kind).toBe('ok');
  });

  it('asks for the year, and admits what it cannot read', () => {
    expect(read('3 May').kind).toBe('noYear');
    expect(read('May').kind).toBe('noYear');
    expect(read('when I was small').kind).toBe('unreadable');
    expect(read('').kind).toBe('empty');
  });

  it('reads back what it writes, as exactly as it was meant', () => {
    for (const precision of ['day', 'month', 'year'] as const) {
      const result = read(writeDate(iso(2024, 1, 1), precision));
      expect(result).toEqual({ kind: 'ok', point: { at: iso(2024, 1, 1), precision } });
    }
  });
});
