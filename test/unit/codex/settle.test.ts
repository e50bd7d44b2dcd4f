import { describe, expect, it } from 'vitest';
import type { LedgerClaim } from '../../../main/codex/ledger.pure.ts';
import { resolve, settle, statusAt } from '../../../main/codex/settle.pure.ts';
import type { Bucket } from '../../../main/contract/codex.ts';

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
let made = 0;
/** A statement of the user, said on a day. */
const makeClaim = (said: string, key: string | null, own: Partial<LedgerClaim> = {}): LedgerClaim => {
  made += 1;
  return {
    ...{
      id: `c${made}`,
      seq: made,
      ordinal: 0,
      act: 'state',
      key,
      from: null,
      to: null,
      precision: 'day',
      isPast: false,
    },
    ...{ observedAt: at(said), knownAt: at(said), assertedBy: 'user', source: 'user', replacesKey: null },
    ...{ isImplied: false, replacesIds: [] },
    ...own,
  };
};
const day = (ms: number | null): string => (ms === null ? '-' : new Date(ms).toISOString().slice(0, 10));
const tell = (claims: readonly LedgerClaim[], bucket: Bucket) =>
  settle(claims, bucket)
    .map(({ key, status, from, to }) => `${key} ${status} ${day(from)} ${day(to)}`)
    .sort();

describe('codex/settle, one value at a time', () => {
  const lisbon = makeClaim('2024-01-10', 'Lisbon');
  const porto = makeClaim('2024-06-10', 'Porto', { from: at('2024-05-01'), precision: 'month' });

  it('ends the old value where the new one begins', () => {
    expect(tell([lisbon, porto], 'single-valued')).toEqual([
      'Lisbon superseded 2024-01-10 2024-05-01',
      'Porto active 2024-05-01 -',
    ]);
  });

  it('puts late news where it belongs and closes no newer value with it', () => {
    const faro = makeClaim('2024-07-01', 'Faro', { from: at('2015-01-01'), to: at('2018-01-01'), isPast: true });
    expect(tell([lisbon, porto, faro], 'single-valued')).toEqual([
      'Faro ended 2015-01-01 2018-01-01',
      'Lisbon superseded 2024-01-10 2024-05-01',
      'Porto active 2024-05-01 -',
    ]);
  });

  it('lets "used to" neither become current nor close what is', () => {
    const rome = makeClaim('2024-07-01', 'Rome', { isPast: true });
    expect(tell([porto, rome], 'single-valued')).toEqual(['Porto active 2024-05-01 -', 'Rome ended - 2024-05-01']);
  });

  it('puts the right value in the place of the wrong one', () => {
    const braga = makeClaim('2024-06-11', 'Braga', { act: 'correct', assertedBy: 'correction', replacesKey: 'Porto' });
    expect(tell([lisbon, porto, braga], 'single-valued')).toEqual([
      'Braga active 2024-05-01 -',
      'Lisbon superseded 2024-01-10 2024-05-01',
      'Porto corrected 2024-05-01 -',
    ]);
  });

  it('takes another day for the same value as a correction of the day', () => {
    const march = { act: 'correct', assertedBy: 'correction', from: at('2024-03-01'), precision: 'month' } as const;
    expect(tell([lisbon, porto, makeClaim('2024-06-11', 'Porto', march)], 'single-valued')).toEqual([
      'Lisbon superseded 2024-01-10 2024-03-01',
      'Porto active 2024-03-01 -',
      'Porto corrected 2024-05-01 -',
    ]);
  });

  it('opens the old value again when the new one never was', () => {
    const never = makeClaim('2024-06-12', 'Porto', { act: 'retract' });
    expect(tell([lisbon, porto, never], 'single-valued')).toEqual([
      'Lisbon active 2024-01-10 -',
      'Porto retracted 2024-05-01 -',
    ]);
  });

  it('knows nothing after "no longer", and remembers what was', () => {
    const gone = makeClaim('2024-06-12', 'Porto', { act: 'end' });
    const settled = settle([porto, gone], 'single-valued');
    expect(resolve(settled, at('2024-07-01'))).toMatchObject({ kind: 'missing', last: { key: 'Porto' } });
    expect(tell([gone], 'single-valued')).toEqual(['Porto ended - 2024-06-12']);
  });

  it('shows both values where neither time nor authority orders them, and the stronger one where it does', () => {
    const same = { from: at('2024-05-01') } as const;
    const faro = makeClaim('2024-06-20', 'Faro', same);
    expect(tell([{ ...porto, precision: 'day' }, faro], 'single-valued')).toEqual([
      'Faro conflicted 2024-05-01 -',
      'Porto conflicted 2024-05-01 -',
    ]);
    const document = makeClaim('2024-06-20', 'Faro', { ...same, assertedBy: 'document', source: 'a.pdf' });
    expect(tell([{ ...porto, precision: 'day' }, document], 'single-valued')).toEqual([
      'Faro corrected 2024-05-01 -',
      'Porto active 2024-05-01 -',
    ]);
  });

  it('begins after what was seen inside the month that was named', () => {
    const later = makeClaim('2024-05-20', 'Lisbon');
    expect(tell([later, porto], 'single-valued')[1]).toBe('Porto active 2024-05-20 -');
  });

  it('is active on a day on which it held, whatever came later', () => {
    const [old] = settle([lisbon, porto], 'single-valued').filter(({ key }) => key === 'Lisbon');
    expect([old && statusAt(old, at('2024-02-01')), old && statusAt(old, at('2024-06-01'))]).toEqual([
      'active',
      'superseded',
    ]);
  });
});

describe('codex/settle, properties', () => {
  it('holds the latest word of one source for right, and the older for corrected when that was known', () => {
    const [old] = settle([makeClaim('2024-01-01', '3 May'), makeClaim('2024-02-01', '4 May')], 'property').filter(
      ({ key }) => key === '3 May',
    );
    expect([old?.status, day(old?.knownTo ?? null)]).toEqual(['corrected', '2024-02-01']);
  });

  it('lets no weaker source overrule, and shows two equal ones that differ', () => {
    const user = makeClaim('2024-01-01', '3 May');
    const of = (source: string, key: string) => makeClaim('2024-02-01', key, { assertedBy: 'document', source });
    expect(tell([user, of('a', '4 May')], 'property')).toEqual(['3 May active - -', '4 May corrected 2024-02-01 -']);
    expect(tell([of('a', '4 May'), of('b', '5 May')], 'property')).toEqual([
      '4 May conflicted - -',
      '5 May conflicted - -',
    ]);
  });
});

describe('codex/settle, many values', () => {
  it('keeps them side by side and ends one alone', () => {
    const claims = [makeClaim('2024-01-01', 'jazz'), makeClaim('2024-01-02', 'tea')];
    expect(tell([...claims, makeClaim('2024-03-01', 'jazz', { act: 'end' })], 'multi-valued')).toEqual([
      'jazz ended 2024-01-01 2024-03-01',
      'tea active 2024-01-02 -',
    ]);
  });
});
