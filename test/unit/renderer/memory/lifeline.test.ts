import { describe, expect, it } from 'vitest';
import type { RevisionId } from '../../../../main/contract/index.ts';
import { drawLifeline, nameLifeline } from '../../../../renderer/features/memory/lifeline.pure.ts';
import { makeRevision } from './make-revision.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const scale = { fromMs: at('2021-01-01'), toMs: at('2028-01-01') };
const now = { scale, validMs: at('2026-11-30'), knownMs: at('2026-11-30') };
const none: ReadonlySet<RevisionId> = new Set();

const leipzig = makeRevision('3', {
  value: 'Leipzig',
  validFrom: '2026-09-01T00:00:00Z',
  knownFrom: '2026-09-02T00:00:00Z',
});
const ghent = makeRevision('2', { value: 'Ghent', status: 'superseded', validTo: '2026-09-01T00:00:00Z' });
const utrecht = makeRevision('1', {
  value: 'Utrecht',
  status: 'superseded',
  validFrom: null,
  validTo: '2023-03-04T00:00:00Z',
});
const wrong = makeRevision('0', {
  ...{ value: 'Ghent', status: 'corrected', validFrom: '2023-05-02T00:00:00Z' },
  ...{ knownFrom: '2023-05-09T00:00:00Z', knownTo: '2024-02-03T00:00:00Z' },
});
const held = [utrecht, ghent, wrong, leipzig];

describe('renderer/memory/lifeline', () => {
  it('lays what holds on top, older values a lane lower and thinner, the corrected lowest', () => {
    const { marks } = drawLifeline(held, none, now);
    const byKey = new Map(marks.map((mark) => [mark.key.slice(0, 1), mark]));
    expect(marks.map(({ kind }) => kind)).toEqual(['current', 'past', 'past', 'corrected']);
    expect(byKey.get('2')?.isDeeper).toBe(false);
    expect(byKey.get('1')?.isDeeper).toBe(true);
    const tops = ['3', '2', '0'].map((key) => byKey.get(key)?.topPx ?? 0);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
  });

  it('leaves the edge ragged where the beginning is not known, and fades beyond what was known', () => {
    const { marks } = drawLifeline(held, none, now);
    expect(marks.filter(({ isRagged }) => isRagged)).toHaveLength(1);
    const current = marks[0];
    expect(current?.isOpen).toBe(true);
    expect(current?.knownTo).toBeCloseTo((now.knownMs - scale.fromMs) / (scale.toMs - scale.fromMs), 6);
  });

  it('shows the corrected as long as it was believed, and not beyond the day looked from', () => {
    const mark = drawLifeline(held, none, now).marks.find(({ kind }) => kind === 'corrected');
    expect(mark?.from).toBeCloseTo((at('2023-05-09') - scale.fromMs) / (scale.toMs - scale.fromMs), 6);
    expect(mark?.to).toBeCloseTo((at('2024-02-03') - scale.fromMs) / (scale.toMs - scale.fromMs), 6);
  });

  it('puts the value of another day on top when that day is looked at', () => {
    const { marks } = drawLifeline(held, none, { ...now, validMs: at('2024-01-01') });
    expect(marks.find(({ kind }) => kind === 'current')?.label.text).toBe('Ghent');
  });

  it('never lays one bar over another', () => {
    const oslo = makeRevision('o', {
      value: 'Oslo',
      status: 'ended',
      validFrom: null,
      validTo: '2024-01-01T00:00:00Z',
    });
    const { marks } = drawLifeline([...held, oslo], none, now);
    for (const a of marks)
      for (const b of marks)
        if (a !== b && a.topPx === b.topPx) expect(Math.min(a.to, b.to)).toBeLessThanOrEqual(Math.max(a.from, b.from));
  });

  it('shows a dormant value solid to its last mention, then dotted', () => {
    const viola = makeRevision('v', { status: 'dormant', lastMentionedAt: '2024-02-11T00:00:00Z' });
    const [solid, dotted] = drawLifeline([viola], none, now).marks;
    expect([solid?.kind, dotted?.kind]).toEqual(['current', 'dormant']);
    expect(solid?.to).toBe(dotted?.from);
  });

  it('shows two values in conflict side by side, each with its name', () => {
    const twelfth = makeRevision('a', { value: '12 June', status: 'conflicted' });
    const nineteenth = makeRevision('b', { value: '19 June', status: 'conflicted' });
    const { marks } = drawLifeline([twelfth, nineteenth], new Set([twelfth.id, nineteenth.id]), now);
    expect(marks.map(({ kind, label }) => [kind, label.text])).toEqual([
      ['conflict', '12 June'],
      ['otherConflict', '19 June'],
    ]);
  });

  it('says in words what the bars show', () => {
    expect(nameLifeline(held, none, now.validMs)).toEqual({
      current: [{ text: 'Leipzig', since: '2026-09-01T00:00:00Z', until: null }],
      before: [
        { text: 'Ghent', until: '2026-09-01T00:00:00Z' },
        { text: 'Utrecht', until: '2023-03-04T00:00:00Z' },
      ],
      corrections: 1,
      isConflict: false,
    });
  });
});
