import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseQuestions } from '../../../main/check-up/choose.pure.ts';

const questions = fc
  .uniqueArray(fc.tuple(fc.uuid(), fc.integer({ min: 0, max: 50 })), { selector: ([id]) => id, maxLength: 60 })
  .map((pairs) => pairs.map(([id, askedAt]) => ({ id, askedAt })));
const choosing = fc.record({
  limit: fc.integer({ min: 1, max: 70 }),
  spread: fc.constantFrom('newest' as const, 'even' as const),
});

describe('check-up/choose', () => {
  it('takes as many as there may be, each once, oldest first', () => {
    fc.assert(
      fc.property(questions, choosing, (all, how) => {
        const chosen = chooseQuestions(all, how);
        expect(chosen.length).toBe(Math.min(all.length, how.limit));
        expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length);
        expect(chosen.every((one, index) => index === 0 || (chosen[index - 1]?.askedAt ?? 0) <= one.askedAt)).toBe(
          true,
        );
      }),
    );
  });

  it('does not depend on the order in which the questions come', () => {
    fc.assert(
      fc.property(questions, choosing, (all, how) => {
        expect(chooseQuestions([...all].reverse(), how)).toEqual(chooseQuestions(all, how));
      }),
    );
  });

  it('leaves nothing out that is newer than what it takes, where the newest are wanted', () => {
    fc.assert(
      fc.property(questions, fc.integer({ min: 1, max: 70 }), (all, limit) => {
        const chosen = chooseQuestions(all, { limit, spread: 'newest' });
        const left = all.filter(({ id }) => chosen.every((one) => one.id !== id));
        const oldest = chosen[0]?.askedAt ?? 0;
        expect(left.every(({ askedAt }) => askedAt <= oldest)).toBe(true);
      }),
    );
  });

  it('has the first and the last among them, where they are spread', () => {
    const all = Array.from({ length: 100 }, (_, n) => ({ id: `q${n}`, askedAt: n }));
    expect(chooseQuestions(all, { limit: 4, spread: 'even' }).map(({ askedAt }) => askedAt)).toEqual([0, 33, 66, 99]);
  });
});
