import { isUtf8 } from 'node:buffer';
import { isAbort } from '../lib/abort.ts';
import { unreachable } from '../lib/assert.ts';
import { type ByteSource, Utf8Cleaner } from './byte-source.ts';
import type { Recognised } from './detect-format.ts';
import { parseAiStudioPrompt } from './formats/aistudio.ts';
import { parseChatgptConversation } from './formats/chatgpt.ts';
import { parseClaudeConversation } from './formats/claude.ts';
import { type ParsedElement, skippedElement } from './formats/conversation-parts.ts';
import { copilotCsvReader, copilotReader } from './formats/copilot.ts';
import { geminiReader } from './formats/gemini.ts';
import { geminiHtmlReader } from './formats/gemini-html.ts';
import { parseGrokConversation } from './formats/grok.ts';
import { type JanThread, janReader, parseJanThread, readJanThread } from './formats/jan.ts';
import { JsonlReader, LineSplitter } from './formats/jsonl.ts';
import { parseLibreChatConversation } from './formats/librechat.ts';
import { parseLmStudioConversation } from './formats/lmstudio.ts';
import { memoriesReader } from './formats/memories.ts';
import { parseOpenWebuiChat } from './formats/openwebui.ts';
import { type PartReader, readEach } from './formats/part-reader.ts';
import { transcriptReader } from './formats/transcript.ts';
import type { ImportItem, ImportLimits, SkipReason } from './import-item.ts';
import { type JsonElement, readJsonElements } from './json-elements.ts';
import type { JsonHolds } from './judge-members.pure.ts';
import type { TextHolds } from './text-probe.ts';

export type Part = { readonly source: ByteSource; readonly recognised: Recognised };
export type PartSettings = {
  readonly limits: ImportLimits;
  /** Titles and times of threads whose messages are in other files. */
  readonly threads: ReadonlyMap<string, JanThread>;
};
export type Batch = { readonly items: Iterable<ImportItem>; readonly readBytes: number };

/** Reads one file or archive entry, in batches that say how far it is. */
export function readPart({ source, recognised }: Part, settings: PartSettings): AsyncGenerator<Batch> {
  if ('layout' in recognised) return readElements(source, recognised, settings);
  switch (recognised.holds) {
    case 'jsonl':
      return readLines(source, settings.limits);
    case 'jan-lines':
      return readJanLines(source, settings);
    default:
      return readText(source, textReader(recognised.holds, settings.limits));
  }
}

/** The thread that a source describes, when it is one. */
export async function readThread(
  { source, recognised }: Part,
  limits: ImportLimits,
): Promise<readonly (readonly [string, JanThread])[]> {
  if (recognised.holds !== 'jan-thread' || !('layout' in recognised)) return [];
  const found: (readonly [string, JanThread])[] = [];
  for await (const { elements } of readJsonElements(source, recognised.layout, limits)) {
    for (const element of elements) {
      const thread = element.kind === 'value' ? readJanThread(element.value) : null;
      if (thread !== null) found.push(thread);
    }
  }
  return found;
}

function elementReader(holds: JsonHolds, { threads }: PartSettings): PartReader<unknown> {
  switch (holds) {
    case 'chatgpt':
      return readEach(parseChatgptConversation);
    case 'claude':
      return readEach(parseClaudeConversation);
    case 'claude-projects':
      return readEach(() => skippedElement('project'));
    case 'claude-memories':
      // The vendor's own notes about the user are its claims, never what the user said.
      return readEach(() => skippedElement('memory'));
    case 'grok':
      return readEach(parseGrokConversation);
    case 'openwebui':
      return readEach(parseOpenWebuiChat);
    case 'lmstudio':
      return readEach(parseLmStudioConversation);
    case 'librechat':
      return readEach(parseLibreChatConversation);
    case 'aistudio':
      return readEach(parseAiStudioPrompt);
    case 'gemini':
      return geminiReader();
    case 'copilot':
      return copilotReader();
    case 'jan-thread':
      return readEach(parseJanThread);
    case 'jan-messages':
      return janReader(threads);
    case 'memories':
      return memoriesReader();
    default:
      return unreachable(holds);
  }
}

function textReader(holds: TextHolds, limits: ImportLimits): PartReader<string> {
  switch (holds) {
    case 'gemini-html':
      return geminiHtmlReader();
    case 'copilot-csv':
      return copilotCsvReader();
    case 'transcript':
      return transcriptReader(limits.conversationBytes);
    default:
      return unreachable(holds);
  }
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

async function* readJanLines(source: ByteSource, { limits, threads }: PartSettings): AsyncGenerator<Batch> {
  const reader = janReader(threads);
  const splitter = new LineSplitter(limits.lineBytes);
  const cleaner = new Utf8Cleaner();
  function* toItems(lines: readonly (Uint8Array | 'too-long')[]): Generator<ImportItem> {
    for (const line of lines) {
      const read = readJsonLine(line);
      if (read.kind === 'skipped')
        yield { kind: 'skipped', reason: read.reason, count: 1, where: source.label || 'file' };
      if (read.kind === 'value') yield* itemsOf(reader.read(read.value), source.label || 'file');
    }
  }
  let readBytes = 0;
  let isBroken = false;
  try {
    for await (const chunk of await source.open()) {
      readBytes += chunk.byteLength;
      yield { items: toItems(splitter.write(cleaner.write(chunk))), readBytes };
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    isBroken = true; // what was read before stands, and the rest is reported as missing
  }
  const last = toItems([...splitter.write(cleaner.end()), ...splitter.end()]);
  yield { items: last, readBytes };
  yield {
    items: [...endOf(reader, source), ...(isBroken ? [truncated(source)] : []), ...repaired(cleaner, source)],
    readBytes,
  };
}

type JsonLine =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'blank' }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

function readJsonLine(line: Uint8Array | 'too-long'): JsonLine {
  if (line === 'too-long') return { kind: 'skipped', reason: 'line-too-long' };
  if (!isUtf8(line)) return { kind: 'skipped', reason: 'bad-utf8' };
  const json = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8').trim();
  if (json === '') return { kind: 'blank' };
  try {
    return { kind: 'value', value: JSON.parse(json) };
  } catch {
    // Not JSON: the line is a counted skip, and the next one is read.
    return { kind: 'skipped', reason: 'bad-json' };
  }
}

async function* readText(source: ByteSource, reader: PartReader<string>): AsyncGenerator<Batch> {
  const cleaner = new Utf8Cleaner();
  const where = source.label || 'file';
  let readBytes = 0;
  let isBroken = false;
  try {
    for await (const chunk of await source.open()) {
      readBytes += chunk.byteLength;
      yield { items: itemsOf(reader.read(cleaner.write(chunk).toString('utf8')), where), readBytes };
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    isBroken = true; // what was read before stands, and the rest is reported as missing
  }
  yield { items: itemsOf(reader.read(cleaner.end().toString('utf8')), where), readBytes };
  yield {
    items: [...endOf(reader, source), ...(isBroken ? [truncated(source)] : []), ...repaired(cleaner, source)],
    readBytes,
  };
}

type JsonExport = Extract<Recognised, { readonly layout: unknown }>;

async function* readElements(
  source: ByteSource,
  { holds, layout }: JsonExport,
  settings: PartSettings,
): AsyncGenerator<Batch> {
  const reader = elementReader(holds, settings);
  let number = 0;
  let repairs = 0;
  let isTruncated = false;
  function* toItems(elements: readonly JsonElement[]): Generator<ImportItem> {
    for (const element of elements) {
      if (element.kind === 'truncated') {
        isTruncated = true;
        continue;
      }
      number += 1;
      const where = [source.label, `conversation ${number}`].filter((part) => part !== '').join(', ');
      yield* itemsOf(readElement(element, reader), where);
    }
  }
  for await (const chunk of readJsonElements(source, layout, settings.limits)) {
    // Lazily: only one conversation is held as turns at a time.
    yield { items: toItems(chunk.elements), readBytes: chunk.readBytes };
    repairs = chunk.utf8Repairs;
  }
  const last = [
    ...endOf(reader, source),
    ...(isTruncated ? [truncated(source)] : []),
    ...repaired({ repairs }, source),
  ];
  if (last.length > 0) yield { items: last, readBytes: source.totalBytes };
}

function readElement(
  element: Exclude<JsonElement, { kind: 'truncated' }>,
  reader: PartReader<unknown>,
): Iterable<ParsedElement> {
  if (element.kind === 'value') return reader.read(element.value);
  return [skippedElement(element.reason === 'bad-json' ? 'bad-conversation' : element.reason)];
}

function* itemsOf(elements: Iterable<ParsedElement>, where: string): Generator<ImportItem> {
  for (const { conversation, turns, skipped, notes } of elements) {
    if (conversation !== null) yield { kind: 'conversation', conversation, turns };
    for (const [reason, count] of skipped) yield { kind: 'skipped', reason, count, where };
    for (const [note, count] of notes) yield { kind: 'note', note, count, where };
  }
}

function endOf<Piece>(reader: PartReader<Piece>, source: ByteSource): Iterable<ImportItem> {
  return itemsOf(reader.end(), source.label || 'file');
}

function repaired({ repairs }: { readonly repairs: number }, source: ByteSource): readonly ImportItem[] {
  return repairs > 0 ? [{ kind: 'note', note: 'invalid-utf8', count: repairs, where: source.label || 'file' }] : [];
}

function truncated(source: ByteSource): ImportItem {
  return { kind: 'skipped', reason: 'truncated', count: 1, where: source.label || 'end of file' };
}
