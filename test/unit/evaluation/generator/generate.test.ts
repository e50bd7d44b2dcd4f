import { describe, expect, it } from 'vitest';
import { Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { checkGenerated } from '../../../../main/evaluation/generator/check.pure.ts';
import { generateTrajectory } from '../../../../main/evaluation/generator/generate.pure.ts';

describe('evaluation/generator', () => {
  it('makes a history of the declared form in which nothing is wrong', () => {
    const trajectory = generateTrajectory({ seed: 1, domain: 'home', turns: 300 });
    expect(Trajectory.parse(trajectory)).toEqual(trajectory);
    expect(trajectory.turns).toHaveLength(300);
    expect(checkGenerated(trajectory)).toEqual([]);
  });

  it('makes the same bytes of the same seed, and another world of another', () => {
    const make = (seed: number): string => JSON.stringify(generateTrajectory({ seed, domain: 'home', turns: 200 }));
    expect(make(1)).toBe(make(1));
    expect(make(1)).not.toBe(make(2));
  });
});
