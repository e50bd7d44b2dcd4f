import { mkdir, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
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

/**
 * Makes a folder and the ones above it, for the user alone. Node's own recursive `mkdir` never returns where a file
 * system answers "no such folder" to making one, as `/proc` does.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in between.
    if (!(await exists(folder))) throw error;
  }
}

async function exists(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    return false; // also when it may not be looked at: making it then says why
  }
}
