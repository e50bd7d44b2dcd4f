import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayForKey,
  listChangeDays,
  moveTo,
  NOW,
  playFrom,
  sentenceOf,
} from '../../../../renderer/features/memory/as-of.pure.ts';
import { addDays, addMonths, dayNumber, dayOf, isDay, noonOf } from '../../../../renderer/features/memory/day.pure.ts';

const today = '2026-11-30';
const bounds = { first: '2021-01-01', last: '2027-07-01', today };
const press = (key: string, shiftKey = false, isRtl = false) => ({ key, shiftKey, isRtl });

describe('renderer/memory/as-of', () => {
  it('says each of the sentences where it is due', () => {
    expect(sentenceOf(NOW, today)).toEqual({ kind: 'now' });
    expect(sentenceOf({ trueOn: '2023-04-12', knownOn: null }, today)).toEqual({ kind: 'was', day: '2023-04-12' });
    expect(sentenceOf({ trueOn: '2027-04-12', knownOn: null }, today)).toEqual({ kind: 'willBe', day: '2027-04-12' });
    expect(sentenceOf({ trueOn: '2023-04-12', knownOn: '2023-04-12' }, today)).toEqual({
      kind: 'told',
      day: '2023-04-12',
    });
    expect(sentenceOf({ trueOn: '2023-04-12', knownOn: '2023-08-14' }, today)).toEqual({
      ...{ kind: 'wasJudged', day: '2023-04-12', known: '2023-08-14' },
    });
    expect(sentenceOf({ trueOn: null, knownOn: '2023-08-14' }, today)).toEqual({
      ...{ kind: 'expected', day: today, known: '2023-08-14' },
    });
  });

  it('keeps what is known at or before today, and lets what is true lie ahead', () => {
    const ahead = { day: '2027-05-01', isTogether: false };
    expect(moveTo(NOW, { clock: 'known', ...ahead }, bounds)).toEqual(NOW);
    expect(moveTo(NOW, { clock: 'true', ...ahead }, bounds)).toEqual({ trueOn: '2027-05-01', knownOn: null });
    expect(moveTo(NOW, { clock: 'true', ...ahead, isTogether: true }, bounds)).toEqual({
      trueOn: '2027-05-01',
      knownOn: null,
    });
    expect(moveTo(NOW, { clock: 'known', day: '2022-02-02', isTogether: true }, bounds)).toEqual({
      ...{ trueOn: '2022-02-02', knownOn: '2022-02-02' },
    });
    expect(moveTo(NOW, { clock: 'true', day: '1999-01-01', isTogether: false }, bounds).trueOn).toBe('2021-01-01');
  });

  it('moves by days, months, changes and to today from the keyboard', () => {
    const changes = ['2023-03-04', '2024-02-03'];
    expect(dayForKey('2023-03-04', press('ArrowRight'), { ...bounds, changes })).toBe('2023-03-05');
    expect(dayForKey('2023-03-04', press('ArrowRight', false, true), { ...bounds, changes })).toBe('2023-03-03');
    expect(dayForKey('2023-01-31', press('ArrowUp', true), { ...bounds, changes })).toBe('2023-02-28');
    expect(dayForKey('2023-03-04', press('PageUp'), { ...bounds, changes })).toBe('2024-02-03');
    expect(dayForKey('2024-02-03', press('PageUp'), { ...bounds, changes })).toBe('2024-02-03');
    expect(dayForKey('2024-02-03', press('PageDown'), { ...bounds, changes })).toBe('2023-03-04');
    expect(dayForKey('2023-03-04', press('T'), { ...bounds, changes })).toBe(today);
    expect(dayForKey('2023-03-04', press('x'), { ...bounds, changes })).toBeNull();
  });

  it('counts a day of changes once', () => {
    const noon = (day: string) => new Date(noonOf(day)).toISOString();
    expect(listChangeDays([noon('2024-01-02'), noon('2023-01-01'), noon('2024-01-02')])).toEqual([
      '2023-01-01',
      '2024-01-02',
    ]);
  });

  it('plays a year in a second, however often it steps', () => {
    let day = '2023-01-01';
    for (let step = 0; step < 10; step += 1) day = playFrom(day, 100);
    expect(Math.abs(dayNumber(day) - dayNumber('2024-01-01'))).toBeLessThan(6);
  });

  it('steps through days without losing one, over leap years and summer time', () => {
    fc.assert(
      fc.property(fc.integer({ min: -300_000, max: 40_000 }), (offset) => {
        const day = addDays('2000-02-29', offset);
        fc.pre(/^\d{4}-/.test(day) && day > '0100');
        expect(isDay(day)).toBe(true);
        expect(dayOf(noonOf(day))).toBe(day);
        expect(dayNumber(addDays(day, 1)) - dayNumber(day)).toBe(1);
        expect(addMonths(addMonths(day, 12), -12).slice(0, 7)).toBe(day.slice(0, 7));
      }),
    );
  });
});
