import { z } from 'zod';
import { LegName, LegOutcome } from '../../contract/recall.ts';
import { Arm } from '../format/arm.ts';
import { RunHeader } from '../format/run.ts';
import { GateResult } from '../gates/gate.ts';
import { Denominators, Figures, Intervals, McNemar, MetricName, SliceBy } from './figures.ts';

/** One arm over the whole run. */
export const ArmSummary = z.strictObject({
  arm: z.string(),
  declared: Arm,
  denominators: Denominators,
  /** Different probes that were planned. */
  questions: z.int().min(0),
  /** Those of them that have evidence to find. */
  evidenceQuestions: z.int().min(0),
  figures: Figures,
  /** Mean score / mean fragments, and mean score for a thousand tokens: descriptive, so without intervals. */
  spf: z.number().nullable(),
  tur: z.number().nullable(),
});
export type ArmSummary = z.infer<typeof ArmSummary>;

/** One arm over a part of the run. */
export const Slice = z.strictObject({
  by: SliceBy,
  key: z.string(),
  /** Where it stands among the keys of its kind. */
  order: z.int().min(0),
  /** Only for `checkpoint-id`, where `key` is the checkpoint. */
  trajectory: z.string().nullable(),
  arm: z.string(),
  /** For `conversation` and `budget`: the arms that differ in that alone, by the name of the first; else null. */
  family: z.string().nullable(),
  denominators: Denominators,
  figures: Figures,
});
export type Slice = z.infer<typeof Slice>;

/** One arm against another on the same observations. */
export const Contrast = z.strictObject({
  arm: z.string(),
  against: z.string(),
  /** Why these two: a declared baseline, one thing changed, only where it is asked, or because the gate says so. */
  kind: z.enum(['baseline', 'ablation', 'conversation', 'gate']),
  metric: MetricName,
  /** Null: everything. */
  slice: z.strictObject({ by: SliceBy, key: z.string(), order: z.int().min(0) }).nullable(),
  /** Observed in both, where the metric applies to both. */
  pairs: z.int().min(0),
  /** It applies, and at least one of the two failed or is missing. */
  missing: z.int().min(0),
  /** Means over the pairs; null without pairs. */
  mean: z.number().nullable(),
  meanAgainst: z.number().nullable(),
  delta: z.number().nullable(),
  /** The delta with every missing pair at its worst and at its best; null for metrics without bounds. */
  least: z.number().nullable(),
  most: z.number().nullable(),
  /** Null ones were not made: slices have the clustered interval alone. */
  intervals: z.strictObject({
    observations: Intervals.shape.observations.nullable(),
    probes: Intervals.shape.probes.nullable(),
    trajectories: Intervals.shape.trajectories,
  }),
  /** For yes-or-no metrics. */
  mcnemar: McNemar.nullable(),
  /** Pairs in which this arm's value is higher, lower, the same; `net` is (wins − losses) / pairs. */
  wins: z.int().min(0),
  losses: z.int().min(0),
  ties: z.int().min(0),
  net: z.number().nullable(),
});
export type Contrast = z.infer<typeof Contrast>;

export const Verdict = z.enum(['pays', 'does not pay', 'not shown']);
export type Verdict = z.infer<typeof Verdict>;

/** An arm that differs from the full one in exactly one declared thing: what that thing gives. */
export const AblationRow = z.strictObject({
  arm: z.string(),
  full: z.string(),
  /** The declared thing that differs, and its value in the full arm and in this one. */
  feature: z.string(),
  inFull: z.string(),
  inArm: z.string(),
  /** Which of the two has the thing switched on, or the newer way of two. */
  featureIn: z.enum(['full', 'arm']),
  /** With the feature minus without it, so that more speaks for it. */
  effects: z
    .array(
      z.strictObject({
        metric: MetricName,
        effect: z.number().nullable(),
        intervals: Intervals,
        pairs: z.int().min(0),
        verdict: Verdict,
      }),
    )
    .readonly(),
  verdict: Verdict,
});
export type AblationRow = z.infer<typeof AblationRow>;

/** One arm in the plane of tokens and accuracy. */
export const FrontierPoint = z.strictObject({
  arm: z.string(),
  tokens: z.number(),
  accuracy: z.number(),
  /** No arm is at least as accurate with fewer tokens, or more accurate with as many. */
  isOnFrontier: z.boolean(),
});
export type FrontierPoint = z.infer<typeof FrontierPoint>;

/** One leg over all observations of one arm. */
export const LegSummary = z.strictObject({
  arm: z.string(),
  leg: LegName,
  /** Observations in which the system tells of it. */
  n: z.int().min(0),
  eligible: z.int(),
  executed: z.int(),
  produced: z.int(),
  selected: z.int(),
  inPrompt: z.int(),
  outcomes: z.partialRecord(LegOutcome, z.int()),
  /** Observations to which it contributed, of `n`. */
  contributed: z.number().nullable(),
  failures: z.int().min(0),
});
export type LegSummary = z.infer<typeof LegSummary>;

/** What the audit of the run found (`main/evaluation/audit`): the first of its kind in one arm and trajectory. */
export const ReportedFinding = z.strictObject({
  /** The rule that was broken. */
  code: z.string(),
  /** How many there were of it. */
  count: z.int().min(1),
  severity: z.enum(['invalid', 'warning']),
  arm: z.string().nullable(),
  trajectory: z.string().nullable(),
  checkpoint: z.string().nullable(),
  probe: z.string().nullable(),
  message: z.string(),
});
export type ReportedFinding = z.infer<typeof ReportedFinding>;

/** A field that a system does not tell, and in how many observations. */
export const NotObservable = z.strictObject({ arm: z.string(), field: z.string(), observations: z.int().min(1) });
export type NotObservable = z.infer<typeof NotObservable>;

/** `report.json` of a run: every figure, and what it is a figure of. Made from the run's files alone, so it can be made again. */
export const Report = z.strictObject({
  format: z.literal('lsrep-report'),
  version: z.literal(1),
  /** False: the figures are not valid, for the reasons in `invalid`; they are there to be looked into. */
  isValid: z.boolean(),
  invalid: z.array(z.string()).readonly(),
  header: RunHeader,
  /** How the figures were made. */
  method: z.strictObject({
    resamples: z.int(),
    level: z.number(),
    seed: z.int(),
    missingRule: z.string(),
    verdictRule: z.string(),
    digits: z.int(),
    baselines: z.array(z.string()).readonly(),
    full: z.string().nullable(),
  }),
  arms: z.array(ArmSummary).readonly(),
  slices: z.array(Slice).readonly(),
  contrasts: z.array(Contrast).readonly(),
  ablations: z.array(AblationRow).readonly(),
  frontier: z.array(FrontierPoint).readonly(),
  legs: z.array(LegSummary).readonly(),
  findings: z.array(ReportedFinding).readonly(),
  gate: GateResult.nullable(),
  notObservable: z.array(NotObservable).readonly(),
  /** The files under `observations/` that hold the rows, in order. */
  parts: z
    .array(z.strictObject({ name: z.string(), arm: z.string(), trajectory: z.string(), rows: z.int() }))
    .readonly(),
});
export type Report = z.infer<typeof Report>;
