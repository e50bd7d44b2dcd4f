import { createHash } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import { errnoOf, removeIfPresent, syncFolder, toWriteError } from './files.ts';
import { findProcess } from './process-identity.ts';

const LockFile = z.object({
  pid: z.int().min(1),
  startedAt: z.string().nullable(),
  randomId: z.string().min(1),
  at: z.string(),
});
type LockFile = z.infer<typeof LockFile>;

export type Lock = {
  /** Removes the lock if it is still this one. Safe to call twice. */
  readonly release: () => Promise<void>;
};

type LockInput = { readonly folder: string; readonly clock: Clock; readonly ids: Ids };

/** A takeover meets at most a few stale files, each left by a crash in a takeover before it. */
const MAX_TRIES = 20;

/**
 * Takes the data folder for this process, or throws `store.locked`; a lock is taken over only from a dead process.
 *
 * A lock appears whole (temporary file, fsync, link), so a live owner never has a half-written one.
 */
export async function acquireLock(input: LockInput): Promise<Lock> {
  const own: LockFile = await describeOwn(input);
  const path = join(input.folder, 'lock');
  const temporary = join(input.folder, `lock.new-${own.randomId}`);
  try {
    await mkdir(input.folder, { recursive: true, mode: 0o700 });
    await writeDurably(temporary, JSON.stringify(own));
    await take(input.folder, path, temporary);
    await removeLeftovers(input.folder, own.randomId);
    await syncFolder(input.folder);
  } catch (error) {
    throw toWriteError(error);
  } finally {
    await removeIfPresent(temporary);
  }
  return { release: () => releaseOwn(path, own.randomId) };
}

async function describeOwn({ clock, ids }: LockInput): Promise<LockFile> {
  const self = await findProcess(process.pid);
  const startedAt = self.kind === 'alive' ? self.startedAt : null;
  return { pid: process.pid, startedAt, randomId: ids.uuid(), at: clock.now().toISOString() };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes `path` a copy of `temporary` unless a live process owns it.
 *
 * A stale file is replaced by its single claimant: whoever creates `lock.take-<id of the stale file>`. Only the claimant
 * may rename over it, and only after it has read again, under the claim, that the file is still that stale one. So of
 * two takers one wins and the other finds a live owner. A claim is such a file itself: a claimant that dies leaves a
 * stale claim, taken over in the same way.
 */
async function take(folder: string, path: string, temporary: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await linkIfAbsent(temporary, path)) return;
    const bytes = await readIfPresent(path);
    if (bytes === null) continue;
    await refuseIfOwned(path, bytes);
    const claim = join(folder, `lock.take-${idOf(bytes)}`);
    await take(folder, claim, temporary);
    try {
      const now = await readIfPresent(path);
      if (now?.equals(bytes)) {
        // Replaces without a moment in which there is no lock. A copy, since the temporary file may serve again.
        const copy = `${temporary}.${tries}`;
        await linkIfAbsent(temporary, copy);
        await rename(copy, path);
        return;
      }
    } finally {
      await removeIfPresent(claim);
    }
  }
  throw new AppError('store.locked', 'The data folder is being opened by another process. Try again in a moment.', {
    retry: 'later',
  });
}

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    // File systems without links (FAT): exclusive creation, where a crash may leave a part, which counts as stale.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errnoOf(error) ?? '')) throw error;
  }
  try {
    await writeDurably(to, await readFile(from, 'utf8'));
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A file time and a process start are compared with this much slack: both are good to about a second. */
const TIME_SLACK_MS = 3_000;

/** Throws when the process that a lock names lives. */
async function refuseIfOwned(path: string, bytes: Buffer): Promise<void> {
  const owner = findOwner(bytes);
  // No owner can be read: since locks appear whole, whoever wrote this died over it or was not Palimpsest.
  if (owner === null) return;
  const found = await findProcess(owner.pid);
  if (found.kind === 'dead') return;
  // The same pid with another start time is a later process that got a dead owner's number.
  if (found.startedAt !== null && owner.startedAt !== null && found.startedAt !== owner.startedAt) return;
  if (owner.startedAt === null && found.startedAtMs !== null) {
    const writtenAtMs = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
    // A process that began after the file was written cannot have written it.
    if (found.startedAtMs > writtenAtMs + TIME_SLACK_MS) return;
  }
  throw new AppError(
    'store.locked',
    `The data folder is in use by another Palimpsest (process ${owner.pid}). Close that one first.`,
    { details: { pid: owner.pid } },
  );
}

/** The owner that a lock names; from a damaged one, the pid alone if it can still be read. */
function findOwner(bytes: Buffer): Pick<LockFile, 'pid' | 'startedAt'> | null {
  const text = bytes.toString('utf8');
  try {
    return LockFile.parse(JSON.parse(text));
  } catch {
    // Damaged after it was written: a pid that can be read, of a process old enough to be its owner, still counts.
    const pid = Number(/"pid":(\d{1,10})[,}]/.exec(text)?.[1] ?? 0);
    return pid > 0 ? { pid, startedAt: null } : null;
  }
}

function idOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/**
 * Removes what takers that were killed left. Only under the new lock: a claim guards one stale lock, which is gone, so
 * even a taker that loses its claim here reads the lock again and finds it owned.
 */
async function removeLeftovers(folder: string, ownId: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^lock\.(new|take)-/.test(name) && !name.includes(ownId));
  for (const name of names) {
    const path = join(folder, name);
    const bytes = await readIfPresent(path);
    // One without a readable owner may be another taker's, still being written.
    if (bytes === null || findOwner(bytes) === null) continue;
    if (!(await isOwned(path, bytes))) await removeIfPresent(path);
  }
}

async function isOwned(path: string, bytes: Buffer): Promise<boolean> {
  try {
    await refuseIfOwned(path, bytes);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

async function releaseOwn(path: string, randomId: string): Promise<void> {
  const bytes = await readIfPresent(path);
  if (bytes === null) return;
  if (bytes.toString('utf8').includes(`"randomId":"${randomId}"`)) await removeIfPresent(path);
}
