import { describe, expect, it } from 'vitest';
import { findAhead, findNear } from '../../../../renderer/features/graph/walk.pure.ts';

const POINTS = [
  { x: 0, y: 0 },
  { x: 10, y: 1 },
  { x: 30, y: 0 },
  { x: 0, y: -20 },
  { x: 12, y: -40 },
];
const candidates = POINTS.map((_, place) => place);
const pointOf = (place: number) => POINTS[place] ?? { x: 0, y: 0 };
const from = (place: number, direction: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight') =>
  findAhead({ from: place, direction, candidates, pointOf });

describe('renderer/graph walk', () => {
  it('goes to the nearest that lies rather straight ahead', () => {
    expect([from(0, 'ArrowRight'), from(1, 'ArrowRight'), from(0, 'ArrowUp'), from(3, 'ArrowUp')]).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('stays where nothing lies that way', () => {
    expect([from(0, 'ArrowDown'), from(2, 'ArrowRight'), from(0, 'ArrowLeft')]).toEqual([null, null, null]);
  });

  it('finds what is pointed at, and nothing out of reach', () => {
    expect(findNear({ x: 11, y: 3 }, { candidates, pointOf, reach: 5 })).toBe(1);
    expect(findNear({ x: 100, y: 100 }, { candidates, pointOf, reach: 5 })).toBe(null);
  });
});
