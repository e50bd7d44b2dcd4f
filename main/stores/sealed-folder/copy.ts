import { closeSync, openSync, readSync } from 'node:fs';
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
  const piece = Buffer.alloc(PIECE_BYTES);
  const copyFolder = async (source: string, target: string): Promise<void> => {
    await mkdir(target, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const next = { source: join(source, entry.name), target: join(target, entry.name) };
      if (entry.isDirectory()) await copyFolder(next.source, next.target);
      if (entry.isFile()) copyFile({ ...next, seal, piece });
    }
  };
  await copyFolder(from, to);
}

type CopyFile = { readonly source: string; readonly target: string; readonly seal: Seal; readonly piece: Buffer };

/** At once: a folder of Postgres is a thousand small files, and waiting for each would take most of the time. */
function copyFile({ source, target, seal, piece }: CopyFile): void {
  const reader = openSync(source, 'r');
  const file: SealedFile = { fd: openSync(target, 'wx+', 0o600), seal, fileId: null };
  try {
    for (let at = 0; ; ) {
      const got = readSync(reader, piece, 0, piece.length, at);
      if (got === 0) return;
      const part = piece.subarray(0, got);
      // Log segments are mostly zeros, and zeros at the end of a file need no bytes on the disk.
      if (isZero(part)) truncateSealed(file, at + got);
      else writeSealed(file, part, at);
      at += got;
    }
  } finally {
    closeSync(reader);
    closeSync(file.fd);
  }
}

/** An encrypted file as whoever looks inside it reads it, also while a database has the folder open. */
export type SealedReader = {
  /** Fills `target` from `position` on; returns how many bytes there were. */
  readonly read: (target: Uint8Array, position: number) => number;
  readonly close: () => void;
};

/** Opens a file of an encrypted folder for reading. */
export function openSealedFile(path: string, seal: Seal): SealedReader {
  const file: SealedFile = { fd: openSync(path, 'r'), seal, fileId: null };
  return {
    read: (target, position) => readSealed(file, target, position),
    close: () => closeSync(file.fd),
  };
}

/** What an encrypted file holds, in pieces. */
export function* readSealedFile(path: string, key: Uint8Array): Generator<Uint8Array> {
  const { read, close } = openSealedFile(path, sealBy(key));
  try {
    for (let at = 0; ; ) {
      const piece = new Uint8Array(PIECE_BYTES);
      const got = read(piece, at);
      if (got === 0) return;
      yield piece.subarray(0, got);
      at += got;
    }
  } finally {
    close();
  }
}
