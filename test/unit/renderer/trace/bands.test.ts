import { describe, expect, it } from 'vitest';
import type { LegReport } from '../../../../main/contract/index.ts';
import { BAND_HEIGHT, bandHeight, bandPath, reachedStages } from '../../../../renderer/features/trace/bands.pure.ts';

const leg = (patch: Partial<LegReport>): LegReport => ({
  leg: 'lexical',
  eligible: 12_480,
  executed: 12_480,
  produced: 60,
  selected: 9,
  inPrompt: 3,
  ms: 11,
  startedMs: 0,
  outcome: 'contributed',
  why: null,
  method: 'BM25',
  ...patch,
});

describe('renderer/trace/bands', () => {
  it('narrows with the logarithm, vanishes at nothing and never leaves its row', () => {
    const heights = [0, 1, 60, 12_480, 10 ** 9].map(bandHeight);
    expect(heights[0]).toBe(0);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(Math.max(...heights)).toBeLessThan(BAND_HEIGHT);
  });

  it('draws one closed outline', () => {
    expect(bandPath([100, 100, 10, 1])).toMatch(/^M0 [\d.]+H.*Z$/);
    expect(bandPath([0, 0, 0, 0])).not.toContain('NaN');
  });

  it('cuts a failed leg where it stopped', () => {
    expect(reachedStages(leg({}))).toBe(4);
    expect(reachedStages(leg({ outcome: 'failed' }))).toBe(2);
    expect(reachedStages(leg({ outcome: 'failed', executed: 0 }))).toBe(1);
  });
});
