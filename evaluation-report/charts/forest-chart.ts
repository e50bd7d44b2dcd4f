import { canvas, charsIn, cut, linear, responsive, type Scale, s, ticksOf } from '../svg.ts';
import { drawWhisker } from './bar-chart.ts';
import { type Estimate, showEstimate } from './estimate.ts';

export type Effect = { readonly label: string; readonly effect: Estimate };
type ForestChart = {
  readonly summary: string;
  readonly effects: readonly Effect[];
  /** What lies on each side of zero, in words. */
  readonly sides: readonly [string, string];
  readonly format: (value: number) => string;
};

const ROW_PX = 26;
const TOP = 40;

/** Differences with their intervals about a line at zero: an interval that holds zero is no proof of anything. */
export function forestChart({ summary, effects, sides, format }: ForestChart): HTMLElement {
  return responsive((width) => {
    const isNarrow = width < 560;
    const left = isNarrow ? 6 : 210;
    const rowPx = isNarrow ? ROW_PX + 14 : ROW_PX;
    const ends = effects.flatMap(({ effect }) => [
      effect.value,
      effect.low ?? effect.value,
      effect.high ?? effect.value,
    ]);
    const reach = Math.max(0.02, ...ends.map((end) => Math.abs(end))) * 1.08;
    const x = linear([-reach, reach], [left + 4, width - (isNarrow ? 8 : 150)]);
    const height = TOP + effects.length * rowPx + 24;
    const grid = ticksOf(-reach, reach, isNarrow ? 4 : 6).map((tick) =>
      s(
        'g',
        {},
        s('line', { x1: x(tick), x2: x(tick), y1: TOP - 8, y2: height - 24, class: tick === 0 ? 'zero' : 'grid' }),
        s('text', { x: x(tick), y: height - 8, 'text-anchor': 'middle' }, format(tick).replace('.0', '')),
      ),
    );
    const heads = [
      s('text', { x: x(0) - 8, y: 16, 'text-anchor': 'end', class: 'soft' }, `◂ ${cut(sides[0], charsIn(x(0) - 20))}`),
      s('text', { x: x(0) + 8, y: 16, class: 'soft' }, `${cut(sides[1], charsIn(width - x(0) - 24))} ▸`),
    ];
    const rows = effects.map((effect, n) =>
      drawEffect(effect, { x, left, width, y: TOP + n * rowPx, isNarrow, format }),
    );
    return canvas({ width, height, summary }, ...grid, ...heads, ...rows);
  });
}

/** Whether the interval leaves out zero, and on which side. */
export const sideOf = ({ low, high }: Estimate): 'above' | 'below' | 'unclear' =>
  low !== null && low > 0 ? 'above' : high !== null && high < 0 ? 'below' : 'unclear';

type Place = {
  readonly x: Scale;
  readonly left: number;
  readonly width: number;
  readonly y: number;
  readonly isNarrow: boolean;
  readonly format: (value: number) => string;
};

function drawEffect({ label, effect }: Effect, { x, left, width, y, isNarrow, format }: Place): SVGElement {
  const line = y + (isNarrow ? 28 : ROW_PX / 2);
  const words = isNarrow
    ? s('text', { x: left, y: y + 13, class: 'halo' }, cut(`${label}: ${showEstimate(effect, format)}`, charsIn(width)))
    : s('text', { x: left - 8, y: line + 4, 'text-anchor': 'end' }, cut(label, charsIn(left - 8)));
  const figure = isNarrow
    ? []
    : [s('text', { x: width - 4, y: line + 4, 'text-anchor': 'end' }, showEstimate(effect, format))];
  const side = sideOf(effect);
  const square = s('rect', { x: x(effect.value) - 5, y: line - 5, width: 10, height: 10, class: `effect ${side}` });
  return s(
    'g',
    {},
    s('title', {}, `${label}: ${showEstimate(effect, format)}`),
    words,
    drawWhisker(effect, x, line),
    square,
    ...figure,
  );
}
