import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { ConversationId, Instant } from './ids.ts';
import { ImportReport } from './imports.ts';

const id = z.string().min(1).max(100);
const folder = z.string().min(1).max(4_096);
/** Long ones are stronger; anything a person can remember and type fits. */
const passphrase = z.string().min(8).max(1_000);
const given = z.string().min(1).max(1_000);

export const BackupSchedule = z.enum(['off', 'daily', 'weekly']);
export type BackupSchedule = z.infer<typeof BackupSchedule>;

/** Of one that was checked since, what that found. */
export const BackupState = z.enum(['verified', 'damaged', 'newer']);

export const Backup = z.strictObject({
  id,
  /** Where it lies; `path` is the file that lists what belongs to it. */
  folder: z.string(),
  path: z.string(),
  at: Instant.nullable(),
  /** On the disk: all that it needs, and what of it is shared with no earlier one. */
  bytes: z.number(),
  newBytes: z.number(),
  records: z.int(),
  isIncremental: z.boolean(),
  isEncrypted: z.boolean(),
  state: BackupState,
  /** When every byte of it was last read and found right. */
  verifiedAt: Instant.nullable(),
  /** When what was forgotten since was taken out of it. */
  rewrittenAt: Instant.nullable(),
});
export type Backup = z.infer<typeof Backup>;

export const BackupProgress = z.strictObject({
  step: z.enum(['reading', 'verifying', 'restoring', 'removing']),
  done: z.int(),
  total: z.int(),
});
export type BackupProgress = z.infer<typeof BackupProgress>;

export const BackupReport = z.strictObject({
  id,
  path: z.string(),
  /** What this one added on the disk; with what it shares with earlier ones. */
  bytes: z.number(),
  totalBytes: z.number(),
  records: z.int(),
  isIncremental: z.boolean(),
  isEncrypted: z.boolean(),
  /** Read back whole after it was written. */
  verified: z.boolean(),
  /** Earlier ones that no rule keeps any more. */
  removed: z.array(id).readonly(),
  ms: z.number(),
});
export type BackupReport = z.infer<typeof BackupReport>;

export const BackupConversation = z.strictObject({
  id: ConversationId,
  title: z.string(),
  turns: z.int(),
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
});
export type BackupConversation = z.infer<typeof BackupConversation>;

/** How many records a backup holds that were forgotten since. */
export const HoldingBackup = z.strictObject({
  id,
  folder: z.string(),
  path: z.string(),
  at: Instant,
  records: z.int(),
});
export type HoldingBackup = z.infer<typeof HoldingBackup>;

export const BackupsOverview = z.strictObject({
  /** Where the next one goes, and whether that is the data folder's own place. */
  folder: z.string(),
  isOwnFolder: z.boolean(),
  schedule: BackupSchedule,
  isWithTraces: z.boolean(),
  /** Whether the next one is encrypted, and whether its key is known here so that it can be made unattended. */
  isEncrypted: z.boolean(),
  isKeyKnown: z.boolean(),
  keep: z.strictObject({ last: z.int(), daily: z.int(), weekly: z.int(), monthly: z.int() }),
  /** Newest first. */
  backups: z.array(Backup).readonly(),
  /** Why the folder cannot be looked at, in one sentence. */
  problem: z.string().nullable(),
  /** Records that came after the newest backup; null: there is none. */
  newRecords: z.int().nullable(),
});
export type BackupsOverview = z.infer<typeof BackupsOverview>;

export const backup = {
  'backups.list': call({ input: z.strictObject({}), output: BackupsOverview }),
  /** Makes one now. Aborting leaves no half one. A passphrase given for the first time encrypts from now on. */
  'backups.run': stream({
    input: z.strictObject({ folder: folder.optional(), passphrase: given.optional() }),
    chunk: BackupProgress,
    output: BackupReport,
  }),
  'backups.verify': stream({
    input: z.strictObject({ id, folder: folder.optional(), passphrase: given.optional() }),
    chunk: BackupProgress,
    output: z.strictObject({ id, ok: z.boolean(), problem: z.string().nullable(), records: z.int(), ms: z.number() }),
  }),
  'backups.remove': call({ input: z.strictObject({ id }), output: z.strictObject({}) }),
  'backups.configure': call({
    input: z.strictObject({
      /** Null: the data folder's own place. Later backups go there; earlier ones stay where they are. */
      folder: folder.nullable().optional(),
      schedule: BackupSchedule.optional(),
      isWithTraces: z.boolean().optional(),
    }),
    output: z.strictObject({}),
  }),
  /** Null: backups from now on are not encrypted; earlier encrypted ones keep needing it. `current` where the key is not known here. */
  'backups.setPassphrase': call({
    input: z.strictObject({
      passphrase: passphrase.nullable(),
      current: given.optional(),
      folder: folder.optional(),
    }),
    output: z.strictObject({}),
  }),
  /** The conversations that can be brought back from it. */
  'backups.conversations': call({
    input: z.strictObject({ id, folder: folder.optional(), passphrase: given.optional() }),
    output: z.strictObject({ conversations: z.array(BackupConversation).readonly() }),
  }),
  /** A whole data folder, new or empty. */
  'backups.restore': stream({
    input: z.strictObject({ id, folder: folder.optional(), to: folder, passphrase: given.optional() }),
    chunk: BackupProgress,
    output: z.strictObject({ folder: z.string(), records: z.int(), bytes: z.number(), ms: z.number() }),
  }),
  /** Into this vault: what is there already and what was forgotten is skipped. */
  'backups.restoreConversations': stream({
    input: z.strictObject({
      id,
      folder: folder.optional(),
      conversationIds: z.array(ConversationId).min(1).max(10_000).readonly(),
      passphrase: given.optional(),
    }),
    chunk: BackupProgress,
    output: ImportReport,
  }),
  /** Backups that still hold what was forgotten since they were made. */
  'backups.holding': call({
    input: z.strictObject({}),
    output: z.strictObject({ backups: z.array(HoldingBackup).readonly() }),
  }),
  /** Takes what was forgotten out of every backup that holds it. Stopped anywhere, each is as before or done. */
  'backups.rewrite': stream({
    input: z.strictObject({ passphrase: given.optional() }),
    chunk: BackupProgress,
    output: z.strictObject({ rewritten: z.array(id).readonly(), bytes: z.number(), ms: z.number() }),
  }),
  /** Something in `backups.list` is different now. */
  'backups.changed': event(z.strictObject({})),
};
