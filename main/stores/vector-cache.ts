import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

export type CachedChunk = { readonly from: number; readonly to: number; readonly vector: Float32Array };

/**
 * Vectors by the text they were made of, in one file an embedding space, so that a rebuild embeds nothing again. The
 * file is disposable: whatever in it does not read whole is cut off. Texts are there as hashes only.
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

const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function openVectorCache(input: {
  readonly dataFolder: string;
  readonly spaceName: string;
  readonly dimension: number;
}): VectorCache {
  const folder = join(input.dataFolder, 'cache');
  const path = join(folder, `${createHash('sha256').update(input.spaceName).digest('hex').slice(0, 16)}.vectors`);
  const chunkBytes = 8 + input.dimension * 4;
  const offsets = new Map<string, { readonly at: number; readonly chunks: number }>();
  let isLoaded = false;

  const decode = (bytes: Buffer, chunks: number): readonly CachedChunk[] =>
    Array.from({ length: chunks }, (_, index) => {
      const at = index * chunkBytes;
      const vector = new Float32Array(input.dimension);
      for (let i = 0; i < input.dimension; i += 1) vector[i] = bytes.readFloatLE(at + 8 + i * 4);
      return { from: bytes.readUInt32LE(at), to: bytes.readUInt32LE(at + 4), vector };
    });

  const encode = (text: string, chunks: readonly CachedChunk[]): Buffer => {
    const bytes = Buffer.alloc(HEAD_BYTES + chunks.length * chunkBytes);
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
    return bytes;
  };

  return {
    load: async () => {
      if (isLoaded) return;
      isLoaded = true;
      const size = (await stat(path).catch(() => null))?.size ?? 0; // no file yet: nothing is cached
      const whole = size === 0 ? 0 : await readKeys(path, chunkBytes, offsets);
      if (whole < size) await truncate(path, whole);
    },
    find: async (texts) => {
      const places = texts.map((text) => offsets.get(keyOf(text)) ?? null);
      if (places.every((place) => place === null)) return places.map(() => null);
      const file = await open(path, 'r');
      try {
        const found: (readonly CachedChunk[] | null)[] = [];
        for (const place of places) {
          const bytes = Buffer.alloc((place?.chunks ?? 0) * chunkBytes);
          const read = place === null ? 0 : (await file.read(bytes, 0, bytes.length, place.at)).bytesRead;
          found.push(place !== null && read === bytes.length ? decode(bytes, place.chunks) : null);
        }
        return found;
      } finally {
        await file.close();
      }
    },
    append: async (entries) => {
      await mkdir(folder, { recursive: true });
      let at = (await stat(path).catch(() => null))?.size ?? 0; // the first entry makes the file
      const parts = entries.map(({ text, chunks }) => {
        const bytes = encode(text, chunks);
        if (isLoaded) offsets.set(keyOf(text), { at: at + HEAD_BYTES, chunks: chunks.length });
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
  chunkBytes: number,
  offsets: Map<string, { readonly at: number; readonly chunks: number }>,
): Promise<number> {
  let rest = Buffer.alloc(0);
  let base = 0;
  for await (const part of createReadStream(path, { highWaterMark: 4 * 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, part as Buffer]);
    let at = 0;
    while (at + HEAD_BYTES <= bytes.length) {
      const chunks = bytes.readUInt16LE(at + KEY_BYTES);
      const end = at + HEAD_BYTES + chunks * chunkBytes;
      if (end > bytes.length) break;
      offsets.set(bytes.subarray(at, at + KEY_BYTES).toString('hex'), { at: base + at + HEAD_BYTES, chunks });
      at = end;
    }
    rest = bytes.subarray(at);
    base += at;
  }
  return base;
}
