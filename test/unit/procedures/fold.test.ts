import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Act, foldProcedure } from '../../../main/procedures/fold.pure.ts';

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const proposed: Act = {
  ...{
    kind: 'set',
    spaceId: 'home',
    trigger: 'Any answer',
    steps: ['Be brief'],
    status: 'proposed',
    source: 'learned',
  },
  ...{ evidence: [{ turnId: 't1', quote: 'be brief' }], contradicts: [], zone: 'UTC' },
};
const fold = (...acts: readonly Act[]) => foldProcedure(acts.map((act, n) => ({ at: day(n + 1), act })));

describe('procedures/fold', () => {
  it('is nothing where it was never said', () => {
    expect(fold()).toBeNull();
    expect(fold({ kind: 'accept' }, { kind: 'said', turnId: 't', quote: 'x' })).toBeNull();
  });

  it('waits until it is accepted, and counts who said it again and what it was used for', () => {
    expect(fold(proposed)).toMatchObject({ status: 'proposed', reinforcements: 0, createdAt: day(1) });
    const said: Act = { kind: 'said', turnId: 't2', quote: 'brief, please' };
    expect(fold(proposed, said, { kind: 'accept' }, { kind: 'used', turnId: 'r' })).toMatchObject({
      ...{ status: 'active', reinforcements: 2, uses: 1, createdAt: day(1), reinforcedAt: day(4) },
      evidence: [
        { turnId: 't1', quote: 'be brief' },
        { turnId: 't2', quote: 'brief, please' },
      ],
    });
  });

  it('comes back after disuse with a fresh start of its time, and is not switched off twice', () => {
    const off: Act = { kind: 'off', why: 'disuse' };
    const after = fold(proposed, { kind: 'accept' }, { kind: 'off', why: 'user' }, off);
    expect(after).toMatchObject({ status: 'inactive', why: 'user' });
    const on: Act = { kind: 'on', said: { turnId: 't3', quote: 'brief!' } };
    expect(fold(proposed, { kind: 'accept' }, off, on)).toMatchObject({
      ...{ status: 'active', why: null, reinforcements: 1, reinforcedAt: day(4) },
    });
  });

  it('keeps what was replaced, rejected or removed', () => {
    expect(fold(proposed, { kind: 'replaced', by: 'q' })).toMatchObject({
      why: 'replaced',
      replacedBy: 'q',
      isRemoved: false,
    });
    expect(fold(proposed, { kind: 'reject', isFinal: true })).toMatchObject({ isRemoved: true, isFinal: true });
    expect(fold(proposed, { kind: 'remove' }, proposed)).toMatchObject({ isRemoved: false, status: 'proposed' });
  });

  it('keeps the first words and the latest of many', () => {
    const many = Array.from({ length: 50 }, (_, n): Act => ({ kind: 'said', turnId: `s${n}`, quote: `${n}` }));
    const evidence = fold(proposed, ...many)?.evidence ?? [];
    expect([evidence.length, evidence[0]?.turnId, evidence.at(-1)?.turnId]).toEqual([20, 't1', 's49']);
  });

  it('is the same without what was undone, whatever was done', () => {
    const acts = fc.array(
      fc.oneof<fc.Arbitrary<Act>[]>(
        fc.constant(proposed),
        fc.constant<Act>({ kind: 'accept' }),
        fc.constant<Act>({ kind: 'remove' }),
        fc.constant<Act>({ kind: 'off', why: 'disuse' }),
        fc.constant<Act>({ kind: 'on', said: null }),
        fc.nat(5).map((n): Act => ({ kind: 'said', turnId: `t${n}`, quote: 'x' })),
        fc.nat(5).map((n): Act => ({ kind: 'used', turnId: `r${n}` })),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(acts, (done) => {
        const state = fold(...done);
        if (state === null) return;
        expect(state.uses).toBeLessThanOrEqual(state.reinforcements);
        expect(state.why === null).toBe(state.status !== 'inactive');
        expect(state.reinforcedAt >= state.createdAt).toBe(true);
      }),
    );
  });
});
