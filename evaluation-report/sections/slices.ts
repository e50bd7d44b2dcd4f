import type { SliceBy } from '../../main/evaluation/report/figures.ts';
import { barChart } from '../charts/bar-chart.ts';
import { type Estimate, showNumber } from '../charts/estimate.ts';
import { lineChart } from '../charts/line-chart.ts';
import { estimateCell, figure, keyOfArms, nothing, section, type Table } from '../figure.ts';
import { estimateOf, rangeOf, slicesOf, type View } from '../view.ts';
import { METRICS, sayKey, showMetric } from '../words.ts';

type Sliced = {
  readonly keys: readonly string[];
  readonly lines: readonly { readonly arm: View['arms'][number]; readonly points: readonly (Estimate | null)[] }[];
  readonly counts: readonly number[];
  readonly table: Table;
};

/** Figures of the chosen arms and measure by the keys of one kind of slice; null where there are none. */
function sliced({ report, metric, arms }: View, by: SliceBy, keyName: string): Sliced | null {
  const slices = slicesOf(report, by);
  const lines = arms.map((arm) => ({
    arm,
    points: [...slices.values()].map((own) => estimateOf(own.get(arm.name)?.figures[metric])),
  }));
  const isKept = [...slices.keys()].map((_, n) => lines.some(({ points }) => points[n] != null));
  const keep = <T>(list: readonly T[]): readonly T[] => list.filter((_, n) => isKept[n]);
  const keys = keep([...slices.keys()]);
  if (keys.length === 0) return null;
  const kept = lines.map(({ arm, points }) => ({ arm, points: keep(points) }));
  const counts = keys.map((_, n) => Math.max(0, ...kept.map(({ points }) => points[n]?.n ?? 0)));
  return {
    keys,
    counts,
    lines: kept,
    table: {
      caption: `${METRICS[metric].label} ${keyName}`,
      columns: [keyName.replace('by ', ''), ...arms.map(({ name }) => name), 'Counted for each arm'],
      rows: keys.map((key, n) => [
        sayKey(by, key),
        ...kept.map(({ points }) => estimateCell(points[n] ?? null, (value) => showMetric(metric, value))),
        showNumber(counts[n] ?? 0),
      ]),
    },
  };
}

const EMPTY = 'None of the chosen arms has a figure of this measure here. Choose another measure above.';

/** The trend in one sentence, for those who do not see the chart. */
function summarise({ keys, lines }: Sliced, metric: View['metric'], by: SliceBy): string {
  const words = lines.map(({ arm, points }) => {
    const first = points.findIndex((one) => one !== null);
    const last = points.findLastIndex((one) => one !== null);
    const [from, to] = [points[first], points[last]];
    if (from == null || to == null) return `${arm.name}: no figure`;
    const at = (n: number): string => sayKey(by, keys[n] ?? '');
    return `${arm.name}: ${showMetric(metric, from.value)} at ${at(first)}, ${showMetric(metric, to.value)} at ${at(last)}`;
  });
  return `${METRICS[metric].label}. ${words.join('; ')}.`;
}

/** Quality along the life of the memory. */
export function checkpointsView(view: View): HTMLElement {
  const data = sliced(view, 'checkpoint', 'by checkpoint');
  const range = rangeOf(data?.lines.flatMap(({ points }) => points) ?? [], view.metric);
  const isCut = range[0] > 0 ? ' The axis does not begin at zero.' : '';
  return section(
    {
      id: 'checkpoints',
      heading: 'Along the life of the memory',
      says: `${METRICS[view.metric].label} at each checkpoint, from the first to the last; bands show how far chance reaches.`,
      saysNot: `Later checkpoints ask more questions, so a change is not by itself a change of the memory.${isCut}`,
    },
    data === null
      ? nothing(EMPTY)
      : figure(
          lineChart({
            summary: summarise(data, view.metric, 'checkpoint'),
            labels: data.keys.map((key) => sayKey('checkpoint', key)),
            xLabel: 'checkpoint',
            lines: data.lines.map(({ arm, points }) => ({ ...arm, points })),
            yRange: range,
            format: (value) => showMetric(view.metric, value),
          }),
          data.table,
          keyOfArms(view.arms),
        ),
  );
}

type BarSection = Parameters<typeof section>[0] & { readonly by: SliceBy; readonly keyName: string };

function barsView(view: View, { by, keyName, ...words }: BarSection): HTMLElement {
  const data = sliced(view, by, keyName);
  if (data === null) return section(words, nothing(EMPTY));
  const [, most] = rangeOf(
    data.lines.flatMap(({ points }) => points),
    view.metric,
  );
  const groups = data.keys.map((key, n) => ({
    label: sayKey(by, key),
    note: `of ${showNumber(data.counts[n] ?? 0)}`,
    bars: data.lines.map(({ arm, points }) => ({ ...arm, estimate: points[n] ?? null })),
  }));
  const chart = barChart({
    summary: summarise(data, view.metric, by),
    groups,
    range: [0, most],
    format: (value) => showMetric(view.metric, value),
  });
  return section(words, figure(chart, data.table, keyOfArms(view.arms)));
}

/** Quality by what the questions are about. */
export const categoriesView = (view: View): HTMLElement =>
  barsView(view, {
    ...{ by: 'category', keyName: 'by category', id: 'categories', heading: 'By what is asked' },
    says: `${METRICS[view.metric].label} for each kind of question, such as things that changed, that were corrected, or that were never said.`,
    saysNot: 'Kinds with few questions say little: look at the width of the interval.',
  });

/** Quality by how long ago the evidence was said. */
export const agesView = (view: View): HTMLElement =>
  barsView(view, {
    ...{ by: 'age', keyName: 'by age', id: 'ages', heading: 'By how long ago it was said' },
    says: `${METRICS[view.metric].label} by the time between the newest evidence and the moment of asking.`,
    saysNot: 'Old and new questions are not the same questions, so a difference has more causes than age.',
  });

/** Now against then. */
export const truthView = (view: View): HTMLElement =>
  barsView(view, {
    ...{ by: 'truth', keyName: 'by time', id: 'truth', heading: 'About now, and about an earlier time' },
    says: `${METRICS[view.metric].label} of questions about what holds now, and of those about an earlier time.`,
    saysNot: 'It does not say how often people ask either of them.',
  });

/** The same by what histories are about; null where all are about one. */
export function domainsView(view: View): HTMLElement | null {
  if (slicesOf(view.report, 'domain').size < 2) return null;
  return barsView(view, {
    ...{ by: 'domain', keyName: 'by domain', id: 'domains', heading: 'By what the histories are about' },
    says: `${METRICS[view.metric].label} in histories of each domain.`,
    saysNot: 'A domain has few histories, so its interval is wide or cannot be made.',
  });
}
