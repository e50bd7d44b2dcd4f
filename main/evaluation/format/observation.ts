import { z } from 'zod';
import { CandidateFate, LegName, LegOutcome, OperationType, Reliance } from '../../contract/recall.ts';

/** One fragment of the context that was supplied, in the order of its rank. Text stays in the trace file. */
export const SuppliedFragment = z.strictObject({
  kind: z.string(),
  /** Evidence first; `document:ID` for a passage. */
  turns: z.array(z.string()).readonly(),
  /** Turns that came along. */
  context: z.array(z.string()).readonly(),
  /** Null where the system does not tell. */
  at: z.string().nullable(),
  status: z.string().nullable(),
  tokens: z.int().nullable(),
  /** SHA-256 of its text: what was supplied can be proved without being repeated. */
  hash: z.string(),
});
export type SuppliedFragment = z.infer<typeof SuppliedFragment>;

/** The five stages of one leg (design section 7), without times. */
export const LegAudit = z.strictObject({
  leg: LegName,
  eligible: z.int(),
  executed: z.int(),
  produced: z.int(),
  selected: z.int(),
  inPrompt: z.int(),
  outcome: LegOutcome,
  why: z.string().nullable(),
});
export type LegAudit = z.infer<typeof LegAudit>;

/** A candidate as a report shows it: what became of it and why. */
export const AuditedCandidate = z.strictObject({
  id: z.string(),
  rank: z.int(),
  fate: CandidateFate,
  why: z.string().nullable(),
  /** Rank by leg. */
  legs: z.partialRecord(LegName, z.int()),
  tokens: z.int(),
});

/** What a retrieval says of itself; null fields are not observable in that system. */
export const ExecutionAudit = z.strictObject({
  legs: z.array(LegAudit).readonly().nullable(),
  candidates: z.array(AuditedCandidate).readonly().nullable(),
  /** The clock by which the system asked. */
  askedAt: z.string().nullable(),
  /** Settings as they were used, not as they were asked for. */
  settings: z.record(z.string(), z.unknown()).nullable(),
  /** Of everything but the data: models, recipe, weights. */
  configHash: z.string().nullable(),
  embeddingSpace: z.string().nullable(),
  generation: z.int().nullable(),
  operation: OperationType.nullable(),
  reliance: Reliance.nullable(),
  /** What the ledger said, where the question asks for a fact. */
  derivation: z.strictObject({ outcome: z.string(), surface: z.string() }).nullable(),
});
export type ExecutionAudit = z.infer<typeof ExecutionAudit>;

/** What asking did to the memory: records before and after (LSREP, state transition). */
export const Transition = z.strictObject({ recordsBefore: z.int(), recordsAfter: z.int() });

const Key = {
  arm: z.string(),
  trajectory: z.string(),
  checkpoint: z.string(),
  probe: z.string(),
};

/** One probe at one checkpoint in one arm: what the memory gave. Scores are made of it later, so that they can be made again. */
export const Observation = z.discriminatedUnion('status', [
  z.strictObject({
    t: z.literal('observation'),
    ...Key,
    status: z.literal('observed'),
    /** Null for the answerer `none`. */
    answer: z.string().nullable(),
    mode: z.enum(['model', 'evidence', 'unknown']).nullable(),
    /** The system says that it does not know. */
    isAbstaining: z.boolean().nullable(),
    supplied: z.array(SuppliedFragment).readonly(),
    /** Exact tokens of what was supplied; null where the system does not tell. */
    contextTokens: z.int().nullable(),
    /** Of the whole prompt, where a model read one. */
    promptTokens: z.int().nullable(),
    /** Evidence turns that the answer cites. */
    cited: z.array(z.string()).readonly(),
    execution: ExecutionAudit,
    /** Null where the system does not tell. */
    transition: Transition.nullable(),
    /** Name of the file under `traces/` with all of it, text included. */
    trace: z.string().nullable(),
  }),
  z.strictObject({
    t: z.literal('observation'),
    ...Key,
    status: z.literal('failed'),
    code: z.string(),
    message: z.string(),
  }),
]);
export type Observation = z.infer<typeof Observation>;
export type Observed = Extract<Observation, { status: 'observed' }>;

/** What is in a memory at a checkpoint, before its probes. Null: not observable. */
export const StateReport = z.strictObject({
  t: z.literal('state'),
  arm: z.string(),
  trajectory: z.string(),
  checkpoint: z.string(),
  /** The system's clock. */
  now: z.string().nullable(),
  turns: z.int().nullable(),
  documents: z.int().nullable(),
  records: z.int().nullable(),
  /** Turns that wait for their vectors: 0, or what was asked is not what was there. */
  pending: z.int().nullable(),
  /** Turns that arrived by now, counted by the runner. */
  expectedTurns: z.int(),
  expectedDocuments: z.int(),
  workers: z.array(z.strictObject({ worker: z.string(), runs: z.int(), failed: z.int() })).readonly(),
});
export type StateReport = z.infer<typeof StateReport>;

/** The last line of a unit's file: without it the unit is not done. */
export const UnitEnd = z.strictObject({
  t: z.literal('end'),
  arm: z.string(),
  trajectory: z.string(),
  observations: z.int(),
  /** SHA-256 of every byte before this line: what was changed since is seen. Absent in units of an earlier app. */
  hash: z.string().optional(),
});
export type UnitEnd = z.infer<typeof UnitEnd>;

export const UnitLine = z.union([Observation, StateReport, UnitEnd]);
export type UnitLine = z.infer<typeof UnitLine>;

export const keyOf = (one: {
  readonly arm: string;
  readonly trajectory: string;
  readonly checkpoint: string;
  readonly probe: string;
}): string => [one.arm, one.trajectory, one.checkpoint, one.probe].join('\u0000');
