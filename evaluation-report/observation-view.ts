import { announce, fill, h } from '../audit-viewer/dom.ts';
import type { MetricName } from '../main/evaluation/report/figures.ts';
import type { ObservationRow } from '../main/evaluation/report/observation-row.ts';
import {
  type FragmentTexts,
  outcomeOf,
  PART,
  type Passage,
  ROWS_IN_PART,
  type RowIndex,
  type TrajectoryNote,
} from '../main/evaluation/report-page/page-format.pure.ts';
import { showNumber } from './charts/estimate.ts';
import { dataTable } from './figure.ts';
import { hasPart, openPart } from './load-parts.ts';
import { contextList, type Passages, passageQuote } from './passages.ts';
import { outcomeClass, wordAt } from './rows.pure.ts';
import { METRICS, OUTCOME_MARKS, OUTCOME_SAYS, sayKey, showMetric } from './words.ts';

type Place = {
  readonly index: RowIndex;
  readonly trajectories: readonly TrajectoryNote[];
  readonly row: number;
  readonly open: (row: number) => void;
};

type Loaded = { readonly row: ObservationRow; readonly passages: Passages; readonly texts: FragmentTexts };

/** The last one that was asked for: an older one that comes later is not drawn over it. */
let latest = 0;

/** Fills the place beside the list with one observation. */
export function observationView(detail: HTMLElement, place: Place): void {
  latest += 1;
  const own = latest;
  load(place).then(
    (loaded) => {
      if (own !== latest) return;
      fill(detail, ...draw(loaded, place));
      detail.focus();
      announce(`Opened: ${loaded.row.question}`);
    },
    () => {
      // A part that cannot be read is damaged; the rest of the page still can be.
      if (own === latest)
        fill(detail, h('p', { class: 'bad' }, 'This observation cannot be read: the file is damaged.'));
    },
  );
}

async function load({ index, trajectories, row }: Place): Promise<Loaded> {
  const part = Math.floor(row / ROWS_IN_PART);
  const place = row % ROWS_IN_PART;
  const trajectory = trajectories.findIndex(({ id }) => id === wordAt(index, 'trajectory', row));
  const [rows, passages, texts] = await Promise.all([
    openPart<readonly ObservationRow[]>(PART.rows(part)),
    hasPart(PART.passages(trajectory)) ? openPart<readonly Passage[]>(PART.passages(trajectory)) : [],
    hasPart(PART.texts(part)) ? openPart<readonly FragmentTexts[]>(PART.texts(part)) : [],
  ]);
  const found = rows[place];
  if (found === undefined) throw new Error(`the page has no row ${row}`);
  return { row: found, passages: new Map(passages.map((one) => [one[0], one])), texts: texts[place] ?? null };
}

function draw({ row, passages, texts }: Loaded, place: Place): readonly HTMLElement[] {
  const outcome = outcomeOf(row);
  const at = (field: 'arm' | 'trajectory'): string => wordAt(place.index, field, place.row);
  const note = place.trajectories.find(({ id }) => id === at('trajectory'));
  const when = note?.checkpoints.find(({ id }) => id === row.checkpoint)?.at;
  return [
    h('h3', { class: 'said', dir: 'auto' }, row.question),
    h(
      'p',
      { class: 'quiet' },
      `${at('arm')} · ${note?.title ?? at('trajectory')} · checkpoint ${row.checkpoint}${when === undefined ? '' : `, ${showDay(when)}`} · probe ${row.probe}`,
    ),
    h('p', { class: 'quiet' }, describeKind(row)),
    h('p', { class: `verdict ${outcomeClass(outcome)}` }, `${OUTCOME_MARKS[outcome]} ${outcome}`),
    h('p', {}, OUTCOME_SAYS[outcome]),
    ...answerPart(row),
    ...referencePart(row, passages),
    h('h4', {}, 'What was handed over, in order'),
    contextList({ row, passages, texts }),
    ...legPart(row),
    ...candidatePart(row, passages),
    ...otherPart(place, row),
    h(
      'p',
      { class: 'quiet' },
      row.trace === null ? 'There is no trace of it.' : 'All of it, with every text and time, in the run’s folder: ',
      row.trace === null ? null : h('code', {}, `traces/${row.trace}`),
    ),
  ];
}

function answerPart(row: ObservationRow): readonly HTMLElement[] {
  if (row.failure !== null)
    return [h('h4', {}, 'Failure'), h('p', { class: 'bad' }, `${row.failure.message} (${row.failure.code})`)];
  const scores = Object.entries(row.scores) as readonly (readonly [MetricName, number])[];
  const modes: Readonly<Record<string, string>> = {
    model: 'written by the chat model',
    evidence: 'made from the evidence, without a model',
    unknown: 'said to be unknown',
  };
  return [
    h('h4', {}, 'Answer'),
    row.answer === null
      ? h('p', { class: 'quiet' }, 'None was asked for.')
      : h('blockquote', { dir: 'auto', class: 'answer' }, row.answer),
    h(
      'p',
      { class: 'quiet' },
      [
        row.mode === null ? '' : (modes[row.mode] ?? row.mode),
        row.isAbstaining === true ? 'says that it does not know' : '',
        row.cited.length > 0 ? `cites ${row.cited.join(', ')}` : '',
      ]
        .filter((part) => part !== '')
        .join('; '),
    ),
    ...(scores.length === 0
      ? []
      : [
          h(
            'details',
            {},
            h('summary', {}, 'Scores of this observation'),
            dataTable({
              caption: 'Scores',
              columns: ['Measure', 'Here', 'What it means'],
              rows: scores.map(([metric, value]) => [
                METRICS[metric].label,
                showMetric(metric, value),
                METRICS[metric].says,
              ]),
            }),
          ),
        ]),
  ];
}

function referencePart(row: ObservationRow, passages: Passages): readonly HTMLElement[] {
  const found = new Set(row.supplied.flatMap(({ turns, context }) => [...turns, ...context]));
  return [
    h('h4', {}, 'What is right'),
    h('blockquote', { dir: 'auto' }, row.reference),
    ...(row.superseded.length === 0
      ? []
      : [h('p', {}, 'No longer right: ', h('span', { dir: 'auto' }, row.superseded.join('; ')))]),
    row.evidence.length === 0
      ? h('p', { class: 'quiet' }, 'Nothing in the history says it.')
      : h(
          'ul',
          { class: 'evidence' },
          ...row.evidence.map((id) =>
            h(
              'li',
              {},
              h('b', { class: found.has(id) ? 'good' : 'bad' }, found.has(id) ? '✓ handed over' : '✗ not handed over'),
              passageQuote(id, passages),
            ),
          ),
        ),
  ];
}

function legPart({ legs, derivation }: ObservationRow): readonly HTMLElement[] {
  const ledger =
    derivation === null
      ? []
      : [
          h('h4', {}, 'What the ledger of facts said'),
          h('p', { dir: 'auto' }, `${derivation.outcome}${derivation.surface === '' ? '' : `: ${derivation.surface}`}`),
        ];
  if (legs === null) return [...ledger, h('p', { class: 'quiet' }, 'What its ways of finding did is not observable.')];
  if (legs.length === 0) return ledger;
  return [
    ...ledger,
    h('h4', {}, 'What each way of finding did'),
    dataTable({
      caption: 'Fragments at each of the five stages',
      columns: ['Leg', 'Outcome', 'Could be found', 'Looked through', 'Found', 'Chosen', 'Handed over'],
      rows: legs.map(({ leg, outcome, why, ...stages }) => [
        ...[leg, why === null ? outcome : `${outcome}: ${why}`],
        ...[stages.eligible, stages.executed, stages.produced, stages.selected, stages.inPrompt].map((n) =>
          showNumber(n),
        ),
      ]),
    }),
  ];
}

function candidatePart({ candidates }: ObservationRow, passages: Passages): readonly HTMLElement[] {
  if (candidates === null || candidates.length === 0) return [];
  const words = (id: string): string => (passages.get(id)?.[3] ?? '').slice(0, 90);
  return [
    h(
      'details',
      {},
      h('summary', {}, `The first ${candidates.length} candidates, and what became of each`),
      dataTable({
        caption: 'Candidates',
        columns: ['Place', 'What', 'Words', 'What became of it', 'Why', 'Evidence'],
        rows: candidates.map(({ rank, id, fate, why, isEvidence }) => [
          ...[String(rank), id, words(id), fate, why ?? '–'],
          isEvidence ? '✓ yes' : 'no',
        ]),
      }),
    ),
  ];
}

/** The same question in every arm at every checkpoint: where it went wrong is seen at a glance. */
function otherPart({ index, row, open }: Place, { probe, checkpoint }: ObservationRow): readonly HTMLElement[] {
  const trajectory = index.places.trajectory[row];
  const probePlace = index.places.probe[row];
  const others: number[] = [];
  for (let n = 0; n < index.count; n += 1)
    if (index.places.trajectory[n] === trajectory && index.places.probe[n] === probePlace) others.push(n);
  if (others.length < 2) return [];
  const checkpoints = [...new Set(others.map((n) => wordAt(index, 'checkpoint', n)))];
  const arms = [...new Set(others.map((n) => wordAt(index, 'arm', n)))];
  const cell = (arm: string, at: string): Node | string => {
    const n = others.find((each) => wordAt(index, 'arm', each) === arm && wordAt(index, 'checkpoint', each) === at);
    if (n === undefined) return '';
    const outcome = wordAt(index, 'outcome', n) as keyof typeof OUTCOME_MARKS; // written by `outcomeOf`
    const label = `${outcome}: ${arm} at ${at}`;
    const mark = OUTCOME_MARKS[outcome];
    if (n === row) return h('b', { class: `here ${outcomeClass(outcome)}`, title: label }, mark);
    return h(
      'button',
      {
        type: 'button',
        class: `cell ${outcomeClass(outcome)}`,
        'aria-label': label,
        title: label,
        click: () => open(n),
      },
      mark,
    );
  };
  return [
    h('h4', {}, 'The same question elsewhere'),
    dataTable({
      caption: `${probe} by arm and checkpoint; this one is at ${checkpoint}`,
      columns: ['Arm', ...checkpoints],
      rows: arms.map((arm) => [arm, ...checkpoints.map((at) => cell(arm, at))]),
    }),
  ];
}

const describeKind = ({ category, truth, age }: ObservationRow): string =>
  `Kind: ${category.replaceAll('-', ' ')}; ${sayKey('truth', truth)}; ${age === 'none' ? 'nothing said answers it' : `its newest evidence is ${age} old`}.`;

const showDay = (at: string): string => at.slice(0, 10);
