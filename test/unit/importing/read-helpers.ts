import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../../../main/contract/errors.ts';
import type { ByteSource } from '../../../main/importing/byte-source.ts';
import {
  type ImportItem,
  type ParsedConversation,
  type ParsedTurn,
  type ReadExport,
  readExport,
} from '../../../main/importing/read-export.ts';

export type Summary = {
  readonly conversations: readonly ParsedConversation[];
  readonly turns: readonly ParsedTurn[];
  readonly skipped: Readonly<Record<string, number>>;
  readonly notes: Readonly<Record<string, number>>;
};

/** Everything that an importer says about a file, added up. */
export async function readAll(path: string, more: Partial<ReadExport> = {}): Promise<Summary> {
  const conversations: ParsedConversation[] = [];
  const turns: ParsedTurn[] = [];
  const skipped: Record<string, number> = {};
  const notes: Record<string, number> = {};
  for await (const item of readExport({ path, format: 'auto', ...more })) {
    if (item.kind === 'conversation') {
      conversations.push(item.conversation);
      turns.push(...item.turns);
    } else if (item.kind === 'turn') turns.push(item.turn);
    else if (item.kind === 'skipped') skipped[item.reason] = (skipped[item.reason] ?? 0) + item.count;
    else if (item.kind === 'note') notes[item.note] = (notes[item.note] ?? 0) + item.count;
  }
  return { conversations, turns, skipped, notes };
}

/** The same for content that is written to a temporary file first. */
export async function readContent(content: string | Uint8Array, more: Partial<ReadExport> = {}): Promise<Summary> {
  return await withFile(content, (path) => readAll(path, more));
}

export async function withFile<T>(content: string | Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-import-'));
  try {
    // A name that says nothing: formats are recognised by content.
    const path = join(folder, 'download');
    await writeFile(path, content);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A folder with these files, by their paths in it. */
export async function withFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-folder-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function listItems(content: string, more: Partial<ReadExport> = {}): Promise<readonly ImportItem[]> {
  return await withFile(content, (path) => toList(readExport({ path, format: 'auto', ...more })));
}

/** The code of the expected failure, or what went wrong instead. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'no error';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

export function fixture(name: string): string {
  return new URL(`../../fixtures/exports/${name}`, import.meta.url).pathname;
}

/** Bytes in chunks of a chosen size, so that every boundary can be tried. */
export function chunkedSource(bytes: Uint8Array, chunkBytes: number): ByteSource {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  return { label: '', totalBytes: bytes.byteLength, open: () => Promise.resolve(chunks()) };
}

export async function toList<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
