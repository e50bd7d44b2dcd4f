import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitOf, type Held, limitsOf, planLoad } from '../../../../main/chat/router/memory.pure.ts';

const held = (id: string, bytes: number, lastUsed: number, isAnswering = false): Held => ({
  id,
  bytes,
  lastUsed,
  isAnswering,
});
const limits = { togetherBytes: 10, aloneBytes: 16 };

describe('chat/router/memory', () => {
  it('takes the user’s limit, or a share of this computer’s memory', () => {
    expect(limitsOf(4_000, 64e9)).toEqual({ togetherBytes: 4e9, aloneBytes: 4e9 });
    expect(limitsOf(null, 20e9)).toEqual({ togetherBytes: 10e9, aloneBytes: 16e9 });
    expect([10, 16, 17].map((bytes) => fitOf(bytes, limits))).toEqual(['fits', 'tight', 'too large']);
  });

  it('loads beside others while they fit, and else unloads the one used longest ago', () => {
    const loaded = [held('old', 4, 1), held('new', 4, 2)];
    expect(planLoad({ id: 'x', bytes: 2 }, loaded, limits)).toEqual({ kind: 'load', unload: [] });
    expect(planLoad({ id: 'x', bytes: 4 }, loaded, limits)).toEqual({ kind: 'load', unload: ['old'] });
    expect(planLoad({ id: 'x', bytes: 9 }, loaded, limits)).toEqual({ kind: 'load', unload: ['old', 'new'] });
  });

  it('never unloads one that answers: it waits', () => {
    const loaded = [held('old', 4, 1, true), held('new', 4, 2)];
    expect(planLoad({ id: 'x', bytes: 4 }, loaded, limits)).toEqual({ kind: 'load', unload: ['new'] });
    expect(planLoad({ id: 'x', bytes: 9 }, loaded, limits)).toEqual({ kind: 'wait' });
  });

  it('lets one model have more by itself, and refuses what does not fit even so', () => {
    expect(planLoad({ id: 'x', bytes: 15 }, [held('a', 1, 1)], limits)).toEqual({ kind: 'load', unload: ['a'] });
    expect(planLoad({ id: 'x', bytes: 15 }, [held('a', 1, 1, true)], limits)).toEqual({ kind: 'wait' });
    expect(planLoad({ id: 'x', bytes: 17 }, [], limits)).toEqual({ kind: 'too large' });
  });

  it('keeps within the limit whatever is loaded, and unloads nothing needlessly', () => {
    const any = fc.array(
      fc.record({
        bytes: fc.integer({ min: 1, max: 10 }),
        lastUsed: fc.integer({ min: 1, max: 99 }),
        isAnswering: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 16 }), (list, bytes) => {
        const loaded = list.map((each, i) => ({ ...each, id: `m${i}` }));
        const plan = planLoad({ id: 'x', bytes }, loaded, limits);
        if (plan.kind !== 'load') return;
        const gone = loaded.filter(({ id }) => plan.unload.includes(id));
        const stays = loaded.filter(({ id }) => !plan.unload.includes(id));
        expect(gone.filter(({ isAnswering }) => isAnswering)).toEqual([]);
        const total = bytes + stays.reduce((sum, each) => sum + each.bytes, 0);
        expect(stays.length === 0 || total <= limits.togetherBytes).toBe(true);
        const last = loaded.find(({ id }) => id === plan.unload.at(-1));
        if (last !== undefined) expect(total + last.bytes).toBeGreaterThan(limits.togetherBytes);
      }),
    );
  });
});
