import { z } from 'zod';
import { CandidateFate } from '../../contract/recall.ts';
import { ExecutionAudit, LegAudit } from '../format/observation.ts';
import { ProbeCategory } from '../format/trajectory.ts';
import { MetricName } from './figures.ts';

/** One observation as the page shows it: compact, with the way to its trace. */
export const ObservationRow = z.strictObject({
  checkpoint: z.string(),
  probe: z.string(),
  status: z.enum(['observed', 'failed', 'missing']),
  category: ProbeCategory,
  truth: z.enum(['current', 'historical']),
  age: z.string(),
  question: z.string(),
  /** The reference in words, and the ids that it rests on. */
  reference: z.string(),
  evidence: z.array(z.string()).readonly(),
  superseded: z.array(z.string()).readonly(),
  answer: z.string().nullable(),
  mode: z.string().nullable(),
  isAbstaining: z.boolean().nullable(),
  cited: z.array(z.string()).readonly(),
  /** Only metrics that apply. */
  scores: z.partialRecord(MetricName, z.number()),
  /** In rank order, from 1. `isEvidence`: it holds a turn that the answer rests on. */
  supplied: z
    .array(
      z.strictObject({
        rank: z.int(),
        kind: z.string(),
        turns: z.array(z.string()).readonly(),
        context: z.array(z.string()).readonly(),
        status: z.string().nullable(),
        tokens: z.int().nullable(),
        isEvidence: z.boolean(),
      }),
    )
    .readonly(),
  /** Null: not observable. */
  legs: z.array(LegAudit).readonly().nullable(),
  candidates: z
    .array(
      z.strictObject({
        id: z.string(),
        rank: z.int(),
        fate: CandidateFate,
        why: z.string().nullable(),
        isEvidence: z.boolean(),
      }),
    )
    .readonly()
    .nullable(),
  /** What the ledger said, where the question asks for a fact. */
  derivation: ExecutionAudit.shape.derivation,
  /** Name under `traces/`. */
  trace: z.string().nullable(),
  /** Why there is no answer, where it failed. */
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type ObservationRow = z.infer<typeof ObservationRow>;

/** The rows of one arm in one trajectory; a file under `observations/`. */
export const ObservationPart = z.strictObject({
  format: z.literal('lsrep-observations'),
  version: z.literal(1),
  arm: z.string(),
  trajectory: z.string(),
  rows: z.array(ObservationRow).readonly(),
});
export type ObservationPart = z.infer<typeof ObservationPart>;
