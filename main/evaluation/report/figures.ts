import { z } from 'zod';

/**
 * What a report measures. Each is a mean over the observations that it applies to, from 0 to 1,
 * except the ranks, tokens and fragments.
 */
export const MetricName = z.enum([
  /** The answer is right: yes or no. */
  'accuracy',
  /** Right in part, with the paper's penalty for stale values. */
  'score',
  /** A superseded value was given as the answer; of questions whose value has changed. */
  'stale',
  /** Abstained; of questions that nothing said answers. */
  'abstention',
  /** Abstained; of questions that can be answered. */
  'falseAbstention',
  /** Both sides were named; of questions about a conflict. */
  'conflict',
  /** At least one evidence turn is among the first ten fragments. */
  'hit10',
  /** Share of the evidence turns among the first ten fragments. */
  'turnRecall10',
  /** Share of the evidence turns in all that was supplied. */
  'turnRecall',
  /** Share of the evidence's sessions among the first ten fragments. */
  'sessionRecall10',
  /** One divided by the rank of the first evidence; 0 where none was supplied. */
  'reciprocalRank',
  /** Rank of the first evidence, of those that were supplied with any. */
  'firstRank',
  /** Everything that the answer needs was supplied. */
  'closure',
  /** Tokens of what was supplied. */
  'tokens',
  /** Fragments that were supplied. */
  'fragments',
]);
export type MetricName = z.infer<typeof MetricName>;

/** What arms are compared by, and what has intervals. */
export const ComparedMetric = MetricName.extract(['accuracy', 'score', 'stale', 'hit10', 'turnRecall10', 'turnRecall']);

/** 95%, percentile bootstrap. Null ends: fewer than two units, so nothing can be said. */
export const Interval = z.strictObject({
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** What was resampled: how many of them. */
  units: z.int().min(0),
});
export type Interval = z.infer<typeof Interval>;

/** A mean with everything that it is a mean of. */
export const Figure = z.strictObject({
  /** `sum / n`; null where it applies to nothing. */
  value: z.number().nullable(),
  sum: z.number(),
  /** Observations that it applies to; of recalls, evidence turns or sessions. The same in every arm that tells of it. */
  n: z.int().min(0),
  /** Part of `n` that failed or is missing: it counts as 0 in `value`. */
  missing: z.int().min(0),
  /** What the value would be with every missing one at its least, and at its most; null for metrics without bounds. */
  least: z.number().nullable(),
  most: z.number().nullable(),
  /** Trajectories resampled; null where it was not made (narrow slices, and metrics that it is not made for). */
  interval: Interval.nullable(),
});
export type Figure = z.infer<typeof Figure>;

export const Figures = z.partialRecord(MetricName, Figure);
export type Figures = z.infer<typeof Figures>;

/** Counts of observations: `planned = observed + failed + missing`, always. */
export const Denominators = z.strictObject({
  planned: z.int().min(0),
  observed: z.int().min(0),
  failed: z.int().min(0),
  missing: z.int().min(0),
});
export type Denominators = z.infer<typeof Denominators>;

/** The three ways to resample, side by side: they answer different questions. */
export const Intervals = z.strictObject({
  /** Each observation by itself: as if checkpoints of one probe were independent. Too narrow. */
  observations: Interval,
  /** A probe with all its checkpoints. */
  probes: Interval,
  /** A trajectory with all its probes: what speaks about other histories. */
  trajectories: Interval,
});
export type Intervals = z.infer<typeof Intervals>;

/** Exact and two-sided, over every pair: what failed or is missing counts as wrong, as in every figure. */
export const McNemar = z.strictObject({
  /** Right in this arm alone, and right in the other alone. */
  gained: z.int().min(0),
  lost: z.int().min(0),
  bothRight: z.int().min(0),
  bothWrong: z.int().min(0),
  p: z.number().min(0).max(1),
});
export type McNemar = z.infer<typeof McNemar>;

export const SliceBy = z.enum([
  /** Position in the trajectory's order, from 1. */
  'checkpoint',
  /** One checkpoint of one trajectory. */
  'checkpoint-id',
  'trajectory',
  'domain',
  'category',
  /** Time from the newest evidence to the checkpoint. */
  'age',
  /** About now or about an earlier time. */
  'truth',
  /** Arms that differ in nothing but where they ask. */
  'conversation',
  /** Arms that differ in nothing but the budget. */
  'budget',
]);
export type SliceBy = z.infer<typeof SliceBy>;

/** Parts of which arms are compared too. */
export const ComparedBy = SliceBy.extract(['checkpoint', 'domain', 'category', 'age', 'truth']);

/** Youngest first; `none`: nothing said answers it. */
export const AGES = [
  'under a week',
  'under a month',
  'under 3 months',
  'under a year',
  'a year or more',
  'none',
] as const;
