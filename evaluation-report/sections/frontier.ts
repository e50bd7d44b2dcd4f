import { showNumber } from '../charts/estimate.ts';
import { scatterChart } from '../charts/scatter-chart.ts';
import { estimateCell, figure, keyOfArms, nothing, section } from '../figure.ts';
import { allArms, estimateOf, rangeOf, type View } from '../view.ts';

/** Right answers for what they cost in tokens, of every arm. */
export function frontierView({ report }: View): HTMLElement {
  const looks = new Map(allArms(report).map(({ name, look }) => [name, look]));
  const summaries = new Map(report.arms.map((one) => [one.arm, one]));
  const spots = report.frontier.flatMap((point) => {
    const look = looks.get(point.arm);
    if (look === undefined) return [];
    const y = estimateOf(summaries.get(point.arm)?.figures.accuracy) ?? {
      value: point.accuracy,
      low: null,
      high: null,
      n: null,
    };
    return [
      { name: point.arm, look, x: point.tokens, y: { ...y, value: point.accuracy }, isFrontier: point.isOnFrontier },
    ];
  });
  const best = spots.filter(({ isFrontier }) => isFrontier).map(({ name }) => name);
  return section(
    {
      id: 'frontier',
      heading: 'What right answers cost',
      says: 'Right answers against the text that was handed over for them; the line joins the arms that no other arm beats for as little.',
      saysNot: 'Tokens are not time, and an arm below the line may be better at one kind of question.',
    },
    spots.length === 0
      ? nothing('No arm has both right answers and tokens.')
      : figure(
          scatterChart({
            summary: `Right answers against tokens. On the line: ${best.join(', ')}.`,
            xLabel: 'mean tokens handed over for a question',
            yRange: rangeOf(
              spots.map(({ y }) => y),
              'accuracy',
            ),
            spots,
          }),
          {
            caption: 'Right answers and tokens of every arm',
            columns: [
              'Arm',
              'Right answers',
              'Tokens',
              'On the line',
              'Score for a fragment',
              'Score for a thousand tokens',
            ],
            rows: spots.map(({ name, x, y, isFrontier }) => [
              ...[name, estimateCell(y), showNumber(x, 1), isFrontier ? 'yes' : 'no'],
              ...[summaries.get(name)?.spf, summaries.get(name)?.tur].map((one) =>
                one == null ? '–' : showNumber(one, 4),
              ),
            ]),
          },
          keyOfArms(spots),
        ),
  );
}
