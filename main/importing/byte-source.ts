import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { AppError } from '../contract/errors.ts';
import { isAbort } from '../lib/abort.ts';

/** Bytes that can be read from their beginning more than once: a file, or one entry of an archive. */
export type ByteSource = {
  /** Said in reports: never a name from the user's disk or archive. */
  readonly label: string;
  readonly totalBytes: number;
  /** Where it lies in its archive or folder, to tell what lies beside what; never said in reports. */
  readonly folder?: string;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
};

const CHUNK_BYTES = 256 * 1024;

export function fileSource(path: string, totalBytes: number): ByteSource {
  return {
    label: '',
    totalBytes,
    open: () => Promise.resolve(createReadStream(path, { highWaterMark: CHUNK_BYTES })),
  };
}

/** Reads the beginning of a source and closes it again. */
export async function readHead(source: ByteSource, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of await source.open()) {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Turns an operating-system failure into one that the user can act on. */
export function unreadable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAbort(error)) return new AppError('request.aborted', 'Stopped.', { retry: 'never' });
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new AppError('import.unreadable', 'There is no such file or folder. Check its name and where it is.', {
      cause: error,
    });
  return new AppError('import.unreadable', 'The file cannot be read. Check that it is complete and try again.', {
    cause: error,
  });
}

const REPLACEMENT = Buffer.from('\ufffd');

/** Makes a stream of bytes valid UTF-8: the byte order mark goes, and each invalid sequence becomes U+FFFD. */
export class Utf8Cleaner {
  #held: Uint8Array = new Uint8Array(0);
  #isFirst = true;
  /** Chunks in which something had to be replaced. */
  repairs = 0;

  write(chunk: Uint8Array): Buffer {
    const joined = this.#held.byteLength === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : null;
    const bytes = joined ?? Buffer.concat([this.#held, chunk]);
    // The mark is three bytes; a first chunk shorter than that waits for more.
    if (this.#isFirst && bytes.byteLength < 3) {
      this.#held = bytes;
      return Buffer.alloc(0);
    }
    const start = this.#isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#isFirst = false;
    const end = bytes.byteLength - incompleteTailBytes(bytes);
    this.#held = bytes.subarray(Math.max(end, start));
    return this.#repair(bytes.subarray(start, Math.max(end, start)));
  }

  end(): Buffer {
    const rest = this.#held;
    this.#held = new Uint8Array(0);
    return this.#repair(Buffer.from(rest));
  }

  #repair(bytes: Buffer): Buffer {
    if (isUtf8(bytes)) return bytes;
    this.repairs += 1;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return text === '' ? REPLACEMENT : Buffer.from(text);
  }
}

/** How many bytes at the end begin a character that the next chunk may finish. */
function incompleteTailBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? back : 0;
    }
  }
  return 0;
}
