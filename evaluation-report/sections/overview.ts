import { h } from '../../audit-viewer/dom.ts';
import type { MetricName } from '../../main/evaluation/report/figures.ts';
import type { ArmSummary, Report } from '../../main/evaluation/report/report.ts';
import { showNumber } from '../charts/estimate.ts';
import { dataTable, estimateCell, section } from '../figure.ts';
import { estimateOf, metricsOf } from '../view.ts';
import { METRICS, plural, showMetric } from '../words.ts';

/** What is shown of every arm before anything is chosen, where it was measured. */
const MAIN: readonly MetricName[] = [
  'accuracy',
  'stale',
  'abstention',
  'falseAbstention',
  'hit10',
  'turnRecall',
  'tokens',
];

/** What ran, and the main figures of every arm. */
export function overview(report: Report): HTMLElement {
  const known = metricsOf(report);
  const metrics = MAIN.filter((metric) => known.includes(metric));
  const rows = report.arms.map((arm) => [
    arm.arm,
    ...metrics.map((metric) => estimateCell(estimateOf(arm.figures[metric]), (value) => showMetric(metric, value))),
    showNumber(arm.denominators.planned),
  ]);
  return section(
    {
      id: 'overview',
      heading: 'All ways of remembering, side by side',
      says: `Each row is one way of remembering and asking, called an arm; beneath a figure stands how far it can be off by the luck of which histories were chosen.`,
      saysNot: 'It does not say how the memory does on histories of another kind than these.',
    },
    h('p', {}, describeRun(report)),
    dataTable({
      caption: 'Main figures of every arm',
      columns: ['Arm', ...metrics.map((metric) => METRICS[metric].label), 'Observations'],
      rows,
    }),
    h(
      'details',
      {},
      h('summary', {}, 'What the columns mean, and what each arm declares'),
      h(
        'dl',
        {},
        ...metrics.flatMap((metric) => [h('dt', {}, METRICS[metric].label), h('dd', {}, METRICS[metric].says)]),
      ),
      declared(report.arms),
    ),
  );
}

function describeRun({ header, method }: Report): string {
  const turns = header.trajectories.reduce((sum, one) => sum + one.turns, 0);
  const probes = header.trajectories.reduce((sum, one) => sum + one.probes, 0);
  const answerer = {
    contract: 'Answers come from the app’s own rules, without a language model.',
    model:
      'Answers come from the chat model of the run, so figures of answers are also that model’s: with a small one they say nothing about the memory.',
    none: 'No answers were asked for: only what was found is measured.',
  }[header.answerer];
  const full = method.full === null ? '' : ` The full system is the arm “${method.full}”.`;
  return `${plural(header.trajectories.length, 'history', 'histories')} with ${plural(turns, 'turn')} and ${plural(probes, 'question')}; every question is asked again at each later checkpoint. ${answerer}${full}`;
}

function declared(arms: readonly ArmSummary[]): HTMLElement {
  return dataTable({
    caption: 'What each arm declares',
    columns: [
      'Arm',
      'System',
      'Fragments',
      'Token budget',
      'Ledger and habits',
      'Asked in',
      'Upkeep',
      'Asking counts as use',
      'Legs and settings',
    ],
    rows: arms.map(({ arm, declared: one }) => [
      ...[arm, one.system, String(one.k), one.budgetTokens === null ? 'none' : showNumber(one.budgetTokens)],
      ...[
        one.isMemoryFull ? 'yes' : 'no',
        one.conversation === 'fresh' ? 'a new conversation' : 'the last conversation',
      ],
      ...[one.lifecycle === 'scheduled' ? 'as scheduled' : 'none', one.access === 'none' ? 'no' : 'yes'],
      [
        ...(one.legs === undefined ? [] : [`only ${one.legs.join(', ')}`]),
        ...(one.noLegs === undefined ? [] : [`without ${one.noLegs.join(', ')}`]),
        ...(one.settings === undefined ? [] : [JSON.stringify(one.settings)]),
      ].join('; ') || 'as the app has them',
    ]),
  });
}
