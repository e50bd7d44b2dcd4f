import { z } from 'zod';
import { LifecycleWorker } from './lifecycle-worker.ts';

/** Ids name files and keys of reports, so they are plain. */
export const PlainId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'letters, digits and . _ : - only');

/** An instant with its offset, as the contract has it. */
export const At = z.iso.datetime({ offset: true });

/** What was said. `id` is the turn's id in every system that keeps ids. */
export const TrajectoryTurn = z.strictObject({
  id: PlainId,
  conversation: PlainId,
  session: PlainId.optional(),
  speaker: z.string().min(1).max(200),
  role: z.enum(['user', 'assistant', 'other', 'system']),
  /** When it was said. */
  at: At,
  /** When it reaches the memory, where that is later: a file that is imported long after. Absent: `at`. */
  arrivesAt: At.optional(),
  text: z.string().min(1),
});
export type TrajectoryTurn = z.infer<typeof TrajectoryTurn>;

/** A file that the person adds. Its passages can be evidence: `document:ID`. */
export const TrajectoryDocument = z.strictObject({
  id: PlainId,
  name: z.string().regex(/^[^/\\\0]{1,120}\.(md|txt)$/, 'a file name ending in .md or .txt'),
  at: At,
  text: z.string().min(1),
});
export type TrajectoryDocument = z.infer<typeof TrajectoryDocument>;

/** Everything that arrived by `at` is in the memory; nothing later is. */
export const Checkpoint = z.strictObject({ id: PlainId, at: At });
export type Checkpoint = z.infer<typeof Checkpoint>;

/**
 * Upkeep before the probes of a checkpoint, after what arrived: `days` simulated days that end at the checkpoint
 * (0: each worker once, at the checkpoint).
 */
export const LifecycleStep = z.strictObject({
  checkpoint: PlainId,
  workers: z.array(LifecycleWorker).min(1).readonly(),
  days: z.int().min(0).max(3_650),
});
export type LifecycleStep = z.infer<typeof LifecycleStep>;

/** Ways to write one value: any of them in an answer names it. */
const Variants = z.array(z.string().min(1)).min(1).readonly();

/** What an answer must hold. Everything but `open` is scored by code. */
export const ReferenceAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), values: Variants }),
  z.strictObject({
    kind: z.literal('number'),
    value: z.number(),
    unit: z.string().optional(),
    tolerance: z.number().min(0).optional(),
  }),
  /** `2024`, `2024-03` or `2024-03-09`: compared to that grain. */
  z.strictObject({ kind: z.literal('date'), value: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/) }),
  z.strictObject({ kind: z.literal('duration'), days: z.number().min(0), toleranceDays: z.number().min(0) }),
  z.strictObject({ kind: z.literal('set'), items: z.array(Variants).min(1).readonly() }),
  z.strictObject({ kind: z.literal('order'), items: z.array(Variants).min(2).readonly() }),
  /** Two values stand against each other; an answer has to say both. */
  z.strictObject({ kind: z.literal('conflict'), values: z.array(Variants).min(2).readonly() }),
  /** Nothing said answers it; an answer has to say so. */
  z.strictObject({ kind: z.literal('unknown') }),
  /** Free words of another benchmark: scored by shared words, and by a judge where there is one. */
  z.strictObject({ kind: z.literal('open'), text: z.string().min(1) }),
]);
export type ReferenceAnswer = z.infer<typeof ReferenceAnswer>;

/** What is right from one checkpoint on, until the next reference of the same probe. */
export const Reference = z.strictObject({
  from: PlainId,
  answer: ReferenceAnswer,
  /** Turns, or `document:ID`, that the answer rests on; empty only where the answer is `unknown`. */
  evidence: z.array(z.string().min(1)).readonly(),
  /** Values that were right before and are wrong now: an answer that gives one as the answer is stale. */
  superseded: z.array(Variants).readonly(),
});
export type Reference = z.infer<typeof Reference>;

/** What a probe is about; figures are shown for each. */
export const ProbeCategory = z.enum([
  'stable',
  'revision',
  'correction',
  'retraction',
  'late-arrival',
  'conflict',
  'recurrence',
  'historical',
  'list',
  'count',
  'temporal',
  'order',
  'procedure',
  'document',
  'other-speaker',
  'assistant',
  'summary',
  'preference',
  'abstention',
  'other',
]);
export type ProbeCategory = z.infer<typeof ProbeCategory>;

export const Probe = z.strictObject({
  id: PlainId,
  question: z.string().min(1).max(4_000),
  /** First checkpoint at which it is asked; from then on at every one. */
  origin: PlainId,
  /** `historical`: about an earlier time that the question names, so its answer stays what it was. */
  truth: z.enum(['current', 'historical']),
  /** The time that a historical question is about; null for current ones. */
  anchor: At.nullable(),
  category: ProbeCategory,
  /** The category by another benchmark's own name. */
  sourceCategory: z.string().optional(),
  /** In checkpoint order; the first holds from the origin. */
  references: z.array(Reference).min(1).readonly(),
});
export type Probe = z.infer<typeof Probe>;

/** What the author of a history changed, in order: what the references were made from. Never given to a system. */
export const LedgerEntry = z.strictObject({
  id: PlainId,
  change: z.enum([
    'assert',
    'revise',
    'correct',
    'retract',
    'end',
    'late',
    'conflict',
    'recur',
    'procedure',
    'document',
  ]),
  subject: z.string().min(1),
  relation: z.string().min(1),
  value: z.string(),
  validFrom: At.nullable(),
  validTo: At.nullable(),
  /** The turn, or `document:ID`, that says so. */
  source: z.string().min(1),
  /** Entries that are no longer so because of this one. */
  replaces: z.array(PlainId).readonly(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const TRAJECTORY_VERSION = 1;

/** One history with its checkpoints, upkeep and probes (LSREP, "State trajectory"; design section 11). */
export const Trajectory = z.strictObject({
  format: z.literal('lsrep-trajectory'),
  version: z.literal(TRAJECTORY_VERSION),
  id: PlainId,
  title: z.string().min(1).max(300),
  domain: z.string().min(1).max(80),
  licence: z.string().min(1).max(300),
  /** What made it: a generator with its seed, or the set that it was read from. */
  origin: z.strictObject({ name: z.string(), version: z.string(), seed: z.int().nullable() }),
  /** IANA zone of times without one. */
  zone: z.string().min(1),
  /** The speaker whose memory it is. */
  owner: z.string().min(1),
  turns: z.array(TrajectoryTurn).min(1).readonly(),
  documents: z.array(TrajectoryDocument).readonly(),
  checkpoints: z.array(Checkpoint).min(1).readonly(),
  lifecycle: z.array(LifecycleStep).readonly(),
  /** Whether asking counts as a use of what the answer read: part of the history, so declared with it. A run may set it. */
  access: z.enum(['none', 'probes']),
  probes: z.array(Probe).min(1).readonly(),
  ledger: z.array(LedgerEntry).readonly(),
});
export type Trajectory = z.infer<typeof Trajectory>;

/** When a turn or document is in the memory. */
export const arrivalOf = (one: { readonly at: string; readonly arrivesAt?: string | undefined }): number =>
  Date.parse(one.arrivesAt ?? one.at);

/** The reference that holds at a checkpoint, by the checkpoints' order; null before the origin. */
export function referenceAt(probe: Probe, checkpointId: string, order: readonly string[]): Reference | null {
  const now = order.indexOf(checkpointId);
  if (now < order.indexOf(probe.origin)) return null;
  return probe.references.findLast(({ from }) => order.indexOf(from) <= now) ?? null;
}
