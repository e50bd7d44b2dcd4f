import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../main/importing/zoned-time.pure.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock in the zone shows, by the calendar alone. */
function clockAt(ms: number, zone: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', second: '2-digit', ...options });
  clocks.set(zone, clock);
  return clock.format(ms).replace(', ', 'T');
}

/** All instants within 15 hours of the wall time at which the clock shows it, by looking at every half hour. */
function scan(localTime: string, zone: string): readonly number[] {
  const wallMs = Date.parse(`${localTime}Z`);
  const found: number[] = [];
  for (let quarter = -60; quarter <= 60; quarter += 1) {
    const ms = wallMs + quarter * 15 * 60_000;
    if (clockAt(ms, zone) === localTime) found.push(ms);
  }
  return found;
}

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
];

describe('importing/zoned-time', () => {
  it('reads a time in its zone, also at the ends of the world', () => {
    expect(instantOf('2024-07-01T12:00:00', 'Europe/Berlin')).toBe('2024-07-01T10:00:00.000Z');
    expect(instantOf('2024-07-01T12:00:00', 'Pacific/Kiritimati')).toBe('2024-06-30T22:00:00.000Z');
    expect(instantOf('2024-07-01T12:00:00', 'Pacific/Pago_Pago')).toBe('2024-07-01T23:00:00.000Z');
    expect(instantOf('2024-01-01T00:00:00', 'Asia/Kathmandu')).toBe('2023-12-31T18:15:00.000Z');
  });

  it('takes the first of an hour that comes twice', () => {
    expect(instantOf('2024-10-27T02:30:00', 'Europe/Berlin')).toBe('2024-10-27T00:30:00.000Z');
    expect(instantOf('2024-11-03T01:30:00', 'America/New_York')).toBe('2024-11-03T05:30:00.000Z');
  });

  it('reads an hour that never came as if the clock had not been changed', () => {
    expect(instantOf('2024-03-31T02:30:00', 'Europe/Berlin')).toBe('2024-03-31T01:30:00.000Z');
    expect(instantOf('2024-03-10T02:30:00', 'America/New_York')).toBe('2024-03-10T07:30:00.000Z');
    expect(instantOf('2024-10-06T02:15:00', 'Australia/Lord_Howe')).toBe('2024-10-05T15:45:00.000Z');
  });

  it('finds what a search through every quarter of an hour finds first (any time round any clock change)', () => {
    const changes = ['2024-03-31', '2024-10-27', '2024-03-10', '2024-11-03', '2024-04-07', '2024-10-06', '2011-12-30'];
    const day = fc.oneof(
      fc.constantFrom(...changes),
      fc
        .date({ min: new Date('1996-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
        .map((d) => d.toISOString().slice(0, 10)),
    );
    const two = (n: number) => String(n).padStart(2, '0');
    fc.assert(
      fc.property(
        day,
        fc.nat(23),
        fc.constantFrom(0, 15, 30, 45),
        fc.constantFrom(...ZONES),
        (date, hour, minute, zone) => {
          const local = `${date}T${two(hour)}:${two(minute)}:00`;
          const [first] = scan(local, zone);
          const instant = Date.parse(instantOf(local, zone));
          if (first !== undefined) expect(instant).toBe(first);
          // A time that no clock showed: what it stands for lies after the change, by as much as was skipped.
          else expect(clockAt(instant, zone) > local).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});
