import { announce, byId, fill, h } from '../audit-viewer/dom.ts';
import type { Report, ReportedFinding } from '../main/evaluation/report/report.ts';
import { PART, type RowIndex, type TrajectoryNote } from '../main/evaluation/report-page/page-format.pure.ts';
import { controls } from './controls.ts';
import { type Explorer, explorer } from './explorer.ts';
import { openPart } from './load-parts.ts';
import { aboutView, denominatorsView } from './sections/about.ts';
import { budgetsView } from './sections/budgets.ts';
import { ablationsView, baselinesView } from './sections/comparisons.ts';
import { frontierView } from './sections/frontier.ts';
import { legsView } from './sections/legs.ts';
import { overview } from './sections/overview.ts';
import { agesView, categoriesView, checkpointsView, domainsView, truthView } from './sections/slices.ts';
import { findingsView, gateBox, invalidBox } from './sections/verdict.ts';
import type { View } from './view.ts';
import { plural } from './words.ts';

/** Everything that follows the choice of measure and arms, in the order in which it is read. */
const CHARTS: readonly ((view: View) => HTMLElement | null)[] = [
  checkpointsView,
  baselinesView,
  categoriesView,
  agesView,
  truthView,
  domainsView,
  budgetsView,
  frontierView,
  ablationsView,
  legsView,
  denominatorsView,
];

async function show(): Promise<void> {
  const report = await openPart<Report>(PART.report);
  describe(report);
  const charts = CHARTS.map((draw) => ({ draw, box: h('div') }));
  const drawAll = (view: View): void => {
    for (const { draw, box } of charts) fill(box, draw(view));
  };
  const { element, view } = controls(report, (chosen) => {
    drawAll(chosen);
    announce('The charts are drawn anew.');
  });
  drawAll(view);
  const list = h('div', {}, h('p', { class: 'quiet' }, 'Opening the observations…'));
  let opened: Explorer | null = null;
  const open = (finding: ReportedFinding): void => opened?.show(wantedOf(finding));
  const parts = [
    ...[invalidBox(report), overview(report), gateBox(report), element],
    ...charts.map(({ box }) => box),
    ...[findingsView(report, open), list, aboutView(report)],
  ].filter((part) => part !== null);
  fill(byId('main'), contents(parts), ...parts);
  // For whoever measures: the figures stand, by the page's own clock.
  performance.mark('shown');
  const [index, trajectories] = await Promise.all([
    openPart<RowIndex>(PART.index),
    openPart<readonly TrajectoryNote[]>(PART.trajectories),
  ]);
  opened = explorer(index, trajectories);
  list.replaceChildren(opened.element);
  performance.mark('listed');
  document.documentElement.dataset.ready = 'true';
}

const wantedOf = ({ arm, trajectory, checkpoint, probe }: ReportedFinding): Parameters<Explorer['show']>[0] => ({
  ...(arm === null ? {} : { arm }),
  ...(trajectory === null ? {} : { trajectory }),
  ...(checkpoint === null ? {} : { checkpoint }),
  ...(probe === null ? {} : { text: probe }),
});

function describe({ header, arms, isValid }: Report): void {
  const observed = arms.reduce((sum, { denominators }) => sum + denominators.observed, 0);
  byId('lead').textContent =
    `${plural(arms.length, 'arm')}, ${plural(header.trajectories.length, 'history', 'histories')}, ${plural(observed, 'observation')}; seed ${header.seed}.${isValid ? '' : ' The figures are not valid.'}`;
}

/** Links to every part that has a heading. */
function contents(parts: readonly HTMLElement[]): HTMLElement {
  const sections = parts.flatMap((part) =>
    part.matches('section[id]') ? [part] : [...part.querySelectorAll('section[id]')],
  );
  const links = sections.map((part) =>
    h('li', {}, h('a', { href: `#${part.id}` }, part.querySelector('h2')?.textContent ?? '')),
  );
  // Before the last: it stands there once it is open.
  links.splice(-1, 0, h('li', {}, h('a', { href: '#observations' }, 'Every observation')));
  return h('nav', { 'aria-label': 'Parts of the report' }, h('ul', {}, ...links));
}

show().catch(() => {
  // What it was does not matter to a reader: the file is no report that anybody can rely on.
  byId('lead').textContent = 'This file cannot be shown: it is damaged, or no report is in it.';
  document.documentElement.dataset.ready = 'false';
});
