import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { errnoOf, syncFolder } from '../journal/files.ts';
import { writeRawJournal } from '../journal/raw-lines.ts';
import { verifyJournal } from '../journal/verify.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { assertFreeSpace, makeFolder } from '../lib/disk.ts';
import type { Coder } from './coder.ts';
import { damaged, toBackupError } from './errors.ts';
import { isSafePath, type Manifest } from './format.pure.ts';
import { type Place, readChunk } from './place.ts';
import { splitPack, type Watch } from './read-back.ts';

export type Restored = { readonly folder: string; readonly records: number; readonly bytes: number };

export type Restore = {
  readonly place: Place;
  readonly manifest: Manifest;
  readonly coder: Coder;
  /** Absent or empty. */
  readonly target: string;
};

/**
 * Makes a data folder of a backup, in a folder beside the target that takes its name when it is whole and its history was
 * verified: stopped anywhere, the target is as it was.
 */
export async function restoreWhole({ place, manifest, coder, target }: Restore, watch: Watch): Promise<Restored> {
  const folder = resolve(target);
  await assertFree(folder);
  const temporary = join(dirname(folder), `.${basename(folder)}.restoring`);
  try {
    await makeFolder(dirname(folder));
    // What an earlier try that was killed left there; the name says whose it was.
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { mode: 0o700 });
    const bytes = await fill(temporary, { place, manifest, coder }, watch);
    await verify(temporary, watch);
    throwIfAborted(watch.signal);
    await putInPlace(temporary, folder);
    return { folder, records: manifest.summary.lastSeq, bytes };
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined); // the first failure says more
    throw toRestoreError(error);
  }
}

async function assertFree(folder: string): Promise<void> {
  try {
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return;
    if (errno !== 'ENOTDIR') throw toRestoreError(error);
  }
  throw new AppError(
    'backup.target-taken',
    'There is something in that folder already, and a restore never overwrites. Choose a new or an empty folder.',
  );
}

async function fill(folder: string, from: Omit<Restore, 'target'>, watch: Watch): Promise<number> {
  const { place, manifest, coder } = from;
  const { journal, packs } = manifest.contents;
  let bytes = 0;
  const total = manifest.summary.lastSeq;
  await assertFreeSpace(
    folder,
    [...journal, ...packs].reduce((sum, part) => sum + part.bytes, 0),
  );
  for (const pack of packs) {
    throwIfAborted(watch.signal);
    for (const { path, content } of splitPack(pack, await readChunk(place, pack, coder))) {
      if (!isSafePath(path)) throw damaged('contents', 'it names a file outside of the data folder');
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      await writeNew(join(folder, path), content);
      bytes += content.length;
    }
  }
  async function* parts(): AsyncGenerator<Buffer> {
    for (const chunk of journal) {
      throwIfAborted(watch.signal);
      await watch.breathe();
      const part = await readChunk(place, chunk, coder);
      bytes += part.length;
      yield part;
      watch.onStep('restoring', chunk.lastSeq, total);
    }
  }
  await writeRawJournal(folder, parts());
  await syncFolder(folder);
  return bytes;
}

/** The restored history proves itself before anybody gets it. */
async function verify(folder: string, watch: Watch): Promise<void> {
  watch.onStep('verifying', 0, 1);
  const { problems } = await verifyJournal(folder, watch.breathe);
  const first = problems.find(({ check }) => check !== 'head.absent');
  if (first !== undefined) throw damaged(first.file, 'its history does not verify');
  watch.onStep('verifying', 1, 1);
}

async function writeNew(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function putInPlace(temporary: string, folder: string): Promise<void> {
  try {
    // Only an empty folder can be removed like this: what came into it meanwhile stays.
    await rmdir(folder);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOTEMPTY' || errno === 'EEXIST') await assertFree(folder);
    if (errno !== 'ENOENT') throw error;
  }
  await rename(temporary, folder);
  await syncFolder(dirname(folder));
}

function toRestoreError(error: unknown): unknown {
  const errno = errnoOf(error);
  if (error instanceof AppError || errno === null) return error;
  if (errno === 'ENOSPC' || errno === 'EDQUOT') return toBackupError(error);
  return new AppError(
    'store.unwritable',
    'That folder cannot be made or written. Choose a new folder on a disk where you may save files.',
    { details: { errno }, cause: error },
  );
}
