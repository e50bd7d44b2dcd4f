import { s } from './svg.ts';

/** Each arm has a colour, a shape and a dash, so that none of them is told by its colour alone. */
const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'cross', 'ring', 'down', 'bar'] as const;
const DASHES = ['', '7 4', '2 3', '9 3 2 3', '12 4', '4 2 1 2 1 2', '1 4', '14 3 4 3'];
export const LOOKS = SHAPES.length;

/** How the n-th arm looks: `arm-N` is a class of the style sheet. */
export type Look = { readonly n: number; readonly className: string; readonly dash: string };

export const lookOf = (n: number): Look => ({
  n,
  className: `arm-${n % LOOKS}`,
  // Beyond the shapes that there are, the dash moves on, so that no two arms are the same.
  dash: DASHES[(n + Math.floor(n / LOOKS)) % DASHES.length] ?? '',
});

const POINTS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  square: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  triangle: [
    [0, -1.2],
    [1.2, 1],
    [-1.2, 1],
  ],
  down: [
    [0, 1.2],
    [1.2, -1],
    [-1.2, -1],
  ],
  diamond: [
    [0, -1.4],
    [1.4, 0],
    [0, 1.4],
    [-1.4, 0],
  ],
  bar: [
    [-0.5, -1.4],
    [0.5, -1.4],
    [0.5, 1.4],
    [-0.5, 1.4],
  ],
};

/** The mark of an arm at a place. */
export function mark(look: Look, [x, y]: readonly [number, number], r = 4.5): SVGElement {
  const shape = SHAPES[look.n % LOOKS] ?? 'circle';
  if (shape === 'circle') return s('circle', { cx: x, cy: y, r, class: `mark ${look.className}` });
  if (shape === 'ring') return s('circle', { cx: x, cy: y, r: r - 0.5, class: `mark open ${look.className}` });
  if (shape === 'cross')
    return s('path', {
      d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`,
      class: `mark open ${look.className}`,
    });
  const points = (POINTS[shape] ?? []).map(([dx, dy]) => `${(x + dx * r).toFixed(1)},${(y + dy * r).toFixed(1)}`);
  return s('polygon', { points: points.join(' '), class: `mark ${look.className}` });
}

/** The mark with a piece of its line, as keys of charts show it. */
export function swatch(look: Look): SVGElement {
  return s(
    'svg',
    { viewBox: '0 0 34 14', width: '34', height: '14', 'aria-hidden': 'true' },
    s('line', { x1: 1, x2: 33, y1: 7, y2: 7, class: `line ${look.className}`, 'stroke-dasharray': look.dash }),
    mark(look, [17, 7]),
  );
}
