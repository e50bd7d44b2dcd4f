import { closeSync, openSync, readSync } from 'node:fs';
import { isMarked } from '../stores/sealed-folder/file.ts';
import type { SealState } from './scan-sealed.ts';
import type { UnderKey } from './under-key.ts';

/** The bytes of a file, as a scan reads them. */
export type Source = {
  /** Fills `target` from `position` on; returns how many bytes there were. */
  readonly read: (target: Uint8Array, position: number) => number;
  readonly close: () => void;
  /** `opened`: these are the bytes under the key; `shut`: ciphertext of a database without its key. */
  readonly seal: SealState;
};

const DATABASE = /(?:^|\/)db[^/]*\//;
const MARK_BYTES = 8;

/** A file as it lies, or, of an encrypted database whose key is there, as the database reads it. */
export function openSource(input: {
  readonly path: string;
  readonly file: string;
  readonly under: UnderKey | null;
}): Source {
  const fd = openSync(input.path, 'r');
  const raw: Source = {
    // A view of Node's own is written to by its offset.
    read: (target, position) => readSync(fd, target, 0, target.length, position),
    close: () => closeSync(fd),
    seal: 'none',
  };
  const start = Buffer.alloc(MARK_BYTES);
  if (!DATABASE.test(input.file) || readSync(fd, start, 0, MARK_BYTES, 0) < MARK_BYTES || !isMarked(start)) return raw;
  if (input.under === null) return { ...raw, seal: 'shut' };
  raw.close();
  return { ...input.under.openPages(input.path), seal: 'opened' };
}
