import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { AppError } from '../main/contract/errors.ts';
import { throwIfAborted } from '../main/lib/abort.ts';
import { writeJson } from './pins.ts';
import { hashFile } from './verify.ts';

/** What a half download was of; another ETag or hash means that it must start again. */
const Note = z.strictObject({ from: z.string(), etag: z.string().nullable(), sha256: z.string().nullable() });
export type PartNote = z.infer<typeof Note>;

export type Part = {
  readonly path: string;
  /** Bytes of an earlier attempt that may be continued, and what they are of. */
  readonly sizeBytes: number;
  readonly note: PartNote | null;
};

/** What lies there from an earlier attempt at `path`. */
export async function openPart(path: string): Promise<Part> {
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  const size = await stat(part).then(
    (stats) => stats.size,
    () => 0, // nothing there: a fresh start
  );
  return { path: part, sizeBytes: size, note: size === 0 ? null : await readNote(part) };
}

async function readNote(part: string): Promise<PartNote | null> {
  try {
    return Note.parse(JSON.parse(await readFile(`${part}.json`, 'utf8')));
  } catch {
    // Without its note a half file is of unknown origin, and is started again.
    return null;
  }
}

/** Appends a stream to the part from `fromByte` on; what arrived stays when it is cut short. */
export async function writePart(
  part: Part,
  chunks: AsyncIterable<Uint8Array>,
  options: {
    readonly fromByte: number;
    readonly note: PartNote;
    readonly maxBytes: number;
    readonly signal: AbortSignal | undefined;
    readonly onBytes: (sizeBytes: number) => void;
  },
): Promise<void> {
  await writeJson(`${part.path}.json`, options.note);
  const handle = await open(part.path, options.fromByte === 0 ? 'w' : 'r+');
  try {
    let at = options.fromByte;
    for await (const chunk of chunks) {
      throwIfAborted(options.signal);
      if (at + chunk.length > options.maxBytes)
        throw new AppError('model.damaged', 'The source sent more than the model holds. Try again later.');
      await writeAll(handle, chunk, at);
      at += chunk.length;
      options.onBytes(at);
    }
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  try {
    for (let done = 0; done < chunk.length; ) {
      done += (await handle.write(chunk, done, chunk.length - done, at + done)).bytesWritten;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw tooFull(0, error);
    throw error;
  }
}

/** The one sentence about a full disk. */
export function tooFull(neededBytes: number, cause?: unknown): AppError {
  return new AppError(
    'disk.too-full',
    'There is not enough free space for this model. Free some, or choose a smaller one.',
    {
      details: { neededBytes },
      cause,
    },
  );
}

/** Checks a whole part, makes it durable and gives it its name. A wrong one is deleted, so that nobody continues it. */
export async function finishPart(
  part: Part,
  path: string,
  expected: { readonly bytes: number; readonly sha256: string | null; readonly signal: AbortSignal | undefined },
): Promise<string> {
  const { size } = await stat(part.path);
  if (size < expected.bytes) {
    throw new AppError('network.failed', 'The download ended early. Start it again: it goes on where it stopped.', {
      retry: 'later',
      details: { doneBytes: size, totalBytes: expected.bytes },
    });
  }
  const sha256 = await hashFile(part.path, expected.signal);
  if (size !== expected.bytes || (expected.sha256 !== null && sha256 !== expected.sha256)) {
    await removePart(part);
    throw new AppError('model.damaged', 'The downloaded file is not the model that was asked for, and was deleted.', {
      retry: 'later',
      details: { sizeBytes: size, expectedBytes: expected.bytes },
    });
  }
  const handle = await open(part.path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part.path, path);
  await rm(`${part.path}.json`, { force: true });
  await syncFolder(dirname(path));
  return sha256;
}

export async function removePart(part: Part): Promise<void> {
  await rm(part.path, { force: true });
  await rm(`${part.path}.json`, { force: true });
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows has no such call; renames are durable with the journal
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
