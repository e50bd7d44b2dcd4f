import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import type { FileCodec } from '../../lib/file-codec.ts';
import { HeadsFile, makeHeads } from './heads.pure.ts';

/** How the heads that ship are called where others are named by their bytes. */
export const SHIPPED_ID = 'shipped';
const LAST_TRY = 'last-try.json';
const LEARNT_ID = /^[0-9a-f]{12}$/;

const folderOf = (dataFolder: string): string => join(dataFolder, 'heads');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Where they lie, and how files are kept there. */
export type HeadsPlace = { readonly dataFolder: string; readonly files: FileCodec };

export type ReadHeads =
  | { readonly kind: 'ready'; readonly file: HeadsFile }
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged' };

/** Learnt heads by their id, if the file is the one that was adopted. */
export async function readHeadsFile(
  place: HeadsPlace,
  { headsId, sha256 }: { readonly headsId: string; readonly sha256: string | null },
): Promise<ReadHeads> {
  if (!LEARNT_ID.test(headsId)) return { kind: 'missing' };
  let text: string;
  try {
    text = await readText(place, `${headsId}.json`);
  } catch {
    // Not there, or not to be read: the same to whoever needs it.
    return { kind: 'missing' };
  }
  if (hashOf(text) !== sha256) return { kind: 'damaged' };
  try {
    const file = HeadsFile.parse(JSON.parse(text));
    makeHeads(file);
    return { kind: 'ready', file };
  } catch {
    // Written by another version, since its bytes are what was adopted.
    return { kind: 'damaged' };
  }
}

/** Writes learnt heads under a name that their bytes give them; they hold numbers and no words. */
export async function writeHeadsFile(
  place: HeadsPlace,
  file: HeadsFile,
): Promise<{ readonly headsId: string; readonly sha256: string }> {
  const text = `${JSON.stringify(file)}\n`;
  const sha256 = hashOf(text);
  const headsId = sha256.slice(0, 12);
  await replaceFile(place, `${headsId}.json`, text);
  return { headsId, sha256 };
}

/** What the last learning came to. */
export async function writeLastTry(place: HeadsPlace, report: unknown): Promise<void> {
  await replaceFile(place, LAST_TRY, `${JSON.stringify(report)}\n`);
}

/** Null where nothing was tried, or where the note cannot be read: the next learning writes it again. */
export async function readLastTry(place: HeadsPlace): Promise<unknown> {
  try {
    return JSON.parse(await readText(place, LAST_TRY));
  } catch {
    // See above: nothing rests on it.
    return null;
  }
}

async function readText({ dataFolder, files }: HeadsPlace, name: string): Promise<string> {
  const plain = files.decode(await readFile(join(folderOf(dataFolder), name)), `heads/${name}`);
  if (plain === null) throw new Error('it does not open with the key of this folder');
  return plain.toString('utf8');
}

async function replaceFile({ dataFolder, files }: HeadsPlace, name: string, text: string): Promise<void> {
  const folder = folderOf(dataFolder);
  const path = join(folder, name);
  const temporary = `${path}.new`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(files.encode(text, `heads/${name}`));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw new AppError(
      'store.unwritable',
      'What was learnt cannot be written. Check the space and permissions of the data folder.',
      { cause },
    );
  }
}
