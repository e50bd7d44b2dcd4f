import { AppError } from '../contract/errors.ts';
import { isAbort, throwIfAborted } from '../lib/abort.ts';
import { assert } from '../lib/assert.ts';
import { type ByteSource, unreadable } from './byte-source.ts';
import { type Container, formatOf, guessContent, openSource, type Recognised, recognise } from './detect-format.ts';
import type { JanThread } from './formats/jan.ts';
import {
  DEFAULT_LIMITS,
  type ExportFormat,
  type ImportItem,
  type ImportLimits,
  type SkipReason,
} from './import-item.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { openFolder } from './open-folder.ts';
import { type Part, readPart, readThread } from './read-part.ts';

export type {
  ExportFormat,
  ImportItem,
  ImportLimits,
  NoteKind,
  ParsedAttachment,
  ParsedConversation,
  ParsedRole,
  ParsedTurn,
  SkipReason,
} from './import-item.ts';

export type ReadExport = {
  readonly path: string;
  readonly format: 'auto' | ExportFormat;
  readonly signal?: AbortSignal;
  /** Other files of the same import: the title of a Jan thread may be in one of them. */
  readonly beside?: readonly string[];
  readonly limits?: Partial<ImportLimits>;
};

export type DetectedFormat = {
  readonly format: ExportFormat;
  readonly container: Container;
  /** Bytes of what will be read, unpacked. */
  readonly totalBytes: number;
};

/**
 * Reads an export as a stream of conversations, turns, counted skips and progress. Memory is bounded by the largest
 * conversation that the limits allow. Throws `AppError` when the file as a whole is no export that can be read.
 */
export async function* readExport(input: ReadExport): AsyncGenerator<ImportItem> {
  const limits = { ...DEFAULT_LIMITS, ...input.limits };
  throwIfAborted(input.signal);
  const opened = await openExport(input, limits);
  try {
    yield* refuseIfNothingWasRead(readOpened(opened, limits, input.signal));
  } catch (error) {
    throw error instanceof AppError || isAbort(error) ? unreadable(error) : error;
  } finally {
    opened.archive?.close();
  }
}

/** Tells what `readExport` would take a file for, or throws as it would. */
export async function detectFormat(path: string): Promise<DetectedFormat> {
  const { archive, parts, container } = await openExport({ path, format: 'auto' }, DEFAULT_LIMITS);
  archive?.close();
  const [first] = parts;
  assert(first !== undefined, 'an export without parts was opened');
  return {
    format: formatOf(first.recognised),
    container,
    totalBytes: parts.reduce((sum, { source }) => sum + source.totalBytes, 0),
  };
}

type Opened = {
  readonly container: Container;
  readonly archive: Archive | null;
  readonly parts: readonly Part[];
  readonly damagedParts: number;
  /** Files that were attached to chats, beside the export of these. */
  readonly leftOutParts: number;
  readonly threads: ReadonlyMap<string, JanThread>;
};

async function openExport(input: ReadExport, limits: ImportLimits): Promise<Opened> {
  const { source, container } = await openSource(input.path);
  const archive = container === 'file' ? null : await openContainer(input.path, container, limits);
  try {
    const parts: Part[] = [];
    let damagedParts = 0;
    for (const one of archive?.sources ?? [source]) {
      throwIfAborted(input.signal);
      const recognised = await recognisePart(one, input.format, { isInArchive: archive !== null, limits });
      if (recognised === 'damaged') damagedParts += 1;
      else if (recognised !== null) parts.push({ source: one, recognised });
    }
    if (parts.length === 0) throw nothingRecognised(archive, damagedParts);
    const kept = leaveOutAttached(parts);
    const threads = await listThreads(kept, input.beside ?? [], limits);
    return { archive, container, parts: kept, damagedParts, leftOutParts: parts.length - kept.length, threads };
  } catch (error) {
    archive?.close();
    throw unreadable(error);
  }
}

async function openContainer(path: string, container: 'zip' | 'folder', limits: ImportLimits): Promise<Archive> {
  return container === 'zip' ? await openArchive(path, limits) : await openFolder(path, limits);
}

/** What people attach to chats may look like these. */
const ATTACHABLE = new Set<Recognised['holds']>(['jsonl', 'transcript', 'copilot-csv', 'memories']);

/** Lines, texts and tables in the folder of a vendor's export, or below it, were attached to a chat: no conversations. */
function leaveOutAttached(parts: readonly Part[]): readonly Part[] {
  const folderOf = ({ source }: Part) => `${source.folder ?? '.'}/`.replace(/^\.\//, '');
  const folders = parts.filter(({ recognised }) => !ATTACHABLE.has(recognised.holds)).map(folderOf);
  return parts.filter(
    (part) => !ATTACHABLE.has(part.recognised.holds) || !folders.some((folder) => folderOf(part).startsWith(folder)),
  );
}

async function listThreads(
  parts: readonly Part[],
  beside: readonly string[],
  limits: ImportLimits,
): Promise<ReadonlyMap<string, JanThread>> {
  const threads = new Map<string, JanThread>();
  if (!parts.some(({ recognised }) => formatOf(recognised) === 'jan')) return threads;
  for (const part of [...parts, ...(await recogniseBeside(beside, limits))]) {
    for (const [id, thread] of await readThread(part, limits)) threads.set(id, thread);
  }
  return threads;
}

/** The other files of the same import, as far as they are small and can be read: whoever imports them says what they lack. */
async function recogniseBeside(paths: readonly string[], limits: ImportLimits): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const path of paths) {
    try {
      const { source, container } = await openSource(path);
      if (container !== 'file' || source.totalBytes > MAX_THREAD_BYTES) continue;
      const recognised = await recognise(source, limits.probeBytes);
      if (recognised !== null) parts.push({ source, recognised });
    } catch (error) {
      if (isAbort(error)) throw error;
      // Not readable: it is imported by itself too, and the error is told there.
    }
  }
  return parts;
}

const MAX_THREAD_BYTES = 1_000_000;

async function recognisePart(
  source: ByteSource,
  wanted: ReadExport['format'],
  { isInArchive, limits }: { readonly isInArchive: boolean; readonly limits: ImportLimits },
): Promise<Recognised | 'damaged' | null> {
  if (isInArchive) {
    try {
      const found = await recognise(source, limits.probeBytes);
      return found === null || wanted === 'auto' || formatOf(found) === wanted ? found : null;
    } catch (error) {
      if (isAbort(error)) throw error;
      // One damaged entry costs itself; the others may be whole. It is counted.
      return 'damaged';
    }
  }
  // Told that it is jsonl, even a file of broken lines is read: each is counted.
  if (wanted === 'jsonl') return { holds: 'jsonl' };
  const found = await recognise(source, limits.probeBytes);
  if (wanted === 'auto') return found;
  if (found === null) return await guessContent(source, wanted);
  if (formatOf(found) === wanted) return found;
  throw new AppError(
    'import.unknown-format',
    'The file holds another format than the one named. Let it be recognised.',
    {
      details: { found: formatOf(found), wanted },
    },
  );
}

function nothingRecognised(archive: Archive | null, damagedParts: number): AppError {
  const reasons = new Set(archive?.skipped.map(({ reason }) => reason));
  if (reasons.has('encrypted-entry')) {
    return new AppError(
      'import.unreadable',
      'The archive is locked with a password. Unpack it and import the files in it.',
    );
  }
  if (reasons.has('archive-bomb')) {
    return new AppError('import.too-large', 'The archive unpacks to far more than it holds, as no real export does.');
  }
  if (damagedParts > 0) {
    return new AppError('import.unreadable', 'The archive is damaged. Download it again and import the new one.');
  }
  return new AppError(
    'import.unknown-format',
    'This is no export that Palimpsest knows. It reads exports of ChatGPT, Claude, Gemini, Grok, Copilot, Open WebUI, LM Studio, Jan and LibreChat, lists of memories, chats written down as text, jsonl with one turn a line, and documents (PDF, Word, web pages, Markdown, text).',
  );
}

async function* readOpened(opened: Opened, limits: ImportLimits, signal?: AbortSignal): AsyncGenerator<ImportItem> {
  const { archive, parts, damagedParts, leftOutParts, threads } = opened;
  for (const { reason, where } of archive?.skipped ?? []) yield { kind: 'skipped', reason, count: 1, where };
  if (damagedParts > 0) yield { kind: 'skipped', reason: 'truncated', count: damagedParts, where: 'archive' };
  if (archive !== null && archive.nestedArchives > 0) {
    yield { kind: 'note', note: 'nested-archive', count: archive.nestedArchives, where: 'archive' };
  }
  if (leftOutParts > 0) yield { kind: 'note', note: 'left-out-file', count: leftOutParts, where: 'archive' };

  const totalBytes = parts.reduce((sum, { source }) => sum + source.totalBytes, 0);
  let beforeBytes = 0;
  let reportedBytes = 0;
  for (const part of parts) {
    for await (const { items, readBytes } of readPart(part, { limits, threads })) {
      throwIfAborted(signal);
      yield* items;
      if (beforeBytes + readBytes - reportedBytes < PROGRESS_BYTES) continue;
      reportedBytes = beforeBytes + readBytes;
      yield { kind: 'progress', readBytes: reportedBytes, totalBytes };
    }
    beforeBytes += part.source.totalBytes;
  }
  yield { kind: 'progress', readBytes: totalBytes, totalBytes };
}

const PROGRESS_BYTES = 1_000_000;

/** Skips that say the file is broken, not what is in it. */
const BROKEN = new Set<SkipReason>([
  'truncated',
  'bad-conversation',
  'unsafe-entry',
  'encrypted-entry',
  'duplicate-entry',
  'archive-bomb',
]);

/** A file that breaks off before anything in it could be read is an error, not a report with one skip. */
async function* refuseIfNothingWasRead(items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
  let hasRead = false;
  let isTruncated = false;
  for await (const item of items) {
    if (item.kind === 'conversation' || item.kind === 'turn') hasRead = true;
    if (item.kind === 'skipped' && !BROKEN.has(item.reason)) hasRead = true;
    if (item.kind === 'skipped' && item.reason === 'truncated') isTruncated = true;
    yield item;
  }
  if (!isTruncated || hasRead) return;
  throw new AppError(
    'import.unreadable',
    'The file is damaged or incomplete: nothing in it can be read. Download it again.',
  );
}
