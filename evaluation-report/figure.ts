import { h } from '../audit-viewer/dom.ts';
import { type Estimate, show, showInterval } from './charts/estimate.ts';
import { type Look, swatch } from './series.ts';

type Cell = string | Node;
export type Table = {
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell of each row is its head. */
  readonly rows: readonly (readonly Cell[])[];
};

/** A table that scrolls by itself where the page is narrow. */
export function dataTable({ caption, columns, rows }: Table): HTMLElement {
  const head = h('tr', {}, ...columns.map((column) => h('th', { scope: 'col' }, column)));
  const body = rows.map(([first, ...rest]) =>
    h('tr', {}, h('th', { scope: 'row' }, first ?? ''), ...rest.map((cell) => h('td', {}, cell))),
  );
  return h(
    'div',
    { class: 'wide', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', {}, h('caption', {}, caption), h('thead', {}, head), h('tbody', {}, ...body)),
  );
}

type Section = {
  readonly id: string;
  readonly heading: string;
  /** One sentence each: what can be read here, and what cannot. */
  readonly says: string;
  readonly saysNot: string;
};

/** A part of the page with its heading and what it says and does not say. */
export function section({ id, heading, says, saysNot }: Section, ...children: readonly (Node | null)[]): HTMLElement {
  return h(
    'section',
    { id, 'aria-labelledby': `${id}-heading`, tabindex: '-1' },
    h('h2', { id: `${id}-heading` }, heading),
    h('p', { class: 'says' }, says, ' ', h('span', { class: 'not' }, saysNot)),
    ...children,
  );
}

/** Which line is which. */
export function keyOfArms(arms: readonly { readonly name: string; readonly look: Look }[]): HTMLElement {
  return h(
    'ul',
    { class: 'key', 'aria-label': 'Key' },
    ...arms.map(({ name, look }) => h('li', {}, swatch(look), h('span', {}, name))),
  );
}

/** A chart with its key, and the same as a table for whoever would rather read. */
export function figure(chart: Node, table: Table, key: Node | null = null): HTMLElement {
  return h(
    'figure',
    {},
    key,
    chart,
    h('details', {}, h('summary', {}, 'The same figures as a table'), dataTable(table)),
  );
}

export const nothing = (why: string): HTMLElement => h('p', { class: 'empty' }, why);

/** A figure with its interval beneath it. */
export function estimateCell(one: Estimate | null, format: (value: number) => string = show): Cell {
  if (one === null) return '–';
  const interval = showInterval(one, format);
  return h(
    'span',
    { class: 'estimate' },
    format(one.value),
    interval === '' ? null : h('span', { class: 'quiet' }, interval),
  );
}
