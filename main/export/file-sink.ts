import { type FileHandle, link, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { assertFreeSpace } from '../lib/disk.ts';

/** Where an export goes. Nothing is at its place before `finish`, and nothing after `discard`. */
export type Sink<Piece = string> = {
  readonly write: (piece: Piece) => Promise<void>;
  readonly finish: () => Promise<void>;
  readonly discard: () => Promise<void>;
};

type Place = {
  readonly path: string;
  readonly isOverwriting: boolean;
  /** Of the vault: no export may take the place of one of its files. */
  readonly dataFolder: string;
  /** Makes the name of the temporary file this export's own. */
  readonly id: string;
};

const alreadyThere = () =>
  new AppError(
    'export.exists',
    'A file of that name is there already. Choose another name, or overwrite it with --force.',
  );
const unwritable = (text: string, cause?: unknown) => new AppError('export.unwritable', text, { cause });

/** A file beside its place that is renamed when it is whole; a stop, a failure or a full disk leaves none. */
export async function openFileSink(place: Place): Promise<Sink<string | Uint8Array>> {
  const path = resolve(place.path);
  const folder = dirname(path);
  await checkPlace(place, path);
  await assertFreeSpace(folder);
  const temporary = join(folder, `.${basename(path).slice(0, 40)}.${place.id}.partial`);
  const file = await attempt(() => open(temporary, 'wx', 0o600));
  return {
    write: (piece) =>
      attempt(async () => {
        // A full disk is worse than no export: the vault may lie on it, and needs room of its own.
        await assertFreeSpace(folder, Buffer.byteLength(piece));
        await file.writeFile(piece, 'utf8');
      }),
    finish: async () => {
      await attempt(async () => {
        await file.sync();
        await file.close();
        await putInPlace({ temporary, path, isOverwriting: place.isOverwriting });
      });
    },
    discard: () => discard(file, temporary),
  };
}

async function checkPlace({ isOverwriting, dataFolder }: Place, path: string): Promise<void> {
  const folder = await attempt(() => realpath(dirname(path)));
  const vault = await attempt(() => realpath(dataFolder));
  if (folder === vault || folder.startsWith(`${vault}${sep}`))
    throw unwritable('That is inside the data folder of Palimpsest. Choose another folder.');
  const there = await attempt(() => lookAt(path));
  if (there === null) return;
  if (there.isDirectory()) throw unwritable('That is a folder. Add the name of a file.');
  if (!isOverwriting) throw alreadyThere();
  if (!there.isFile()) throw unwritable('That is no plain file. Choose another name.');
}

async function lookAt(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function putInPlace({
  temporary,
  path,
  isOverwriting,
}: Pick<Place, 'path' | 'isOverwriting'> & { readonly temporary: string }): Promise<void> {
  if (isOverwriting) return rename(temporary, path);
  try {
    // A rename would take the place of a file that came meanwhile; a link does not.
    await link(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw alreadyThere();
    // Some file systems have no links.
    if ((await lookAt(path)) !== null) throw alreadyThere();
    return rename(temporary, path);
  }
  await rm(temporary, { force: true });
}

async function discard(file: FileHandle, temporary: string): Promise<void> {
  await file.close().catch(() => undefined); // closed already
  await rm(temporary, { force: true }).catch(() => undefined); // the failure that led here says more
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What the system answers, in words. Its own messages hold the path. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    switch (codeOf(error)) {
      case 'ENOSPC':
      case 'EDQUOT':
        throw new AppError('disk.too-full', 'The disk is full. Free some space, or export to another disk.', {
          cause: error,
        });
      case 'ENOENT':
      case 'ENOTDIR':
        throw unwritable('There is no such folder. Make it first, or choose another.', error);
      case 'ENAMETOOLONG':
        throw unwritable('That name is too long. Choose a shorter one.', error);
      default:
        throw unwritable('That file cannot be written. Choose a folder in which you may save files.', error);
    }
  }
}
