import { statfs } from 'node:fs/promises';
import { AppError } from '../contract/errors.ts';

/** Writes are refused below this, because PGlite hangs on the statement after disk-full and never recovers. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Bytes free for this user in the file system of `folder`, or null where the system does not say. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const stats = await statfs(folder);
    return stats.bavail * stats.bsize;
  } catch {
    // Not every file system answers; the guard then has nothing to compare and the write itself reports.
    return null;
  }
}

export async function assertFreeSpace(folder: string, needBytes = 0): Promise<void> {
  const free = await freeBytes(folder);
  if (free === null || free >= MIN_FREE_BYTES + needBytes) return;
  const needMb = Math.ceil((MIN_FREE_BYTES + needBytes - free) / 1_000_000);
  throw new AppError('disk.too-full', `The disk is full. Nothing was lost; free ${needMb} MB and try again.`, {
    details: { freeBytes: free, needBytes: MIN_FREE_BYTES + needBytes },
  });
}
