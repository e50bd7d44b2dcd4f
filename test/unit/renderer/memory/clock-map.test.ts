import { describe, expect, it } from 'vitest';
import { mapLayers, planKnown } from '../../../../renderer/features/memory/clock-map.pure.ts';
import { makeRevision } from './make-revision.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const axes = {
  valid: { fromMs: at('2021-01-01'), toMs: at('2031-01-01') },
  known: { fromMs: at('2021-01-01'), toMs: at('2027-01-01') },
};

describe('renderer/memory/clock-map', () => {
  it('shows a replaced value as open until its end was known, and closed after that', () => {
    const next = makeRevision('n', { knownFrom: '2026-09-02T00:00:00Z', validFrom: '2026-09-01T00:00:00Z' });
    const old = makeRevision('o', { status: 'superseded', validTo: '2026-09-01T00:00:00Z', supersededBy: [next.id] });
    const [layer] = mapLayers([old, next], axes);
    expect(layer?.patches.map(({ to }) => to === 1)).toEqual([true, false]);
    expect(layer?.patches[0]?.knownTo).toBe(layer?.patches[1]?.knownFrom);
    expect(layer?.correctedAt).toBeNull();
  });

  it('spreads what became known over the whole height, in years or in minutes', () => {
    const first = makeRevision('f', { knownFrom: '2026-11-30T11:00:00Z' });
    const nowMs = Date.parse('2026-11-30T12:00:00Z');
    const scale = planKnown([first], nowMs);
    expect((Date.parse(first.knownFrom) - scale.fromMs) / (scale.toMs - scale.fromMs)).toBeLessThan(0.2);
    expect(scale.toMs).toBe(nowMs);
  });

  it('ends a corrected value where the record was found to be wrong', () => {
    const wrong = makeRevision('w', { status: 'corrected', knownTo: '2024-01-01T00:00:00Z' });
    const [layer] = mapLayers([wrong], axes);
    expect(layer?.patches).toHaveLength(1);
    expect(layer?.correctedAt).toBeCloseTo(0.5, 2);
  });
});
