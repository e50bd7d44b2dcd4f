import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../main/contract/errors.ts';

/** What a GGUF file says about itself. */
export type GgufHeader = {
  readonly version: number;
  readonly architecture: string;
  readonly name: string | null;
  readonly contextTokens: number | null;
  readonly licence: string | null;
  readonly hasChatTemplate: boolean;
  readonly sizeBytes: number;
};

/** Limits on a header that a stranger wrote: real ones have under 100 keys and some 10 MB of vocabulary. */
const MAX_KEYS = 4096;
const MAX_STRING_BYTES = 8_000_000;
const MAX_ARRAY_ITEMS = 4_000_000;
const MAX_HEADER_BYTES = 256_000_000;
const CHUNK_BYTES = 1 << 20;

const FIXED_SIZES = new Map([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 1],
  [10, 8],
  [11, 8],
  [12, 8],
]);
const STRING = 8;
const ARRAY = 9;

const notGguf = (reason: string): AppError =>
  new AppError(
    'model.not-gguf',
    'This is not a GGUF model that Palimpsest can run. Choose a .gguf file of a chat model.',
    {
      details: { reason },
    },
  );

/** Reads a GGUF header, bounded, without loading the model. */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const handle = await openFile(path);
  try {
    const { size } = await handle.stat();
    const reader = createReader(handle, size);
    if ((await reader.take(4)).toString('latin1') !== 'GGUF') throw notGguf('magic');
    const version = await reader.u32();
    if (version < 2 || version > 3) throw notGguf('version');
    await reader.u64(); // tensors: not needed
    const keys = await reader.u64();
    if (keys > MAX_KEYS) throw notGguf('keys');
    const values = new Map<string, string | number>();
    for (let i = 0; i < keys; i += 1) {
      const key = await reader.text();
      const value = await readValue(reader, await reader.u32(), 0);
      if (value !== null) values.set(key, value);
    }
    return toHeader(values, version, size);
  } finally {
    await handle.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (cause) {
    throw new AppError('model.not-gguf', 'This file cannot be read. Check that it exists and that you may read it.', {
      cause,
      details: { reason: 'unreadable' },
    });
  }
}

function toHeader(values: ReadonlyMap<string, string | number>, version: number, sizeBytes: number): GgufHeader {
  const text = (key: string): string | null => {
    const value = values.get(key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const architecture = text('general.architecture');
  if (architecture === null) throw notGguf('architecture');
  const context = values.get(`${architecture}.context_length`);
  return {
    version,
    architecture,
    name: text('general.name')?.slice(0, 200) ?? null,
    contextTokens: typeof context === 'number' && context > 0 ? context : null,
    licence: text('general.license')?.slice(0, 100) ?? null,
    hasChatTemplate: text('tokenizer.chat_template') !== null,
    sizeBytes,
  };
}

type Reader = {
  readonly take: (bytes: number) => Promise<Buffer>;
  readonly skip: (bytes: number) => void;
  readonly u32: () => Promise<number>;
  readonly u64: () => Promise<number>;
  readonly text: () => Promise<string>;
};

function createReader(handle: FileHandle, sizeBytes: number): Reader {
  let buffer = Buffer.alloc(0);
  let bufferAt = 0;
  let at = 0;
  const check = (bytes: number): void => {
    if (at + bytes > sizeBytes) throw notGguf('truncated');
    if (at + bytes > MAX_HEADER_BYTES) throw notGguf('header too long');
  };
  const take = async (bytes: number): Promise<Buffer> => {
    check(bytes);
    if (at < bufferAt || at + bytes > bufferAt + buffer.length) {
      const next = Buffer.alloc(Math.min(Math.max(CHUNK_BYTES, bytes), sizeBytes - at));
      const { bytesRead } = await handle.read(next, 0, next.length, at);
      buffer = next.subarray(0, bytesRead);
      bufferAt = at;
      if (bytesRead < bytes) throw notGguf('truncated');
    }
    const slice = buffer.subarray(at - bufferAt, at - bufferAt + bytes);
    at += bytes;
    return slice;
  };
  const u64 = async (): Promise<number> => {
    const value = (await take(8)).readBigUInt64LE();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw notGguf('number');
    return Number(value);
  };
  return {
    take,
    skip: (bytes) => {
      check(bytes);
      at += bytes;
    },
    u32: async () => (await take(4)).readUInt32LE(),
    u64,
    text: async () => {
      const length = await u64();
      if (length > MAX_STRING_BYTES) throw notGguf('string too long');
      return (await take(length)).toString('utf8');
    },
  };
}

/** A string, a whole number, or null for kinds that nothing here asks about. */
async function readValue(reader: Reader, kind: number, depth: number): Promise<string | number | null> {
  if (kind === STRING) return reader.text();
  if (kind === ARRAY) {
    await skipArray(reader, depth);
    return null;
  }
  const size = FIXED_SIZES.get(kind);
  if (size === undefined) throw notGguf('kind');
  if (kind === 4) return reader.u32();
  if (kind === 10) return reader.u64();
  reader.skip(size);
  return null;
}

async function skipArray(reader: Reader, depth: number): Promise<void> {
  if (depth > 3) throw notGguf('nesting');
  const kind = await reader.u32();
  const count = await reader.u64();
  if (count > MAX_ARRAY_ITEMS) throw notGguf('array too long');
  const size = FIXED_SIZES.get(kind);
  if (size !== undefined) {
    reader.skip(size * count);
    return;
  }
  for (let i = 0; i < count; i += 1) {
    if (kind === STRING) reader.skip(await reader.u64());
    else await readValue(reader, kind, depth + 1);
  }
}
