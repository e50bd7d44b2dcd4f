import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_KEEP, type Keep, planRotation } from '../../../main/backup/rotate.pure.ts';

type Dated = { readonly id: string; readonly at: string };

/** As the rules read: a backup stays when it is one of the newest, or the newest of one of the newest periods. */
function rotateNaively(backups: readonly Dated[], keep: Keep): readonly string[] {
  const isNewer = (a: Dated, b: Dated): boolean => a.at > b.at || (a.at === b.at && a.id > b.id);
  const periods: readonly [number, (at: Date) => string][] = [
    [keep.daily, (at) => at.toISOString().slice(0, 10)],
    [
      keep.weekly,
      (at) => {
        const monday = new Date(at);
        monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
        return monday.toISOString().slice(0, 10);
      },
    ],
    [keep.monthly, (at) => at.toISOString().slice(0, 7)],
  ];
  const stays = (each: Dated): boolean => {
    const newer = backups.filter((other) => isNewer(other, each));
    if (newer.length < Math.max(1, keep.last)) return true;
    return periods.some(([limit, name]) => {
      const mine = name(new Date(each.at));
      const names = new Set(newer.map(({ at }) => name(new Date(at))));
      return !names.has(mine) && names.size < limit;
    });
  };
  return backups.filter((each) => !stays(each)).map(({ id }) => id);
}

const keeps = fc.record({
  last: fc.nat({ max: 4 }),
  daily: fc.nat({ max: 8 }),
  weekly: fc.nat({ max: 5 }),
  monthly: fc.nat({ max: 7 }),
});
const times = fc.array(fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2026, 11, 31) }), { maxLength: 60 });
const close = fc.array(fc.integer({ min: 0, max: 30 * 24 }), { maxLength: 40 });

describe('backup/rotate', () => {
  it('removes exactly what the rules, read one by one, do not keep', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          times,
          close.map((hours) => hours.map((h) => Date.UTC(2026, 1, 20) + h * 3_600_000)),
        ),
        keeps,
        (ats, keep) => {
          const backups = ats.map((at, index) => ({ id: `b${index}`, at: new Date(at).toISOString() }));
          expect([...planRotation(backups, keep)].sort()).toEqual([...rotateNaively(backups, keep)].sort());
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never removes the newest backup, and a second look removes no more', () => {
    fc.assert(
      fc.property(times, keeps, (ats, keep) => {
        const backups = ats.map((at, index) => ({ id: `b${index}`, at: new Date(at).toISOString() }));
        const removed = new Set(planRotation(backups, keep));
        const left = backups.filter(({ id }) => !removed.has(id));
        const newest = [...backups].sort((a, b) => (a.at < b.at ? 1 : -1))[0];
        expect(newest === undefined || left.some(({ at }) => at === newest.at)).toBe(true);
        expect(planRotation(left, keep)).toEqual([]);
      }),
    );
  });

  it('keeps a year of daily backups as 3 newest, 7 days, 4 weeks and 6 months', () => {
    const backups = Array.from({ length: 365 }, (_, day) => {
      const at = new Date(Date.UTC(2026, 0, 1 + day, 20)).toISOString();
      return { id: at.slice(0, 10), at };
    });
    const removed = new Set(planRotation(backups, DEFAULT_KEEP));
    const kept = backups.map(({ id }) => id).filter((id) => !removed.has(id));
    expect(kept).toEqual([
      ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-13', '2026-12-20'],
      ...['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
    ]);
  });
});
