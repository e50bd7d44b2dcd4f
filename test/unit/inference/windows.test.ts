import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planWindows } from '../../../main/inference/windows.pure.ts';
import type { OffsetToken } from '../../../main/inference/wordpiece.pure.ts';

/** Tokens of two characters each, a word start every `wordTokens`. */
function makeTokens(count: number, wordTokens = 1): { text: string; tokens: OffsetToken[] } {
  const tokens = Array.from({ length: count }, (_, i) => ({
    id: i,
    from: i * 2,
    to: i * 2 + 2,
    isWordStart: i % wordTokens === 0,
  }));
  return { text: 'ab'.repeat(count), tokens };
}

describe('inference/windows', () => {
  it('leaves a text that fits in one window, whole', () => {
    const { text, tokens } = makeTokens(4);
    expect(planWindows(`${text}  `, tokens, { maxTokens: 4, overlapTokens: 1 })).toEqual([
      { ids: [0, 1, 2, 3], from: 0, to: 10 },
    ]);
  });

  it('overlaps windows and ends the last with the text', () => {
    const { text, tokens } = makeTokens(7);
    expect(planWindows(text, tokens, { maxTokens: 4, overlapTokens: 1 })).toEqual([
      { ids: [0, 1, 2, 3], from: 0, to: 8 },
      { ids: [3, 4, 5, 6], from: 6, to: 14 },
    ]);
  });

  it('cuts before a word rather than inside it', () => {
    const { text, tokens } = makeTokens(12, 3);
    expect(planWindows(text, tokens, { maxTokens: 5, overlapTokens: 1 }).map(({ ids }) => ids)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
      [9, 10, 11],
    ]);
  });

  it('gives an empty text one empty window', () => {
    expect(planWindows('', [], { maxTokens: 4, overlapTokens: 1 })).toEqual([{ ids: [], from: 0, to: 0 }]);
  });

  it('leaves no token and no character out, whatever the words are', () => {
    const shape = fc.record({
      count: fc.integer({ min: 0, max: 400 }),
      wordTokens: fc.integer({ min: 1, max: 60 }),
      maxTokens: fc.integer({ min: 4, max: 64 }),
      overlapTokens: fc.integer({ min: 0, max: 32 }),
    });
    fc.assert(
      fc.property(shape, ({ count, wordTokens, maxTokens, overlapTokens }) => {
        const { text, tokens } = makeTokens(count, wordTokens);
        const windows = planWindows(text, tokens, { maxTokens, overlapTokens });
        expect(new Set(windows.flatMap(({ ids }) => ids)).size).toBe(count);
        expect(windows[0]?.from).toBe(0);
        expect(windows.at(-1)?.to).toBe(text.length);
        windows.forEach(({ ids, from }, i) => {
          expect(ids.length).toBeLessThanOrEqual(maxTokens);
          if (i > 0) expect(from).toBeLessThanOrEqual(windows[i - 1]?.to ?? -1);
        });
      }),
    );
  });
});
