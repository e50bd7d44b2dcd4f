import { z } from 'zod';
import { PlainId } from '../format/trajectory.ts';
import { ComparedBy, ComparedMetric, MetricName, SliceBy } from '../report/figures.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'has to be 64 hexadecimal digits');
const Comparison = z.enum(['>=', '<=']);

/** A part of the figures: one category, one age, questions about now. */
export const GateSlice = z.strictObject({ by: SliceBy, key: z.string().min(1) });

/** A figure of the gate's arm. What is compared has every missing observation at its worst. */
const FigureCheck = z.strictObject({
  kind: z.literal('figure'),
  metric: MetricName,
  slice: GateSlice.optional(),
  comparison: Comparison,
  threshold: z.number(),
});

/** The arm against another: an end of the clustered interval of the difference, or the difference itself. */
const ContrastCheck = z.strictObject({
  kind: z.literal('contrast'),
  /** The gate's arm, unless another is named. */
  arm: PlainId.optional(),
  against: PlainId,
  metric: ComparedMetric,
  slice: GateSlice.extend({ by: ComparedBy }).optional(),
  of: z.enum(['delta', 'low', 'high']),
  comparison: Comparison,
  threshold: z.number(),
});

export const GateCheck = z.discriminatedUnion('kind', [FigureCheck, ContrastCheck]);
export type GateCheck = z.infer<typeof GateCheck>;

const GateData = z.strictObject({ id: PlainId, hash: Sha256 });

/** What a run has to reach, written down before it: a JSON file that is committed first. */
export const Gate = z.strictObject({
  format: z.literal('lsrep-gate'),
  version: z.literal(1),
  name: PlainId,
  /** When and at which commit it was written down. */
  registeredAt: z.string().min(1),
  why: z.string().min(1),
  /** The run that it is for: these trajectories and no others, by the SHA-256 of their files. */
  trajectories: z.array(GateData).min(1).readonly(),
  arm: PlainId,
  /** Fragments that the figures look at, in the order of their rank: the arm may have more, and never fewer. */
  k: z.int().min(1),
  /** Different probes that have evidence to find, each counted once however many checkpoints asked it. */
  minimumQuestions: z.int().min(1),
  /** Observations of the gate's arms that may have failed or be missing. */
  allowedFailures: z.int().min(0),
  checks: z.array(GateCheck).min(1).readonly(),
});
export type Gate = z.infer<typeof Gate>;

/** Thresholds that are written down before the data are named. */
export const GateDraft = Gate.extend({
  registeredAt: z.string(),
  trajectories: z.array(GateData).readonly(),
});
export type GateDraft = z.infer<typeof GateDraft>;

/** One line of the result; a null value could not be observed, and so does not hold. */
export const GateLine = z.strictObject({
  what: z.string(),
  value: z.number().nullable(),
  comparison: Comparison,
  threshold: z.number(),
  holds: z.boolean(),
});
export type GateLine = z.infer<typeof GateLine>;

export const GateResult = z.strictObject({
  name: z.string(),
  registeredAt: z.string(),
  arm: z.string(),
  holds: z.boolean(),
  lines: z.array(GateLine).readonly(),
});
export type GateResult = z.infer<typeof GateResult>;
