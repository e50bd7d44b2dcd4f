import { z } from 'zod';
import { call, stream } from './define.ts';
import { ConversationId, Instant, SpaceId, UploadId } from './ids.ts';

/** What a bundle holds and how it is covered up. */
export const AuditChoice = z.strictObject({
  spaceId: SpaceId.optional(),
  conversationId: ConversationId.optional(),
  /** Said in this time, both ends included. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** True at, as known at: now where they are absent. */
  validAt: Instant.optional(),
  knownAt: Instant.optional(),
  /** No words of any record: commitments instead. */
  isBodiesCovered: z.boolean(),
  /** Names that Palimpsest knows become Person 1, Place 1; bodies that hold one become commitments. */
  isNamesCovered: z.boolean(),
  isSigned: z.boolean(),
});
export type AuditChoice = z.infer<typeof AuditChoice>;

export const AuditCounts = z.strictObject({
  records: z.int(),
  /** Records whose words the bundle holds. */
  open: z.int(),
  covered: z.strictObject({ scope: z.int(), bodies: z.int(), names: z.int() }),
  erased: z.int(),
  /** Names that become pseudonyms. */
  names: z.int(),
  facts: z.int(),
  conflicts: z.int(),
  traces: z.int(),
});
export type AuditCounts = z.infer<typeof AuditCounts>;

export const AuditProgress = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('step'),
    step: z.enum(['reading', 'resolving', 'writing']),
    done: z.int(),
    total: z.int(),
  }),
  /** The bundle itself, piece by piece in base64, where it goes to no file. */
  z.strictObject({ kind: z.literal('data'), data: z.string() }),
]);
export type AuditProgress = z.infer<typeof AuditProgress>;

export const AuditExportReport = z.strictObject({
  /** Where it lies; null where it was handed over in pieces. */
  path: z.string().nullable(),
  bytes: z.number(),
  files: z.int(),
  counts: AuditCounts,
  tracesLeftOut: z.int(),
  head: z.strictObject({ seq: z.int(), hash: z.string() }),
  isSigned: z.boolean(),
  /** SHA-256 of the vault's public key, to be told in another way; null where nothing is signed. */
  fingerprint: z.string().nullable(),
  ms: z.number(),
});
export type AuditExportReport = z.infer<typeof AuditExportReport>;

export const AuditProblem = z.strictObject({
  check: z.string(),
  file: z.string().nullable(),
  seq: z.int().nullable(),
  id: z.string().nullable(),
  message: z.string(),
  fix: z.string(),
});
export type AuditProblem = z.infer<typeof AuditProblem>;

export const AuditReport = z.strictObject({
  ok: z.boolean(),
  problems: z.array(AuditProblem).readonly(),
  notes: z.array(z.string()).readonly(),
  counts: z.strictObject({
    files: z.int(),
    records: z.int(),
    open: z.int(),
    covered: z.int(),
    erased: z.int(),
    facts: z.int(),
    traces: z.int(),
  }),
  head: z.strictObject({ seq: z.int(), hash: z.string() }).nullable(),
  isSigned: z.boolean(),
  fingerprint: z.string().nullable(),
  exportedAt: z.string().nullable(),
});
export type AuditReport = z.infer<typeof AuditReport>;

export const auditCalls = {
  /** What a bundle of this choice would hold, counted and not written. */
  'audit.preview': call({ input: AuditChoice, output: AuditCounts }),
  /** One zip that a stranger can open and check. Aborting leaves no file behind. */
  'audit.export': stream({
    input: AuditChoice.extend({
      /** Null: hand it over in pieces. */
      path: z.string().min(1).max(4_096).nullable(),
      isOverwriting: z.boolean(),
    }),
    chunk: AuditProgress,
    output: AuditExportReport,
  }),
  /** Checks a bundle that was uploaded; `key` is the fingerprint or public key that it is expected to be signed with. */
  'audit.verify': stream({
    input: z.strictObject({ uploadId: UploadId, key: z.string().max(1_000).nullable() }),
    chunk: z.strictObject({ share: z.number() }),
    output: AuditReport,
  }),
};
