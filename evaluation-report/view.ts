import type { Figure, MetricName, SliceBy } from '../main/evaluation/report/figures.ts';
import type { Report, Slice } from '../main/evaluation/report/report.ts';
import type { Estimate } from './charts/estimate.ts';
import { type Look, lookOf } from './series.ts';
import { METRICS } from './words.ts';

/** What the reader chose to look at. */
export type View = { readonly report: Report; readonly metric: MetricName; readonly arms: readonly ShownArm[] };
export type ShownArm = { readonly name: string; readonly look: Look };

/** Arms that are drawn at first: more lines than these cannot be told apart at a glance. */
const AT_FIRST = 4;

export const allArms = (report: Report): readonly ShownArm[] =>
  report.arms.map(({ arm }, n) => ({ name: arm, look: lookOf(n) }));

/** The full arm and what it is compared with come first. */
export function firstArms(report: Report): readonly string[] {
  const { full, baselines } = report.method;
  const names = report.arms.map(({ arm }) => arm);
  const wanted = [...(full === null ? [] : [full]), ...baselines, ...names].filter((name) => names.includes(name));
  return [...new Set(wanted)].slice(0, AT_FIRST);
}

/** Measures that at least one arm has a figure for. */
export const metricsOf = (report: Report): readonly MetricName[] =>
  (Object.keys(METRICS) as MetricName[]).filter((name) =>
    report.arms.some(({ figures }) => (figures[name]?.value ?? null) !== null),
  );

export const estimateOf = (figure: Figure | undefined): Estimate | null =>
  figure === undefined || figure.value === null
    ? null
    : { value: figure.value, low: figure.interval?.low ?? null, high: figure.interval?.high ?? null, n: figure.n };

/** Keys of one kind of slice in their order, with the slice of each arm. */
export function slicesOf(report: Report, by: SliceBy): ReadonlyMap<string, ReadonlyMap<string, Slice>> {
  const own = report.slices.filter((slice) => slice.by === by).toSorted((a, b) => a.order - b.order);
  const keys = new Map<string, Map<string, Slice>>();
  for (const slice of own) {
    const arms = keys.get(slice.key) ?? new Map<string, Slice>();
    arms.set(slice.arm, slice);
    keys.set(slice.key, arms);
  }
  return keys;
}

/** Where an axis begins and ends: shares from 0 to 1, unless all of it lies in the upper part. */
export function rangeOf(estimates: readonly (Estimate | null)[], metric: MetricName): readonly [number, number] {
  const ends = estimates.flatMap((one) => (one === null ? [] : [one.low ?? one.value, one.high ?? one.value]));
  if (METRICS[metric].unit === 'share') return Math.min(1, ...ends) >= 0.6 ? [0.5, 1] : [0, 1];
  return [0, Math.max(1, ...ends) * 1.05];
}
