import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutTime } from '../../../../renderer/features/trace/waterfall.pure.ts';
import { makeLeg, makeTrace } from './make-trace.ts';

const timings = { totalMs: 100, embedMs: 20, legsMs: 50, fuseMs: 10, rerankMs: 30, packMs: 10 };

describe('renderer/trace/waterfall', () => {
  it('lays legs and steps on one axis in the order in which they run', () => {
    const legs = [
      makeLeg({ startedMs: 1, ms: 9 }),
      makeLeg({ leg: 'episodic', startedMs: 2, ms: 38 }),
      makeLeg({ leg: 'neighbourhood', startedMs: 40, ms: 10 }),
    ];
    const { wholeMs, rows } = layOutTime(makeTrace({ legs, timings }));
    expect(wholeMs).toBe(100);
    expect(
      rows.map((row) => [
        row.kind === 'leg' ? row.leg.leg : row.step,
        row.startMs,
        row.ms,
        row.span.from,
        row.span.share,
      ]),
    ).toEqual([
      ['open', 0, 1, 0, 0.01],
      ['embed', 2, 20, 0.02, 0.2],
      ['lexical', 1, 9, 0.01, 0.09],
      ['episodic', 2, 38, 0.02, 0.38],
      ['neighbourhood', 40, 10, 0.4, 0.1],
      ['fuse', 50, 10, 0.5, 0.1],
      ['rerank', 60, 30, 0.6, 0.3],
      ['pack', 90, 10, 0.9, 0.1],
    ]);
  });

  it('starts the embedding where the first leg that compares vectors does', () => {
    const legs = [
      makeLeg({ startedMs: 0 }),
      makeLeg({ leg: 'episodic', startedMs: 0, executed: 0, outcome: 'disabled' }),
      makeLeg({ leg: 'summary', startedMs: 9 }),
      makeLeg({ leg: 'document', startedMs: 5 }),
    ];
    const embedding = layOutTime(makeTrace({ legs, timings })).rows.find((row) => row.kind === 'step');
    expect(embedding).toMatchObject({ step: 'embed', startMs: 5 });
  });

  it('leaves out steps that an old trace does not tell of, and starts the embedding at nothing without its leg', () => {
    const rows = layOutTime(makeTrace({ legs: [makeLeg()], timings: { ...timings, rerankMs: 0, packMs: 0 } })).rows;
    expect(rows.map((row) => (row.kind === 'leg' ? row.leg.leg : `${row.step} ${row.startMs}`))).toEqual([
      'embed 0',
      'lexical',
      'fuse 50',
    ]);
    expect(layOutTime(makeTrace()).rows).toEqual([]);
  });

  it('keeps every bar visible and inside the axis, whatever was measured', () => {
    const ms = fc.double({ min: 0, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(ms, ms, ms, ms, (totalMs, startedMs, legMs, stepMs) => {
        const legs = [makeLeg({ startedMs, ms: legMs })];
        const steps = { totalMs, embedMs: stepMs, legsMs: startedMs, fuseMs: stepMs, rerankMs: stepMs, packMs: stepMs };
        for (const { span } of layOutTime(makeTrace({ legs, timings: steps })).rows) {
          expect(span.from).toBeGreaterThanOrEqual(0);
          expect(span.share).toBeGreaterThanOrEqual(0.01);
          expect(span.from + span.share).toBeLessThanOrEqual(1.000001);
        }
      }),
    );
  });
});
