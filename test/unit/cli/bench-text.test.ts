import { describe, expect, it } from 'vitest';
import { makeBenchQueries, makeBenchTurns, quantile } from '../../../main/cli/bench-text.pure.ts';

describe('cli/bench-text', () => {
  it('makes the same turns for a seed, with a vocabulary of hundreds of words and lengths that vary', () => {
    const turns = makeBenchTurns(500, 1);
    expect(makeBenchTurns(500, 1)).toEqual(turns);
    expect(makeBenchTurns(500, 2)).not.toEqual(turns);
    const words = new Set(turns.flatMap(({ text }) => text.toLowerCase().match(/[a-z]+/g) ?? []));
    const lengths = turns.map(({ text }) => text.length);
    expect(words.size).toBeGreaterThan(250);
    expect([Math.min(...lengths) < 80, Math.max(...lengths) > 1_500]).toEqual([true, true]);
    expect(new Set(makeBenchQueries(100, 1)).size).toBeGreaterThan(90);
  });

  it('takes quantiles by nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect([quantile(values, 0.5), quantile(values, 0.95), quantile([7], 0.95), quantile([], 0.5)]).toEqual([
      50, 95, 7, 0,
    ]);
  });
});
