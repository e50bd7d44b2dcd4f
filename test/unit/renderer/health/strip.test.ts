import { describe, expect, it } from 'vitest';
import { planStrip } from '../../../../renderer/features/health/strip.pure.ts';

const day = (asked: number, contributed = asked, failed = 0) => ({ asked, contributed, failed });

describe('renderer/health/strip', () => {
  it('draws nothing where nobody asked, a hairline where nothing came, and taller bars for more', () => {
    const bars = planStrip([day(0), day(4, 0), day(4, 0, 2), day(1), day(16)], 16);
    expect(bars.map(({ x, kind }) => ({ x, kind }))).toEqual([
      { x: 9, kind: 'nothing' },
      { x: 18, kind: 'failed' },
      { x: 27, kind: 'gave' },
      { x: 36, kind: 'gave' },
    ]);
    expect(bars.map(({ height }) => height)).toEqual([1.5, 1.5, 4, 16]);
  });
});
