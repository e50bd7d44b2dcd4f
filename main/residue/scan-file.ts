import type { Form } from './forms.pure.ts';
import type { Matcher } from './matcher.ts';
import { tellMembers } from './members.ts';
import {
  joinLogPages,
  joinPieces,
  listPieces,
  PAGE_BYTES,
  type Piece,
  tellLoggedValues,
  tellPackedValues,
} from './pages.pure.ts';
import { type SealState, scanSealed } from './scan-sealed.ts';
import { openSource, type Source } from './source.ts';
import type { UnderKey } from './under-key.ts';

/** Read at a time, and small enough to stay near the processor while it is searched in several ways; whole pages. */
const PART_BYTES = 1024 * 1024;
/** A larger file is searched in parts and not looked into for compressed members. */
const WHOLE_BYTES = 96 * 1024 * 1024;
/** Pieces of long values that are held until they are joined. */
const HELD_BYTES = 64 * 1024 * 1024;

/** Pages and log of a database, numbers without words, and all others. */
export type FileKind = 'pages' | 'log' | 'numbers' | 'plain';
export type Place = { readonly offset: number; readonly how: string; readonly needle: number };

const PAGES = /(?:^|\/)db[^/]*\/(?:base|global)\//;
/** Cached vectors, and what a database keeps of its transactions. */
const NUMBERS = /\.vectors$|(?:^|\/)db[^/]*\/pg_(?:xact|multixact|subtrans|commit_ts|logical|notify|serial)\//;
const LOG = /(?:^|\/)pg_wal\/[0-9A-F]{24}$/;

/** What a file of the data folder is, by where it lies. */
export function kindOf(file: string): FileKind {
  if (PAGES.test(file)) return 'pages';
  if (LOG.test(file)) return 'log';
  return NUMBERS.test(file) ? 'numbers' : 'plain';
}

export type FileScan = {
  readonly path: string;
  /** Relative to its folder, `/` between. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly kind: FileKind;
  readonly matcher: Matcher;
  readonly onHit: (place: Place) => void;
  /** The part that is read; made once for all files. */
  readonly buffer: Uint8Array;
  /** Null where there is no key: of what is sealed, the ciphertext is searched. */
  readonly under: UnderKey | null;
};

export type FileEnd = {
  /** False where some of it was too large to unpack. */
  readonly isWhole: boolean;
  readonly seal: SealState;
};

/** Room for one part and for what it overlaps with the one before. */
export const makeBuffer = (matcher: Matcher): Uint8Array => new Uint8Array(overlapOf(matcher) + PART_BYTES);
const overlapOf = (matcher: Matcher): number => Math.ceil(matcher.longestBytes / PAGE_BYTES) * PAGE_BYTES;

/** Searches one file, and what is sealed in it, and yields the bytes read after each part. */
export function* scanFile(scan: FileScan): Generator<number, FileEnd> {
  const source = openSource(scan);
  try {
    if (source.seal !== 'none') return { isWhole: yield* scanBytes(scan, source), seal: source.seal };
    const isWhole = yield* scanBytes(scan, source);
    const told = {
      plain: (bytes: Uint8Array, at: number) => tell(scan, aligned(bytes), { base: null, at, how: UNDER_KEY }),
      packed: (bytes: Uint8Array) =>
        tellMembers(bytes, ({ how, bytes: inner }) =>
          tell(scan, aligned(inner), { base: null, at: 0, how: `${UNDER_KEY}, ${how}` }),
        ),
    };
    const sealed = yield* scanSealed(scan, source, told);
    return { isWhole: isWhole && sealed.isWhole, seal: sealed.seal };
  } finally {
    source.close();
  }
}

const UNDER_KEY = 'under the key';

/** Returns false where some of it was too large to unpack. */
function* scanBytes(scan: FileScan, source: Source): Generator<number, boolean> {
  const isInParts = scan.kind === 'pages' || scan.kind === 'numbers';
  if (isInParts || scan.sizeBytes > WHOLE_BYTES) {
    const isPacked = yield* scanParts(scan, source);
    return isInParts || !isPacked;
  }
  const whole = readWhole(scan, source);
  yield whole.length;
  const how = source.seal === 'opened' ? UNDER_KEY : '';
  tell(scan, whole, { base: 0, how });
  if (scan.kind === 'plain')
    return tellMembers(whole, (member) =>
      tell(scan, aligned(member.bytes), { base: null, at: member.at, how: member.how }),
    );
  const joined = joinLogPages(whole);
  tell(scan, joined, { base: null, at: 0, how: 'log' });
  tellLoggedValues(joined, (text, at) => tell(scan, text, { base: null, at, how: 'compressed value' }));
  return true;
}

/** Begins as gzip or zip do. */
const startsPacked = (start: Uint8Array): boolean =>
  (start[0] === 0x1f && start[1] === 0x8b) || (start[0] === 0x50 && start[1] === 0x4b);

function readWhole({ sizeBytes }: FileScan, source: Source): Uint8Array {
  const whole = new Uint8Array(sizeBytes);
  let read = 0;
  for (;;) {
    const got = read < sizeBytes ? source.read(whole.subarray(read), read) : 0;
    if (got === 0) return whole.subarray(0, read);
    read += got;
  }
}

/** Words are compared four bytes at a time, which must begin at a multiple of four. */
const aligned = (bytes: Uint8Array): Uint8Array => (bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes));

type Where = { readonly how: string } & (
  | { readonly base: number; readonly from?: number }
  /** Unpacked: a hit is told at the place where the packed bytes begin. */
  | { readonly base: null; readonly at: number }
);

function tell({ matcher, onHit }: Pick<FileScan, 'matcher' | 'onHit'>, bytes: Uint8Array, where: Where): void {
  matcher.search(bytes, (form: Form, at) => {
    // What ends in the overlap was told with the part before.
    if (where.base !== null && at + form.bytes.length <= (where.from ?? 0)) return;
    const offset = where.base === null ? where.at : where.base + at;
    const how = where.how === '' ? form.how : `${where.how}, ${form.how}`;
    onHit({ offset, how, needle: form.needle });
  });
}

/** Returns whether the file is one that is compressed as a whole. */
function* scanParts(scan: FileScan, source: Source): Generator<number, boolean> {
  const { matcher, buffer } = scan;
  const overlap = overlapOf(matcher);
  const values = createJoiner((text, at) => tell(scan, text, { base: null, at, how: 'long value' }));
  const how = source.seal === 'opened' ? UNDER_KEY : '';
  let isPacked = false;
  let kept = 0;
  for (let position = 0; ; ) {
    const got = source.read(buffer.subarray(kept, kept + PART_BYTES), position);
    if (got === 0) break;
    const bytes = buffer.subarray(0, kept + got);
    if (position === 0) isPacked = startsPacked(bytes);
    tell(scan, bytes, { base: position - kept, from: kept, how });
    if (scan.kind === 'pages') scanPages(scan, { bytes: bytes.subarray(kept), position, values });
    yield got;
    position += got;
    kept = Math.min(overlap, bytes.length);
    // A last part that is no multiple of a page is followed by nothing.
    kept -= kept % 4;
    buffer.copyWithin(0, bytes.length - kept, bytes.length);
  }
  values.flush();
  return isPacked;
}

type Joiner = { readonly add: (pieces: readonly Piece[], at: number) => void; readonly flush: () => void };
type Pages = { readonly bytes: Uint8Array; readonly position: number; readonly values: Joiner };

function scanPages(scan: FileScan, { bytes, position, values }: Pages): void {
  for (let at = 0; at + PAGE_BYTES <= bytes.length; at += PAGE_BYTES) {
    const pieces = listPieces(bytes, at);
    if (pieces.length > 0) values.add(pieces, position + at);
  }
  tellPackedValues(bytes, (text, at) => tell(scan, text, { base: null, at: position + at, how: 'compressed value' }));
}

/** Collects the pieces of long values; each value is told as soon as it must be whole. */
function createJoiner(told: (text: Uint8Array, at: number) => void): Joiner {
  const held = new Map<number, { readonly at: number; readonly pieces: Piece[] }>();
  let heldBytes = 0;
  const flush = (except: number | null = null): void => {
    for (const [id, { at, pieces }] of held) {
      if (id === except) continue;
      for (const text of joinPieces(pieces)) told(text, at);
      held.delete(id);
    }
    heldBytes = 0;
  };
  return {
    add: (pieces, at) => {
      for (const piece of pieces) {
        const value = held.get(piece.id) ?? { at, pieces: [] };
        value.pieces.push(piece);
        held.set(piece.id, value);
        heldBytes += piece.bytes.length;
      }
      if (heldBytes > HELD_BYTES) flush(pieces.at(-1)?.id ?? null);
    },
    flush: () => flush(),
  };
}
