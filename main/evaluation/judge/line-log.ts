import { type FileHandle, mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { AppError } from '../../contract/errors.ts';

/** A file of JSON lines that can be gone on with. */
export type LineLog<T> = {
  readonly lines: readonly T[];
  readonly has: (key: string) => boolean;
  readonly append: (line: T) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type LogPlace<T> = {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly keyOf: (line: T) => string;
};

/** Opens a file of lines where it ended. What was cut in the middle of a line is asked again, so the cut line goes. */
export async function openLineLog<T>({ path, schema, keyOf }: LogPlace<T>): Promise<LineLog<T>> {
  await mkdir(dirname(path), { recursive: true });
  const { lines, goodBytes, bytes } = parseLines(await readIfThere(path), schema);
  if (goodBytes < bytes) await truncate(path, goodBytes);
  const known = new Set(lines.map(keyOf));
  const all = [...lines];
  const file = await open(path, 'a');
  return {
    lines: all,
    has: (key) => known.has(key),
    append: async (line) => {
      await write(file, `${JSON.stringify(line)}\n`);
      known.add(keyOf(line));
      all.push(line);
    },
    close: async () => {
      await file.datasync();
      await file.close();
    },
  };
}

/** The whole lines of a file; empty where there is none. */
export async function readLines<T>(path: string, schema: z.ZodType<T>): Promise<readonly T[]> {
  return parseLines(await readIfThere(path), schema).lines;
}

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function parseLines<T>(file: Buffer, schema: z.ZodType<T>) {
  const lines: T[] = [];
  let from = 0;
  for (;;) {
    const end = file.indexOf(0x0a, from);
    const line = end === -1 ? null : parseLine(file.toString('utf8', from, end), schema);
    if (line === null) return { lines, goodBytes: from, bytes: file.length };
    lines.push(line.data);
    from = end + 1;
  }
}

function parseLine<T>(text: string, schema: z.ZodType<T>): { readonly data: T } | null {
  try {
    const { success, data } = schema.safeParse(JSON.parse(text));
    return success ? { data } : null;
  } catch {
    return null; // torn in the middle
  }
}

async function write(file: FileHandle, text: string): Promise<void> {
  try {
    await file.appendFile(text);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error;
    throw new AppError(
      'disk.too-full',
      'The disk is full. What was asked so far is kept; free some space and run the same command again.',
      { cause: error },
    );
  }
}
