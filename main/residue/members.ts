import { constants, inflateRawSync, inflateSync } from 'node:zlib';

/** More than this is not unpacked in memory; it is said so. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
/** In bytes that are no text these beginnings come by chance, and each costs a try. */
const MAX_TRIES = 20_000;
const MAX_DEPTH = 3;

// A member that was cut off, or has something behind it, is read as far as it goes.
const OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED_BYTES };

type Kind = { readonly how: string; readonly magic: Buffer; readonly unpack: (from: Buffer) => Buffer | null };

const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);

const KINDS: readonly Kind[] = [
  { how: 'gzip', magic: bytes(0x1f, 0x8b, 0x08), unpack: unpackGzip },
  { how: 'zip', magic: bytes(0x50, 0x4b, 0x03, 0x04), unpack: unpackEntry },
  // The four beginnings that zlib itself writes.
  ...[0x01, 0x5e, 0x9c, 0xda].map((level) => ({
    how: 'zlib',
    magic: bytes(0x78, level),
    unpack: (from: Buffer) => inflateSync(from, OPTIONS),
  })),
];

/** `gunzip` of Node refuses a member that is followed by something else. */
function unpackGzip(from: Buffer): Buffer | null {
  const [hasCheck, hasExtra, hasName, hasComment] = [2, 4, 8, 16].map((flag) => ((from[3] ?? 0) & flag) !== 0);
  let at = 10;
  if (hasExtra === true) at += 2 + (at + 2 <= from.length ? from.readUInt16LE(at) : 0);
  for (const hasText of [hasName, hasComment]) if (hasText === true) at = from.indexOf(0, at) + 1 || from.length;
  if (hasCheck === true) at += 2;
  return at < from.length ? inflateRawSync(from.subarray(at), OPTIONS) : null;
}

/** What is deflated in an entry of a zip; one that is stored can be read as it is. */
function unpackEntry(from: Buffer): Buffer | null {
  const HEADER_BYTES = 30;
  const DEFLATED = 8;
  if (from.length < HEADER_BYTES || from.readUInt16LE(8) !== DEFLATED) return null;
  return inflateRawSync(from.subarray(HEADER_BYTES + from.readUInt16LE(26) + from.readUInt16LE(28)), OPTIONS);
}

export type Member = { readonly how: string; readonly at: number; readonly bytes: Uint8Array };

/**
 * Tells of everything compressed inside `file`, wherever it begins, and of what is compressed inside that. Returns false
 * where something was too large to be unpacked.
 */
export function tellMembers(file: Uint8Array, tell: (member: Member) => void): boolean {
  const state = { tries: 0, isWhole: true };
  const look = (outer: Buffer, place: { readonly at: number | null; readonly how: string; readonly depth: number }) => {
    const found = (how: string, at: number, unpack: () => Buffer | null): void => {
      const unpacked = tryUnpack(unpack, state);
      if (unpacked === null || unpacked.length === 0) return;
      const inner = { at: place.at ?? at, how: place.how === '' ? how : `${place.how}, ${how}` };
      tell({ ...inner, bytes: unpacked });
      if (place.depth < MAX_DEPTH) look(unpacked, { ...inner, depth: place.depth + 1 });
    };
    for (const { how, magic, unpack } of KINDS)
      for (let at = outer.indexOf(magic); at !== -1; at = outer.indexOf(magic, at + magic.length))
        found(how, at, () => unpack(outer.subarray(at)));
    // Without a beginning of its own it can only be told from a whole file.
    if (place.depth === 0) found('deflate', 0, () => inflateRawSync(outer, { maxOutputLength: MAX_UNPACKED_BYTES }));
  };
  look(Buffer.from(file.buffer, file.byteOffset, file.length), { at: null, how: '', depth: 0 });
  return state.isWhole;
}

function tryUnpack(unpack: () => Buffer | null, state: { tries: number; isWhole: boolean }): Buffer | null {
  state.tries += 1;
  if (state.tries > MAX_TRIES) return null;
  try {
    return unpack();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') state.isWhole = false;
    return null; // not what its first bytes looked like: they are searched as they stand
  }
}
