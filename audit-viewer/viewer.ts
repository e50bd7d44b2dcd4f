import { fromBase64 } from '../main/audit/verify/bytes.pure.ts';
import type { AuditRecord } from '../main/audit/verify/chain.pure.ts';
import { verifyBundle } from '../main/audit/verify/verify.pure.ts';
import { aboutView } from './about-view.ts';
import { announce, byId, fill, h } from './dom.ts';
import { factsView } from './facts-view.ts';
import { type OpenedBundle, openBundle } from './open-bundle.ts';
import { browserPlatform } from './platform.ts';
import { recordsView } from './records-view.ts';
import { reportView } from './report-view.ts';
import { showCount, showDay } from './words.ts';

const TABS = [
  { id: 'facts', label: 'What was believed' },
  { id: 'turns', label: 'What was said' },
  { id: 'records', label: 'Every record' },
  { id: 'about', label: 'About this bundle' },
] as const;
type Tab = (typeof TABS)[number]['id'];

const platform = browserPlatform((share) => {
  const bar = document.getElementById('checking');
  if (bar !== null) bar.textContent = `Checking every byte… ${Math.round(share * 100)}%`;
});

/** A bundle is shown as soon as it is open, and checked while it is read. */
async function show(bytes: Uint8Array, isEmbedded: boolean): Promise<void> {
  const opened = await openBundle(platform, bytes);
  const check = h(
    'section',
    { class: 'check', 'aria-label': 'Result of the check' },
    h('p', { id: 'checking' }, 'Checking every byte…'),
  );
  const body = h('div');
  fill(byId('main'), check, body);
  if (opened !== null) describe(opened);
  else byId('lead').textContent = 'This file cannot be opened as a bundle.';
  const records: AuditRecord[] = [];
  const tabs = opened === null ? null : openTabs(body, opened, records);
  // For whoever measures: the first view stands, by the page's own clock.
  performance.mark('shown');
  await whenDrawn();
  const report = await verifyBundle(platform, {
    bytes,
    expectedKey: null,
    isEmbedded,
    onRecord: (record) => records.push(record),
  });
  fill(check, ...reportView(report));
  document.documentElement.dataset.checked = String(report.ok);
  announce(
    report.ok
      ? 'Checked: unbroken and unchanged.'
      : `Checked: not sound, ${showCount(report.problems.length, 'problem')}.`,
  );
  tabs?.onRecords();
}

/** The page stands and can be used before the check begins, which takes every moment that is left. */
async function whenDrawn(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise((resolve) => setTimeout(resolve, 250));
}

/** A hostile file may hold what nobody thought of; the page then says so instead of standing still. */
async function showSafely(bytes: Uint8Array, isEmbedded: boolean): Promise<void> {
  try {
    await show(bytes, isEmbedded);
  } catch {
    // What it was does not matter: the file is no bundle that anybody should rely on.
    byId('lead').textContent = 'This file cannot be shown: it is damaged, or no bundle.';
    document.documentElement.dataset.checked = 'false';
  }
}

function describe({ manifest }: OpenedBundle): void {
  const { scope } = manifest;
  const isPart = Object.values(scope).some((limit) => limit !== null);
  const covers = [
    ...(manifest.redaction.bodies ? ['all words are covered up'] : []),
    ...(manifest.redaction.names ? ['names are covered up'] : []),
    ...(isPart ? ['only a part of the history'] : []),
  ];
  byId('lead').textContent =
    `${showCount(manifest.head.seq, 'record')}, written on ${showDay(manifest.exportedAt)}${covers.length > 0 ? `; ${covers.join(', ')}` : ''}.`;
}

function openTabs(
  body: HTMLElement,
  opened: OpenedBundle,
  records: readonly AuditRecord[],
): { readonly onRecords: () => void } {
  const panel = h('div', { role: 'tabpanel', id: 'panel', tabindex: '0' });
  let hasRecords = false;
  let waiting: number | null = null;
  const goTo = (seq: number): void => {
    waiting = seq;
    choose('records');
  };
  const drawRecords = (what: 'turns' | 'records'): HTMLElement => {
    if (!hasRecords) return h('p', { class: 'quiet' }, 'The records are being checked; they are shown in a moment.');
    const view = recordsView(records, opened.manifest, what);
    if (waiting !== null) setTimeout(view.open, 0, waiting);
    waiting = null;
    return view.element;
  };
  const draw: Readonly<Record<Tab, () => HTMLElement>> = {
    facts: () => factsView(opened, goTo),
    turns: () => drawRecords('turns'),
    records: () => drawRecords('records'),
    about: () => aboutView(opened),
  };
  let current: Tab = 'facts';
  const buttons = TABS.map(({ id, label }) =>
    h(
      'button',
      { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': 'panel', click: () => choose(id) },
      label,
    ),
  );
  const choose = (tab: Tab): void => {
    current = tab;
    for (const [n, button] of buttons.entries()) {
      const isChosen = TABS[n]?.id === tab;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', `tab-${tab}`);
    fill(panel, draw[tab]());
  };
  const bar = h(
    'div',
    {
      role: 'tablist',
      'aria-label': 'Parts of the bundle',
      class: 'tabs',
      keydown: (event) => {
        if (!(event instanceof KeyboardEvent) || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
        const step = event.key === 'ArrowRight' ? 1 : TABS.length - 1;
        const next = (TABS.findIndex(({ id }) => id === current) + step) % TABS.length;
        choose(TABS[next]?.id ?? 'facts');
        buttons[next]?.focus();
      },
    },
    ...buttons,
  );
  fill(body, bar, panel);
  choose('facts');
  return {
    onRecords: () => {
      hasRecords = true;
      if (current === 'turns' || current === 'records') choose(current);
    },
  };
}

/** Without a bundle inside, one is asked for. */
function askForFile(): void {
  const input = h('input', {
    type: 'file',
    id: 'file',
    accept: '.zip,application/zip',
    change: () => void take(input.files?.[0]),
  });
  byId('lead').textContent = 'Choose an audit bundle. It is read here and goes nowhere.';
  fill(
    byId('main'),
    h('p', { class: 'drop' }, h('label', { for: 'file' }, 'Choose a bundle (zip), or drop it here: '), input),
  );
}

async function take(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  byId('lead').textContent = 'Opening…';
  await showSafely(new Uint8Array(await file.arrayBuffer()), false);
}

document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void take(event.dataTransfer?.files[0]);
});

performance.mark('begun');
const carried = byId('bundle').textContent ?? '';
if (carried === '') askForFile();
else void showSafely(fromBase64(carried) ?? new Uint8Array(), true);
