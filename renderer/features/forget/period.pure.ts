import type { TimePoint } from '../../../main/contract/index.ts';
import { localDate } from '../memory/day.pure.ts';

/** The last instant of a day, month or year: whatever was said in it counts. */
export function endOfPoint({ at, precision }: TimePoint): string {
  const first = new Date(at);
  const [year, month, date] = [first.getFullYear(), first.getMonth() + 1, first.getDate()];
  const next =
    precision === 'year'
      ? localDate(year + 1, 1, 1)
      : precision === 'month'
        ? localDate(year, month + 1, 1)
        : localDate(year, month, date + 1);
  return new Date(next.getTime() - 1).toISOString();
}
