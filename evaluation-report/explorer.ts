import { fill, h } from '../audit-viewer/dom.ts';
import { virtualList } from '../audit-viewer/virtual-list.ts';
import {
  OUTCOMES,
  type Outcome,
  type RowIndex,
  type TrajectoryNote,
} from '../main/evaluation/report-page/page-format.pure.ts';
import { section } from './figure.ts';
import { observationView } from './observation-view.ts';
import { FILTERS, type Filter, findRows, outcomeClass, type Wanted, wordAt } from './rows.pure.ts';
import { OUTCOME_MARKS, plural } from './words.ts';

const ROW_PX = 58;
const FILTER_WORDS: Readonly<Record<Filter, string>> = {
  arm: 'Arm',
  trajectory: 'History',
  checkpoint: 'Checkpoint',
  category: 'About',
  outcome: 'What became of it',
};

export type Explorer = { readonly element: HTMLElement; readonly show: (wanted: Wanted) => void };

/** Every observation as a list that can be searched; each opens with everything that is known of it. */
export function explorer(index: RowIndex, trajectories: readonly TrajectoryNote[]): Explorer {
  const detail = h(
    'section',
    { class: 'detail', 'aria-label': 'The chosen observation', tabindex: '-1' },
    h('p', { class: 'quiet' }, 'Choose an observation to see what was asked, found and answered.'),
  );
  const list = h('div');
  const count = h('p', { class: 'quiet', role: 'status' });
  const selects = FILTERS.map((field) => ({ field, select: selectOf(field, index, () => draw()) }));
  const search = h('input', { type: 'search', id: 'find', input: () => draw() });
  const open = (row: number): void => observationView(detail, { index, trajectories, row, open });
  const draw = (): void => {
    const chosen = selects.flatMap(({ field, select }) =>
      select.value === '' ? [] : [[field, select.value] as const],
    );
    const found = findRows(index, { ...Object.fromEntries(chosen), text: search.value });
    count.textContent =
      found.length === index.count
        ? plural(index.count, 'observation')
        : `${plural(found.length, 'observation')} of ${index.count.toLocaleString('en-GB')}`;
    fill(
      list,
      virtualList({ label: 'Observations', items: found, rowPx: ROW_PX, draw: (row) => drawRow(index, row, open) }),
    );
  };
  const show = (wanted: Wanted): void => {
    for (const { field, select } of selects) select.value = wanted[field] ?? '';
    search.value = wanted.text ?? '';
    draw();
    element.scrollIntoView();
    element.focus({ preventScroll: true });
  };
  const element = section(
    {
      id: 'observations',
      heading: 'Every observation',
      says: 'One line for each question at each checkpoint in each arm; choose one to see what was asked, what was found, and what became of it.',
      saysNot: 'A single observation proves nothing about an arm; the figures above are made of all of them.',
    },
    h(
      'div',
      { class: 'filters' },
      ...selects.map(({ field, select }) => labelled(FILTER_WORDS[field], select)),
      labelled('Words', search),
    ),
    count,
    h('div', { class: 'split' }, list, detail),
  );
  draw();
  return { element, show };
}

const labelled = (words: string, control: HTMLElement): HTMLElement =>
  h('div', {}, h('label', { for: control.id }, words), control);

function selectOf(field: Filter, index: RowIndex, onChange: () => void): HTMLSelectElement {
  const known = index.words[field];
  const words = field === 'outcome' ? OUTCOMES.filter((one) => known.includes(one)) : known;
  return h(
    'select',
    { id: `filter-${field}`, change: onChange, 'data-filter': field },
    h('option', { value: '' }, 'all'),
    ...words.map((word) => h('option', { value: word }, word.replaceAll('-', field === 'category' ? ' ' : '-'))),
  );
}

function drawRow(index: RowIndex, row: number, open: (row: number) => void): HTMLElement {
  const outcome = wordAt(index, 'outcome', row) as Outcome; // written by `outcomeOf`
  const where = [
    wordAt(index, 'arm', row),
    wordAt(index, 'trajectory', row),
    wordAt(index, 'checkpoint', row),
    wordAt(index, 'category', row).replaceAll('-', ' '),
  ];
  return h(
    'button',
    { type: 'button', class: 'row', 'data-key': String(row), click: () => open(row) },
    h(
      'span',
      { class: 'quiet' },
      h('b', { class: `outcome ${outcomeClass(outcome)}` }, `${OUTCOME_MARKS[outcome]} ${outcome}`),
      ` · ${where.join(' · ')}`,
    ),
    h('span', { class: 'said', dir: 'auto' }, wordAt(index, 'question', row)),
  );
}
