import { readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { errnoOf } from '../journal/files.ts';
import { notFound, toBackupError } from './errors.ts';
import { CHUNK_FOLDER, HEADER_FILE, MANIFEST_FOLDER, MANIFEST_SUFFIX } from './format.pure.ts';
import { createPlace, findPlace, type Place } from './place.ts';
import type { Tools } from './write.ts';

const OWN = 'backups';
const SUBFOLDER = 'palimpsest-backups';
/** What a start of making a backup folder may have left before its header was there. */
const OURS = new Set([HEADER_FILE, `${HEADER_FILE}.part`, MANIFEST_FOLDER, CHUNK_FOLDER, 'lock']);

export const ownFolder = (dataFolder: string): string => join(dataFolder, OWN);

/** The backup folder in a folder that the user named: itself, or where that holds other things, one of its own in it. */
export async function findPlaceIn(folder: string, journalId: string): Promise<Place | null> {
  for (const candidate of candidatesIn(folder, journalId)) {
    const place = await findPlace(candidate);
    if (place?.header.journalId === journalId) return place;
  }
  return null;
}

/** As `findPlaceIn`, made where there is none. */
export async function openPlaceIn(
  folder: string,
  { dataFolder, journalId, tools }: { readonly dataFolder: string; readonly journalId: string; readonly tools: Tools },
): Promise<Place> {
  await assertOutside(folder, dataFolder);
  const found = await findPlaceIn(folder, journalId);
  if (found !== null) return found;
  for (const candidate of candidatesIn(folder, journalId)) {
    if ((await findPlace(candidate)) === null && (await isFree(candidate)))
      return createPlace(candidate, journalId, tools);
  }
  throw new AppError('backup.unwritable', 'That folder is full of other things. Choose another folder for backups.');
}

const candidatesIn = (folder: string, journalId: string): readonly string[] => [
  folder,
  join(folder, SUBFOLDER),
  join(folder, `${SUBFOLDER}-${journalId.slice(0, 8)}`),
];

async function isFree(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).every((name) => OURS.has(name) || name.startsWith('lock.'));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return true;
    throw toBackupError(error);
  }
}

/** Among the vault's own files nobody would look for it, and forgetting could not tell them apart. */
async function assertOutside(folder: string, dataFolder: string): Promise<void> {
  if (!isAbsolute(folder))
    throw new AppError('backup.unwritable', 'Give the whole path of the folder, from the root of the disk on.');
  const [real, vault] = [await realOf(folder), await realOf(dataFolder)];
  const isInside =
    real === vault || (real.startsWith(vault + sep) && !`${real}${sep}`.startsWith(join(vault, OWN) + sep));
  if (!isInside) return;
  throw new AppError('backup.unwritable', 'That is inside the data folder of Palimpsest. Choose another folder.');
}

/** Through links, as far as the path exists. */
async function realOf(path: string): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch {
    // What is not there yet has no links in it.
    const parent = dirname(whole);
    return parent === whole
      ? whole
      : join(await realOf(parent), whole.slice(parent.length + (parent.endsWith(sep) ? 0 : 1)));
  }
}

/** A backup that somebody names by a path: the folder, the folder above it, or the file of one backup. */
export async function getPlaceAt(path: string): Promise<{ readonly place: Place; readonly id: string | null }> {
  const whole = resolve(path);
  if (whole.endsWith(MANIFEST_SUFFIX)) {
    const place = await findPlace(dirname(dirname(whole)));
    const name = whole.slice(dirname(whole).length + 1, -MANIFEST_SUFFIX.length);
    if (place !== null) return { place, id: name };
  }
  const here = await findPlace(whole);
  if (here !== null) return { place: here, id: null };
  for (const name of await listFolder(whole)) {
    const below = name.startsWith(SUBFOLDER) ? await findPlace(join(whole, name)) : null;
    if (below !== null) return { place: below, id: null };
  }
  throw notFound('There is no backup in that place: a backup folder holds a file named backup.json. Check the path.');
}

async function listFolder(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    // Not there, or no folder: the caller says that there is no backup.
    return [];
  }
}
