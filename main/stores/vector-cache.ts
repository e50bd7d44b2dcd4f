import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

export type CachedChunk = { readonly from: number; readonly to: number; readonly vector: Float32Array };

/**
 * Vectors by the text they were made of, in one file an embedding space, so that a rebuild embeds nothing again. The
 * file is disposable: whatever in it does not read whole is cut off, and an entry whose sum is wrong is not found. Texts
 * are there as hashes only. An entry: key, count of chunks, chunks, count again, CRC-32 of all before it.
 */
export type VectorCache = {
  /** Reads the file's keys; until then nothing is found. Worth it before many texts, not before one. */
  readonly load: () => Promise<void>;
  readonly find: (texts: readonly string[]) => Promise<readonly (readonly CachedChunk[] | null)[]>;
  readonly append: (
    entries: readonly { readonly text: string; readonly chunks: readonly CachedChunk[] }[],
  ) => Promise<void>;
};

const KEY_BYTES = 32;
const HEAD_BYTES = KEY_BYTES + 2;
const TAIL_BYTES = 2 + 4;
/** Part of the file's name: another layout is another file. */
const LAYOUT = 2;

const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function openVectorCache(input: {
  readonly dataFolder: string;
  readonly spaceName: string;
  readonly dimension: number;
}): VectorCache {
  const folder = join(input.dataFolder, 'cache');
  const path = join(
    folder,
    `${createHash('sha256').update(`${LAYOUT} ${input.spaceName}`).digest('hex').slice(0, 16)}.vectors`,
  );
  const chunkBytes = 8 + input.dimension * 4;
  const offsets = new Map<string, { readonly at: number; readonly chunks: number }>();
  let isLoaded = false;
  let isMended = false;

  const sizeOf = (chunks: number): number => HEAD_BYTES + chunks * chunkBytes + TAIL_BYTES;
  const isWhole = (entry: Buffer): boolean =>
    entry.length >= HEAD_BYTES + TAIL_BYTES && crc32(entry.subarray(0, -4)) === entry.readUInt32LE(entry.length - 4);

  const decode = (entry: Buffer): readonly CachedChunk[] =>
    Array.from({ length: entry.readUInt16LE(KEY_BYTES) }, (_, index) => {
      const at = HEAD_BYTES + index * chunkBytes;
      const vector = new Float32Array(input.dimension);
      for (let i = 0; i < input.dimension; i += 1) vector[i] = entry.readFloatLE(at + 8 + i * 4);
      return { from: entry.readUInt32LE(at), to: entry.readUInt32LE(at + 4), vector };
    });

  const encode = (text: string, chunks: readonly CachedChunk[]): Buffer => {
    const bytes = Buffer.alloc(sizeOf(chunks.length));
    bytes.write(keyOf(text), 0, 'hex');
    bytes.writeUInt16LE(chunks.length, KEY_BYTES);
    chunks.forEach((chunk, index) => {
      const at = HEAD_BYTES + index * chunkBytes;
      bytes.writeUInt32LE(chunk.from, at);
      bytes.writeUInt32LE(chunk.to, at + 4);
      chunk.vector.forEach((value, i) => {
        bytes.writeFloatLE(value, at + 8 + i * 4);
      });
    });
    bytes.writeUInt16LE(chunks.length, bytes.length - TAIL_BYTES);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
    return bytes;
  };

  const load = async (): Promise<void> => {
    if (isLoaded) return;
    isLoaded = true;
    const size = (await stat(path).catch(() => null))?.size ?? 0; // no file yet: nothing is cached
    const whole = size === 0 ? 0 : await readKeys(path, sizeOf, offsets);
    if (whole < size) await truncate(path, whole);
  };

  /** What a kill left of an entry would be completed by the bytes of the next one, so it goes first. */
  const mendEnd = async (): Promise<void> => {
    if (isMended) return;
    isMended = true;
    const size = (await stat(path).catch(() => null))?.size ?? 0; // no file yet: nothing to mend
    if (isLoaded || size === 0) return;
    const file = await open(path, 'r');
    try {
      const tail = Buffer.alloc(TAIL_BYTES);
      await file.read(tail, 0, TAIL_BYTES, Math.max(0, size - TAIL_BYTES));
      const entry = Buffer.alloc(Math.min(size, sizeOf(tail.readUInt16LE(0))));
      await file.read(entry, 0, entry.length, size - entry.length);
      if (isWhole(entry)) return;
    } finally {
      await file.close();
    }
    await load();
  };

  return {
    load,
    find: async (texts) => {
      const places = texts.map((text) => offsets.get(keyOf(text)) ?? null);
      if (places.every((place) => place === null)) return places.map(() => null);
      const file = await open(path, 'r');
      try {
        const found: (readonly CachedChunk[] | null)[] = [];
        for (const [index, place] of places.entries()) {
          const entry = Buffer.alloc(place === null ? 0 : sizeOf(place.chunks));
          if (place !== null) await file.read(entry, 0, entry.length, place.at);
          const isOfText = isWhole(entry) && entry.toString('hex', 0, KEY_BYTES) === keyOf(texts[index] ?? '');
          found.push(isOfText ? decode(entry) : null);
        }
        return found;
      } finally {
        await file.close();
      }
    },
    append: async (entries) => {
      await mkdir(folder, { recursive: true });
      await mendEnd();
      let at = (await stat(path).catch(() => null))?.size ?? 0; // the first entry makes the file
      const parts = entries.map(({ text, chunks }) => {
        const bytes = encode(text, chunks);
        if (isLoaded) offsets.set(keyOf(text), { at, chunks: chunks.length });
        at += bytes.length;
        return bytes;
      });
      await appendFile(path, Buffer.concat(parts));
    },
  };
}

/** Fills `offsets` from the file; returns how many of its bytes are whole entries. */
async function readKeys(
  path: string,
  sizeOf: (chunks: number) => number,
  offsets: Map<string, { readonly at: number; readonly chunks: number }>,
): Promise<number> {
  let rest = Buffer.alloc(0);
  let base = 0;
  for await (const part of createReadStream(path, { highWaterMark: 4 * 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, part as Buffer]);
    let at = 0;
    while (at + HEAD_BYTES <= bytes.length) {
      const chunks = bytes.readUInt16LE(at + KEY_BYTES);
      const end = at + sizeOf(chunks);
      if (end > bytes.length) break;
      // Out of step with the entries: from here on nothing can be read.
      if (bytes.readUInt16LE(end - TAIL_BYTES) !== chunks) return base + at;
      offsets.set(bytes.toString('hex', at, at + KEY_BYTES), { at: base + at, chunks });
      at = end;
    }
    rest = bytes.subarray(at);
    base += at;
  }
  return base;
}
