import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, stat, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createLane } from '../lib/lane.ts';
import { type CacheSeal, keyUnder, openEntry, SEALED_EXTRA_BYTES, sealEntry } from './cache-seal.ts';
import { compactEntries } from './compact-entries.ts';

export type CachedChunk = { readonly from: number; readonly to: number; readonly vector: Float32Array };
/** What the embedder made of one text: vectors of its chunks, and signs of its kept tokens. */
export type CachedText = { readonly chunks: readonly CachedChunk[]; readonly bits: Uint8Array };

/**
 * Vectors and token states by the text they were made of, in one file an embedding space, so that a rebuild embeds nothing
 * again. The
 * file is disposable: whatever in it does not read whole is cut off, and an entry whose sum is wrong is not found. Texts
 * are there as hashes only. An entry: key, count of chunks and bytes of
 * token states, chunks, token states, both counts again, CRC-32 of all before it. In a protected folder what is between the
 * counts is sealed, and the key tells nothing about the text to who does not have the folder's.
 */
export type VectorCache = {
  readonly fileName: string;
  /** Reads the file's keys; until then nothing is found. Worth it before many texts, not before one. */
  readonly load: () => Promise<void>;
  readonly find: (texts: readonly string[]) => Promise<readonly (CachedText | null)[]>;
  readonly append: (entries: readonly (CachedText & { readonly text: string })[]) => Promise<void>;
  /** Overwrites what was made of these texts, and their hashes, with zeros; other entries stay where they are. */
  readonly erase: (texts: readonly string[]) => Promise<void>;
  /** Leaves out what no key of `keys` asks for, if it is worth it; returns the bytes of the file then. */
  readonly compact: (keys: ReadonlySet<string>, pause: () => Promise<void>) => Promise<number>;
};

const KEY_BYTES = 32;
const COUNT_BYTES = 2 + 4;
const HEAD_BYTES = KEY_BYTES + COUNT_BYTES;
const TAIL_BYTES = COUNT_BYTES + 4;
/** Part of the file's name: another layout is another file. */
const LAYOUT = 3;

/** A file is written anew for this share of it. */
const WORTH_SHARE = 0.1;

type Counts = { readonly chunks: number; readonly bits: number };

type Place = { readonly at: number; readonly counts: Counts };

const readCounts = (bytes: Buffer, at: number): Counts => ({
  chunks: bytes.readUInt16LE(at),
  bits: bytes.readUInt32LE(at + 2),
});

function writeCounts(bytes: Buffer, at: number, counts: Counts): void {
  bytes.writeUInt16LE(counts.chunks, at);
  bytes.writeUInt32LE(counts.bits, at + 2);
}

/** The file of an embedding space. A sealed one says how long its vectors are, so that it can be opened without the model. */
function cacheFileName(
  { spaceName, dimension }: { readonly spaceName: string; readonly dimension: number },
  isSealed: boolean,
): string {
  const name = createHash('sha256').update(`${LAYOUT} ${spaceName}`).digest('hex').slice(0, 16);
  return isSealed ? `${name}-${dimension}-sealed.vectors` : `${name}.vectors`;
}

const chunkBytesOf = (dimension: number): number => 8 + dimension * 4;

/** The size of the entry that begins at `at`, by its counts; null where they are not there yet. */
export function entrySizeAt(
  bytes: Buffer,
  at: number,
  { dimension, isSealed }: { readonly dimension: number; readonly isSealed: boolean },
): number | null {
  if (at + HEAD_BYTES > bytes.length) return null;
  const { chunks, bits } = readCounts(bytes, at + KEY_BYTES);
  return HEAD_BYTES + chunks * chunkBytesOf(dimension) + bits + (isSealed ? SEALED_EXTRA_BYTES : 0) + TAIL_BYTES;
}

/** Whether an entry's sum fits. */
export const isWholeEntry = (entry: Buffer): boolean =>
  entry.length >= HEAD_BYTES + TAIL_BYTES && crc32(entry.subarray(0, -4)) === entry.readUInt32LE(entry.length - 4);

/** What an entry is found by. */
export const keyOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

export function openVectorCache(input: {
  readonly dataFolder: string;
  readonly spaceName: string;
  readonly dimension: number;
  /** Of a protected folder. */
  readonly seal?: CacheSeal | null;
}): VectorCache {
  const { seal = null } = input;
  const folder = join(input.dataFolder, 'cache');
  const path = join(folder, cacheFileName(input, seal !== null));
  const chunkBytes = chunkBytesOf(input.dimension);
  const keyOf = (text: string): string => keyUnder(seal, keyOfText(text));
  const offsets = new Map<string, Place>();
  let isLoaded = false;
  let isMended = false;
  /** One writer at a time. */
  const lane = createLane();

  const extraBytes = seal === null ? 0 : SEALED_EXTRA_BYTES;
  const sizeOf = ({ chunks, bits }: Counts): number =>
    HEAD_BYTES + chunks * chunkBytes + bits + extraBytes + TAIL_BYTES;
  const isWhole = isWholeEntry;

  const decode = (stored: Buffer): CachedText | null => {
    const entry = seal === null ? stored : openEntry(seal, stored);
    if (entry === null) return null;
    const counts = readCounts(entry, KEY_BYTES);
    const end = HEAD_BYTES + counts.chunks * chunkBytes;
    return { chunks: decodeChunks(entry, counts.chunks), bits: new Uint8Array(entry.subarray(end, end + counts.bits)) };
  };

  const decodeChunks = (entry: Buffer, count: number): readonly CachedChunk[] =>
    Array.from({ length: count }, (_, index) => {
      const at = HEAD_BYTES + index * chunkBytes;
      const vector = new Float32Array(input.dimension);
      for (let i = 0; i < input.dimension; i += 1) vector[i] = entry.readFloatLE(at + 8 + i * 4);
      return { from: entry.readUInt32LE(at), to: entry.readUInt32LE(at + 4), vector };
    });

  const encode = (text: string, { chunks, bits }: CachedText): Buffer => {
    const counts = { chunks: chunks.length, bits: bits.length };
    const bytes = Buffer.alloc(sizeOf(counts) - extraBytes);
    bytes.write(keyOfText(text), 0, 'hex');
    writeCounts(bytes, KEY_BYTES, counts);
    chunks.forEach((chunk, index) => {
      const at = HEAD_BYTES + index * chunkBytes;
      bytes.writeUInt32LE(chunk.from, at);
      bytes.writeUInt32LE(chunk.to, at + 4);
      chunk.vector.forEach((value, i) => {
        bytes.writeFloatLE(value, at + 8 + i * 4);
      });
    });
    bytes.set(bits, HEAD_BYTES + chunks.length * chunkBytes);
    writeCounts(bytes, bytes.length - TAIL_BYTES, counts);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
    return seal === null ? bytes : sealEntry(seal, bytes);
  };

  const note = (key: string, place: Place): void => {
    offsets.set(key, place);
  };

  const load = async (): Promise<void> => {
    if (isLoaded) return;
    isLoaded = true;
    const size = (await stat(path).catch(() => null))?.size ?? 0; // no file yet: nothing is cached
    const whole = size === 0 ? 0 : await readKeys(path, sizeOf, note);
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
      const entry = Buffer.alloc(Math.min(size, sizeOf(readCounts(tail, 0))));
      await file.read(entry, 0, entry.length, size - entry.length);
      if (isWhole(entry)) return;
    } finally {
      await file.close();
    }
    await load();
  };

  const append = async (entries: Parameters<VectorCache['append']>[0]): Promise<void> => {
    await mkdir(folder, { recursive: true });
    await mendEnd();
    let at = (await stat(path).catch(() => null))?.size ?? 0; // the first entry makes the file
    const parts = entries.map(({ text, ...made }) => {
      const bytes = encode(text, made);
      if (isLoaded) offsets.set(keyOf(text), { at, counts: readCounts(bytes, KEY_BYTES) });
      at += bytes.length;
      return bytes;
    });
    await appendFile(path, Buffer.concat(parts));
  };

  const erase = async (texts: readonly string[]): Promise<void> => {
    const size = (await stat(path).catch(() => null))?.size ?? 0; // no file yet: nothing of them is in it
    if (size === 0 || texts.length === 0) return;
    const keys = new Set(texts.map(keyOf));
    const places: Place[] = [];
    const whole = await readKeys(path, sizeOf, (key, place) => {
      if (keys.has(key)) places.push(place);
    });
    // Nobody can say what is in the rest.
    if (whole < size) await truncate(path, whole);
    const file = await open(path, 'r+');
    try {
      // As large as before, so that what follows is still found; its sum is right, and no text has this key.
      for (const { at, counts } of places) await file.write(encodeEmpty(counts), 0, sizeOf(counts), at);
      await file.sync();
    } finally {
      await file.close();
    }
    for (const key of keys) offsets.delete(key);
  };

  const encodeEmpty = (counts: Counts): Buffer => {
    const bytes = Buffer.alloc(sizeOf(counts));
    writeCounts(bytes, KEY_BYTES, counts);
    writeCounts(bytes, bytes.length - TAIL_BYTES, counts);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
    return bytes;
  };

  /** Meanwhile nothing is appended; what is looked for under an old place is not found there, and is made again. */
  const compact = async (keys: ReadonlySet<string>, pause: () => Promise<void>): Promise<number> => {
    const size = (await stat(path).catch(() => null))?.size ?? 0; // no file yet: nothing to leave out
    if (size === 0) return 0;
    const entries = {
      ...{ path, isWhole, keyAt: (bytes: Buffer, at: number) => bytes.toString('hex', at, at + KEY_BYTES) },
      sizeAt: (bytes: Buffer, at: number) =>
        at + HEAD_BYTES <= bytes.length ? sizeOf(readCounts(bytes, at + KEY_BYTES)) : null,
    };
    const keep = new Set([...keys].map((key) => keyUnder(seal, key)));
    const kept = await compactEntries(entries, { keep, pause, worthBytes: size * WORTH_SHARE });
    if (kept < size && isLoaded) {
      offsets.clear();
      await readKeys(path, sizeOf, note);
    }
    return kept;
  };

  return {
    fileName: basename(path),
    load,
    find: async (texts) => {
      const places = texts.map((text) => offsets.get(keyOf(text)) ?? null);
      if (places.every((place) => place === null)) return places.map(() => null);
      const file = await open(path, 'r');
      try {
        const found: (CachedText | null)[] = [];
        for (const [index, place] of places.entries()) {
          const entry = Buffer.alloc(place === null ? 0 : sizeOf(place.counts));
          if (place !== null) await file.read(entry, 0, entry.length, place.at);
          const isOfText = isWhole(entry) && entry.toString('hex', 0, KEY_BYTES) === keyOf(texts[index] ?? '');
          found.push(isOfText ? decode(entry) : null);
        }
        return found;
      } finally {
        await file.close();
      }
    },
    append: (entries) => lane.run(() => append(entries)),
    erase: (texts) => lane.run(() => erase(texts)),
    compact: (keys, pause) => lane.run(() => compact(keys, pause)),
  };
}

/** Tells of every entry of the file; returns how many of its bytes are whole entries. */
async function readKeys(
  path: string,
  sizeOf: (counts: Counts) => number,
  tell: (key: string, place: Place) => void,
): Promise<number> {
  let rest = Buffer.alloc(0);
  let base = 0;
  for await (const part of createReadStream(path, { highWaterMark: 4 * 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, part as Buffer]);
    let at = 0;
    while (at + HEAD_BYTES <= bytes.length) {
      const counts = readCounts(bytes, at + KEY_BYTES);
      const end = at + sizeOf(counts);
      if (end > bytes.length) break;
      // Out of step with the entries: from here on nothing can be read.
      const again = readCounts(bytes, end - TAIL_BYTES);
      if (again.chunks !== counts.chunks || again.bits !== counts.bits) return base + at;
      tell(bytes.toString('hex', at, at + KEY_BYTES), { at: base + at, counts });
      at = end;
    }
    rest = bytes.subarray(at);
    base += at;
  }
  return base;
}
