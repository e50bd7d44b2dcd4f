import { isSealedFile } from '../lib/file-codec.ts';
import { entrySizeAt, isWholeEntry } from '../stores/vector-cache.ts';
import type { FileScan } from './scan-file.ts';
import type { Source } from './source.ts';

/** Whether something in a file is sealed, and whether it could be opened; `shut` as soon as one piece could not. */
export type SealState = 'none' | 'opened' | 'shut';

export type Told = {
  readonly plain: (bytes: Uint8Array, at: number) => void;
  /** Looks into what is compressed; false where some of it was too large. */
  readonly packed: (bytes: Uint8Array) => boolean;
};

type End = { readonly isWhole: boolean; readonly seal: SealState };

const JOURNAL = /(?:^|\/)journal\/[^/]*\.jsonl(?:\.tmp)?$/;
const CACHE = /(?:^|\/)cache\/[0-9a-f]{16}-(\d{1,5})-sealed\.vectors(?:\.new)?$/;
const PART_BYTES = 1024 * 1024;
/** Sealed files are small, but for what somebody attached. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Searches what is sealed in a file that was searched as it lies. */
export function* scanSealed(scan: FileScan, source: Source, told: Told): Generator<number, End> {
  if (JOURNAL.test(scan.file)) return { isWhole: true, seal: yield* scanLines(scan, source, told) };
  const dimension = CACHE.exec(scan.file)?.[1];
  if (dimension !== undefined)
    return { isWhole: true, seal: yield* scanEntries(scan, { source, told, dimension: Number(dimension) }) };
  return scanWhole(scan, source, told);
}

function scanWhole({ under, file, sizeBytes }: FileScan, source: Source, told: Told): End {
  const start = Buffer.alloc(Math.min(sizeBytes, 64));
  source.read(start, 0);
  if (!isSealedFile(start)) return { isWhole: true, seal: 'none' };
  if (under === null || sizeBytes > MOST_BYTES) return { isWhole: true, seal: 'shut' };
  const stored = Buffer.alloc(sizeBytes);
  const got = source.read(stored, 0);
  const plain = under.openFile(stored.subarray(0, got), file);
  if (plain === null) return { isWhole: true, seal: 'shut' };
  told.plain(plain, 0);
  return { isWhole: told.packed(plain), seal: 'opened' };
}

/** Pieces of a file, each with what begins in it and goes on joined to the next. */
function* readPieces(
  source: Source,
): Generator<{ readonly bytes: Buffer; readonly base: number; readonly take: (n: number) => void }> {
  let rest = Buffer.alloc(0);
  let base = 0;
  for (let position = 0; ; ) {
    const part = Buffer.alloc(PART_BYTES);
    const got = source.read(part, position);
    if (got === 0) return;
    position += got;
    const bytes = Buffer.concat([rest, part.subarray(0, got)]);
    let taken = 0;
    yield {
      ...{ bytes, base },
      take: (n) => {
        taken = n;
      },
    };
    rest = bytes.subarray(taken);
    base += taken;
  }
}

/** Many small plain texts are searched together: each search costs, however little there is to be searched. */
function createBlock(told: Told) {
  let parts: Uint8Array[] = [];
  let size = 0;
  let firstAt = 0;
  const flush = (): void => {
    if (parts.length > 0) told.plain(Buffer.concat(parts), firstAt);
    parts = [];
    size = 0;
  };
  return {
    add: (plain: Uint8Array, at: number): void => {
      if (parts.length === 0) firstAt = at;
      // No text goes on from one into the next.
      parts.push(plain, Buffer.of(0));
      size += plain.length + 1;
      if (size > PART_BYTES) flush();
    },
    flush,
  };
}

const NEWLINE = 0x0a;
const SEALED = '"sealed":"';

function* scanLines({ under }: FileScan, source: Source, told: Told): Generator<number, SealState> {
  const block = createBlock(told);
  let seal: SealState = 'none';
  for (const { bytes, base, take } of readPieces(source)) {
    let at = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
      const line = bytes.subarray(at, end);
      const plain = under === null ? (line.includes(SEALED) ? null : 'bare') : under.openLine(line);
      if (plain === null) seal = 'shut';
      else if (plain !== 'bare') {
        block.add(plain, base + at);
        if (seal === 'none') seal = 'opened';
      }
      at = end + 1;
    }
    take(at);
    yield 0;
  }
  block.flush();
  return seal;
}

type Entries = { readonly source: Source; readonly told: Told; readonly dimension: number };

function* scanEntries({ under }: FileScan, { source, told, dimension }: Entries): Generator<number, SealState> {
  if (under === null) return 'shut';
  const block = createBlock(told);
  let seal: SealState = 'opened';
  for (const { bytes, base, take } of readPieces(source)) {
    let at = 0;
    for (;;) {
      const size = entrySizeAt(bytes, at, { dimension, isSealed: true });
      if (size === null || at + size > bytes.length) break;
      const entry = bytes.subarray(at, at + size);
      const plain = isWholeEntry(entry) ? under.openEntry(entry) : null;
      if (plain !== null) block.add(plain, base + at);
      // What was forgotten is overwritten with zeros in its place; those say nothing.
      else if (!isOverwritten(entry)) seal = 'shut';
      at += size;
    }
    take(at);
    yield 0;
  }
  block.flush();
  return seal;
}

const KEY_BYTES = 32;
const COUNTS_BYTES = 6;
const SUM_BYTES = 4;

const isOverwritten = (entry: Buffer): boolean =>
  isEmpty(entry.subarray(0, KEY_BYTES)) && isEmpty(entry.subarray(KEY_BYTES + COUNTS_BYTES, -COUNTS_BYTES - SUM_BYTES));
const isEmpty = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);
