import { AppError } from '../contract/errors.ts';
import { isAbort, throwIfAborted } from '../lib/abort.ts';
import { assert, unreachable } from '../lib/assert.ts';
import { type ByteSource, unreadable } from './byte-source.ts';
import { formatOf, guessLayout, openSource, type Recognised, recognise } from './detect-format.ts';
import { parseChatgptConversation } from './formats/chatgpt.ts';
import { parseClaudeConversation } from './formats/claude.ts';
import { type ParsedElement, skippedElement } from './formats/conversation-parts.ts';
import { JsonlReader } from './formats/jsonl.ts';
import {
  DEFAULT_LIMITS,
  type ExportFormat,
  type ImportItem,
  type ImportLimits,
  type SkipReason,
} from './import-item.ts';
import { type JsonElement, readJsonElements } from './json-elements.ts';
import { type Archive, openArchive } from './open-archive.ts';

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
  readonly limits?: Partial<ImportLimits>;
};

export type DetectedFormat = {
  readonly format: ExportFormat;
  readonly container: 'file' | 'zip';
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
  const { archive, parts } = await openExport({ path, format: 'auto' }, DEFAULT_LIMITS);
  archive?.close();
  const [first] = parts;
  assert(first !== undefined, 'an export without parts was opened');
  return {
    format: formatOf(first.recognised),
    container: archive === null ? 'file' : 'zip',
    totalBytes: parts.reduce((sum, { source }) => sum + source.totalBytes, 0),
  };
}

type Part = { readonly source: ByteSource; readonly recognised: Recognised };
type Opened = { readonly archive: Archive | null; readonly parts: readonly Part[]; readonly damagedParts: number };

async function openExport(input: ReadExport, limits: ImportLimits): Promise<Opened> {
  const { source, container } = await openSource(input.path);
  const archive = container === 'zip' ? await openArchive(input.path, limits) : null;
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
    // Lines beside a vendor's export are a file that the user once attached to a chat, not conversations.
    const vendorParts = parts.filter(({ recognised }) => recognised.holds !== 'jsonl');
    return { archive, parts: vendorParts.length > 0 ? vendorParts : parts, damagedParts };
  } catch (error) {
    archive?.close();
    throw unreadable(error);
  }
}

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
  if (found === null) return { holds: wanted, layout: await guessLayout(source) };
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
    'This is no export that Palimpsest knows. It reads ChatGPT and Claude exports (zip or json), jsonl with one turn a line, and documents (PDF, Word, web pages, Markdown, text).',
  );
}

async function* readOpened(opened: Opened, limits: ImportLimits, signal?: AbortSignal): AsyncGenerator<ImportItem> {
  const { archive, parts, damagedParts } = opened;
  for (const { reason, where } of archive?.skipped ?? []) yield { kind: 'skipped', reason, count: 1, where };
  if (damagedParts > 0) yield { kind: 'skipped', reason: 'truncated', count: damagedParts, where: 'archive' };
  if (archive !== null && archive.nestedArchives > 0) {
    yield { kind: 'note', note: 'nested-archive', count: archive.nestedArchives, where: 'archive' };
  }

  const totalBytes = parts.reduce((sum, { source }) => sum + source.totalBytes, 0);
  let beforeBytes = 0;
  let reportedBytes = 0;
  for (const { source, recognised } of parts) {
    for await (const { items, readBytes } of readPart(source, recognised, limits)) {
      throwIfAborted(signal);
      yield* items;
      if (beforeBytes + readBytes - reportedBytes < PROGRESS_BYTES) continue;
      reportedBytes = beforeBytes + readBytes;
      yield { kind: 'progress', readBytes: reportedBytes, totalBytes };
    }
    beforeBytes += source.totalBytes;
  }
  yield { kind: 'progress', readBytes: totalBytes, totalBytes };
}

const PROGRESS_BYTES = 1_000_000;

type Batch = { readonly items: readonly ImportItem[] | Iterable<ImportItem>; readonly readBytes: number };

function readPart(source: ByteSource, recognised: Recognised, limits: ImportLimits): AsyncGenerator<Batch> {
  return recognised.holds === 'jsonl' ? readLines(source, limits) : readElements(source, recognised, limits);
}

async function* readLines(source: ByteSource, limits: ImportLimits): AsyncGenerator<Batch> {
  const reader = new JsonlReader(limits);
  let readBytes = 0;
  try {
    for await (const chunk of await source.open()) {
      readBytes += chunk.byteLength;
      yield { items: reader.write(chunk), readBytes };
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    // A damaged archive or disk: what was read before stands, the rest is reported as missing.
    yield { items: [truncated(source)], readBytes };
    return;
  }
  yield { items: reader.end(), readBytes };
}

type JsonExport = Exclude<Recognised, { readonly holds: 'jsonl' }>;

async function* readElements(
  source: ByteSource,
  { holds, layout }: JsonExport,
  limits: ImportLimits,
): AsyncGenerator<Batch> {
  let number = 0;
  let repairs = 0;
  function* toItems(elements: readonly JsonElement[]): Generator<ImportItem> {
    for (const element of elements) {
      if (element.kind === 'truncated') {
        yield truncated(source);
        continue;
      }
      number += 1;
      const where = [source.label, `conversation ${number}`].filter((part) => part !== '').join(', ');
      yield* toImportItems(parseElement(element, holds), where);
    }
  }
  for await (const chunk of readJsonElements(source, layout, limits)) {
    // Lazily: only one conversation is held as turns at a time.
    yield { items: toItems(chunk.elements), readBytes: chunk.readBytes };
    repairs = chunk.utf8Repairs;
  }
  if (repairs > 0) {
    const note: ImportItem = { kind: 'note', note: 'invalid-utf8', count: repairs, where: source.label || 'file' };
    yield { items: [note], readBytes: source.totalBytes };
  }
}

function parseElement(element: Exclude<JsonElement, { kind: 'truncated' }>, holds: JsonExport['holds']): ParsedElement {
  if (element.kind === 'unreadable') {
    return skippedElement(element.reason === 'bad-json' ? 'bad-conversation' : element.reason);
  }
  switch (holds) {
    case 'chatgpt':
      return parseChatgptConversation(element.value);
    case 'claude':
      return parseClaudeConversation(element.value);
    case 'claude-projects':
      return skippedElement('project');
    case 'claude-memories':
      // The vendor's own notes about the user are its claims, never what the user said.
      return skippedElement('memory');
    default:
      return unreachable(holds);
  }
}

function* toImportItems(parsed: ParsedElement, where: string): Generator<ImportItem> {
  const { conversation, turns, skipped, notes } = parsed;
  if (conversation !== null) yield { kind: 'conversation', conversation, turns };
  for (const [reason, count] of skipped) yield { kind: 'skipped', reason, count, where };
  for (const [note, count] of notes) yield { kind: 'note', note, count, where };
}

function truncated(source: ByteSource): ImportItem {
  return { kind: 'skipped', reason: 'truncated', count: 1, where: source.label || 'end of file' };
}

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
