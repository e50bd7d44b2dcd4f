type Value = string | number;

/** An SVG element; texts become text nodes, so that nothing in a report is ever read as markup. */
export function s(
  tag: string,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly (Node | string)[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value);
  element.append(...children);
  return element;
}

/** Maps a range of values to a range of pixels. */
export type Scale = (value: number) => number;

export const linear =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale =>
  (value) =>
    to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);

/** Round values that cover a range, for the lines of a grid. */
export function ticksOf(from: number, to: number, about = 5): readonly number[] {
  if (!(to > from)) return [from];
  const rough = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}

/** A word that fits: cut with an ellipsis after so many characters. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;

/** Characters of the chart's type size that a width holds. */
export const charsIn = (px: number): number => Math.max(3, Math.floor(px / 6.6));

/** Draws again whenever the width changes, so that words keep their size on a phone. */
export function responsive(draw: (width: number) => SVGElement): HTMLElement {
  const box = document.createElement('div');
  box.className = 'chart';
  let drawnFor = 0;
  const update = (width: number): void => {
    const rounded = Math.round(width);
    if (rounded === drawnFor || rounded < 40) return;
    drawnFor = rounded;
    box.replaceChildren(draw(rounded));
  };
  new ResizeObserver(([entry]) => update(entry?.contentRect.width ?? 0)).observe(box);
  return box;
}

/** The frame that every chart has: its size and what it says to those who do not see it. */
export function canvas(
  { width, height, summary }: { readonly width: number; readonly height: number; readonly summary: string },
  ...children: readonly Node[]
): SVGElement {
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width: '100%', role: 'img', 'aria-label': summary },
    ...children,
  );
}
