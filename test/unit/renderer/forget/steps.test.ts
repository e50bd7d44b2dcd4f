import { describe, expect, it } from 'vitest';
import type { ForgetProgress } from '../../../../main/contract/index.ts';
import {
  erasedShare,
  listSteps,
  type Seen,
  secondsLeft,
  seeProgress,
} from '../../../../renderer/features/forget/steps.pure.ts';

const at = (step: ForgetProgress['step'], done: number, total: number | null, forgetId = 'one'): ForgetProgress => ({
  ...{ forgetId, step, done, total },
});

const see = (...heard: readonly (readonly [ForgetProgress, number])[]): Seen =>
  heard.reduce<Seen | null>((seen, [progress, ms]) => seeProgress(seen, progress, ms), null) as Seen; // never empty here

describe('renderer/forget/steps', () => {
  it('times each step from the first that is heard of it to the first of the next', () => {
    const seen = see(
      [at('waiting', 0, 10, ''), 0],
      [at('waiting', 4, 10), 4_000],
      [at('erasing', 0, 14), 10_000],
      [at('erasing', 9, 14), 10_400],
      [at('clearing', 0, null), 11_500],
      [at('scanning', 5, 100), 12_000],
    );
    expect(listSteps(seen, null)).toEqual([
      { step: 'erasing', state: 'done', ms: 1_500 },
      { step: 'removing', state: 'done', ms: null },
      { step: 'clearing', state: 'done', ms: 500 },
      { step: 'compacting', state: 'done', ms: null },
      { step: 'scanning', state: 'now', done: 5, total: 100 },
      { step: 'closing', state: 'next' },
    ]);
    expect(listSteps(seen, 13_000).at(-2)).toEqual({ step: 'scanning', state: 'done', ms: 1_000 });
    expect(listSteps(seen, 13_000).every(({ state }) => state === 'done')).toBe(true);
  });

  it('does not say how long a step took that it met in the middle', () => {
    const seen = see([at('removing', 40, 100), 0], [at('clearing', 0, null), 100], [at('compacting', 0, null), 300]);
    expect(listSteps(seen, null).slice(0, 3)).toEqual([
      { step: 'erasing', state: 'done', ms: null },
      { step: 'removing', state: 'done', ms: null },
      { step: 'clearing', state: 'done', ms: 200 },
    ]);
  });

  it('begins afresh with another forget', () => {
    const seen = see([at('waiting', 0, 10), 0], [at('erasing', 0, 2), 5], [at('waiting', 0, 10, 'two'), 50]);
    expect(seen.beganMs).toEqual({ waiting: 50 });
  });

  it('lets the picture follow what is erased, and nothing else', () => {
    expect(
      [
        at('waiting', 9, 10),
        at('erasing', 0, null),
        at('erasing', 7, 14),
        at('erasing', 20, 14),
        at('scanning', 0, 9),
      ].map(erasedShare),
    ).toEqual([0, 0, 0.5, 1, 1]);
  });

  it('counts the seconds down to none', () => {
    expect([at('waiting', 0, 10), at('waiting', 9.2, 10), at('waiting', 11, 10)].map(secondsLeft)).toEqual([10, 1, 0]);
  });
});
