import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps } from '../../../../renderer/features/graph/camera.pure.ts';
import { boxOf, placeLabels } from '../../../../renderer/features/graph/labels.pure.ts';

const SIZE = { width: 800, height: 500 };
const wanted = (key: number, x: number, y: number, width = 60) => ({ key, point: { x, y }, radius: 6, width });

describe('renderer/graph labels', () => {
  it('puts a name beside its mark, and on another side where that is taken', () => {
    expect(placeLabels([wanted(0, 400, 250)], { size: SIZE, most: 9, taken: [] })).toEqual([{ key: 0, side: 'end' }]);
    expect(placeLabels([wanted(0, 790, 250)], { size: SIZE, most: 9, taken: [] })).toEqual([{ key: 0, side: 'start' }]);
    const taken = [boxOf(wanted(0, 400, 250), 'end'), boxOf(wanted(0, 400, 250), 'start')];
    expect(placeLabels([wanted(0, 400, 250)], { size: SIZE, most: 9, taken })).toEqual([{ key: 0, side: 'under' }]);
  });

  it('puts a name away from the links of its mark', () => {
    const each = { ...wanted(0, 400, 250), isStartFreer: true };
    expect(placeLabels([each], { size: SIZE, most: 9, taken: [] })).toEqual([{ key: 0, side: 'start' }]);
  });

  it('leaves out the less important where two cannot stand', () => {
    const crowd = Array.from({ length: 9 }, (_, key) => wanted(key, 400, 250, 300));
    const placed = placeLabels(crowd, { size: SIZE, most: 9, taken: [] });
    expect(placed[0]).toEqual({ key: 0, side: 'end' });
    expect(placed.length).toBeLessThan(5);
    expect(placeLabels(crowd, { size: SIZE, most: 1, taken: [] })).toHaveLength(1);
  });

  it('covers neither names nor the edge, whatever is wanted', () => {
    const point = fc.tuple(fc.integer({ min: -50, max: 850 }), fc.integer({ min: -50, max: 550 }));
    fc.assert(
      fc.property(fc.array(point, { maxLength: 80 }), (points) => {
        const all = points.map(([x, y], key) => wanted(key, x, y, 40 + (key % 7) * 30));
        const placed = placeLabels(all, { size: SIZE, most: 50, taken: [] });
        const boxes = placed.flatMap(({ key, side }) => {
          const each = all[key];
          return each ? [boxOf(each, side)] : [];
        });
        boxes.forEach((box, at) => {
          expect(box.left >= 0 && box.right <= 800 && box.top >= 0 && box.bottom <= 500).toBe(true);
          for (const other of boxes.slice(at + 1)) expect(overlaps(box, other)).toBe(false);
        });
      }),
    );
  });
});
