import { fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs';
import type { Ids } from '../../lib/ids.ts';
import {
  FILE_ID_BYTES,
  mayBeHole,
  openSector,
  type Place,
  SECTOR_BYTES,
  type SectorKeys,
  sealSector,
} from './sectors.ts';

/**
 * Bytes before the first sector. A whole page of the disk, so that sectors stay aligned to it; only the mark and the
 * file's id are written.
 */
export const HEADER_BYTES = 4096;
const MARK = Buffer.from('PLMSEAL1', 'latin1');
const MARKED_BYTES = MARK.length + FILE_ID_BYTES;

/** What all files of one folder share. */
export type Seal = { readonly keys: SectorKeys; readonly ids: Ids };

/** An open file. Its id is read when it is first needed, and made with its first byte. */
export type SealedFile = { readonly fd: number; readonly seal: Seal; fileId: Uint8Array | null };

/** Whether a file begins as an encrypted one does. */
export const isMarked = (start: Uint8Array): boolean =>
  start.length >= MARK.length && MARK.equals(start.subarray(0, MARK.length));

/** How large a file is to its reader. */
export const plainSize = (sizeOnDisk: number): number => Math.max(0, sizeOnDisk - HEADER_BYTES);

/** How many bytes an open file holds for its reader. */
export const sizeOf = (file: SealedFile): number => plainSize(fstatSync(file.fd).size);

/** An error as `node:fs` would throw it; a layer above turns the code into Postgres' own. */
export class SealBroken extends Error {
  readonly code = 'EIO';
}

function readFully(fd: number, target: Uint8Array, position: number): number {
  let done = 0;
  while (done < target.length) {
    const got = readSync(fd, target, done, target.length - done, position + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

function writeFully(fd: number, source: Uint8Array, position: number): void {
  let done = 0;
  while (done < source.length) done += writeSync(fd, source, done, source.length - done, position + done);
}

function findId(file: SealedFile): Uint8Array | null {
  if (file.fileId !== null) return file.fileId;
  const header = Buffer.alloc(MARKED_BYTES);
  const got = readFully(file.fd, header, 0);
  if (got === 0) return null;
  if (got < MARKED_BYTES || !header.subarray(0, MARK.length).equals(MARK))
    throw new SealBroken('a file of the database folder is not an encrypted one');
  file.fileId = header.subarray(MARK.length);
  return file.fileId;
}

function ensureId(file: SealedFile): Uint8Array {
  const found = findId(file);
  if (found !== null) return found;
  const made = file.seal.ids.bytes(FILE_ID_BYTES);
  writeFully(file.fd, Buffer.concat([MARK, made]), 0);
  file.fileId = made;
  return made;
}

const placeOnDisk = (sector: number): number => HEADER_BYTES + sector * SECTOR_BYTES;

/** The first `length` bytes of a sector as they are to be read. */
function readSector(file: SealedFile, place: Place, length: number): Uint8Array {
  const sealed = Buffer.alloc(length);
  readFully(file.fd, sealed, placeOnDisk(place.sector));
  return openSector(file.seal.keys, place, sealed);
}

/** Fills `target` from `position` on; returns how many bytes there were. */
export function readSealed(file: SealedFile, target: Uint8Array, position: number): number {
  if (target.length === 0) return 0;
  const fileId = findId(file);
  if (fileId === null) return 0;
  const first = Math.floor(position / SECTOR_BYTES);
  const last = Math.floor((position + target.length - 1) / SECTOR_BYTES);
  const sealed = Buffer.allocUnsafe((last - first + 1) * SECTOR_BYTES);
  const got = readFully(file.fd, sealed, placeOnDisk(first));
  let done = 0;
  for (let sector = first; sector <= last; sector += 1) {
    const from = (sector - first) * SECTOR_BYTES;
    const skipped = Math.max(0, position - sector * SECTOR_BYTES);
    const part = sealed.subarray(from, Math.min(from + SECTOR_BYTES, got));
    if (part.length <= skipped) break;
    const plain = openSector(file.seal.keys, { fileId, sector }, part);
    const wanted = plain.subarray(skipped, skipped + target.length - done);
    target.set(wanted, done);
    done += wanted.length;
  }
  return done;
}

/** Makes a file longer by zeros. Whole sectors of them stay holes. */
function extend(file: SealedFile, from: number, to: number): void {
  const fileId = ensureId(file);
  const { keys } = file.seal;
  const within = from % SECTOR_BYTES;
  if (within > 0) {
    const sector = Math.floor(from / SECTOR_BYTES);
    const plain = Buffer.alloc(Math.min(SECTOR_BYTES, to - sector * SECTOR_BYTES));
    plain.set(readSector(file, { fileId, sector }, within));
    writeFully(file.fd, sealSector(keys, { fileId, sector }, plain), placeOnDisk(sector));
  }
  ftruncateSync(file.fd, HEADER_BYTES + to);
  const tailBytes = to % SECTOR_BYTES;
  if (tailBytes === 0 || to - tailBytes < from || mayBeHole(tailBytes)) return;
  const sector = Math.floor(to / SECTOR_BYTES);
  writeFully(file.fd, sealSector(keys, { fileId, sector }, Buffer.alloc(tailBytes)), placeOnDisk(sector));
}

type Overwrite = { readonly source: Uint8Array; readonly position: number; readonly size: number };

/** What a sector holds once `source` is written over it. */
function mergeSector(file: SealedFile, place: Place, { source, position, size }: Overwrite): Uint8Array {
  const start = place.sector * SECTOR_BYTES;
  const from = Math.max(position, start) - start;
  const to = Math.min(position + source.length, start + SECTOR_BYTES) - start;
  const held = Math.min(SECTOR_BYTES, Math.max(0, size - start));
  const written = source.subarray(start + from - position, start + to - position);
  if (from === 0 && to >= held) return written;
  const plain = Buffer.alloc(Math.max(held, to));
  if (held > 0) plain.set(readSector(file, place, held));
  plain.set(written, from);
  return plain;
}

/** Writes all of `source` at `position`. */
export function writeSealed(file: SealedFile, source: Uint8Array, position: number): void {
  if (source.length === 0) return;
  const fileId = ensureId(file);
  const sizeBefore = sizeOf(file);
  if (position > sizeBefore) extend(file, sizeBefore, position);
  const over = { source, position, size: Math.max(sizeBefore, position) };
  const first = Math.floor(position / SECTOR_BYTES);
  const last = Math.floor((position + source.length - 1) / SECTOR_BYTES);
  const sealed: Buffer[] = [];
  for (let sector = first; sector <= last; sector += 1) {
    const place = { fileId, sector };
    sealed.push(sealSector(file.seal.keys, place, mergeSector(file, place, over)));
  }
  const [only] = sealed;
  writeFully(file.fd, sealed.length === 1 && only !== undefined ? only : Buffer.concat(sealed), placeOnDisk(first));
}

/** Cuts or extends a file to `size` bytes. It keeps its id, since others may have it open. */
export function truncateSealed(file: SealedFile, size: number): void {
  const sizeBefore = sizeOf(file);
  if (size > sizeBefore) extend(file, sizeBefore, size);
  if (size >= sizeBefore) return;
  const fileId = ensureId(file);
  const place = { fileId, sector: Math.floor(size / SECTOR_BYTES) };
  const tailBytes = size % SECTOR_BYTES;
  const held = Math.min(SECTOR_BYTES, sizeBefore - place.sector * SECTOR_BYTES);
  const plain = tailBytes === 0 ? null : readSector(file, place, held).subarray(0, tailBytes);
  ftruncateSync(file.fd, HEADER_BYTES + size);
  if (plain !== null) writeFully(file.fd, sealSector(file.seal.keys, place, plain), placeOnDisk(place.sector));
}
