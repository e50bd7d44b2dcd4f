import { type Look, mark } from '../series.ts';
import { canvas, charsIn, cut, linear, responsive, type Scale, s, ticksOf } from '../svg.ts';
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
      ...spots.map((spot) => drawSpot(spot, { x, y, width })),
    );
  });
}

type Frame = { readonly x: Scale; readonly y: Scale; readonly width: number };

function drawSpot(spot: Spot, { x, y, width }: Frame): SVGElement {
  const at: readonly [number, number] = [x(spot.x), y(spot.y.value)];
  const { low, high } = spot.y;
  const whisker =
    low === null || high === null
      ? []
      : [s('path', { d: `M${at[0].toFixed(1)} ${y(low).toFixed(1)}V${y(high).toFixed(1)}`, class: 'whisker' })];
  const isRight = at[0] > width * 0.62;
  const room = isRight ? at[0] - LEFT : width - at[0];
  const label = s(
    'text',
    { x: at[0] + (isRight ? -9 : 9), y: at[1] - 7, 'text-anchor': isRight ? 'end' : 'start', class: 'halo' },
    cut(spot.name, charsIn(room - 9)),
  );
  const title = s('title', {}, `${spot.name}: ${showEstimate(spot.y)} for ${showNumber(spot.x)} tokens`);
  return s('g', {}, title, ...whisker, mark(spot.look, at, 5), label);
}
