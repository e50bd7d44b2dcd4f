import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf, syncFolder } from '../journal/files.ts';
import { canonicalJson } from '../journal/record.pure.ts';
import type { Clock } from '../lib/clock.ts';
import { assertFreeSpace, makeFolder } from '../lib/disk.ts';
import type { Ids } from '../lib/ids.ts';
import type { Coder } from './coder.ts';
import { damaged, newerFormat, notFound, toBackupError } from './errors.ts';
import {
  BackupName,
  CHUNK_FOLDER,
  Contents,
  contentsContext,
  HEADER_FILE,
  type Header,
  MANIFEST_FOLDER,
  MANIFEST_SUFFIX,
  type Manifest,
  type Summary,
  sha256,
} from './format.pure.ts';
import { parseHeader, parseManifest, type Reading, type ReadManifest } from './readers.pure.ts';

/** A folder of backups that exists. */
export type Place = { readonly folder: string; readonly header: Header };

/** A backup that a folder lists: what it says of itself, or why it cannot be read. */
export type Listed =
  | { readonly kind: 'ok'; readonly id: string; readonly summary: Summary }
  | { readonly kind: 'newer' | 'damaged'; readonly id: string };

const TEMPORARY = '.part';

/** The backup folder at `folder`, or null where there is none; a damaged header is an error. */
export async function findPlace(folder: string): Promise<Place | null> {
  const text = await readText(join(folder, HEADER_FILE));
  if (text === null) return null;
  return { folder, header: unpackReading(parseHeader(text), HEADER_FILE, 'its header cannot be read') };
}

/** Makes `folder` a backup folder. */
export async function createPlace(
  folder: string,
  journalId: string,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): Promise<Place> {
  try {
    await makeFolder(folder);
    await mkdir(join(folder, MANIFEST_FOLDER), { recursive: true, mode: 0o700 });
    await mkdir(join(folder, CHUNK_FOLDER), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toBackupError(error);
  }
  const header: Omit<Header, 'check'> = {
    kind: 'palimpsest-backup',
    format: 1,
    storeId: ids.uuid(),
    journalId,
    createdAt: clock.now().toISOString(),
    encryption: null,
  };
  return { folder, header: await writeHeader(folder, header) };
}

/** Replaces the header as one: whoever is stopped here leaves the old one or the new one. */
export async function writeHeader(folder: string, rest: Omit<Header, 'check'>): Promise<Header> {
  const { kind, format, storeId, journalId, createdAt, encryption } = rest;
  const fields = { kind, format, storeId, journalId, createdAt, encryption };
  const header: Header = { ...fields, check: sha256(canonicalJson(fields)) };
  await writeDurably(join(folder, HEADER_FILE), `${canonicalJson(header)}\n`);
  return header;
}

/** Oldest first. What was not finished has another name, and is not listed. */
export async function listBackups({ folder }: Pick<Place, 'folder'>): Promise<readonly Listed[]> {
  const names = (await listNames(join(folder, MANIFEST_FOLDER)))
    .filter((name) => name.endsWith(MANIFEST_SUFFIX))
    .sort();
  const found: Listed[] = [];
  for (const name of names) {
    const id = name.slice(0, -MANIFEST_SUFFIX.length);
    if (!BackupName.safeParse(id).success) continue;
    const text = await readText(manifestPath(folder, id));
    if (text === null) continue; // removed meanwhile
    const reading = parseManifest(text);
    if (reading.kind !== 'ok') found.push({ kind: reading.kind, id });
    else if (reading.value.summary.id !== id) found.push({ kind: 'damaged', id });
    else found.push({ kind: 'ok', id, summary: reading.value.summary });
  }
  return found;
}

export const manifestPath = (folder: string, id: string): string =>
  join(folder, MANIFEST_FOLDER, `${id}${MANIFEST_SUFFIX}`);
const manifestName = (id: string): string => `${MANIFEST_FOLDER}/${id}${MANIFEST_SUFFIX}`;

/** One backup with its contents. */
export async function getManifest({ folder, header }: Place, id: string, coder: Coder): Promise<Manifest> {
  if (!BackupName.safeParse(id).success) throw notFound();
  const text = await readText(manifestPath(folder, id));
  if (text === null) throw notFound();
  const { summary, contents } = unpackReading(
    parseManifest(text),
    manifestName(id),
    'its list of contents was changed',
  );
  if (summary.id !== id || summary.storeId !== header.storeId)
    throw damaged(manifestName(id), 'its list of contents belongs to another backup');
  return { summary, contents: await readContents({ summary, contents }, coder) };
}

async function readContents({ summary, contents }: ReadManifest, coder: Coder): Promise<Contents> {
  const file = manifestName(summary.id);
  const text = await coder.decodeText(contents, contentsContext(canonicalJson(summary)));
  if (text === null) throw damaged(file, 'its list of contents does not open');
  const parsed = Contents.safeParse(JSON.parse(text));
  if (!parsed.success) throw damaged(file, 'its list of contents was changed');
  return parsed.data;
}

/** Lists a backup: from here on it is one. */
export async function writeManifest({ folder }: Place, { summary, contents }: Manifest, coder: Coder): Promise<void> {
  const context = contentsContext(canonicalJson(summary));
  const stored = (await coder.encodeText(canonicalJson(contents), context)).toString('base64');
  const check = sha256(`${canonicalJson(summary)}\n${stored}`);
  await writeDurably(manifestPath(folder, summary.id), `${canonicalJson({ summary, contents: stored, check })}\n`);
}

export async function removeManifest({ folder }: Place, id: string): Promise<void> {
  if (!BackupName.safeParse(id).success) throw notFound();
  try {
    await rm(manifestPath(folder, id));
    await syncFolder(join(folder, MANIFEST_FOLDER));
  } catch (error) {
    throw errnoOf(error) === 'ENOENT' ? notFound() : toBackupError(error);
  }
}

const chunkFolder = (folder: string, id: string): string => join(folder, CHUNK_FOLDER, id.slice(0, 2));
export const chunkPath = (folder: string, id: string): string => join(chunkFolder(folder, id), id);
export const chunkName = (id: string): string => `${CHUNK_FOLDER}/${id.slice(0, 2)}/${id.slice(0, 12)}…`;

/** Size on the disk of a chunk that is there. */
export async function findChunkBytes({ folder }: Place, id: string): Promise<number | null> {
  try {
    return (await stat(chunkPath(folder, id))).size;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw toBackupError(error);
  }
}

export async function writeChunk({ folder }: Place, id: string, stored: Uint8Array): Promise<void> {
  try {
    await mkdir(chunkFolder(folder, id), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toBackupError(error);
  }
  await writeDurably(chunkPath(folder, id), stored);
}

export async function removeChunk({ folder }: Place, id: string): Promise<void> {
  try {
    await rm(chunkPath(folder, id), { force: true });
  } catch (error) {
    throw toBackupError(error);
  }
}

/** The content of a chunk, checked against its name. */
export async function readChunk(
  { folder }: Place,
  chunk: { readonly id: string; readonly bytes: number },
  coder: Coder,
): Promise<Buffer> {
  let stored: Buffer;
  try {
    stored = await readFile(chunkPath(folder, chunk.id));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') throw damaged(chunkName(chunk.id), 'a part of it is missing', chunk.id);
    throw toBackupError(error);
  }
  const plain = await coder.decode(stored, chunk);
  if (plain === null) throw damaged(chunkName(chunk.id), 'a part of it was changed or cut short', chunk.id);
  return plain;
}

/**
 * Removes what no listed backup needs, and what a stopped run left half written. While any backup cannot be read nobody
 * knows what it needs, so that only unfinished files go.
 */
export async function removeUnneeded(place: Place): Promise<number> {
  const listed = await listBackups(place);
  const isCertain = listed.every(({ kind }) => kind === 'ok');
  const needed = new Set(listed.flatMap((each) => (each.kind === 'ok' ? each.summary.chunks : [])));
  const { folder } = place;
  let removed = 0;
  const remove = async (path: string): Promise<void> => {
    await rm(path, { force: true });
    removed += 1;
  };
  try {
    for (const part of [folder, join(folder, MANIFEST_FOLDER)])
      for (const name of await listNames(part)) if (name.endsWith(TEMPORARY)) await remove(join(part, name));
    for (const part of await listNames(join(folder, CHUNK_FOLDER))) {
      for (const name of await listNames(join(folder, CHUNK_FOLDER, part))) {
        const isChunk = /^[0-9a-f]{64}$/.test(name);
        const isUnneeded = name.endsWith(TEMPORARY) || (isCertain && isChunk && !needed.has(name));
        if (isUnneeded) await remove(join(folder, CHUNK_FOLDER, part, name));
      }
    }
  } catch (error) {
    throw toBackupError(error);
  }
  return removed;
}

/** Temporary file, fsync, rename, fsync of the folder: what has its name is whole. */
async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}${TEMPORARY}`;
  try {
    await assertFreeSpace(dirname(path), content.length);
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // the failure that led here says more
    throw toBackupError(error);
  }
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return null;
    throw toBackupError(error);
  }
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return [];
    throw toBackupError(error);
  }
}

function unpackReading<T>(reading: Reading<T>, file: string, what: string): T {
  if (reading.kind === 'ok') return reading.value;
  throw reading.kind === 'newer' ? newerFormat(reading.format) : damaged(file, what);
}
