import { type Look, mark } from '../series.ts';
import { canvas, charsIn, cut, linear, responsive, type Scale, s, ticksOf } from '../svg.ts';
import { type Estimate, showEstimate } from './estimate.ts';

export type Bar = { readonly name: string; readonly look: Look; readonly estimate: Estimate | null };
export type BarGroup = { readonly label: string; readonly note: string; readonly bars: readonly Bar[] };
type BarChart = {
  readonly summary: string;
  readonly groups: readonly BarGroup[];
  readonly range: readonly [number, number];
  readonly format: (value: number) => string;
};

const BAR_PX = 15;
const GAP_PX = 16;
const TOP = 22;

/** Bars that lie on their side, in groups, each with its interval. Labels stand above where there is no room beside. */
export function barChart({ summary, groups, range, format }: BarChart): HTMLElement {
  return responsive((width) => {
    const isNarrow = width < 560;
    const left = isNarrow ? 4 : 190;
    const labelPx = isNarrow ? 20 : 0;
    const x = linear(range, [left, width - 52]);
    let top = TOP;
    const drawn = groups.map((group) => {
      const at = top;
      top += labelPx + Math.max(1, group.bars.length) * BAR_PX + GAP_PX;
      return drawGroup(group, { x, left, at, labelPx, isNarrow, format });
    });
    const grid = ticksOf(...range, isNarrow ? 3 : 5).map((tick) =>
      s(
        'g',
        {},
        s('line', { x1: x(tick), x2: x(tick), y1: TOP - 4, y2: top - GAP_PX, class: 'grid' }),
        s(
          'text',
          { x: x(tick), y: 12, 'text-anchor': tick === range[0] ? 'start' : 'middle' },
          format(tick).replace('.0%', '%'),
        ),
      ),
    );
    return canvas({ width, height: top, summary }, ...grid, ...drawn);
  });
}

type Place = {
  readonly x: Scale;
  readonly left: number;
  readonly at: number;
  readonly labelPx: number;
  readonly isNarrow: boolean;
  readonly format: (value: number) => string;
};

function drawGroup({ label, note, bars }: BarGroup, { x, left, at, labelPx, isNarrow, format }: Place): SVGElement {
  const middle = at + (bars.length * BAR_PX) / 2 + 4;
  const words = isNarrow
    ? s('text', { x: 4, y: at + 12, class: 'strong' }, `${label}, ${note}`)
    : s(
        'g',
        {},
        s(
          'text',
          { x: left - 8, y: middle - (note === '' ? 0 : 6), 'text-anchor': 'end', class: 'strong' },
          cut(label, charsIn(left - 8)),
        ),
        s('text', { x: left - 8, y: middle + 9, 'text-anchor': 'end', class: 'soft' }, note),
      );
  const drawn = bars.map(({ name, look, estimate }, n) => {
    const y = at + labelPx + n * BAR_PX;
    const centre = y + BAR_PX / 2;
    const zero = x(0);
    if (estimate === null) return s('text', { x: zero + 4, y: centre + 4, class: 'soft' }, 'none asked');
    const end = x(estimate.value);
    const bar = s('rect', {
      x: Math.min(zero, end),
      y: y + 2,
      width: Math.max(1, Math.abs(end - zero)),
      height: BAR_PX - 4,
      class: `bar ${look.className}`,
    });
    const tip = mark(look, [end, centre], 3.5);
    const whisker = drawWhisker(estimate, x, centre);
    const after = Math.max(end, estimate.high === null ? end : x(estimate.high)) + 6;
    const value = s('text', { x: after, y: centre + 4 }, format(estimate.value));
    return s('g', {}, s('title', {}, `${name}, ${label}: ${showEstimate(estimate, format)}`), bar, whisker, tip, value);
  });
  return s('g', {}, words, ...drawn);
}

/** The line of an interval with its two ends. */
export function drawWhisker({ low, high }: Estimate, x: Scale, y: number): SVGElement {
  if (low === null || high === null) return s('g');
  const d = `M${x(low).toFixed(1)} ${y - 3}v6M${x(low).toFixed(1)} ${y}H${x(high).toFixed(1)}M${x(high).toFixed(1)} ${y - 3}v6`;
  return s('path', { d, class: 'whisker' });
}
