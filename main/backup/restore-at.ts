import type { BackupProgress } from '../contract/backup.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import { findBackupIn, openBackupAt } from './open-backup.ts';
import { restoreWhole } from './restore.ts';

export type BackupAt = {
  /** The folder of backups, or the file of one. */
  readonly path: string;
  readonly at: string | undefined;
  readonly passphrase: string | undefined;
};
type Tools = { readonly clock: Clock; readonly ids: Ids };
type Progress = { readonly signal: AbortSignal; readonly onChunk: (progress: BackupProgress) => void };

/** Restores a backup where there is no vault yet: on a new computer there is nothing but the backup. */
export async function restoreBackupAt(
  { to, ...from }: BackupAt & { readonly to: string },
  { clock, ids }: Tools,
  { signal, onChunk }: Progress,
): Promise<{ readonly folder: string; readonly records: number; readonly bytes: number; readonly ms: number }> {
  const startMs = clock.monotonicMs();
  const opened = await openBackupAt(from.path, from.at, { ids, passphrase: from.passphrase });
  const restored = await restoreWhole(
    { ...opened, target: to },
    {
      signal,
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      onStep: (step, done, total) => onChunk({ step, done, total }),
    },
  );
  return { ...restored, ms: clock.monotonicMs() - startMs };
}

/** Which backup a path and an id name, and the folder it lies in. */
export async function findBackupAt({
  path,
  at,
}: Omit<BackupAt, 'passphrase'>): Promise<{ readonly id: string; readonly folder: string }> {
  const { place, id } = await findBackupIn(path, at);
  return { id, folder: place.folder };
}
