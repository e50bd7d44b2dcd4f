import { stat } from 'node:fs/promises';
import { AppError } from '../contract/errors.ts';
import type { Handlers } from '../contract/handlers.ts';
import type {
  Credential as AskedCredential,
  protection as contract,
  ProtectionProgress,
  ProtectionStatus,
} from '../contract/protection.ts';
import { findVaultFile, type SealedVaultFile, type VaultFile, writeVaultFile } from '../journal/vault.ts';
import type { Clock } from '../lib/clock.ts';
import type { Keyring } from '../lib/crypto/keyring.ts';
import type { Ids } from '../lib/ids.ts';
import { createLane } from '../lib/lane.ts';
import type { Log } from '../lib/log.ts';
import * as change from './change.ts';
import { assertConvertible, assertRoom, convertFolder } from './convert.ts';
import { describeKeychain, describeProtection, listPoints } from './describe.pure.ts';
import { beginRotation } from './rotation.ts';
import type { Credential, Keychain } from './slots.ts';
import { unlock } from './unlock.ts';

/** The folder as this process has it open, or not. */
export type Session = {
  readonly state: () => ProtectionStatus['state'];
  /** Ends what is under way, closes the folder and wipes its keys; `next` says what follows. */
  readonly close: (next: 'locked' | 'changing') => Promise<void>;
  /** Takes over the keys. */
  readonly open: (keyring: Keyring | null) => Promise<void>;
  /** Minutes until it locks by itself. */
  readonly lockAfter: (minutes: number | null) => void;
  readonly onChange: () => void;
};

export type ProtectionDeps = {
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Null where there is none. */
  readonly keychain: Keychain | null;
  readonly session: Session;
};

export type ProtectionHandlers = Pick<Handlers, Exclude<keyof typeof contract, 'protection.changed'>>;
type Push = (progress: ProtectionProgress) => Promise<void>;

export type Protection = {
  readonly handlers: ProtectionHandlers;
  readonly status: () => Promise<ProtectionStatus>;
  /** Unlocks and opens; ends first what a change left. */
  readonly unlock: (by: AskedCredential, push?: Push) => Promise<void>;
  readonly lock: () => Promise<void>;
  readonly isLockedOnSleep: () => Promise<boolean>;
  /** Resolves when no change is under way. */
  readonly settled: () => Promise<void>;
};

const quiet: Push = async () => undefined;
const at = (step: ProtectionProgress['step']): ProtectionProgress => ({ step, done: 0, total: null });

/** Everything that can be asked about protection; one change at a time. */
export function createProtection(deps: ProtectionDeps): Protection {
  const { session, folder, ids } = deps;
  const lane = createLane();
  const read = (): Promise<VaultFile | null> => findVaultFile(folder);
  const status = async (): Promise<ProtectionStatus> => describe(await read(), deps);
  const credentialOf = (by: AskedCredential): Credential => toCredential(by, deps.keychain);

  /** From here on the folder says that it is being converted. */
  const begin = async (file: SealedVaultFile, keyring: Keyring): Promise<void> => {
    await assertConvertible({ folder, file, keyring, ids });
    await writeVaultFile(folder, file);
  };

  const convert = async (file: SealedVaultFile, keyring: Keyring, push: Push): Promise<void> => {
    const settled = await convertFolder({ ...deps, file, keyring, onProgress: push });
    await push(at('opening'));
    if (settled.format === 2) return session.open(keyring);
    keyring.wipe();
    await session.open(null);
  };

  const open = async (by: AskedCredential, push: Push): Promise<void> => {
    if (session.state() !== 'locked') return;
    const file = await getSealed(read);
    await push(at('checking'));
    const keyring = await unlock(file, credentialOf(by));
    try {
      change.assertPermitted(file, keyring);
      if (file.keyWrapping.conversion !== undefined) return await convert(file, keyring, push);
      await push(at('opening'));
      await session.open(keyring);
    } catch (error) {
      keyring.wipe();
      throw error;
    }
  };

  const protect = async (passphrase: string, push: Push): Promise<void> => {
    const file = await read();
    if (file?.format !== 1) throw new Error('bug: only an open folder can be protected');
    await assertRoom(folder);
    const made = await change.protect(file, { passphrase, ids });
    await push(at('closing'));
    await session.close('changing');
    await reopenIfUnchanged(() => begin(made.file, made.keyring), { session, keyring: null });
    await orLocked(session, made.keyring, () => convert(made.file, made.keyring, push));
  };

  const remove = async (by: AskedCredential, push: Push): Promise<void> => {
    const file = await getSealed(read);
    await push(at('checking'));
    await assertRoom(folder);
    const keyring = await unlock(file, credentialOf(by));
    await push(at('closing'));
    await session.close('changing');
    const opening = change.beginOpening(file, keyring, ids);
    await reopenIfUnchanged(() => begin(opening, keyring), { session, keyring });
    await orLocked(session, keyring, () => convert(opening, keyring, push));
  };

  const rotate = async (by: AskedCredential, push: Push): Promise<string | null> => {
    const file = await getSealed(read);
    await push(at('checking'));
    await assertRoom(folder);
    const keychain = describeKeychain(deps.keychain?.store ?? null).kind === 'safe' ? deps.keychain : null;
    const made = await beginRotation(file, { by: credentialOf(by), ids, keychain });
    try {
      const before = await unlock(file, credentialOf(by));
      await push(at('closing'));
      await session.close('changing');
      await reopenIfUnchanged(() => begin(made.file, made.keyring), { session, keyring: before });
      before.wipe();
    } catch (error) {
      // Nothing is under the new keys, and nobody holds them any more.
      made.keyring.wipe();
      throw error;
    }
    await orLocked(session, made.keyring, () => convert(made.file, made.keyring, push));
    if (!file.keyWrapping.slots.some(({ kind }) => kind === 'recovery')) return null;
    // The keys are new by now; that there is no recovery key yet is said by the status.
    return makeRecoveryKey(by).catch(() => null);
  };
  const makeRecoveryKey = async (by: AskedCredential): Promise<string> => {
    const made = await change.renewRecoveryKey(await getSealed(read), { by: credentialOf(by), ids });
    await writeVaultFile(folder, made.file);
    session.onChange();
    return made.recoveryKey;
  };

  const lock = (): Promise<void> =>
    lane.run(async () => {
      if (session.state() !== 'open') return;
      await getSealed(read);
      await session.close('locked');
    });
  const replace = async (make: (file: SealedVaultFile) => Promise<SealedVaultFile>): Promise<void> => {
    await writeVaultFile(folder, await make(await getSealed(read)));
    session.onChange();
  };

  return {
    status,
    lock,
    settled: () => lane.run(async () => undefined),
    unlock: (by, push = quiet) => lane.run(() => open(by, push)),
    isLockedOnSleep: async () => {
      const file = await read();
      return file?.format === 2 && file.keyWrapping.isLockedOnSleep;
    },
    handlers: {
      'protection.status': status,
      'protection.unlock': async ({ by }, { push }) => {
        await lane.run(() => open(by, push));
        return status();
      },
      'protection.lock': async () => {
        await lock();
        return status();
      },
      'protection.setPassphrase': async ({ passphrase, by }, { push }) => {
        await lane.run(async () => {
          const file = await read();
          if (file?.format !== 2) return protect(passphrase, push);
          if (by === null)
            throw new AppError('vault.protected', 'This data folder has a passphrase. Give that one too.');
          await push(at('checking'));
          return replace((sealed) => change.changePassphrase(sealed, { by: credentialOf(by), ids, passphrase }));
        });
        return status();
      },
      'protection.remove': async ({ by }, { push }) => {
        await lane.run(() => remove(by, push));
        return status();
      },
      'protection.rotate': async ({ by }, { push }) => {
        const recoveryKey = await lane.run(() => rotate(by, push));
        return { status: await status(), recoveryKey };
      },
      'protection.makeRecoveryKey': async ({ by }) => ({ recoveryKey: await lane.run(() => makeRecoveryKey(by)) }),
      'protection.setKeychain': async ({ isOn, by }) => {
        await lane.run(() =>
          replace((file) =>
            isOn
              ? change.addKeychain(file, { by: credentialOf(by), ids, keychain: getKeychain(deps.keychain) })
              : change.removeKeychain(file, credentialOf(by)),
          ),
        );
        return status();
      },
      'protection.setAutoLock': async ({ minutes, isLockedOnSleep }) => {
        await lane.run(() =>
          replace(async (file) => ({
            ...file,
            keyWrapping: { ...file.keyWrapping, lockAfterMinutes: minutes, isLockedOnSleep },
          })),
        );
        if (session.state() === 'open') session.lockAfter(minutes);
        return status();
      },
      'protection.touch': async () => ({}),
    },
  };
}

/** Nothing was changed yet: what failed before the folder's own file says otherwise leaves it as it was. */
async function reopenIfUnchanged(
  write: () => Promise<void>,
  { session, keyring }: { readonly session: Session; readonly keyring: Keyring | null },
): Promise<void> {
  try {
    await write();
  } catch (error) {
    await session.open(keyring);
    throw error;
  }
}

/** A change that fails half-way (a full disk) leaves the folder locked; unlocking it goes on. */
async function orLocked(session: Session, keyring: Keyring, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await session.close('locked');
    keyring.wipe();
    throw error;
  }
}

async function getSealed(read: () => Promise<VaultFile | null>): Promise<SealedVaultFile> {
  const file = await read();
  if (file?.format === 2) return file;
  throw new AppError('vault.not-protected', 'This data folder has no passphrase. Set one first.');
}

function getKeychain(keychain: Keychain | null): Keychain {
  const { kind, says } = describeKeychain(keychain?.store ?? null);
  if (keychain !== null && kind === 'safe') return keychain;
  throw new AppError('vault.no-keychain', says);
}

function toCredential(by: AskedCredential, keychain: Keychain | null): Credential {
  return by.kind === 'keychain' ? { kind: 'keychain', keychain: getKeychain(keychain) } : by;
}

/** Whether the system lets only this account into a folder; Windows says it in another way. */
async function isPrivate(folder: string): Promise<boolean | null> {
  if (process.platform === 'win32') return null;
  return ((await stat(folder)).mode & 0o077) === 0;
}

async function describe(file: VaultFile | null, deps: ProtectionDeps): Promise<ProtectionStatus> {
  const sealed = file?.format === 2 ? file.keyWrapping : null;
  const ways = [...new Set((sealed?.slots ?? []).map(({ kind }) => kind))];
  const described = {
    kind: sealed === null ? 'none' : 'sealed',
    ways,
  } as const;
  const unfinished = sealed?.conversion ?? null;
  return {
    ...described,
    isUnfinished: unfinished !== null,
    state: deps.session.state(),
    keychain: describeKeychain(deps.keychain?.store ?? null),
    lockAfterMinutes: sealed?.lockAfterMinutes ?? null,
    isLockedOnSleep: sealed?.isLockedOnSleep ?? false,
    says: describeProtection({ ...described, unfinished }),
    points: listPoints({ ...described, unfinished, isPrivate: await isPrivate(deps.folder) }),
  };
}
