import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitTo,
  MAX_SCALE,
  MIN_SCALE,
  panBy,
  reveal,
  toPlane,
  toScreen,
  zoomAt,
} from '../../../../renderer/features/graph/camera.pure.ts';

const SIZE = { width: 800, height: 500 };
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const cameras = fc.record({ x: number(-1e3, 1e3), y: number(-1e3, 1e3), scale: number(0.05, 20) });
const points = fc.record({ x: number(0, 800), y: number(0, 500) });

describe('renderer/graph camera', () => {
  it('keeps what is under the pointer where it is while zooming, within bounds', () => {
    fc.assert(
      fc.property(cameras, points, number(0.01, 100), (camera, anchor, factor) => {
        const still = toPlane(camera, SIZE, anchor);
        const zoomed = zoomAt(camera, SIZE, { factor, anchor });
        const after = toScreen(zoomed, SIZE, still);
        expect(after.x).toBeCloseTo(anchor.x, 4);
        expect(after.y).toBeCloseTo(anchor.y, 4);
        expect(zoomed.scale).toBeGreaterThanOrEqual(MIN_SCALE);
        expect(zoomed.scale).toBeLessThanOrEqual(MAX_SCALE);
      }),
    );
  });

  it('moves by pixels, whatever the zoom', () => {
    const camera = { x: 3, y: 4, scale: 2.5 };
    const before = toScreen(camera, SIZE, { x: 10, y: 10 });
    const after = toScreen(panBy(camera, 30, -20), SIZE, { x: 10, y: 10 });
    expect([after.x - before.x, after.y - before.y]).toEqual([30, -20]);
  });

  it('fits everything into view, and two neighbours not miles apart', () => {
    const box = { left: -1000, right: 3000, top: 0, bottom: 900 };
    const camera = fitTo(box, SIZE, { padding: { x: 40, y: 20 }, mostScale: 6 });
    const a = toScreen(camera, SIZE, { x: box.left, y: box.top });
    const b = toScreen(camera, SIZE, { x: box.right, y: box.bottom });
    expect(Math.min(a.x, a.y)).toBeGreaterThanOrEqual(20);
    expect(b.x).toBeLessThanOrEqual(761);
    expect(b.y).toBeLessThanOrEqual(481);
    const one = fitTo({ left: 5, right: 5, top: 5, bottom: 5 }, SIZE, { padding: { x: 0, y: 0 }, mostScale: 6 });
    expect(one).toEqual({ x: 5, y: 5, scale: 6 });
  });

  it('moves no further than it must to show a point', () => {
    const camera = { x: 0, y: 0, scale: 1 };
    expect(reveal(camera, SIZE, { x: 10, y: 10 })).toBe(camera);
    const moved = reveal(camera, SIZE, { x: 1_000, y: 0 });
    expect(toScreen(moved, SIZE, { x: 1_000, y: 0 })).toEqual({ x: 740, y: 250 });
  });
});
