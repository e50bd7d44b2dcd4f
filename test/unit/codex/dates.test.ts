import { describe, expect, it } from 'vitest';
import { findTimePhrases } from '../../../main/codex/dates.pure.ts';

/** A Monday in Brussels, an hour before UTC. */
const CLOCK = { saidAt: '2026-11-30T09:00:00.000Z', zone: 'Europe/Brussels' };

const local = (instant: string): string => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: CLOCK.zone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(instant)).replace(' 00:00', '');
};

function lineOf(text: string, isAhead: boolean): string {
  return findTimePhrases(text, CLOCK, isAhead)
    .map(({ kind, from, to, start, end }) =>
      [
        `${kind} «${text.slice(from, to)}»`,
        start === null ? '' : `${local(start.at)} ${start.precision}`,
        end === null ? '' : `to ${local(end.at)} ${end.precision}`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join('; ');
}

const BACK: readonly (readonly [text: string, line: string])[] = [
  ['I moved yesterday', 'at «yesterday» 2026-11-29 day'],
  ['I moved last week', 'at «last week» 2026-11-23 day'],
  ['I moved last month', 'at «last month» 2026-10-01 month'],
  ['I moved last summer', 'at «last summer» 2026-06-01 month'],
  ['I moved last Friday', 'at «last Friday» 2026-11-27 day'],
  ['I moved last night', 'at «last night» 2026-11-29 day'],
  ['I moved in May', 'at «in May» 2026-05-01 month'],
  ['I moved in December', 'at «in December» 2025-12-01 month'],
  ['I moved in May 2019', 'at «in May 2019» 2019-05-01 month'],
  ['I moved back in 2015', 'at «back in 2015» 2015-01-01 year'],
  ['I moved in early 2020', 'at «in early 2020» 2020-01-01 year'],
  ['I moved in the 90s', 'at «in the 90s» 1990-01-01 year'],
  ['I moved on 3 May 2021', 'at «on 3 May 2021» 2021-05-03 day'],
  ['I moved on May 3rd', 'at «on May 3rd» 2026-05-03 day'],
  ['I moved on 28 June in 2020', 'at «on 28 June in 2020» 2020-06-28 day'],
  ['I moved on the 12th', 'at «on the 12th» 2026-11-12 day'],
  ['I moved on 2021-03-04', 'at «on 2021-03-04» 2021-03-04 day'],
  ['I moved on 03/05/1990', 'at «on 03/05/1990» 1990-05-03 day'],
  ['I moved two weeks ago', 'at «two weeks ago» 2026-11-16 day'],
  ['I moved three years ago', 'at «three years ago» 2023-01-01 year'],
  ['I moved a couple of months ago', 'at «a couple of months ago» 2026-09-01 month'],
  ['I have lived here since 2019', 'from «since 2019» 2019-01-01 year'],
  ['I have lived here since last year', 'from «since last year» 2025-01-01 year'],
  ['I have lived here since Christmas', 'from «since Christmas» 2025-12-25 day'],
  ['I lived here until 2019', 'until «until 2019» to 2019-01-01 year'],
  ['I lived here until last week', 'until «until last week» to 2026-11-23 day'],
  ['I have lived here for three years', 'length «for three years» 2023-01-01 year'],
  ['I have lived here for the past six months', 'length «for the past six months» 2026-05-01 month'],
  ['I have lived here five years now', 'length «five years now» 2021-01-01 year'],
  ['I lived here from 2015 to 2018', 'range «from 2015 to 2018» 2015-01-01 year to 2018-01-01 year'],
  ['I lived here between 2015 and 2018', 'range «between 2015 and 2018» 2015-01-01 year to 2018-01-01 year'],
  ['I lived here 2015-2018', 'range «2015-2018» 2015-01-01 year to 2018-01-01 year'],
  ['I have lived here from 2015 to present', 'from «from 2015 to present» 2015-01-01 year'],
  [
    'I lived here from March 2019 until May 2021',
    'range «from March 2019 until May 2021» 2019-03-01 month to 2021-05-01 month',
  ],
  ['I may move', ''],
  ['I own three bikes and 2 cats', ''],
  ['I live at number 12', ''],
];

const AHEAD: readonly (readonly [text: string, line: string])[] = [
  ['I will move next month', 'at «next month» 2026-12-01 month'],
  ['I will move in June', 'at «in June» 2027-06-01 month'],
  ['I will move on 4 May', 'at «on 4 May» 2027-05-04 day'],
  ['I will move in two weeks', 'at «in two weeks» 2026-12-14 day'],
  ['I will move on Friday', 'at «on Friday» 2026-12-04 day'],
  ['I will move next week on Tuesday', 'at «next week on Tuesday» 2026-12-08 day'],
  ['I will move tomorrow at 5pm', 'at «tomorrow at 5pm» 2026-12-01 17:00 minute'],
  ['I will move on the 12th', 'at «on the 12th» 2026-12-12 day'],
  ['I will live there from June', 'from «from June» 2027-06-01 month'],
  ['I will live there starting in June', 'from «starting in June» 2027-06-01 month'],
  ['I will live there as of next week', 'from «as of next week» 2026-12-07 day'],
  ['I will stay until March', 'until «until March» to 2027-03-01 month'],
  ['I will be home at Easter', 'at «at Easter» 2027-03-28 day'],
];

describe('codex/dates: words of time in what was said', () => {
  it.each(BACK)('reads "%s" as what lies behind', (text, line) => {
    expect(lineOf(text, false)).toBe(line);
  });

  it.each(AHEAD)('reads "%s" as what lies ahead', (text, line) => {
    expect(lineOf(text, true)).toBe(line);
  });

  it('counts days by the calendar of the zone in which it was said', () => {
    const late = { saidAt: '2026-11-30T23:30:00.000Z', zone: 'Asia/Tokyo' };
    expect(findTimePhrases('today', late, false)[0]?.start).toEqual({
      at: '2026-11-30T15:00:00.000Z',
      precision: 'day',
    });
    expect(findTimePhrases('today', { ...late, zone: 'America/New_York' }, false)[0]?.start?.at).toBe(
      '2026-11-30T05:00:00.000Z',
    );
  });
});
