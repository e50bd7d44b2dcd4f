import { h } from './dom.ts';
import { type Fields, listOf, type OpenedBundle, textOr } from './open-bundle.ts';
import { showCount, showMoment } from './words.ts';

const row = (name: string, value: string): readonly HTMLElement[] => [
  h('dt', {}, name),
  h('dd', { dir: 'auto' }, value),
];

const section = (title: string, items: readonly Fields[], say: (item: Fields) => string): readonly HTMLElement[] =>
  items.length === 0
    ? []
    : [
        h('h3', {}, `${title} (${items.length.toLocaleString('en-GB')})`),
        h('ul', {}, ...items.slice(0, 500).map((item) => h('li', { dir: 'auto' }, say(item)))),
        ...(items.length > 500 ? [h('p', { class: 'quiet' }, 'The first 500 are shown; state.json holds all.')] : []),
      ];

const COVERED = '(covered up)';

/** What the bundle says of itself, and how to check it without trusting this page. */
export function aboutView({ manifest, state }: OpenedBundle): HTMLElement {
  const { scope, times, app } = manifest;
  const limits = Object.entries(scope).flatMap(([name, limit]) => (limit === null ? [] : [`${name} ${limit}`]));
  return h(
    'div',
    { class: 'about' },
    h(
      'dl',
      {},
      ...row('Written', showMoment(manifest.exportedAt)),
      ...row('By', `${app.name} ${app.version}`),
      ...row('Part', limits.length === 0 ? 'everything' : limits.join(', ')),
      ...row('True at', showMoment(times.validAt)),
      ...row('Known at', showMoment(times.knownAt)),
      ...row('Last record', `${manifest.head.seq.toLocaleString('en-GB')}, ${manifest.head.hash}`),
    ),
    h('h3', {}, 'How to check it without trusting this page'),
    h(
      'p',
      {},
      'This page came with the bundle, and whoever could change the one could change the other. Take the check from a place that you trust: “palimpsest audit verify”, or the script verify.mjs of a Palimpsest that you have yourself. The source describes the format, so that anybody can write another one. Ask the owner for the fingerprint of their key in another way than with the file.',
    ),
    ...section(
      'Forgotten',
      listOf(state.forgotten),
      ({ at, records, seq }) =>
        `${showMoment(at)}: words of ${showCount(Number(records), 'record')} erased (record ${String(seq)})`,
    ),
    ...section(
      'Conversations',
      listOf(state.conversations),
      ({ title, turns, firstAt }) =>
        `${textOr(title, 'without a title here')}: ${showCount(Number(turns), 'turn')}, begun ${showMoment(firstAt)}`,
    ),
    ...section(
      'Summaries',
      listOf(state.summaries),
      ({ title, text }) => `${textOr(title, COVERED)}: ${textOr(text, COVERED)}`,
    ),
    ...section(
      'How the owner likes things done',
      listOf(state.procedures),
      ({ trigger, steps, status }) =>
        `${textOr(trigger, COVERED)}: ${Array.isArray(steps) ? steps.map(String).join('; ') : ''} (${textOr(status)})`,
    ),
    ...section(
      'In every prompt',
      listOf(state.slots),
      ({ title, text }) => `${textOr(title, COVERED)}: ${textOr(text, COVERED)}`,
    ),
    ...section(
      'Documents',
      listOf(state.documents),
      ({ name, chunks, isRemoved }) =>
        `${textOr(name, COVERED)}, ${showCount(Number(chunks), 'passage')}${isRemoved === true ? ', removed' : ''}`,
    ),
  );
}
