import type { Slice } from '../../main/evaluation/report/report.ts';
import { type Line, lineChart } from '../charts/line-chart.ts';
import { estimateCell, figure, keyOfArms, section } from '../figure.ts';
import { allArms, estimateOf, rangeOf, type View } from '../view.ts';
import { METRICS, showMetric } from '../words.ts';

/** Tokens by their number, then fragments by theirs. */
const sizeOf = (key: string): number => Number.parseInt(key, 10) + (key.endsWith('tokens') ? 0 : 1_000_000_000);

/** Arms that differ in their budget alone, as one line each; null where a run has none. */
export function budgetsView({ report, metric }: View): HTMLElement | null {
  const slices = report.slices.filter(({ by }) => by === 'budget');
  if (slices.length === 0) return null;
  const keys = [...new Set(slices.map(({ key }) => key))].toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const looks = new Map(allArms(report).map(({ name, look }) => [name, look]));
  const families = [...new Set(slices.map(({ family, arm }) => family ?? arm))];
  const at = (family: string, key: string): Slice | undefined =>
    slices.find((slice) => (slice.family ?? slice.arm) === family && slice.key === key);
  const lines = families.flatMap((name): Line[] => {
    const look = looks.get(name);
    if (look === undefined) return [];
    return [{ name, look, points: keys.map((key) => estimateOf(at(name, key)?.figures[metric])) }];
  });
  const format = (value: number): string => showMetric(metric, value);
  const sayLine = ({ name, points }: Line): string =>
    `${name}: ${points.flatMap((one, n) => (one === null ? [] : [`${format(one.value)} at ${keys[n] ?? ''}`])).join(', ')}`;
  const chart = lineChart({
    summary: `${METRICS[metric].label} by budget. ${lines.map(sayLine).join('; ')}.`,
    ...{ labels: keys, xLabel: 'budget', lines, format },
    yRange: rangeOf(
      lines.flatMap(({ points }) => points),
      metric,
    ),
  });
  const table = {
    caption: `${METRICS[metric].label} by budget`,
    columns: ['Budget', ...lines.map(({ name }) => `${name} and its like`)],
    rows: keys.map((key, n) => [key, ...lines.map(({ points }) => estimateCell(points[n] ?? null, format))]),
  };
  return section(
    {
      id: 'budgets',
      heading: 'By how much may be handed over',
      says: `${METRICS[metric].label} of arms that differ in nothing but their budget, each line named after the first of them.`,
      saysNot: 'The steps stand as far apart as each other, whatever their size.',
    },
    figure(chart, table, keyOfArms(lines)),
  );
}
