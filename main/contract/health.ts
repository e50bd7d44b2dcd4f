import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { Instant } from './ids.ts';
import { LegName } from './recall.ts';

/** What the sentinel can find. */
export const FindingCode = z.enum([
  'journal.damaged',
  'journal.segment-missing',
  'journal.head',
  'journal.unwritable',
  'tables.behind',
  'tables.differ',
  'tables.counts',
  'rows.orphan',
  'vectors.orphan',
  'vectors.missing',
  'vectors.waiting',
  'vectors.other-space',
  'memory.stale',
  'leg.silent',
  'leg.failing',
  'clock.back',
  'clock.ahead',
  'disk.low',
  'disk.full',
  'job.dead',
  'job.stuck',
  'extraction.behind',
  'host.trouble',
  'model.changed',
  'traces.large',
  'traces.unreadable',
  'file.aside',
  'file.unreadable',
  'folder.leftovers',
  'lock.leftover',
  'lock.lost',
  'inbox.long',
  'summaries.stale',
  'folder.gone',
  'check.failed',
]);
export type FindingCode = z.infer<typeof FindingCode>;

/** What can be done about a finding at a click. */
export const RepairKey = z.enum([
  'sign-head',
  'rebuild',
  'make-vectors',
  'delete-orphans',
  'delete-other-spaces',
  'reload-memory',
  'renew-leg',
  'accept-clock',
  'clear-space',
  'retry-job',
  'read-turns',
  'restart-host',
  'fetch-model',
  'prune-traces',
  'set-traces-aside',
  'delete-aside',
  'write-again',
  'remove-leftovers',
  'take-lock',
  'write-summaries',
]);
export type RepairKey = z.infer<typeof RepairKey>;

export const Finding = z.strictObject({
  id: z.string(),
  code: FindingCode,
  /** `problem`: something is broken or will be; `notice`: worth knowing. */
  severity: z.enum(['problem', 'notice']),
  since: Instant,
  seenAt: Instant,
  message: z.string(),
  fix: z.string(),
  /** Null where only the user can do something. */
  repair: RepairKey.nullable(),
  evidence: z.record(z.string(), z.number()),
  isDismissed: z.boolean(),
  /** What a repair came to whose effect is still to come. */
  repairNote: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** One leg on one day, in the answers of that day. */
export const LegDay = z.strictObject({
  day: z.iso.date(),
  asked: z.int(),
  contributed: z.int(),
  failed: z.int(),
  /** Fragments of it that reached a prompt. */
  inPrompt: z.int(),
});
export type LegDay = z.infer<typeof LegDay>;

export const DiskKind = z.enum(['journal', 'database', 'traces', 'cache', 'models', 'backups', 'small']);
export type DiskKind = z.infer<typeof DiskKind>;

export const HealthView = z.strictObject({
  findings: z.array(Finding).readonly(),
  /** The last look, and the last that read everything. */
  checkedAt: Instant.nullable(),
  thoroughAt: Instant.nullable(),
  records: z.int(),
  legs: z.array(z.strictObject({ leg: LegName, days: z.array(LegDay).readonly() })).readonly(),
  disk: z.array(z.strictObject({ kind: DiskKind, bytes: z.number(), files: z.int() })).readonly(),
  freeBytes: z.number().nullable(),
});
export type HealthView = z.infer<typeof HealthView>;

export const health = {
  'health.read': call({ input: z.strictObject({}), output: HealthView }),
  /** Only what was found: what a count beside a menu entry needs. */
  'health.findings': call({
    input: z.strictObject({}),
    output: z.strictObject({ findings: z.array(Finding).readonly() }),
  }),
  /** The sentinel's round, now; thorough: with what it otherwise does once a day. */
  'health.check': stream({
    input: z.strictObject({ isThorough: z.boolean() }),
    chunk: z.strictObject({ step: z.string() }),
    output: z.strictObject({ findings: z.array(Finding).readonly() }),
  }),
  /** Does what the finding proposes, then looks again. */
  'health.repair': stream({
    input: z.strictObject({ id: z.string() }),
    chunk: z.strictObject({ step: z.string() }),
    output: z.strictObject({ isGone: z.boolean(), message: z.string(), findings: z.array(Finding).readonly() }),
  }),
  'health.dismiss': call({
    input: z.strictObject({ id: z.string(), isDismissed: z.boolean() }),
    output: z.strictObject({ findings: z.array(Finding).readonly() }),
  }),
  /** What was found is different now. */
  'health.changed': event(z.strictObject({ open: z.int() })),
};
