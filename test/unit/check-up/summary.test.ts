import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addGone, addQuestion, NOTHING_CHECKED } from '../../../main/check-up/summary.pure.ts';
import { CheckedDifference, CheckUpSummary } from '../../../main/contract/check-up.ts';
import { makeQuestion } from './make-question.ts';

const anyQuestion = fc
  .record({
    difference: fc.constantFrom(...CheckedDifference.options),
    isStale: fc.boolean(),
    support: fc.constantFrom('same' as const, 'gained' as const, 'lost' as const),
  })
  .map(({ support, ...rest }) => makeQuestion({ ...rest, life: { ...makeQuestion().life, support } }));

describe('check-up/summary', () => {
  it('counts every question once, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { maxLength: 20 }), (questions) => {
        const sum = questions.reduce(addQuestion, NOTHING_CHECKED);
        const counted = Object.values(sum.differences).reduce((total, n) => total + n, 0);
        expect(counted).toBe(questions.length);
        expect(sum.questions).toBe(questions.length);
        expect(sum.stale).toBe(questions.filter(({ isStale }) => isStale).length);
        expect([...questions].reverse().reduce(addQuestion, NOTHING_CHECKED)).toEqual(sum);
        expect(CheckUpSummary.parse(sum)).toEqual(sum);
      }),
    );
  });

  it('counts for how many questions a leg gave something in each setting', () => {
    const one = makeQuestion();
    const without = makeQuestion({
      b: { ...one.b, legs: [{ leg: 'lexical', outcome: 'disabled', selected: 0 }] },
    });
    const sum = [one, without].reduce(addQuestion, NOTHING_CHECKED);
    expect(sum.legs.find(({ leg }) => leg === 'lexical')).toEqual({ leg: 'lexical', a: 2, b: 1 });
  });

  it('counts what went away beside the questions', () => {
    expect(addGone(NOTHING_CHECKED)).toMatchObject({ questions: 0, gone: 1 });
  });
});
