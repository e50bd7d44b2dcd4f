import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeNotes } from '../../../../renderer/features/chat/place-notes.pure.ts';

describe('renderer/chat/place-notes', () => {
  it('leaves a note beside its mark and pushes the next one down', () => {
    const tops = placeNotes([
      { key: 'a', wantedTop: 100, height: 40 },
      { key: 'b', wantedTop: 110, height: 40 },
      { key: 'c', wantedTop: 400, height: 40 },
    ]);
    expect([...tops]).toEqual([
      ['a', 100],
      ['b', 154],
      ['c', 400],
    ]);
  });

  it('never lets notes overlap, never lifts one above its mark, and keeps their order', () => {
    const boxes = fc.array(
      fc.record({ wantedTop: fc.integer({ min: -500, max: 5000 }), height: fc.integer({ min: 0, max: 300 }) }),
    );
    fc.assert(
      fc.property(boxes, (raw) => {
        const named = raw.map((box, index) => ({ ...box, key: String(index) }));
        const tops = placeNotes(named);
        const placed = named
          .map((box) => ({ ...box, top: tops.get(box.key) ?? Number.NaN }))
          .sort((a, b) => a.wantedTop - b.wantedTop || Number(a.key) - Number(b.key));
        for (const [index, box] of placed.entries()) {
          const before = placed[index - 1];
          expect(box.top).toBeGreaterThanOrEqual(Math.max(0, box.wantedTop));
          if (before) expect(box.top).toBeGreaterThanOrEqual(before.top + before.height);
        }
      }),
    );
  });
});
