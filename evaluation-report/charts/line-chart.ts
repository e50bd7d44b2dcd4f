import { type Look, mark } from '../series.ts';
import { canvas, charsIn, cut, linear, responsive, type Scale, s, ticksOf } from '../svg.ts';
import { type Estimate, show, showEstimate } from './estimate.ts';

export type Line = { readonly name: string; readonly look: Look; readonly points: readonly (Estimate | null)[] };
type LineChart = {
  readonly summary: string;
  readonly labels: readonly string[];
  readonly xLabel: string;
  readonly lines: readonly Line[];
  readonly yRange: readonly [number, number];
  readonly format?: (value: number) => string;
};

const LEFT = 44;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 46;

/** Lines over ordered steps, each with the band of its interval. */
export function lineChart(chart: LineChart): HTMLElement {
  return responsive((width) => {
    const height = width < 480 ? 260 : 320;
    const format = chart.format ?? show;
    const last = Math.max(1, chart.labels.length - 1);
    const x = linear([0, last], [LEFT + 10, width - RIGHT - 10]);
    const y = linear(chart.yRange, [height - BOTTOM, TOP]);
    const grid = ticksOf(...chart.yRange).map((tick) =>
      s(
        'g',
        {},
        s('line', { x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick), class: 'grid' }),
        s('text', { x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, format(tick).replace('.0%', '%')),
      ),
    );
    return canvas(
      { width, height, summary: chart.summary },
      ...grid,
      s('text', { x: (LEFT + width - RIGHT) / 2, y: height - 8, 'text-anchor': 'middle', class: 'soft' }, chart.xLabel),
      ...stepLabels(chart.labels, { x, width, height }),
      ...chart.lines.map((line) => band(line, x, y)),
      ...chart.lines.map((line) => drawLine(line, { x, y, labels: chart.labels, format })),
    );
  });
}

type Frame = { readonly x: Scale; readonly width: number; readonly height: number };

function stepLabels(labels: readonly string[], { x, width, height }: Frame): readonly SVGElement[] {
  const perLabel = (width - LEFT - RIGHT) / Math.max(1, labels.length);
  // As many as have room for some characters each.
  const every = Math.max(1, Math.ceil(52 / perLabel));
  return labels.flatMap((label, n) =>
    n % every === 0
      ? [
          s(
            'text',
            { x: x(n), y: height - BOTTOM + 18, 'text-anchor': anchorOf(n, labels.length) },
            cut(label, charsIn(perLabel * every)),
            s('title', {}, label),
          ),
        ]
      : [],
  );
}

/** The first and last label stay inside of the chart. */
const anchorOf = (n: number, count: number): string =>
  count === 1 ? 'middle' : n === 0 ? 'start' : n === count - 1 ? 'end' : 'middle';

/** Runs of points that follow each other; a step without a figure breaks the line instead of being guessed. */
function runsOf<T>(points: readonly (T | null)[]): readonly (readonly (readonly [number, T])[])[] {
  const runs: (readonly [number, T])[][] = [];
  let isOpen = false;
  for (const [n, point] of points.entries()) {
    if (point === null) isOpen = false;
    else if (isOpen) runs.at(-1)?.push([n, point]);
    else {
      runs.push([[n, point]]);
      isOpen = true;
    }
  }
  return runs;
}

function band({ look, points }: Line, x: Scale, y: Scale): SVGElement {
  const known = points.map((one) => (one?.low == null || one.high == null ? null : { low: one.low, high: one.high }));
  const areas = runsOf(known).map((run) => {
    const high = run.map(([n, { high: to }]) => `${x(n).toFixed(1)},${y(to).toFixed(1)}`);
    const low = run.map(([n, { low: from }]) => `${x(n).toFixed(1)},${y(from).toFixed(1)}`).reverse();
    return s('polygon', { points: [...high, ...low].join(' '), class: `band ${look.className}` });
  });
  return s('g', {}, ...areas);
}

type Drawing = {
  readonly x: Scale;
  readonly y: Scale;
  readonly labels: readonly string[];
  readonly format: (value: number) => string;
};

function drawLine({ name, look, points }: Line, { x, y, labels, format }: Drawing): SVGElement {
  const paths = runsOf(points).map((run) =>
    s('polyline', {
      points: run.map(([n, { value }]) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(' '),
      class: `line ${look.className}`,
      'stroke-dasharray': look.dash,
    }),
  );
  const marks = points.flatMap((point, n) => {
    if (point === null) return [];
    const drawn = mark(look, [x(n), y(point.value)]);
    drawn.append(s('title', {}, `${name}, ${labels[n] ?? ''}: ${showEstimate(point, format)}`));
    return [drawn];
  });
  return s('g', {}, ...paths, ...marks);
}
