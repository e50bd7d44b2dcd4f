import type { ScoredObservation } from '../score/scored.ts';
import type { Bootstrap } from '../statistics/bootstrap.pure.ts';
import { type Denominators, type Figure, type Figures, MetricName } from './figures.ts';
import { isBounded, MEASURES, tellsEvidence } from './measures.ts';

type Column = { readonly sums: Float64Array; readonly weights: Float64Array };

/** One arm by columns: place by place the same observations as in every other arm. */
export type ArmTable = {
  readonly arm: string;
  readonly rows: readonly ScoredObservation[];
  readonly columns: Readonly<Record<MetricName, Column>>;
};

export type Observing = {
  readonly fragmentsOf: (one: ScoredObservation) => number | null;
  readonly hasAnswers: boolean;
};

/** Measures every observation once; a weight of 0 means that the metric does not apply. */
export function tabulate(
  arm: string,
  rows: readonly ScoredObservation[],
  { fragmentsOf, hasAnswers }: Observing,
): ArmTable {
  const columns = Object.fromEntries(
    MetricName.options.map((metric) => [
      metric,
      { sums: new Float64Array(rows.length), weights: new Float64Array(rows.length) },
    ]),
  ) as Record<MetricName, Column>;
  const hasEvidence = tellsEvidence(rows);
  for (const [place, scored] of rows.entries()) {
    const measured = { scored, fragments: fragmentsOf(scored), hasAnswers, hasEvidence };
    for (const metric of MetricName.options) {
      const part = MEASURES[metric](measured);
      if (part === null) continue;
      columns[metric].sums[place] = part.sum;
      columns[metric].weights[place] = part.weight;
    }
  }
  return { arm, rows, columns };
}

export type Figuring = {
  readonly metrics: readonly MetricName[];
  /** Metrics that get an interval. */
  readonly intervals: readonly MetricName[];
  readonly bootstrap: Bootstrap;
};

/** All figures of some observations of an arm; metrics that apply to none of them are left out. */
export function makeFigures(table: ArmTable, places: readonly number[], figuring: Figuring): Figures {
  const figures: Figures = {};
  for (const metric of figuring.metrics) {
    const figure = makeFigure(table, metric, places);
    if (figure.n === 0) continue;
    const interval = figuring.intervals.includes(metric)
      ? figuring.bootstrap.interval(gatherTrajectories(table, metric, places))
      : null;
    figures[metric] = { ...figure, interval };
  }
  return figures;
}

function makeFigure({ columns, rows }: ArmTable, metric: MetricName, places: readonly number[]): Figure {
  const { sums, weights } = columns[metric];
  let sum = 0;
  let n = 0;
  let missing = 0;
  for (const place of places) {
    const weight = weights[place] as number;
    sum += sums[place] as number;
    n += weight;
    if (weight > 0 && rows[place]?.status !== 'observed') missing += weight;
  }
  const hasBounds = n > 0 && isBounded(metric);
  return {
    value: n === 0 ? null : sum / n,
    ...{ sum, n, missing },
    // A missing one counts as 0, so the value is its own lower bound.
    least: hasBounds ? sum / n : null,
    most: hasBounds ? (sum + missing) / n : null,
    interval: null,
  };
}

/** Numerators and denominators by trajectory, in the order of the plan. */
function gatherTrajectories({ columns, rows }: ArmTable, metric: MetricName, places: readonly number[]): Column {
  const { sums, weights } = columns[metric];
  const byTrajectory = new Map<string, [sum: number, weight: number]>();
  for (const place of places) {
    const trajectory = rows[place]?.trajectory ?? '';
    const total = byTrajectory.get(trajectory) ?? [0, 0];
    total[0] += sums[place] as number;
    total[1] += weights[place] as number;
    byTrajectory.set(trajectory, total);
  }
  const totals = [...byTrajectory.values()];
  return {
    sums: Float64Array.from(totals, ([sum]) => sum),
    weights: Float64Array.from(totals, ([, weight]) => weight),
  };
}

/** How many of some observations were made, failed or are missing. */
export function countDenominators({ rows }: ArmTable, places: readonly number[]): Denominators {
  const counts = { planned: places.length, observed: 0, failed: 0, missing: 0 };
  for (const place of places) {
    const status = rows[place]?.status ?? 'missing';
    counts[status] += 1;
  }
  return counts;
}
