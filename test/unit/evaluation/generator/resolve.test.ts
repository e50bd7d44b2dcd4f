import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../main/evaluation/generator/model.pure.ts';
import { resolveQuery } from '../../../../main/evaluation/generator/resolve.pure.ts';

const DAY = 86_400_000;
let made = 0;

/** An entry of the one thread here; times in days. */
function entry(one: Omit<Partial<Entry>, 'value'> & { readonly said: number; readonly value: string | null }): Entry {
  made += 1;
  return {
    ...{ id: `e-${made}`, change: 'assert', subject: 'Ilse', relation: 'town', validTo: null, grain: 'day' },
    ...{ replaces: [], against: null, source: `t-${made}`, arrival: one.said },
    validFrom: null,
    ...one,
    value: one.value === null ? null : { text: one.value, also: [] },
  };
}

const town = (entries: readonly Entry[], now: number, at: number | null = null) =>
  resolveQuery(entries, { kind: 'one', subject: 'Ilse', relation: 'town', at }, now);
const told = (entries: readonly Entry[], now: number, at: number | null = null): string => {
  const answer = town(entries, now, at)?.answer;
  return answer?.kind === 'text' ? (answer.values[0] ?? '') : (answer?.kind ?? 'nothing');
};

describe('evaluation/generator resolution', () => {
  const first = entry({ said: 10 * DAY, value: 'Graz' });
  const moved = entry({ change: 'revise', said: 50 * DAY, validFrom: 48 * DAY, value: 'Linz', replaces: [first.id] });

  it('knows nothing before anything was said, then the latest value, and the earlier one of its time', () => {
    const all = [first, moved];
    expect(told(all, 5 * DAY)).toBe('nothing');
    expect(told(all, 20 * DAY)).toBe('Graz');
    expect(told(all, 60 * DAY)).toBe('Linz');
    expect(told(all, 60 * DAY, 30 * DAY)).toBe('Graz');
    expect(town(all, 60 * DAY)?.superseded).toEqual([['Graz']]);
  });

  it('takes what was corrected as never said, also of earlier times', () => {
    const right = entry({ change: 'correct', said: 70 * DAY, value: 'Turku', replaces: [first.id] });
    expect(told([first, right], 60 * DAY, 30 * DAY)).toBe('Graz');
    expect(told([first, right], 80 * DAY, 30 * DAY)).toBe('Turku');
    expect(town([first, right], 80 * DAY)?.superseded).toEqual([['Graz']]);
  });

  it('knows nothing any more of what was taken back or ended, and what was so before it ended', () => {
    const back = entry({ change: 'retract', said: 70 * DAY, value: null, replaces: [first.id] });
    expect(told([first, back], 80 * DAY)).toBe('unknown');
    const over = entry({ change: 'end', said: 70 * DAY, value: 'Graz', validTo: 69 * DAY, replaces: [first.id] });
    expect(told([first, over], 80 * DAY)).toBe('unknown');
    expect(told([first, over], 80 * DAY, 30 * DAY)).toBe('Graz');
  });

  it('lets an old word that arrives late change the past only', () => {
    const old = entry({ said: 12 * DAY, arrival: 90 * DAY, value: 'Kaunas' });
    expect(told([moved, old], 80 * DAY, 30 * DAY)).toBe('unknown');
    expect(told([moved, old], 95 * DAY, 30 * DAY)).toBe('Kaunas');
    expect(told([moved, old], 95 * DAY)).toBe('Linz');
  });

  it('says both values of a conflict, and neither recurring value as superseded', () => {
    const other = entry({ change: 'conflict', said: 20 * DAY, value: 'Zadar', against: first.id });
    expect(town([first, other], 30 * DAY)?.answer).toEqual({ kind: 'conflict', values: [['Graz'], ['Zadar']] });
    const again = entry({ change: 'recur', said: 80 * DAY, validFrom: 80 * DAY, value: 'Graz', replaces: [moved.id] });
    expect(town([first, moved, again], 90 * DAY)?.superseded).toEqual([['Linz']]);
  });

  it('never lets what arrives later change an answer', () => {
    const times = fc.array(fc.record({ said: fc.nat(300), value: fc.constantFrom('Graz', 'Linz', 'Turku') }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(times, fc.nat(300), (list, now) => {
        const all = list.map(({ said, value }) => entry({ said: said * DAY, validFrom: said * DAY, value }));
        const known = all.filter(({ arrival }) => arrival <= now * DAY);
        expect(town(all, now * DAY)).toEqual(town(known, now * DAY));
      }),
      { seed: 8 },
    );
  });
});
