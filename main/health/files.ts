import { access, constants, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** Names in a folder; one that is not there holds none. */
export async function listNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []); // a folder that nothing has needed yet
}

/** Size and age of a file, or null where it has gone. */
export async function findFile(path: string): Promise<{ readonly bytes: number; readonly changedMs: number } | null> {
  try {
    const stats = await stat(path);
    return stats.isFile() ? { bytes: stats.size, changedMs: stats.mtimeMs } : null;
  } catch {
    return null; // gone, or not readable: to a count both are nothing
  }
}

export async function canReadFolder(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK | constants.X_OK);
    return (await stat(path)).isDirectory();
  } catch {
    return false; // that is the answer
  }
}

export type Size = { readonly bytes: number; readonly files: number };
/** Files that are looked at before others get a turn. */
const PAUSE_FILES = 200;

/** Everything under a folder, or one file, with a pause now and then. */
export async function measureSize(path: string): Promise<Size> {
  const own = await findFile(path);
  if (own !== null) return { bytes: own.bytes, files: 1 };
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []); // not there: nothing
  let bytes = 0;
  let files = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    bytes += (await findFile(join(entry.parentPath, entry.name)))?.bytes ?? 0;
    files += 1;
    if (files % PAUSE_FILES === 0) await setImmediate();
  }
  return { bytes, files };
}

const HOUR_MS = 60 * 60_000;

/** Files that interrupted work left and that nobody writes any more. */
export async function listLeftovers(dataFolder: string, now: Date): Promise<readonly string[]> {
  const left: string[] = [];
  for (const inner of ['', 'journal', 'traces', 'cache']) {
    for (const name of await listNames(join(dataFolder, inner))) {
      if (!/\.(?:new|tmp)$/.test(name)) continue;
      const path = join(dataFolder, inner, name);
      const file = await findFile(path);
      if (file !== null && now.getTime() - file.changedMs > HOUR_MS) left.push(path);
    }
  }
  return left;
}

export async function removeFiles(paths: readonly string[]): Promise<number> {
  for (const path of paths) await rm(path, { force: true, recursive: true });
  return paths.length;
}
