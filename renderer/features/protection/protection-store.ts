import { create } from 'zustand';
import type { Credential, ProtectionProgress, ProtectionStatus } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';

/** What this page is waiting for. */
export type Task = 'unlock' | 'protect' | 'change' | 'rotate' | 'remove' | 'recovery' | 'keychain' | 'lock';

type ProtectionState = {
  readonly status: ProtectionStatus | null;
  /** True once the engine has said anything about it, also that it cannot. */
  readonly isKnown: boolean;
  readonly task: Task | null;
  readonly progress: ProtectionProgress | null;
  readonly failure: { readonly task: Task; readonly failure: Failed } | null;
  /** Shown this once, and kept nowhere else. */
  readonly recoveryKey: string | null;
  /** There was one before, which opens nothing any more. */
  readonly isAnotherKey: boolean;
};

export const useProtection = create<ProtectionState>(() => ({
  ...{
    status: null,
    isKnown: false,
    task: null,
    progress: null,
    failure: null,
    recoveryKey: null,
    isAnotherKey: false,
  },
}));

/** Whether this page has shown anything of the user's since it was loaded. */
let hasShown = false;
export const noteShown = (): void => {
  hasShown = true;
};

/** A page that was open when the folder was locked begins anew, so that no word of it is left in its memory. */
function take(status: ProtectionStatus): void {
  if (status.state === 'locked' && hasShown) {
    // Addresses may hold what was searched for.
    window.history.replaceState(null, '', '#/');
    window.location.reload();
    return;
  }
  useProtection.setState({ status, isKnown: true });
}

export async function loadProtection(): Promise<void> {
  try {
    take(await api.call('protection.status', {}));
  } catch {
    // The engine is away; the banner says so, and the next connection asks again.
    useProtection.setState({ isKnown: true });
  }
}

/** Runs one change after the other; what it says is true at its end is taken over. */
async function run(task: Task, work: () => Promise<ProtectionStatus | null>): Promise<boolean> {
  if (useProtection.getState().task !== null) return false;
  useProtection.setState({ task, progress: null, failure: null });
  try {
    const status = await work();
    useProtection.setState({ task: null, progress: null });
    if (status !== null) take(status);
    return true;
  } catch (error) {
    const failure = toFailed(error);
    useProtection.setState({ task: null, progress: null, failure: { task, failure } });
    announce(failure.message);
    await loadProtection();
    return false;
  }
}

const onChunk = (progress: ProtectionProgress): void => useProtection.setState({ progress });

export const unlock = (by: Credential): Promise<boolean> =>
  run('unlock', () => api.stream('protection.unlock', { by }, { onChunk }));

/** Encrypts the folder, and makes the key that opens it when the passphrase is lost. */
export async function protect(passphrase: string): Promise<boolean> {
  const isDone = await run('protect', () =>
    api.stream('protection.setPassphrase', { passphrase, by: null }, { onChunk }),
  );
  if (isDone) await makeRecoveryKey({ kind: 'passphrase', passphrase });
  return isDone;
}

export async function changePassphrase(passphrase: string, by: Credential): Promise<boolean> {
  const isDone = await run('change', () => api.stream('protection.setPassphrase', { passphrase, by }, { onChunk }));
  if (isDone) announce(t('protection.announce.changed'));
  return isDone;
}

export async function removeProtection(by: Credential): Promise<boolean> {
  const isDone = await run('remove', () => api.stream('protection.remove', { by }, { onChunk }));
  if (isDone) announce(t('protection.announce.removed'));
  return isDone;
}

/** New keys; where there was a recovery key, the new one is shown. */
export async function rotateKeys(by: Credential): Promise<boolean> {
  const isDone = await run('rotate', async () => {
    const { status, recoveryKey } = await api.stream('protection.rotate', { by }, { onChunk });
    useProtection.setState({ recoveryKey, isAnotherKey: true });
    return status;
  });
  if (isDone) announce(t('protection.announce.rotated'));
  return isDone;
}

export const makeRecoveryKey = (by: Credential): Promise<boolean> =>
  run('recovery', async () => {
    const isAnotherKey = useProtection.getState().status?.ways.includes('recovery') === true;
    const { recoveryKey } = await api.call('protection.makeRecoveryKey', { by });
    useProtection.setState({ recoveryKey, isAnotherKey });
    return api.call('protection.status', {});
  });

/** It is written down: from here on nobody can show it again. */
export const leaveRecoveryKey = (): void => useProtection.setState({ recoveryKey: null });

export const setKeychain = (isOn: boolean, by: Credential): Promise<boolean> =>
  run('keychain', () => api.call('protection.setKeychain', { isOn, by }));

export const lockNow = (): Promise<boolean> => run('lock', () => api.call('protection.lock', {}));

export async function setAutoLock(minutes: number | null, isLockedOnSleep: boolean): Promise<void> {
  await run('lock', () => api.call('protection.setAutoLock', { minutes, isLockedOnSleep }));
}

const TOUCH_EVERY_MS = 30_000;
let touchedMs = Number.NEGATIVE_INFINITY;

/** Somebody types or moves here: the time until it locks by itself begins anew. */
export function touch(atMs: number): void {
  const { status } = useProtection.getState();
  if (status?.kind !== 'sealed' || status.state !== 'open' || status.lockAfterMinutes === null) return;
  if (atMs - touchedMs < TOUCH_EVERY_MS) return;
  touchedMs = atMs;
  // Away or locked by now: the page hears of that by itself.
  api.call('protection.touch', {}).catch(() => undefined);
}
