import { existsSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import { type FileCodec, plainFiles } from '../lib/file-codec.ts';

/** A small document beside the journal: read once, replaced whole by temporary file and rename. */
export type JsonFile<T> = {
  readonly get: () => T;
  readonly set: (value: T) => Promise<void>;
};

async function readStored(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new AppError(
      'store.unwritable',
      'A settings file cannot be read. Check the permissions of the data folder.',
      {
        cause: error,
      },
    );
  }
}

async function replaceFile(path: string, stored: Uint8Array | string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(stored);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw isFull
      ? new AppError('disk.too-full', 'The disk is full, so this was not saved. Free some space and try again.')
      : new AppError('store.unwritable', 'The data folder cannot be written to. Check its permissions.', {
          cause: error,
        });
  }
}

/** A second damaged file must not take the place of the first. */
function findFreeName(path: string): string {
  let name = path;
  for (let n = 2; existsSync(name); n += 1) name = `${path}-${n}`;
  return name;
}

/** Opens `path`; a file that does not parse is kept aside as `.damaged` and the defaults are used. */
export async function openJsonFile<S extends z.ZodType>(input: {
  readonly path: string;
  readonly schema: S;
  readonly defaults: z.infer<S>;
  /** How it is kept on disk; as it is, where nothing is said. */
  readonly files?: FileCodec;
}): Promise<JsonFile<z.infer<S>>> {
  const { files = plainFiles } = input;
  const place = basename(input.path);
  const stored = await readStored(input.path);
  let value = input.defaults;
  if (stored !== null) {
    const text = files.decode(stored, place)?.toString('utf8') ?? null;
    const parsed = text === null ? null : parse(input.schema, text, input.defaults);
    if (parsed === null) await rename(input.path, findFreeName(`${input.path}.damaged`));
    else value = parsed;
  }
  let writing: Promise<void> = Promise.resolve();
  return {
    get: () => value,
    set: (next) => {
      const before = value;
      value = next;
      const write = writing
        .then(() => replaceFile(input.path, files.encode(`${JSON.stringify(next, null, 2)}\n`, place)))
        .catch((error: unknown) => {
          // Not saved, and so not so: whoever tries again must not find it done.
          if (value === next) value = before;
          throw error;
        });
      // A failed write is its caller's to report; the next one must still be tried.
      writing = write.catch(() => undefined);
      return write;
    },
  };
}

/** A document of an older version lacks fields that have come since: they have their defaults. */
function parse<S extends z.ZodType>(schema: S, text: string, defaults: z.infer<S>): z.infer<S> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isFields = (each: unknown): each is object =>
      typeof each === 'object' && each !== null && !Array.isArray(each);
    const result = schema.safeParse(isFields(value) && isFields(defaults) ? { ...defaults, ...value } : value);
    return result.success ? result.data : null;
  } catch {
    // Not JSON: the caller keeps the file aside.
    return null;
  }
}
