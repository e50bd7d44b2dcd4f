import { describe, expect, it } from 'vitest';
import { dayIn, toResults } from '../../../main/health/leg-counts.ts';
import { makeLeg, makeTrace } from '../renderer/trace/make-trace.ts';

describe('health/leg-counts', () => {
  it('takes the day in the zone of the vault', () => {
    expect(dayIn('2026-11-30T23:30:00.000Z', 'Europe/Paris')).toBe('2026-12-01');
    expect(dayIn('2026-11-30T23:30:00.000Z', 'America/New_York')).toBe('2026-11-30');
  });

  it('counts answers, and neither searches nor replays', () => {
    const trace = makeTrace({ legs: [makeLeg(), makeLeg({ leg: 'summary', outcome: 'failed', why: 'slow' })] });
    const answered = { ...trace, replyTurnId: 'r' as never, replayOf: null };
    expect(toResults({ ...answered, replyTurnId: null }, 'UTC')).toEqual([]);
    expect(toResults({ ...answered, replayOf: trace.id }, 'UTC')).toEqual([]);
    expect(toResults(answered, 'UTC').map(({ leg, outcome }) => ({ leg, outcome }))).toEqual(
      trace.legs.map(({ leg, outcome }) => ({ leg, outcome })),
    );
  });
});
