import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { HeadsFile, makeHeads } from './heads.pure.ts';

/** How the heads that ship are called where others are named by their bytes. */
export const SHIPPED_ID = 'shipped';
const LEARNT_ID = /^[0-9a-f]{12}$/;

const folderOf = (dataFolder: string): string => join(dataFolder, 'heads');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export type ReadHeads =
  | { readonly kind: 'ready'; readonly file: HeadsFile }
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged' };

/** Learnt heads by their id, if the file is the one that was adopted. */
export async function readHeadsFile(
  dataFolder: string,
  { headsId, sha256 }: { readonly headsId: string; readonly sha256: string | null },
): Promise<ReadHeads> {
  if (!LEARNT_ID.test(headsId)) return { kind: 'missing' };
  let text: string;
  try {
    text = await readFile(join(folderOf(dataFolder), `${headsId}.json`), 'utf8');
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
  dataFolder: string,
  file: HeadsFile,
): Promise<{ readonly headsId: string; readonly sha256: string }> {
  const text = `${JSON.stringify(file)}\n`;
  const sha256 = hashOf(text);
  const headsId = sha256.slice(0, 12);
  await replaceFile(join(folderOf(dataFolder), `${headsId}.json`), text, folderOf(dataFolder));
  return { headsId, sha256 };
}

/** What the last learning came to. */
export async function writeLastTry(dataFolder: string, report: unknown): Promise<void> {
  await replaceFile(join(folderOf(dataFolder), 'last-try.json'), `${JSON.stringify(report)}\n`, folderOf(dataFolder));
}

/** Null where nothing was tried, or where the note cannot be read: the next learning writes it again. */
export async function readLastTry(dataFolder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folderOf(dataFolder), 'last-try.json'), 'utf8'));
  } catch {
    // See above: nothing rests on it.
    return null;
  }
}

async function replaceFile(path: string, text: string, folder: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
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
