import { z } from 'zod';
import { call, event, stream } from './define.ts';

/** Long enough for a sentence; an endless one would only cost time. */
const Passphrase = z.string().min(1).max(1024);

/** How someone shows that the data folder is theirs. */
export const Credential = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passphrase'), passphrase: Passphrase }),
  z.strictObject({ kind: z.literal('recovery'), recoveryKey: z.string().min(1).max(200) }),
  /** Whoever is logged in to this computer, as its keychain says; in the desktop app only. */
  z.strictObject({ kind: z.literal('keychain') }),
]);
export type Credential = z.infer<typeof Credential>;

/** A passphrase that is to be set; the page measures how good it is. */
export const NewPassphrase = z.string().min(8).max(1024);

export const KeychainStatus = z.strictObject({
  /** `none`: there is none here (browser mode, command line). `unsafe`: Linux without a keyring (`basic_text`), which protects nothing. */
  kind: z.enum(['none', 'unsafe', 'safe']),
  /** How the system calls it, for whoever wants to know; null without one. */
  store: z.string().nullable(),
  /** What that means, in one sentence. */
  says: z.string(),
});
export type KeychainStatus = z.infer<typeof KeychainStatus>;

export const ProtectionStatus = z.strictObject({
  /** `none`: nothing is encrypted. */
  kind: z.enum(['none', 'sealed']),
  /** `changing`: being encrypted or decrypted, or opened. */
  state: z.enum(['open', 'locked', 'changing']),
  /** What opens it. */
  ways: z.array(z.enum(['passphrase', 'recovery', 'keychain'])).readonly(),
  /** A change was interrupted: unlocking goes on with it. */
  isUnfinished: z.boolean(),
  keychain: KeychainStatus,
  /** Null: never by itself. */
  lockAfterMinutes: z.int().nullable(),
  isLockedOnSleep: z.boolean(),
  /** What is and is not protected, as one true sentence. */
  says: z.string(),
  /** Against whom, in plain words. */
  points: z.array(z.strictObject({ against: z.string(), isProtected: z.boolean(), says: z.string() })).readonly(),
});
export type ProtectionStatus = z.infer<typeof ProtectionStatus>;

export const ProtectionProgress = z.strictObject({
  step: z.enum(['checking', 'closing', 'journal', 'files', 'database', 'opening']),
  done: z.number(),
  /** Null where nobody knows; bytes for `journal`, files for `files`. */
  total: z.number().nullable(),
});
export type ProtectionProgress = z.infer<typeof ProtectionProgress>;

/** These and `app.status` are all that a locked folder answers; everything else is `vault.locked`. */
export const protection = {
  'protection.status': call({ input: z.strictObject({}), output: ProtectionStatus }),
  /** Opens the folder, and first ends a change that was interrupted. */
  'protection.unlock': stream({
    input: z.strictObject({ by: Credential }),
    chunk: ProtectionProgress,
    output: ProtectionStatus,
  }),
  /** Stops what is under way, closes the folder and wipes the keys. */
  'protection.lock': call({ input: z.strictObject({}), output: ProtectionStatus }),
  /**
   * Encrypts the folder under a passphrase, or gives a protected one another passphrase; `by` is needed then. The folder is
   * closed and opened again; once begun it cannot be stopped.
   */
  'protection.setPassphrase': stream({
    input: z.strictObject({ passphrase: NewPassphrase, by: Credential.nullable() }),
    chunk: ProtectionProgress,
    output: ProtectionStatus,
  }),
  /** Lays the folder open again. */
  'protection.remove': stream({
    input: z.strictObject({ by: Credential }),
    chunk: ProtectionProgress,
    output: ProtectionStatus,
  }),
  /**
   * New keys: everything is written anew under them, and who has the old ones can read nothing that is there then. The
   * passphrase stays; a recovery key is made anew and shown this once, or null where there was none.
   */
  'protection.rotate': stream({
    input: z.strictObject({ by: Credential }),
    chunk: ProtectionProgress,
    output: z.strictObject({ status: ProtectionStatus, recoveryKey: z.string().nullable() }),
  }),
  /** A new recovery key; the one before opens nothing any more. It is shown this once. */
  'protection.makeRecoveryKey': call({
    input: z.strictObject({ by: Credential }),
    output: z.strictObject({ recoveryKey: z.string() }),
  }),
  /** Lets this computer's keychain open the folder without asking, or no longer. */
  'protection.setKeychain': call({
    input: z.strictObject({ isOn: z.boolean(), by: Credential }),
    output: ProtectionStatus,
  }),
  'protection.setAutoLock': call({
    input: z.strictObject({ minutes: z.int().min(1).max(1440).nullable(), isLockedOnSleep: z.boolean() }),
    output: ProtectionStatus,
  }),
  /** Somebody is there: the time until it locks by itself begins anew. A page says so at most every half minute. */
  'protection.touch': call({ input: z.strictObject({}), output: z.strictObject({}) }),
  /** Locked, unlocked, or protected in another way. */
  'protection.changed': event(z.strictObject({ state: ProtectionStatus.shape.state })),
};
