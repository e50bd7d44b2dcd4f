import { constants } from 'node:fs';
import { access, lstat, opendir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { MAX_FILE_BYTES } from './limits.pure.ts';
import { isDocumentName } from './read-document.ts';

export type FoundFile = {
  /** Inside the folder, with slashes on every system. */
  readonly path: string;
  readonly fullPath: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
};

export type FolderScan = {
  readonly files: readonly FoundFile[];
  /** Folders inside it that could not be looked into: what lies there is not missing. */
  readonly unreadable: readonly string[];
  readonly passedOver: {
    readonly hidden: number;
    readonly tooLarge: number;
    readonly otherKinds: number;
    readonly links: number;
  };
};

/** Why a folder cannot be looked into. */
export type FolderFault = 'missing' | 'not-a-folder' | 'unreadable';

/** More is no folder of papers, and each would be looked at every hour. */
const MAX_FILES = 20_000;
const MAX_PATH_BYTES = 2_000;
const MAX_DEPTH = 24;

type Watch = { readonly breathe: () => Promise<void> };
const ENTRIES_A_BREATH = 200;

/** Whether a folder is there and may be read; null if so. */
export async function findFolderFault(path: string): Promise<FolderFault | null> {
  try {
    if (!(await stat(path)).isDirectory()) return 'not-a-folder';
    await access(path, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'EACCES' || code === 'EPERM' ? 'unreadable' : 'missing';
  }
}

/** Documents in a folder and the folders in it. Links are not followed, so that nothing outside of it is ever read. */
export async function scanFolder(root: string, { breathe }: Watch): Promise<FolderScan> {
  const files: FoundFile[] = [];
  const unreadable: string[] = [];
  const passedOver = { hidden: 0, tooLarge: 0, otherKinds: 0, links: 0 };
  let seen = 0;
  const visit = async (folder: string, depth: number): Promise<void> => {
    const inside = toInside(root, folder);
    try {
      for await (const entry of await opendir(folder)) {
        seen += 1;
        if (seen % ENTRIES_A_BREATH === 0) await breathe();
        const path = join(folder, entry.name);
        if (entry.isSymbolicLink()) passedOver.links += 1;
        else if (isHidden(entry.name)) passedOver.hidden += 1;
        else if (entry.isDirectory()) {
          if (depth < MAX_DEPTH) await visit(path, depth + 1);
          else unreadable.push(toInside(root, path));
        } else if (!entry.isFile() || !isDocumentName(entry.name)) passedOver.otherKinds += 1;
        // An index of the tables holds it, and a record that cannot be applied would stop every start.
        else if (Buffer.byteLength(toInside(root, path)) > MAX_PATH_BYTES) unreadable.push(toInside(root, path));
        else if (files.length < MAX_FILES) await take(path);
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error) unreadable.push(inside);
      else throw error;
    }
  };
  const take = async (path: string): Promise<void> => {
    const info = await lstat(path);
    if (!info.isFile()) passedOver.links += 1;
    else if (info.size > MAX_FILE_BYTES) passedOver.tooLarge += 1;
    else files.push({ path: toInside(root, path), fullPath: path, sizeBytes: info.size, mtimeMs: info.mtimeMs });
  };
  await visit(root, 0);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), unreadable, passedOver };
}

/** Also what word processors leave beside a document that is open. */
const isHidden = (name: string): boolean => name.startsWith('.') || name.startsWith('~$') || name === 'node_modules';

const toInside = (root: string, path: string): string => relative(root, path).split(sep).join('/');

/** Whether a file is still where it was found, and not a way out of the folder. */
export async function isInside(root: string, path: string): Promise<boolean> {
  try {
    const [top, real] = [await realpath(root), await realpath(path)];
    return real.startsWith(top.endsWith(sep) ? top : top + sep);
  } catch {
    return false; // gone since
  }
}

/** The path of a folder as the user wrote it: without quotes, `~` and links, or null where it is not whole. */
export async function toFolderPath(written: string, home: string): Promise<string | null> {
  const plain = written.trim().replace(/^(["'])(.*)\1$/, '$2');
  const whole = plain === '~' || plain.startsWith('~/') || plain.startsWith('~\\') ? join(home, plain.slice(1)) : plain;
  if (!isAbsolute(whole)) return null;
  return realpath(resolve(whole)).catch(() => resolve(whole)); // what is not there is said by whoever looks into it
}
