import { closeSync, createReadStream, openSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemIds } from '../../lib/ids.ts';
import { readSealed, type Seal, type SealedFile, truncateSealed, writeSealed } from './file.ts';
import { deriveSectorKeys, isZero, SECTOR_BYTES } from './sectors.ts';

/** Read, sealed and written in one go; a whole number of sectors. */
const PIECE_BYTES = 128 * SECTOR_BYTES;

const sealBy = (key: Uint8Array): Seal => ({ keys: deriveSectorKeys(key), ids: systemIds });

/** Copies a plain folder into a new one whose files are encrypted with `key`. Names stay as they are. */
export async function copySealed(from: string, to: string, key: Uint8Array): Promise<void> {
  const seal = sealBy(key);
  await mkdir(to, { recursive: true, mode: 0o700 });
  // One after the other: a folder of Postgres is many small files, and more at once would only compete.
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    if (entry.isDirectory()) await mkdir(target, { recursive: true, mode: 0o700 });
    if (!entry.isFile()) continue;
    await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
    await copyFile({ source, target, seal });
  }
}

type CopyFile = { readonly source: string; readonly target: string; readonly seal: Seal };

async function copyFile({ source, target, seal }: CopyFile): Promise<void> {
  const file: SealedFile = { fd: openSync(target, 'wx+', 0o600), seal, fileId: null };
  try {
    let at = 0;
    const pieces: AsyncIterable<Buffer> = createReadStream(source, { highWaterMark: PIECE_BYTES });
    for await (const piece of pieces) {
      // Log segments are mostly zeros, and zeros at the end of a file need no bytes on the disk.
      if (isZero(piece)) truncateSealed(file, at + piece.length);
      else writeSealed(file, piece, at);
      at += piece.length;
    }
  } finally {
    closeSync(file.fd);
  }
}

/** What an encrypted file holds, in pieces; for whoever must look inside a folder that no database has open. */
export function* readSealedFile(path: string, key: Uint8Array): Generator<Uint8Array> {
  const file: SealedFile = { fd: openSync(path, 'r'), seal: sealBy(key), fileId: null };
  try {
    for (let at = 0; ; ) {
      const piece = new Uint8Array(PIECE_BYTES);
      const got = readSealed(file, piece, at);
      if (got === 0) return;
      yield piece.subarray(0, got);
      at += got;
    }
  } finally {
    closeSync(file.fd);
  }
}
