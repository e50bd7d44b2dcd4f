import type { AuditRecord } from '../main/audit/verify/chain.pure.ts';
import { isIn, type Manifest } from '../main/audit/verify/manifest.pure.ts';
import { fill, h } from './dom.ts';
import { type Fields, textOr } from './open-bundle.ts';
import { virtualList } from './virtual-list.ts';
import { sayKind, showCount, showMoment } from './words.ts';

const ROW_PX = 58;

/** Why a record has no words here. */
function whyClosed(manifest: Manifest, seq: number): string {
  const { scope, bodies, names } = manifest.covered;
  if (isIn(scope, seq)) return 'outside of the chosen part';
  if (isIn(bodies, seq)) return 'covered up by the owner';
  if (isIn(names, seq)) return 'covered up: it holds a name';
  return 'forgotten';
}

/** What an amended record left of another counts as that one. */
const leftOf = ({ kind, body }: AuditRecord): { readonly kind: string; readonly body: Fields | null } => {
  const inner =
    kind === 'amended' && typeof body?.body === 'object' && body.body !== null ? (body.body as Fields) : null; // an object just now
  return inner === null ? { kind, body: body ?? null } : { kind: textOr(body?.kind), body: inner };
};

export const isTurn = (record: AuditRecord): boolean =>
  record.kind === 'turn.said' || leftOf(record).kind === 'turn.said';

/** Turns, or all records, as a long list; each opens whole beside it. */
export function recordsView(
  records: readonly AuditRecord[],
  manifest: Manifest,
  what: 'turns' | 'records',
): { readonly element: HTMLElement; readonly open: (seq: number) => void } {
  const detail = h(
    'section',
    { class: 'detail', 'aria-label': 'The chosen record', tabindex: '-1' },
    h('p', { class: 'quiet' }, 'Choose a record to read it whole.'),
  );
  const mine = what === 'turns' ? records.filter(isTurn) : records;
  const list = h('div');
  const count = h('p', { class: 'quiet', role: 'status' });
  const show = (record: AuditRecord): void => {
    fill(detail, ...drawWhole(record, manifest));
    detail.focus();
  };
  const draw = (query: string): void => {
    const found = query === '' ? mine : mine.filter((record) => textOf(record).toLowerCase().includes(query));
    count.textContent = `${showCount(found.length, what === 'turns' ? 'turn' : 'record')}${query === '' ? '' : ` of ${mine.length.toLocaleString('en-GB')}`}`;
    fill(
      list,
      virtualList({
        label: what === 'turns' ? 'Turns' : 'Records',
        items: found,
        rowPx: ROW_PX,
        draw: (record) => drawRow(record, manifest, show),
      }),
    );
  };
  draw('');
  const search = h('input', {
    type: 'search',
    id: `find-${what}`,
    input: (event) => draw(event.target instanceof HTMLInputElement ? event.target.value.trim().toLowerCase() : ''),
  });
  return {
    element: h(
      'div',
      { class: 'split' },
      h('div', {}, h('p', { class: 'find' }, h('label', { for: `find-${what}` }, 'Find '), search), count, list),
      detail,
    ),
    open: (seq) => {
      const record = records.find((each) => each.seq === seq);
      if (record !== undefined) show(record);
    },
  };
}

const textOf = (record: AuditRecord): string => `${record.seq} ${record.kind} ${JSON.stringify(record.body ?? '')}`;

function drawRow(record: AuditRecord, manifest: Manifest, show: (record: AuditRecord) => void): HTMLElement {
  const { kind, body } = leftOf(record);
  const said = body === null ? null : textOr(body.text, sayKind(kind));
  const words =
    said === null
      ? h('span', { class: 'hatch', role: 'img', 'aria-label': whyClosed(manifest, record.seq) })
      : h('span', { class: kind === 'turn.said' ? 'said' : '', dir: 'auto' }, said.slice(0, 300));
  const who = kind === 'turn.said' && body !== null ? textOr(body.speaker) : sayKind(record.kind);
  return h(
    'button',
    { type: 'button', class: 'row', 'data-key': String(record.seq), click: () => show(record) },
    h(
      'span',
      { class: 'quiet' },
      `${record.seq.toLocaleString('en-GB')} · ${who} · ${showMoment(body?.saidAt ?? record.at)}`,
    ),
    words,
  );
}

function drawWhole(record: AuditRecord, manifest: Manifest): readonly HTMLElement[] {
  const { kind, body } = leftOf(record);
  const head = h('h3', {}, `Record ${record.seq.toLocaleString('en-GB')}: ${sayKind(record.kind)}`);
  const when = h('p', { class: 'quiet' }, `written ${showMoment(record.at)}`);
  const words =
    body === null
      ? [
          h('p', {}, h('span', { class: 'hatch', role: 'img', 'aria-label': 'no words' })),
          h(
            'p',
            {},
            `The words are not here: ${whyClosed(manifest, record.seq)}. Its seal still stands in the chain, so nothing could be put in its place.`,
          ),
        ]
      : [
          ...(kind === 'turn.said'
            ? [
                h('p', { class: 'quiet' }, `${textOr(body.speaker)}, ${showMoment(body.saidAt)}`),
                h('blockquote', { dir: 'auto' }, textOr(body.text)),
              ]
            : []),
          h(
            'details',
            kind === 'turn.said' ? {} : { open: true },
            h('summary', {}, 'As it is written'),
            h('pre', { tabindex: '0' }, JSON.stringify(record.body, null, 1).slice(0, 200_000)),
          ),
        ];
  return [head, when, ...words, h('p', { class: 'quiet' }, 'Seal of the record: ', h('code', {}, record.hash))];
}
