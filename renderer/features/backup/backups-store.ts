import { create } from 'zustand';
import {
  AppError,
  type Backup,
  type BackupProgress,
  type BackupSchedule,
  type BackupsOverview,
  type HoldingBackup,
} from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { formatBytes } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';

/** What is under way: one thing at a time. `id` is the backup that it is about. */
export type Busy = {
  readonly what: 'run' | 'verify' | 'restore' | 'rewrite' | 'conversations';
  readonly id: string | null;
  readonly progress: BackupProgress | null;
};
/** An encrypted backup whose key is not here: what was asked for goes on when the passphrase is there. */
export type Asking = { readonly isWrong: boolean; readonly go: (passphrase: string) => Promise<void> };

type BackupsState = {
  readonly overview: Loadable<BackupsOverview>;
  readonly holding: readonly HoldingBackup[];
  readonly busy: Busy | null;
  readonly failure: Failed | null;
  /** What came of the last thing that was done. */
  readonly done: string | null;
  readonly asking: Asking | null;
};

export const useBackups = create<BackupsState>(() => ({
  overview: { kind: 'loading' },
  holding: [],
  busy: null,
  failure: null,
  done: null,
  asking: null,
}));

let running = new AbortController();

export async function loadBackups(): Promise<void> {
  try {
    useBackups.setState({ overview: { kind: 'ready', value: await api.call('backups.list', {}) } });
    // Looks through the whole history: what is listed is shown before.
    useBackups.setState({ holding: (await api.call('backups.holding', {})).backups });
  } catch (error) {
    const failure = toFailed(error);
    if (useBackups.getState().overview.kind === 'ready') useBackups.setState({ failure });
    else useBackups.setState({ overview: { kind: 'failed', failure } });
  }
}

export const stopBackup = (): void => running.abort();
export const dismissBackups = (): void => useBackups.setState({ failure: null, done: null });
export const stopAsking = (): void => useBackups.setState({ asking: null });

export type Work<T> = (options: {
  readonly signal: AbortSignal;
  readonly onChunk: (progress: BackupProgress) => void;
  /** Given once the user was asked for it. */
  readonly passphrase: { readonly passphrase?: string };
}) => Promise<T>;

/** Does one thing with progress; asks for the passphrase where it is needed, and goes on with it. */
export async function during<T>(
  about: Pick<Busy, 'what' | 'id'>,
  work: Work<T>,
  onDone: (result: T) => void,
): Promise<void> {
  const attempt = async (given: { readonly passphrase?: string }): Promise<void> => {
    if (useBackups.getState().busy !== null) return;
    running = new AbortController();
    useBackups.setState({ busy: { ...about, progress: null }, failure: null, done: null, asking: null });
    const onChunk = (progress: BackupProgress): void => useBackups.setState({ busy: { ...about, progress } });
    try {
      const result = await work({ signal: running.signal, onChunk, passphrase: given });
      useBackups.setState({ busy: null });
      onDone(result);
    } catch (error) {
      const code = error instanceof AppError ? error.code : null;
      const failure = toFailed(error);
      if (code === 'backup.passphrase-needed' || (code === 'backup.wrong-passphrase' && given.passphrase !== undefined))
        useBackups.setState({
          asking: { isWrong: code === 'backup.wrong-passphrase', go: (passphrase) => attempt({ passphrase }) },
        });
      else if (failure.isAborted) say(t('backup.stopped'));
      else useBackups.setState({ failure });
    } finally {
      useBackups.setState({ busy: null });
    }
  };
  await attempt({});
}

/** Shown and said. */
export function say(done: string): void {
  useBackups.setState({ done });
  announce(done);
}

export const backUpNow = (): Promise<void> =>
  during(
    { what: 'run', id: null },
    ({ passphrase, ...options }) => api.stream('backups.run', passphrase, options),
    ({ bytes }) => {
      say(t('backup.done', { size: formatBytes(bytes) }));
      void loadBackups();
    },
  );

export const verifyBackup = ({ id }: Backup): Promise<void> =>
  during(
    { what: 'verify', id },
    ({ passphrase, ...options }) => api.stream('backups.verify', { id, ...passphrase }, options),
    ({ problem }) => {
      if (problem === null) say(t('backup.verified'));
      else useBackups.setState({ failure: { message: problem, isRetryable: false, isAborted: false } });
      void loadBackups();
    },
  );

export const rewriteBackups = (): Promise<void> =>
  during(
    { what: 'rewrite', id: null },
    ({ passphrase, ...options }) => api.stream('backups.rewrite', passphrase, options),
    () => {
      say(t('backup.holding.done'));
      void loadBackups();
    },
  );

/** A change that is quick; returns whether it was made. */
async function change(work: () => Promise<unknown>, text: string | null): Promise<Failed | null> {
  try {
    await work();
    useBackups.setState({ failure: null, done: null });
    if (text !== null) say(text);
    await loadBackups();
    return null;
  } catch (error) {
    return toFailed(error);
  }
}

async function changeHere(work: () => Promise<unknown>, text: string | null = null): Promise<void> {
  const failure = await change(work, text);
  if (failure !== null) useBackups.setState({ failure });
}

export const removeBackup = ({ id }: Backup): Promise<void> =>
  changeHere(() => api.call('backups.remove', { id }), t('backup.removed'));
export const setSchedule = (schedule: BackupSchedule): Promise<void> =>
  changeHere(() => api.call('backups.configure', { schedule }));
export const setWithTraces = (isWithTraces: boolean): Promise<void> =>
  changeHere(() => api.call('backups.configure', { isWithTraces }));
/** Null: it was kept. What is wrong is said in the dialog. */
export const setFolder = (folder: string | null): Promise<Failed | null> =>
  change(() => api.call('backups.configure', { folder }), null);
export const setPassphrase = (passphrase: string, current: string | null): Promise<Failed | null> =>
  change(
    () => api.call('backups.setPassphrase', { passphrase, ...(current === null ? {} : { current }) }),
    t('backup.passphrase.saved'),
  );
export const stopEncrypting = (): Promise<void> =>
  changeHere(() => api.call('backups.setPassphrase', { passphrase: null }), t('backup.passphrase.stopped'));
