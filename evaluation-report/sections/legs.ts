import { h } from '../../audit-viewer/dom.ts';
import type { LegSummary } from '../../main/evaluation/report/report.ts';
import { show, showNumber } from '../charts/estimate.ts';
import { dataTable, nothing, section } from '../figure.ts';
import type { View } from '../view.ts';

const STAGES = ['eligible', 'executed', 'produced', 'selected', 'inPrompt'] as const;
const STAGE_WORDS: Readonly<Record<(typeof STAGES)[number], string>> = {
  eligible: 'could have been found',
  executed: 'were looked through',
  produced: 'were found',
  selected: 'were chosen',
  inPrompt: 'were handed over',
};
const SHADES = 5;

/** What each way of finding did, in each of the chosen arms. */
export function legsView({ report, arms }: View): HTMLElement {
  const shown = arms.filter(({ name }) => report.legs.some(({ arm }) => arm === name));
  const legs = [...new Set(report.legs.map(({ leg }) => leg))];
  const words = {
    id: 'legs',
    heading: 'What each way of finding did',
    says: 'How often each way of finding, called a leg, gave something that was handed over, and how many fragments were left at each of its five stages.',
    saysNot: 'It does not say what the leg is worth: that is under “What each part is worth”.',
  };
  if (shown.length === 0) return section(words, nothing('None of the chosen arms tells what its legs did.'));
  const silent = arms.filter((one) => !shown.includes(one)).map(({ name }) => name);
  const rows = legs.map((leg) => [
    leg,
    ...shown.map(({ name }) => drawCell(report.legs.find((one) => one.arm === name && one.leg === leg))),
  ]);
  return section(
    words,
    dataTable({ caption: 'Legs by arm', columns: ['Leg', ...shown.map(({ name }) => name)], rows }),
    h(
      'p',
      { class: 'quiet' },
      `The five numbers are fragments that ${STAGES.map((stage) => STAGE_WORDS[stage]).join(', that ')}, over all questions.${silent.length > 0 ? ` Not observable in: ${silent.join(', ')}.` : ''}`,
    ),
  );
}

function drawCell(leg: LegSummary | undefined): Node {
  if (leg === undefined || leg.n === 0) return h('span', { class: 'quiet' }, 'not told');
  const share = leg.contributed ?? 0;
  const shade = Math.min(SHADES - 1, Math.floor(share * SHADES));
  const outcomes = Object.entries(leg.outcomes).map(([outcome, n]) => `${outcome}: ${showNumber(n)}`);
  return h(
    'div',
    { class: `heat heat-${shade}` },
    h('b', {}, leg.contributed === null ? '–' : show(share, 0)),
    ' contributed',
    h('span', { class: 'stages' }, STAGES.map((stage) => showNumber(leg[stage])).join(' › ')),
    h('span', { class: 'quiet' }, outcomes.join(', ')),
    leg.failures > 0 ? h('b', { class: 'bad' }, `✗ failed ${showNumber(leg.failures)} times`) : null,
  );
}
