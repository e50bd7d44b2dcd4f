import { h } from '../../audit-viewer/dom.ts';
import type { Report } from '../../main/evaluation/report/report.ts';
import { show, showNumber } from '../charts/estimate.ts';
import { dataTable, estimateCell, section } from '../figure.ts';
import { estimateOf, type View } from '../view.ts';
import { METRICS, showMetric } from '../words.ts';

/** How many were asked, answered, failed and are missing; and what the missing ones could change. */
export function denominatorsView({ report, metric }: View): HTMLElement {
  const rows = report.arms.map(({ arm, denominators, questions, figures }) => {
    const figure = figures[metric];
    const bounds =
      figure?.least == null || figure.most == null
        ? '–'
        : `${showMetric(metric, figure.least)} to ${showMetric(metric, figure.most)}`;
    return [
      ...[arm, showNumber(questions), showNumber(denominators.planned), showNumber(denominators.observed)],
      ...[showNumber(denominators.failed), showNumber(denominators.missing)],
      ...[showNumber(figure?.n ?? 0), estimateCell(estimateOf(figure), (value) => showMetric(metric, value)), bounds],
    ];
  });
  return section(
    {
      id: 'denominators',
      heading: 'What the figures are figures of',
      says: 'How many observations were planned, made, failed and are missing; planned is always the sum of the other three.',
      saysNot:
        'The last column is no interval: it is what the figure would be if every missing answer were wrong, or right.',
    },
    dataTable({
      caption: `Denominators of ${METRICS[metric].label.toLowerCase()}`,
      columns: [
        ...['Arm', 'Different questions', 'Planned', 'Observed', 'Failed', 'Missing'],
        ...['The measure applies to', METRICS[metric].label, 'With the missing at worst and at best'],
      ],
      rows,
    }),
  );
}

/** What the run was made of, so that somebody else can make it again. */
export function aboutView({ header, method }: Report): HTMLElement {
  const facts: readonly (readonly [string, string])[] = [
    ['App', header.appVersion],
    ['Seed', String(header.seed)],
    ['Memory', header.isStateShared ? 'one for all arms that differ only in how they ask' : 'a fresh one for each arm'],
    ['Code', header.hashes.code],
    ['Prompts, rules and weights', header.hashes.config],
    ...Object.entries(header.hashes.models).map(([name, hash]) => [`Model ${name}`, hash] as const),
    ['Gate', header.gate === null ? 'none was registered' : `${header.gate.name}, ${header.gate.hash}`],
    [
      'Intervals',
      `${showNumber(method.resamples)} resamples of whole trajectories, ${show(method.level, 0)}, seed ${method.seed}`,
    ],
    ['Missing answers', method.missingRule],
    ['What “pays” means', method.verdictRule],
  ];
  return section(
    {
      id: 'about',
      heading: 'How this was made',
      says: 'Hashes of everything that the figures depend on: the same hashes and seed give the same report, byte by byte.',
      saysNot: 'It does not say who ran it.',
    },
    h(
      'dl',
      {},
      ...facts.flatMap(([name, value]) => [
        h('dt', {}, name),
        h('dd', {}, /^[0-9a-f]{64}$/.test(value) ? h('code', {}, value) : value),
      ]),
    ),
    dataTable({
      caption: 'Histories',
      columns: ['History', 'Turns', 'Questions', 'Checkpoints', 'Observations for each arm', 'Hash of its file'],
      rows: header.trajectories.map(({ id, turns, probes, checkpoints, observations, hash }) => [
        ...[id, showNumber(turns), showNumber(probes), showNumber(checkpoints), showNumber(observations)],
        h('code', {}, hash),
      ]),
    }),
  );
}
