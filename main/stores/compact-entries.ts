import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';

export type Entries = {
  readonly path: string;
  /** Bytes of the entry that begins here, or null where that cannot be told from what is there. */
  readonly sizeAt: (bytes: Buffer, at: number) => number | null;
  readonly keyAt: (bytes: Buffer, at: number) => string;
  readonly isWhole: (entry: Buffer) => boolean;
};

const PART_BYTES = 1024 * 1024;

/**
 * Writes a file of entries anew with those that `keep` wants, each key once, and puts it in place of the old one; the bytes
 * that are kept. Killed before the rename, the old file is as it was. With little to save nothing is written.
 */
export async function compactEntries(
  entries: Entries,
  {
    keep,
    pause,
    worthBytes,
  }: { readonly keep: ReadonlySet<string>; readonly pause: () => Promise<void>; readonly worthBytes: number },
): Promise<number> {
  const temporary = `${entries.path}.new`;
  const file = await open(temporary, 'w');
  let total = 0;
  let kept = 0;
  try {
    const seen = new Set<string>();
    for await (const part of readEntries(entries, pause)) {
      total += part.length;
      const key = entries.keyAt(part, 0);
      if (!keep.has(key) || seen.has(key) || !entries.isWhole(part)) continue;
      seen.add(key);
      await file.write(part);
      kept += part.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (total - kept < worthBytes) {
    await rm(temporary);
    return total;
  }
  await rename(temporary, entries.path);
  return kept;
}

/** Whole entries of a file, one after the other; what follows the last one is left out. */
export async function* readEntries(
  { path, sizeAt }: Pick<Entries, 'path' | 'sizeAt'>,
  pause: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of createReadStream(path, { highWaterMark: PART_BYTES })) {
    const bytes: Buffer = Buffer.concat([rest, part as Buffer]);
    let at = 0;
    for (;;) {
      const size = sizeAt(bytes, at);
      if (size === null || at + size > bytes.length) break;
      yield bytes.subarray(at, at + size);
      at += size;
    }
    rest = bytes.subarray(at);
    await pause();
  }
}
