import type { Point } from './camera.pure.ts';

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const AHEAD: Readonly<Record<Direction, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

type Step = {
  readonly from: number;
  readonly direction: Direction;
  readonly candidates: Iterable<number>;
  readonly pointOf: (place: number) => Point;
};

/** The place an arrow leads to: near and rather straight ahead; null when nothing lies that way. */
export function findAhead({ from, direction, candidates, pointOf }: Step): number | null {
  const here = pointOf(from);
  const ahead = AHEAD[direction];
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const place of candidates) {
    if (place === from) continue;
    const point = pointOf(place);
    const along = (point.x - here.x) * ahead.x + (point.y - here.y) * ahead.y;
    const aside = Math.abs((point.x - here.x) * ahead.y) + Math.abs((point.y - here.y) * ahead.x);
    if (along <= 0 || aside > along * 1.2) continue;
    const cost = along + aside * 1.5;
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  return best;
}

/** The nearest place within reach of a point, or null. */
export function findNear(
  point: Point,
  { candidates, pointOf, reach }: Pick<Step, 'candidates' | 'pointOf'> & { readonly reach: number },
): number | null {
  let best: number | null = null;
  let least = reach * reach;
  for (const place of candidates) {
    const { x, y } = pointOf(place);
    const far = (x - point.x) ** 2 + (y - point.y) ** 2;
    if (far <= least) {
      least = far;
      best = place;
    }
  }
  return best;
}
