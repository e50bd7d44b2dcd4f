import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError } from '../contract/errors.ts';

/** The system's code of an I/O failure (`ENOSPC`), or null. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** What a failed write means to the user, with the system's code in the details; what is no I/O failure stays as it is. */
export function toWriteError(error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno === null || error instanceof AppError) return error;
  const details = { errno };
  if (errno === 'ENOSPC' || errno === 'EDQUOT') {
    return new AppError('disk.too-full', 'The disk is full, so nothing was saved. Free some space and try again.', {
      details,
      cause: error,
    });
  }
  return new AppError(
    'store.unwritable',
    'The data folder cannot be written, so nothing was saved. Check its disk and its permissions, and try again.',
    { details, cause: error },
  );
}

/** Makes names in a folder (created, renamed, removed) durable; Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all bytes at `position`; a single `write` may stop short when the disk is nearly full. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Replaces a file by temporary file, fsync and rename: readers see the old or the new content, never a part. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await removeIfPresent(temporary);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes a file that may be absent; used for clean-up, where a file left behind does no harm. */
export async function removeIfPresent(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    // Absent already, or the folder is not writable: the caller is already reporting that failure.
    if (errnoOf(error) === null) throw error;
  }
}

/** The name of a file as messages and reports show it, without the user's folders. */
export function shownName(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}
