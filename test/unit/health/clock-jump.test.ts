import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClockMark, findClockJump, nextClockMark } from '../../../main/health/clock-jump.pure.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 10, 30, 12);

describe('health/clock-jump', () => {
  it('says nothing at the first look, nor about a clock that goes on', () => {
    expect(findClockJump(null, { nowMs: now, lastRecordMs: null })).toBeNull();
    const mark = { seenMs: now - 3 * DAY, acceptedMs: 0 };
    expect(findClockJump(mark, { nowMs: now, lastRecordMs: now - DAY })).toBeNull();
  });

  it('sees a jump back by what was seen, and after a new database by the newest record', () => {
    const year = { kind: 'back', days: 365, hours: 365 * 24 };
    expect(findClockJump({ seenMs: now + 365 * DAY, acceptedMs: 0 }, { nowMs: now, lastRecordMs: null })).toEqual(year);
    expect(findClockJump(null, { nowMs: now, lastRecordMs: now + 365 * DAY })).toEqual(year);
    expect(findClockJump({ seenMs: now + HOUR / 2, acceptedMs: 0 }, { nowMs: now, lastRecordMs: null })).toBeNull();
  });

  it('sees a jump ahead that is longer than a computer stands in a drawer', () => {
    const mark = { seenMs: now - 300 * DAY, acceptedMs: 0 };
    expect(findClockJump(mark, { nowMs: now, lastRecordMs: null })).toMatchObject({ kind: 'ahead', days: 300 });
  });

  it('keeps saying so until the user accepts the clock, and says so again at the next jump', () => {
    const before: ClockMark = { seenMs: now, acceptedMs: 0 };
    const backMs = now - 365 * DAY;
    const jump = findClockJump(before, { nowMs: backMs, lastRecordMs: now });
    const still = nextClockMark(before, backMs, jump);
    expect(findClockJump(still, { nowMs: backMs + HOUR, lastRecordMs: now })).toMatchObject({ kind: 'back' });

    const accepted: ClockMark = { seenMs: backMs, acceptedMs: now };
    expect(findClockJump(accepted, { nowMs: backMs + HOUR, lastRecordMs: now })).toBeNull();
    const later = nextClockMark(accepted, now + 2 * DAY, null);
    expect(findClockJump(later, { nowMs: now, lastRecordMs: now + 2 * DAY })).toMatchObject({ kind: 'back', days: 2 });
  });

  it('never calls a clock that only goes on in small steps a jump', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 190 * DAY }), { maxLength: 40 }), (steps) => {
        let mark: ClockMark | null = null;
        let at = now;
        for (const step of steps) {
          at += step;
          const jump = findClockJump(mark, { nowMs: at, lastRecordMs: mark?.seenMs ?? null });
          expect(jump).toBeNull();
          mark = nextClockMark(mark, at, jump);
        }
      }),
    );
  });
});
