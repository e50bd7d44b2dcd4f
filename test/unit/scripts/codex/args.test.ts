import { describe, expect, it } from 'vitest';
import { readArgs } from '../../../../scripts/codex/args.mjs';
import { createHistories } from '../../../../scripts/codex/generate.mjs';
import { sampleTurns } from '../../../../scripts/codex/model.mjs';

describe('scripts/codex/args', () => {
  it('measures the product on both sets unless told otherwise', () => {
    const { mode, sets, seeds, histories } = readArgs([]);
    expect({ mode, sets, seeds, histories }).toEqual({
      ...{ mode: 'product', sets: ['open', 'closed'], seeds: ['1'], histories: 4 },
    });
    expect(readArgs(['--claims', '--set', 'open', '--seed', '2,3']).seeds).toEqual(['2', '3']);
    expect(readArgs(['--model', 'a.gguf', '--turns', '5'])).toMatchObject({ mode: 'model', turns: 5 });
  });

  it('refuses two measurements at once, another set, and a count that is none', () => {
    expect(() => readArgs(['--claims', '--oracle'])).toThrow('name one');
    expect(() => readArgs(['--oracle', '--model', 'a.gguf'])).toThrow('name one');
    expect(() => readArgs(['--set', 'secret'])).toThrow('open or closed');
    expect(() => readArgs(['--histories', '0'])).toThrow('whole number');
  });
});

describe('scripts/codex/model', () => {
  it('draws the same telling turns for the same seed', () => {
    const histories = createHistories({ seed: '1', histories: 1, sets: ['open'] });
    const draw = () => sampleTurns(histories, 12, 'x').flatMap(({ turns }) => turns);
    expect(draw()).toEqual(draw());
    expect(draw()).toHaveLength(12);
    for (const { claims, traps } of draw()) expect(claims.length + traps.length).toBeGreaterThan(0);
  });
});
