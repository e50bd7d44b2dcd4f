import { describe, expect, it } from 'vitest';
import { generateBenchTurns, makeBenchQueries, makeBenchTurns, quantile } from '../../../main/cli/bench-text.pure.ts';

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

  it('keeps two series apart by the names of their turns and conversations, and puts one in a space of its own', () => {
    const home = makeBenchTurns(50, 1);
    const other = [...generateBenchTurns({ count: 50, seed: 1, prefix: 'other', space: 'side' })];
    expect(other.map(({ text }) => text)).toEqual(home.map(({ text }) => text));
    const names = (turns: typeof home) => turns.flatMap(({ id, conversation }) => [id, conversation]);
    expect(names(home).filter((name) => names(other).includes(name))).toEqual([]);
    expect([home[0]?.space, other[0]?.space]).toEqual([undefined, 'side']);
  });

  it('takes quantiles by nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect([quantile(values, 0.5), quantile(values, 0.95), quantile([7], 0.95), quantile([], 0.5)]).toEqual([
      50, 95, 7, 0,
    ]);
  });
});
