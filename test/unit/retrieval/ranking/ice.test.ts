import { describe, expect, it } from 'vitest';
import { rankByRanks } from '../../../../main/retrieval/ranking/ice.pure.ts';
import { DEFAULT_RECIPE } from '../../../../main/retrieval/recipes.ts';

const run = (leg: 'lexical' | 'episodic', ...docs: readonly number[]) => ({
  leg,
  produced: docs.map((doc) => ({ doc })),
});

describe('retrieval/ranking/ice', () => {
  it('adds up α / (60 + rank) over legs, ties in the order of the pool', () => {
    const ranked = rankByRanks([7, 8, 9], [run('lexical', 8, 7), run('episodic', 7)], DEFAULT_RECIPE.alpha);

    expect(ranked.map(({ index, score }) => [index, Number(score.toFixed(6))])).toEqual([
      [0, Number((1 / 62 + 0.8 / 61).toFixed(6))],
      [1, Number((1 / 61).toFixed(6))],
      [2, 0],
    ]);
  });
});
