import { findPglzSize, unpackPglz } from './pglz.pure.ts';

export const PAGE_BYTES = 8192;
const HEADER_BYTES = 24;
const SIZE_AND_VERSION = PAGE_BYTES | 4;
const COLUMNS_BITS = 0x7ff;
/** More rows than fit on a page are no rows. */
const MAX_LINES = 300;

type Told = (bytes: Uint8Array, at: number) => void;

/**
 * Compressed values inside whole pages, told with what they hold and where they begin. They are found by what a header
 * must look like and by whether all that follows unpacks to exactly its size, so that rows need not be understood and a
 * row that is gone is found too. `pages` begins at a multiple of four in its buffer.
 */
export function tellPackedValues(pages: Uint8Array, tell: Told): void {
  const words = new Int32Array(pages.buffer, pages.byteOffset, pages.length >> 2);
  for (let i = 0; i + 3 < words.length; i += 1) {
    const word = words[i] as number; // inside the loop's bounds
    // Two low bits say "compressed"; the rest is the length, which fits on a page.
    if ((word & 0xffff8003) !== 2) continue;
    const at = i * 4;
    const end = at + (word >> 2);
    if (end <= at + 12 || end > (at | (PAGE_BYTES - 1)) + 1) continue;
    tellOne(pages, { at, end, word: words[i + 1] as number }, tell);
  }
}

/** The same in a log, where values stand at any byte. */
export function tellLoggedValues(log: Uint8Array, tell: Told): void {
  for (let at = 0; at + 12 < log.length; at += 1) {
    if (((log[at] as number) & 3) !== 2 || log[at + 2] !== 0 || log[at + 3] !== 0) continue;
    const end = at + (halfAt(log, at) >> 2);
    if (end > at + 12 && end <= log.length) tellOne(log, { at, end, word: wordAt(log, at + 4) }, tell);
  }
}

type Candidate = { readonly at: number; readonly end: number; readonly word: number };

function tellOne(bytes: Uint8Array, { at, end, word }: Candidate, tell: Told): void {
  const size = findPglzSize(word, end - at - 8);
  const text = size === null ? null : unpackPglz(bytes, { begin: at + 8, end, size });
  if (text !== null) tell(text, at);
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0;
const halfAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);

const NONE: readonly Piece[] = [];

export type Piece = { readonly id: number; readonly n: number; readonly bytes: Uint8Array };

/** Pieces of long values on the page at `from`, where that is one of a TOAST table. */
export function listPieces(pages: Uint8Array, from: number): readonly Piece[] {
  if (halfAt(pages, from + 18) !== SIZE_AND_VERSION || halfAt(pages, from + 16) !== PAGE_BYTES) return NONE;
  const lines = Math.min(MAX_LINES, (halfAt(pages, from + 12) - HEADER_BYTES) >> 2);
  let pieces: Piece[] | null = null;
  for (let line = 0; line < lines; line += 1) {
    const pointer = wordAt(pages, from + HEADER_BYTES + line * 4);
    const at = pointer & 0x7fff;
    const length = pointer >>> 17;
    if (length === 0) continue;
    const piece = at + length > PAGE_BYTES ? null : readPiece(pages, from + at, length);
    if (piece === null) return NONE;
    pieces ??= [];
    pieces.push(piece);
  }
  return pieces ?? NONE;
}

/** A row of id, number and bytes without nulls; anything else belongs to another table. */
function readPiece(pages: Uint8Array, row: number, length: number): Piece | null {
  if ((halfAt(pages, row + 18) & COLUMNS_BITS) !== 3 || pages[row + 22] !== HEADER_BYTES) return null;
  const from = row + HEADER_BYTES;
  const isShort = ((pages[from + 8] ?? 0) & 1) === 1;
  const size = isShort ? (pages[from + 8] ?? 0) >> 1 : wordAt(pages, from + 8) >>> 2;
  if (size < (isShort ? 1 : 4) || HEADER_BYTES + 8 + size > length) return null;
  const bytes = pages.slice(from + 8 + (isShort ? 1 : 4), from + 8 + size);
  return { id: wordAt(pages, from), n: wordAt(pages, from + 4), bytes };
}

/** What a long value holds: its pieces in order, and, where they are compressed, what is in them. */
export function joinPieces(pieces: readonly Piece[]): readonly Uint8Array[] {
  const sorted = [...pieces].sort((a, b) => a.n - b.n);
  const joined = new Uint8Array(sorted.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let to = 0;
  for (const { bytes } of sorted) {
    joined.set(bytes, to);
    to += bytes.length;
  }
  const size = findPglzSize(wordAt(joined, 0), joined.length - 4);
  const text = size === null ? null : unpackPglz(joined, { begin: 4, end: joined.length, size });
  return text === null ? [joined] : [joined, text];
}

const LOG_SHORT_HEADER_BYTES = 24;
const LOG_LONG_HEADER_BYTES = 40;

function usedBytes(segment: Uint8Array): number {
  const words = new Int32Array(segment.buffer, segment.byteOffset, segment.length >> 2);
  let last = words.length;
  while (last > 0 && words[last - 1] === 0) last -= 1;
  return Math.min(segment.length, last * 4 + 4);
}

/** A log segment without the headers of its pages, which cut records in two. */
export function joinLogPages(segment: Uint8Array): Uint8Array {
  // A segment is made of zeros and filled from its beginning.
  const used = usedBytes(segment);
  const joined = new Uint8Array(used);
  let to = 0;
  for (let at = 0; at < used; at += PAGE_BYTES) {
    const header = at === 0 ? LOG_LONG_HEADER_BYTES : LOG_SHORT_HEADER_BYTES;
    const body = segment.subarray(at + header, Math.min(at + PAGE_BYTES, used));
    joined.set(body, to);
    to += body.length;
  }
  return joined.subarray(0, to);
}
