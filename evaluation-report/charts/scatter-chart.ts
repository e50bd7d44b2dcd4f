import { type Look, mark } from '../series.ts';
import { canvas, linear, responsive, type Scale, s, ticksOf } from '../svg.ts';
import { type Estimate, show, showEstimate, showNumber } from './estimate.ts';

export type Spot = {
  readonly name: string;
  readonly look: Look;
  readonly x: number;
  readonly y: Estimate;
  /** No other arm is better for as few tokens. */
  readonly isFrontier: boolean;
};
type ScatterChart = {
  readonly summary: string;
  readonly xLabel: string;
  readonly spots: readonly Spot[];
  readonly yRange: readonly [number, number];
};

const LEFT = 44;
const RIGHT = 18;
const TOP = 14;
const BOTTOM = 46;

/** What each arm reaches for what it costs; the line joins those that no other arm beats. */
export function scatterChart({ summary, xLabel, spots, yRange }: ScatterChart): HTMLElement {
  return responsive((width) => {
    const height = width < 480 ? 280 : 340;
    const most = Math.max(1, ...spots.map(({ x }) => x)) * 1.06;
    const x = linear([0, most], [LEFT, width - RIGHT]);
    const y = linear(yRange, [height - BOTTOM, TOP]);
    const rows = ticksOf(...yRange).map((tick) =>
      s(
        'g',
        {},
        s('line', { x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick), class: 'grid' }),
        s('text', { x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, show(tick, 0)),
      ),
    );
    const columns = ticksOf(0, most, width < 480 ? 3 : 6).map((tick) =>
      s('text', { x: x(tick), y: height - BOTTOM + 18, 'text-anchor': 'middle' }, showNumber(tick)),
    );
    const best = spots.filter(({ isFrontier }) => isFrontier).toSorted((a, b) => a.x - b.x);
    const frontier = s('polyline', {
      points: best.map((spot) => `${x(spot.x).toFixed(1)},${y(spot.y.value).toFixed(1)}`).join(' '),
      class: 'frontier',
    });
    return canvas(
      { width, height, summary },
      ...rows,
      ...columns,
      s('text', { x: (LEFT + width - RIGHT) / 2, y: height - 8, 'text-anchor': 'middle', class: 'soft' }, xLabel),
      frontier,
      ...drawSpots(spots, { x, y, width }),
    );
  });
}

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
type Frame = { readonly x: Scale; readonly y: Scale; readonly width: number };

const LABEL_PX = 13;
const touches = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Spots with their names; a name that has no room is left to the key. The best come first. */
function drawSpots(spots: readonly Spot[], frame: Frame): readonly SVGElement[] {
  const placed: Box[] = spots.map((spot) => boxOf([frame.x(spot.x), frame.y(spot.y.value)], 6));
  const labels = spots
    .toSorted((a, b) => Number(b.isFrontier) - Number(a.isFrontier) || b.y.value - a.y.value)
    .flatMap((spot) => placeLabel(spot, frame, placed));
  return [...spots.map((spot) => drawSpot(spot, frame)), ...labels];
}

const boxOf = ([x, y]: readonly [number, number], r: number): Box => ({
  ...{ left: x - r, right: x + r },
  ...{ top: y - r, bottom: y + r },
});

function placeLabel(spot: Spot, { x, y, width }: Frame, placed: Box[]): readonly SVGElement[] {
  const at: readonly [number, number] = [x(spot.x), y(spot.y.value)];
  const long = spot.name.length * 6.8;
  const places = [-7, 17, 4].flatMap((dy) => [
    { anchor: 'start', left: at[0] + 9, base: at[1] + dy },
    { anchor: 'end', left: at[0] - 9 - long, base: at[1] + dy },
  ]);
  for (const { anchor, left, base } of places) {
    const box = { left, right: left + long, top: base - LABEL_PX + 2, bottom: base + 2 };
    if (left < LEFT || box.right > width || placed.some((other) => touches(box, other))) continue;
    placed.push(box);
    const edge = anchor === 'start' ? left : left + long;
    return [s('text', { x: edge, y: base, 'text-anchor': anchor, class: 'halo' }, spot.name)];
  }
  return [];
}

function drawSpot(spot: Spot, { x, y }: Frame): SVGElement {
  const at: readonly [number, number] = [x(spot.x), y(spot.y.value)];
  const { low, high } = spot.y;
  const whisker =
    low === null || high === null
      ? []
      : [s('path', { d: `M${at[0].toFixed(1)} ${y(low).toFixed(1)}V${y(high).toFixed(1)}`, class: 'whisker' })];
  const title = s('title', {}, `${spot.name}: ${showEstimate(spot.y)} for ${showNumber(spot.x)} tokens`);
  return s('g', {}, title, ...whisker, mark(spot.look, at, 5));
}
