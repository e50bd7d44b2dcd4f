import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { type ByteSource, fileSource } from './byte-source.ts';
import type { ImportLimits } from './import-item.ts';
import { type Archive, ENTRY_IS_ARCHIVE, ENTRY_MAY_BE_TEXT, openArchive } from './open-archive.ts';

const MAX_DEPTH = 12;

/** Opens a folder like an archive: its files, and what is in the zips among them, in the order of their names. */
export async function openFolder(path: string, limits: ImportLimits): Promise<Archive> {
  const files: { readonly path: string; readonly folder: string }[] = [];
  await listFiles({ path, folder: '.' }, { files, limits, depth: 0 });
  const archives: Archive[] = [];
  const sources: ByteSource[] = [];
  let nestedArchives = 0;
  try {
    for (const [index, file] of files.entries()) {
      if (/\.zip$/i.test(file.path)) {
        const archive = await openArchive(file.path, limits);
        archives.push(archive);
        // Each zip is a place of its own: what lies in it lies beside nothing outside.
        const place = join(file.folder, `zip-${index}`);
        sources.push(...archive.sources.map((source) => ({ ...source, folder: join(place, source.folder ?? '.') })));
      } else if (ENTRY_IS_ARCHIVE.test(file.path)) nestedArchives += 1;
      else {
        const { size } = await lstat(file.path);
        if (size > 0) sources.push({ ...fileSource(file.path, size), label: `file ${index + 1}`, folder: file.folder });
      }
    }
  } catch (error) {
    for (const archive of archives) archive.close();
    throw error;
  }
  return {
    sources,
    skipped: archives.flatMap(({ skipped }) => skipped),
    nestedArchives: archives.reduce((sum, archive) => sum + archive.nestedArchives, nestedArchives),
    close: () => {
      for (const archive of archives) archive.close();
    },
  };
}

type Listing = {
  readonly files: { readonly path: string; readonly folder: string }[];
  readonly limits: ImportLimits;
  readonly depth: number;
};

/** Links are not followed: they may lead out of the folder, or round in a circle. */
async function listFiles(at: { readonly path: string; readonly folder: string }, listing: Listing): Promise<void> {
  const { files, limits, depth } = listing;
  const entries = await readdir(at.path, { withFileTypes: true });
  const byName = (a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1);
  for (const entry of entries.toSorted(byName)) {
    const path = join(at.path, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory() && depth < MAX_DEPTH) {
      await listFiles({ path, folder: join(at.folder, entry.name) }, { ...listing, depth: depth + 1 });
    }
    if (!entry.isFile() || !(ENTRY_MAY_BE_TEXT.test(entry.name) || ENTRY_IS_ARCHIVE.test(entry.name))) continue;
    files.push({ path, folder: at.folder });
    if (files.length > limits.archiveEntries) {
      throw new AppError(
        'import.too-large',
        'The folder holds more files than any export would. Choose a smaller one.',
      );
    }
  }
}
