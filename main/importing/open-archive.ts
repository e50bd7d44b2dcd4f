import { dirname } from 'node:path/posix';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../contract/errors.ts';
import { type ByteSource, unreadable } from './byte-source.ts';
import type { ImportLimits, SkipReason } from './import-item.ts';

export type ArchiveSkip = { readonly reason: SkipReason; readonly where: string };

export type Archive = {
  /** Entries that may hold conversations, in the order of their names, not of the archive. */
  readonly sources: readonly ByteSource[];
  readonly skipped: readonly ArchiveSkip[];
  readonly nestedArchives: number;
  readonly close: () => void;
};

/** Names of files that may hold conversations; what they hold is judged by their content. */
export const ENTRY_MAY_BE_TEXT = /(^|\/)[^./]*$|\.(json|jsonl|ndjson|txt|index|html?|md|markdown|csv)$/i;
export const ENTRY_IS_ARCHIVE = /\.(zip|7z|rar|tar|gz|tgz|bz2|xz)$/i;
const SYMLINK = 0o120000;
const FILE_KIND = 0o170000;

/** Lists a zip without unpacking it. Nothing is ever written to disk, so a hostile name has nowhere to go. */
export async function openArchive(path: string, limits: ImportLimits): Promise<Archive> {
  let zip: ZipFile;
  try {
    // Names stay bytes: the library's own check would refuse the whole archive for one bad name.
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch (error) {
    throw brokenArchive(error);
  }
  try {
    if (zip.entryCount > limits.archiveEntries) throw tooLarge('The archive holds more files than any export would.');
    return await listEntries(zip, limits);
  } catch (error) {
    zip.close();
    throw error instanceof AppError ? error : brokenArchive(error);
  }
}

async function listEntries(zip: ZipFile, limits: ImportLimits): Promise<Archive> {
  const accepted: { readonly name: string; readonly source: ByteSource }[] = [];
  const skipped: ArchiveSkip[] = [];
  const names = new Set<string>();
  let nestedArchives = 0;
  let number = 0;
  let totalBytes = 0;
  for await (const entry of zip.eachEntry()) {
    number += 1;
    const name = nameOf(entry);
    totalBytes += entry.uncompressedSize;
    if (totalBytes > limits.archiveBytes) throw tooLarge('The archive unpacks to more than any export would.');
    const reason = refuse(entry, { name, names, limits });
    names.add(name);
    if (reason !== null) skipped.push({ reason, where: `entry ${number}` });
    else if (ENTRY_IS_ARCHIVE.test(name)) nestedArchives += 1;
    else if (!name.endsWith('/') && entry.uncompressedSize > 0 && ENTRY_MAY_BE_TEXT.test(name)) {
      accepted.push({ name, source: entrySource(zip, entry, number) });
    }
  }
  // Shards are written in any order; their numbers are in their names.
  accepted.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { sources: accepted.map(({ source }) => source), skipped, nestedArchives, close: () => zip.close() };
}

function refuse(
  entry: Entry,
  seen: { readonly name: string; readonly names: ReadonlySet<string>; readonly limits: ImportLimits },
): SkipReason | null {
  const { name, names, limits } = seen;
  if (isUnsafeName(name) || ((entry.externalFileAttributes >>> 16) & FILE_KIND) === SYMLINK) return 'unsafe-entry';
  if (names.has(name)) return 'duplicate-entry';
  if (entry.isEncrypted()) return 'encrypted-entry';
  const isBomb =
    entry.uncompressedSize > limits.bombBytes &&
    entry.uncompressedSize > Math.max(1, entry.compressedSize) * limits.bombRatio;
  return isBomb ? 'archive-bomb' : null;
}

/** Names that point out of a folder, on any system. */
function isUnsafeName(name: string): boolean {
  return (
    name === '' ||
    name.includes('\u0000') ||
    name.includes('\\') ||
    name.startsWith('/') ||
    /^[A-Za-z]:/.test(name) ||
    name.split('/').includes('..')
  );
}

/** With `decodeStrings: false` the name is a Buffer, whatever the type says. */
function nameOf(entry: Entry): string {
  return entry.fileNameRaw.toString('utf8');
}

function entrySource(zip: ZipFile, entry: Entry, number: number): ByteSource {
  return {
    label: `entry ${number}`,
    totalBytes: entry.uncompressedSize,
    folder: dirname(nameOf(entry)),
    open: async () => {
      try {
        return checked(await zip.openReadStreamPromise(entry), entry.crc32);
      } catch (error) {
        throw unreadable(error);
      }
    },
  };
}

/** The library checks sizes but not content: a flipped bit would be imported as if it had been said. */
async function* checked(chunks: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== expected) throw brokenArchive(null);
}

function brokenArchive(cause: unknown): AppError {
  return new AppError(
    'import.unreadable',
    'The archive is damaged or incomplete. Download it again, or unpack it and import the files in it.',
    { cause },
  );
}

function tooLarge(what: string): AppError {
  return new AppError('import.too-large', `${what} Unpack it and import the files in it.`);
}
