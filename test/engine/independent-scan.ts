import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/**
 * Looks for words in every byte of some folders. Written apart from `main/residue`, from what the formats say, simple and
 * slow: a fault of the one is then no fault of the other.
 */
export type Place = { readonly file: string; readonly needle: string; readonly how: string };

type View = { readonly how: string; readonly bytes: Buffer };

/** Every place where one of the needles stands; a needle counts once for each file and way of writing. */
export function scanIndependently(folders: readonly string[], needles: readonly string[]): readonly Place[] {
  const wanted = needles.flatMap((needle) => waysToWrite(needle).map((way) => ({ needle, ...way })));
  return folders.flatMap((folder) =>
    listFiles(folder).flatMap((path) => {
      const raw = readFileSync(path);
      const views = [{ how: 'raw', bytes: raw }, ...unpackEverything(raw)];
      const places = views.flatMap(({ how, bytes }) => {
        const folded = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
        return wanted
          .filter(({ text, isFolded }) => (isFolded ? folded : bytes).includes(text))
          .map(({ needle, name }) => ({ file: relative(folder, path), needle, how: `${how}, ${name}` }));
      });
      return places;
    }),
  );
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

type Way = { readonly name: string; readonly text: Buffer; readonly isFolded: boolean };

function waysToWrite(needle: string): readonly Way[] {
  const utf8 = Buffer.from(needle);
  const swapped = Buffer.from(needle, 'utf16le').swap16();
  const escaped = JSON.stringify(needle).slice(1, -1);
  const ascii = [...escaped].map((c) => (c < '\u0080' ? c : toUnicodeEscapes(c))).join('');
  const texts: readonly [string, Buffer][] = [
    ['utf-8', utf8],
    ['utf-16 le', Buffer.from(needle, 'utf16le')],
    ['utf-16 be', swapped],
    ['json', Buffer.from(escaped)],
    ['json of json', Buffer.from(JSON.stringify(escaped).slice(1, -1))],
    ['json ascii', Buffer.from(ascii)],
    ['percent', Buffer.from(encodeURIComponent(needle))],
    ['nfd', Buffer.from(needle.normalize('NFD'))],
    ['lower case', Buffer.from(needle.toLowerCase())],
    ['latin-1', Buffer.from(needle, 'latin1')],
    ...[0, 1, 2].map((shift): [string, Buffer] => [`base64 at ${shift}`, base64Inside(utf8, shift)]),
  ];
  const exact = texts.filter(([, text]) => text.length > 2).map(([name, text]) => ({ name, text, isFolded: false }));
  const folded = [
    { name: 'any case', text: Buffer.from(Buffer.from(needle).toString('latin1').toLowerCase(), 'latin1') },
    { name: 'hex', text: Buffer.from(utf8.toString('hex')) },
  ];
  return [...exact, ...folded.map((way) => ({ ...way, isFolded: true }))];
}

const toUnicodeEscapes = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** The characters of Base64 that do not depend on what stands before and after. */
function base64Inside(bytes: Buffer, shift: number): Buffer {
  const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
  const text = padded.toString('base64').replace(/=+$/, '');
  const from = shift === 0 ? 0 : shift + 1;
  return Buffer.from(text.slice(from, padded.length % 3 === 0 ? undefined : -1));
}

function unpackEverything(raw: Buffer): readonly View[] {
  return [...unpackMembers(raw), ...(raw.length % 8192 === 0 && raw.length > 0 ? unpackPages(raw) : [])];
}

/** Members of gzip and zip, and zlib streams, wherever they begin; and one that fills the whole file without a head. */
function unpackMembers(raw: Buffer): readonly View[] {
  const views: View[] = [];
  const tryUnpack = (how: string, unpack: () => Buffer): void => {
    try {
      views.push({ how, bytes: unpack() });
    } catch {
      // Not what its first bytes looked like: it is searched as it stands.
    }
  };
  for (let at = raw.indexOf('\x1f\x8b\x08', 0, 'latin1'); at !== -1; at = raw.indexOf('\x1f\x8b\x08', at + 1, 'latin1'))
    tryUnpack('gzip', () => gunzipSync(raw.subarray(at), { finishFlush: 2 }));
  for (let at = raw.indexOf('PK\x03\x04', 0, 'latin1'); at !== -1; at = raw.indexOf('PK\x03\x04', at + 1, 'latin1')) {
    const data = at + 30 + raw.readUInt16LE(at + 26) + raw.readUInt16LE(at + 28);
    if (raw.readUInt16LE(at + 8) === 8) tryUnpack('zip', () => inflateRawSync(raw.subarray(data), { finishFlush: 2 }));
  }
  if (raw[0] === 0x78) tryUnpack('zlib', () => inflateSync(raw));
  tryUnpack('deflate', () => inflateRawSync(raw));
  return views;
}

/** Compressed values of Postgres: on table pages, and in the pieces that long ones are cut into. */
function unpackPages(raw: Buffer): readonly View[] {
  const views: View[] = [];
  const pieces = new Map<number, { readonly n: number; readonly bytes: Buffer }[]>();
  for (let page = 0; page < raw.length; page += 8192) {
    const lines = Math.max(0, Math.floor((raw.readUInt16LE(page + 12) - 24) / 4));
    for (let line = 0; line < lines && page + 28 + line * 4 <= raw.length; line += 1) {
      const pointer = raw.readUInt32LE(page + 24 + line * 4);
      const at = page + (pointer & 0x7fff);
      const length = pointer >>> 17;
      if (length < 24 || at + length > page + 8192) continue;
      const piece = readPiece(raw.subarray(at, at + length));
      if (piece !== null) pieces.set(piece.id, [...(pieces.get(piece.id) ?? []), piece]);
    }
    for (let at = page; at + 8 < page + 8192; at += 4) {
      const header = raw.readUInt32LE(at);
      const end = at + (header >>> 2);
      if ((header & 3) !== 2 || end <= at + 8 || end > page + 8192) continue;
      const text = unpackPglz(raw.subarray(at + 8, end), raw.readUInt32LE(at + 4));
      if (text !== null) views.push({ how: 'compressed value', bytes: text });
    }
  }
  for (const parts of pieces.values()) {
    const whole = Buffer.concat(parts.sort((a, b) => a.n - b.n).map(({ bytes }) => bytes));
    views.push({ how: 'long value', bytes: whole });
    const text = whole.length > 4 ? unpackPglz(whole.subarray(4), whole.readUInt32LE(0)) : null;
    if (text !== null) views.push({ how: 'compressed long value', bytes: text });
  }
  return views;
}

/** A row of a TOAST table: id, number, bytes. */
function readPiece(row: Buffer) {
  const begin = row[22] ?? 0;
  const columns = row.readUInt16LE(18) & 0x7ff;
  if (columns !== 3 || begin + 12 > row.length) return null;
  const header = row.readUInt32LE(begin + 8);
  const isShort = (header & 1) === 1;
  const length = isShort ? (header & 0xff) >>> 1 : header >>> 2;
  if (begin + 8 + length > row.length) return null;
  const bytes = row.subarray(begin + 8 + (isShort ? 1 : 4), begin + 8 + length);
  return { id: row.readUInt32LE(begin), n: row.readUInt32LE(begin + 4), bytes };
}

/** Postgres' own compression: a control byte for eight items, each a byte or a copy of what came before. */
function unpackPglz(packed: Buffer, sizeAndMethod: number): Buffer | null {
  const size = sizeAndMethod & 0x3fffffff;
  if (sizeAndMethod >>> 30 !== 0 || size <= packed.length || size > 64 * 1024 * 1024) return null;
  const out: number[] = [];
  let at = 0;
  while (at < packed.length) {
    const control = packed[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < packed.length; bit += 1) {
      if (((control >> bit) & 1) === 0) {
        out.push(packed[at] ?? 0);
        at += 1;
        continue;
      }
      const [first = 0, second = 0, third = 0] = packed.subarray(at, at + 3);
      const back = ((first & 0xf0) << 4) | second;
      const isLong = (first & 0x0f) === 0x0f;
      const length = (first & 0x0f) + 3 + (isLong ? third : 0);
      at += isLong ? 3 : 2;
      if (back === 0 || back > out.length || out.length + length > size) return null;
      for (let i = 0; i < length; i += 1) out.push(out[out.length - back] ?? 0);
    }
  }
  return out.length === size ? Buffer.from(out) : null;
}
