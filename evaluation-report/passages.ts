import { h } from '../audit-viewer/dom.ts';
import type { ObservationRow } from '../main/evaluation/report/observation-row.ts';
import type { FragmentTexts, Passage } from '../main/evaluation/report-page/page-format.pure.ts';
import { plural } from './words.ts';

export type Passages = ReadonlyMap<string, Passage>;

/** Of one turn as much as is read at a glance; more behind a fold. */
const AT_ONCE = 400;
/** Fragments that are shown unfolded: the cut that evidence is looked for at. */
const FIRST = 10;

/** The words behind an id, or the id alone where the page has no words for it. */
export function passageQuote(id: string, passages: Passages): HTMLElement {
  const passage = passages.get(id);
  if (passage === undefined) return h('p', { class: 'quiet' }, h('code', {}, id));
  const [, by, at, text] = passage;
  return h(
    'div',
    { class: 'passage' },
    h('p', { class: 'quiet' }, `${by}, ${at.slice(0, 10)} `, h('code', {}, id)),
    quote(text),
  );
}

function quote(text: string): HTMLElement {
  if (text.length <= AT_ONCE) return h('blockquote', { dir: 'auto' }, text);
  return h(
    'details',
    {},
    h('summary', { dir: 'auto', class: 'said' }, `${text.slice(0, AT_ONCE)}…`),
    h('blockquote', { dir: 'auto' }, text),
  );
}

type Context = { readonly row: ObservationRow; readonly passages: Passages; readonly texts: FragmentTexts };

/** Everything that was handed over in the order of its rank, with the evidence marked. */
export function contextList({ row, passages, texts }: Context): HTMLElement {
  if (row.supplied.length === 0) return h('p', { class: 'quiet' }, 'Nothing.');
  const drawn = row.supplied.map((one, n) => drawFragment(one, texts?.[n] ?? null, passages));
  const rest = drawn.slice(FIRST);
  const evidence = row.supplied.slice(FIRST).filter(({ isEvidence }) => isEvidence).length;
  const more = `The other ${plural(rest.length, 'fragment')}${evidence > 0 ? `, ${evidence} with evidence` : ''}`;
  return h(
    'div',
    {},
    h('ol', { class: 'context' }, ...drawn.slice(0, FIRST)),
    rest.length === 0 ? null : h('details', {}, h('summary', {}, more), h('ol', { class: 'context' }, ...rest)),
  );
}

function drawFragment(
  fragment: ObservationRow['supplied'][number],
  text: string | null,
  passages: Passages,
): HTMLElement {
  const { rank, kind, turns, context, status, tokens, isEvidence } = fragment;
  const facts = [
    kind,
    ...(tokens === null ? [] : [plural(tokens, 'token')]),
    ...(status === null || status === 'active' ? [] : [`marked ${status}`]),
    ...(context.length === 0 ? [] : [`with ${plural(context.length, 'neighbour')}`]),
  ];
  return h(
    'li',
    { value: String(rank), class: isEvidence ? 'is-evidence' : '' },
    h('p', { class: 'quiet' }, isEvidence ? h('b', { class: 'good' }, '✓ evidence · ') : null, facts.join(' · ')),
    ...(text === null || text === ''
      ? turns.map((id) => passageQuote(id, passages))
      : [quote(text), h('p', { class: 'quiet' }, ...turns.map((id) => h('code', {}, `${id} `)))]),
  );
}
