import { describe, expect, it } from 'vitest';
import { CheckUpChange } from '../../../../main/contract/index.ts';
import { filterQuestions, markOf, remainingMs } from '../../../../renderer/features/check-up/filter.pure.ts';
import { isChanging, limitOf, NO_WISH, toChange } from '../../../../renderer/features/check-up/wish.pure.ts';
import { makeFragment, makeQuestion } from '../../check-up/make-question.ts';

describe('renderer/check-up', () => {
  it('asks for nothing where nothing was chosen', () => {
    expect(toChange(NO_WISH)).toEqual({});
    expect(isChanging(toChange(NO_WISH))).toBe(false);
    expect(limitOf(NO_WISH)).toBe(100);
  });

  it('asks for what was chosen, and never for a chat model', () => {
    const wish = {
      ...NO_WISH,
      off: ['graph' as const],
      settings: { decay: false, rewrites: true },
      k: '5',
      budget: '300',
      limit: '20',
    };
    const change = toChange(wish);
    expect(change).toEqual({ noLegs: ['graph'], settings: { decay: false }, k: 5, budgetTokens: 300 });
    expect(CheckUpChange.parse(change)).toEqual(change);
    expect(limitOf(wish)).toBe(20);
  });

  it('takes a number that means nothing as none', () => {
    for (const typed of ['', '0', '-3', 'many', '1.5', '99999999'])
      expect(toChange({ ...NO_WISH, k: typed, budget: typed })).toEqual({});
    expect(limitOf({ ...NO_WISH, limit: '5000' })).toBe(100);
  });

  it('shows the questions that a filter asks for', () => {
    const gained = makeQuestion({ life: { ...makeQuestion().life, support: 'gained' } });
    const all = [makeQuestion(), makeQuestion({ difference: 'order' }), makeQuestion({ isStale: true }), gained];
    expect(filterQuestions(all, 'all')).toEqual(all);
    expect(filterQuestions(all, 'changed')).toEqual([all[1]]);
    expect(filterQuestions(all, 'stale')).toEqual([all[2]]);
    expect(filterQuestions(all, 'support')).toEqual([gained]);
  });

  it('says how a fragment stands to the other side', () => {
    const question = makeQuestion({ onlyA: ['x'], onlyB: ['y'], moved: [{ id: 'z', before: 3, after: 1 }] });
    expect(markOf(question, 'a', makeFragment('x', 1))).toEqual({ kind: 'only' });
    expect(markOf(question, 'b', makeFragment('y', 1))).toEqual({ kind: 'only' });
    expect(markOf(question, 'a', makeFragment('z', 3))).toEqual({ kind: 'moved', place: 1 });
    expect(markOf(question, 'b', makeFragment('z', 1))).toEqual({ kind: 'moved', place: 3 });
    expect(markOf(question, 'a', makeFragment('w', 2))).toEqual({ kind: 'same' });
  });

  it('says how long it will take once a few questions tell', () => {
    expect(remainingMs({ done: 2, total: 10, elapsedMs: 500 })).toBeNull();
    expect(remainingMs({ done: 4, total: 10, elapsedMs: 2_000 })).toBe(3_000);
  });
});
