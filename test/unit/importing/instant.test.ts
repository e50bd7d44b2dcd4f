import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../main/importing/formats/instant.pure.ts';

const at = (iso: string) => ({ at: iso, localTime: null, isBad: false });
const local = (time: string) => ({ at: null, localTime: time, isBad: false });
const MISSING = { at: null, localTime: null, isBad: false };
const BAD = { at: null, localTime: null, isBad: true };

describe('importing/instant', () => {
  it.each([
    ['seconds', 1_756_001_000.123456, at('2025-08-24T02:03:20.123Z')],
    ['milliseconds', 1_756_001_000_123, at('2025-08-24T02:03:20.123Z')],
    ['microseconds', 1_756_001_000_123_456, at('2025-08-24T02:03:20.123Z')],
    ['seconds as text', '1756001000.5', at('2025-08-24T02:03:20.500Z')],
    ['microseconds and Z', '2026-08-01T10:00:00.123456Z', at('2026-08-01T10:00:00.123Z')],
    ['an offset, kept', '2026-08-01T10:00:00+05:30', at('2026-08-01T10:00:00.000+05:30')],
    ['an offset without a colon', '2026-08-01 10:00:00 -0800', at('2026-08-01T10:00:00.000-08:00')],
    ['a zero offset', '2026-08-01T10:00:00+00:00', at('2026-08-01T10:00:00.000Z')],
    ['no zone', '2026-08-01T10:00:00', local('2026-08-01T10:00:00')],
    ['no zone, with a fraction', '2026-08-01T10:00:00.9', local('2026-08-01T10:00:00')],
    ['a day', '2026-08-01', local('2026-08-01T00:00:00')],
    ['slashes and a weekday', '2023/05/20 (Sat) 02:21', local('2023-05-20T02:21:00')],
    ['the first day', '1970-01-01T00:00:00Z', at('1970-01-01T00:00:00.000Z')],
    ['a leap second', '2016-12-31T23:59:60Z', at('2016-12-31T23:59:59.000Z')],
    ['nothing', null, MISSING],
    ['an empty text', ' ', MISSING],
  ])('reads %s', (_, value, expected) => expect(parseInstant(value)).toEqual(expected));

  it.each([
    ['zero', 0],
    ['a negative number', -1],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a year after 2100', '2101-01-01T00:00:00Z'],
    ['a number far away', 9e15],
    ['a year before 1970', '1969-12-31T23:59:59Z'],
    ['30 February', '2026-02-30'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['hour 25', '2026-01-01T25:00:00'],
    ['an offset that is none', '2026-01-01T10:00:00+99:99'],
    ['words', 'yesterday'],
    ['an object', { $date: 1 }],
  ])('gives no time for %s and says so', (_, value) => expect(parseInstant(value)).toEqual(BAD));

  it('never throws, and gives only times that Date can read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.date().map(String), fc.string()), (value) => {
        const parsed = parseInstant(value);
        if (parsed.at !== null) expect(Number.isNaN(Date.parse(parsed.at))).toBe(false);
        if (parsed.localTime !== null) expect(parsed.localTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      }),
    );
  });
});
