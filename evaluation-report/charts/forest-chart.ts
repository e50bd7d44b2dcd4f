import { canvas, charsIn, cut, linear, responsive, type Scale, s, ticksOf } from '../svg.ts';
import { drawWhisker } from './bar-chart.ts';
import { type Estimate, showEstimate } from './estimate.ts';

export type Effect = { readonly label: string; readonly effect: Estimate };
export type EffectGroup = { readonly heading: string; readonly effects: readonly Effect[] };
type ForestChart = {
  readonly summary: string;
  /** A group without a heading is drawn without one. */
  readonly groups: readonly EffectGroup[];
  /** What lies on each side of zero, in words. */
  readonly sides: readonly [string, string];
  readonly format: (value: number) => string;
};

const ROW_PX = 26;
const TOP = 40;
const BOTTOM = 24;
const FIGURE_PX = 160;

/** Differences with their intervals about a line at zero: an interval that holds zero is no proof of anything. */
export function forestChart({ summary, groups, sides, format }: ForestChart): HTMLElement {
  return responsive((width) => {
    const isNarrow = width < 640;
    const left = isNarrow ? 6 : 280;
    const reach = reachOf(groups);
    const x = linear([-reach, reach], [left + 4, width - (isNarrow ? 8 : FIGURE_PX)]);
    const rows = layOut(groups, isNarrow ? ROW_PX + 14 : ROW_PX);
    const height = rows.end + BOTTOM;
    const grid = ticksOf(-reach, reach, isNarrow ? 4 : 6).map((tick) =>
      s(
        'g',
        {},
        s('line', { x1: x(tick), x2: x(tick), y1: TOP - 8, y2: rows.end, class: tick === 0 ? 'zero' : 'grid' }),
        s('text', { x: x(tick), y: height - 8, 'text-anchor': 'middle' }, format(tick).replace('.0', '')),
      ),
    );
    const place = { x, left, width, isNarrow, format };
    return canvas(
      { width, height, summary },
      ...grid,
      s('text', { x: x(0) - 8, y: 16, 'text-anchor': 'end', class: 'soft' }, `◂ ${cut(sides[0], charsIn(x(0) - 20))}`),
      s('text', { x: x(0) + 8, y: 16, class: 'soft' }, `${cut(sides[1], charsIn(width - x(0) - 24))} ▸`),
      ...rows.drawn.map(({ row, y }) =>
        typeof row === 'string'
          ? s('text', { x: 4, y: y + 17, class: 'strong halo' }, cut(row, charsIn(width - 8)))
          : drawEffect(row, { ...place, y }),
      ),
    );
  });
}

function reachOf(groups: readonly EffectGroup[]): number {
  const ends = groups.flatMap(({ effects }) =>
    effects.flatMap(({ effect }) => [effect.value, effect.low ?? effect.value, effect.high ?? effect.value]),
  );
  return Math.max(0.02, ...ends.map((end) => Math.abs(end))) * 1.08;
}

type LaidOut = {
  readonly drawn: readonly { readonly row: Effect | string; readonly y: number }[];
  readonly end: number;
};

/** Headings and rows from the top down. */
function layOut(groups: readonly EffectGroup[], rowPx: number): LaidOut {
  let y = TOP;
  const drawn = groups.flatMap(({ heading, effects }) => {
    const rows: readonly (Effect | string)[] = heading === '' ? effects : [heading, ...effects];
    return rows.map((row) => {
      const own = { row, y };
      y += typeof row === 'string' ? ROW_PX : rowPx;
      return own;
    });
  });
  return { drawn, end: y };
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
  const figure = showEstimate(effect, format);
  const words = isNarrow
    ? [s('text', { x: left, y: y + 13, class: 'halo' }, cut(`${label}: ${figure}`, charsIn(width)))]
    : [
        s('text', { x: left - 8, y: line + 4, 'text-anchor': 'end' }, cut(label, charsIn(left - 8))),
        s('text', { x: width - 4, y: line + 4, 'text-anchor': 'end' }, figure),
      ];
  const square = s('rect', {
    x: x(effect.value) - 5,
    y: line - 5,
    width: 10,
    height: 10,
    class: `effect ${sideOf(effect)}`,
  });
  return s('g', {}, s('title', {}, `${label}: ${figure}`), ...words, drawWhisker(effect, x, line), square);
}
