import { isSame, join, textOf, utf8 } from './bytes.pure.ts';

/**
 * The one form of zip that a bundle has: every field is either fixed or follows from names, sizes and check sums, so that
 * the header bytes can be made again and compared. A reader also takes other zips apart, to say what else is wrong.
 */
export type ZipEntry = {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  /** Unpacked. */
  readonly size: number;
  readonly packed: Uint8Array;
};

export type ZipFault = {
  readonly check: 'zip.unreadable' | 'zip.form' | 'zip.duplicate' | 'zip.unsafe-name' | 'zip.hidden-data' | 'zip.bomb';
  readonly file: string;
};

export type ZipReading = { readonly entries: readonly ZipEntry[]; readonly faults: readonly ZipFault[] };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** 1980-01-01, the first day that zip knows: no time of the writing computer stands in a bundle. */
const DAY = 0x21;
/** Deflate cannot make more of a byte. */
const MAX_RATIO = 1032;
export const MAX_ENTRY_BYTES = 1_000_000_000;
export const MAX_TOTAL_BYTES = 6_000_000_000;
const MAX_ENTRIES = 20_000;

type Described = Pick<ZipEntry, 'name' | 'method' | 'crc' | 'size'> & { readonly packedSize: number };

/** Fields that a local and a central header share: version, flags, method, time, day, check sum, sizes, length of the name. */
function writeShared(view: DataView, at: number, entry: Described): void {
  view.setUint16(at, 20, true);
  // Names are UTF-8.
  view.setUint16(at + 2, 0x0800, true);
  view.setUint16(at + 4, entry.method, true);
  view.setUint16(at + 6, 0, true);
  view.setUint16(at + 8, DAY, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.packedSize, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, utf8(entry.name).length, true);
}

/** The bytes before an entry's data. */
export function localHeader(entry: Described): Uint8Array {
  const view = new DataView(new ArrayBuffer(LOCAL_BYTES));
  view.setUint32(0, LOCAL, true);
  writeShared(view, 4, entry);
  return join([new Uint8Array(view.buffer), utf8(entry.name)]);
}

/** The list of entries at the end, and the record that closes the file. */
export function centralDirectory(entries: readonly Described[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const view = new DataView(new ArrayBuffer(CENTRAL_BYTES));
    view.setUint32(0, CENTRAL, true);
    // Written as by Unix, so that the rights below are read: plain files, for their owner to write.
    view.setUint16(4, 0x0314, true);
    writeShared(view, 6, entry);
    view.setUint32(38, (0o100644 << 16) >>> 0, true);
    view.setUint32(42, offset, true);
    parts.push(new Uint8Array(view.buffer), utf8(entry.name));
    offset += LOCAL_BYTES + utf8(entry.name).length + entry.packedSize;
  }
  const directory = join(parts);
  const end = new DataView(new ArrayBuffer(END_BYTES));
  end.setUint32(0, END, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, directory.length, true);
  end.setUint32(16, offset, true);
  return join([directory, new Uint8Array(end.buffer)]);
}

const describe = ({ packed, ...rest }: ZipEntry): Described => ({ ...rest, packedSize: packed.length });

/** The whole zip of these entries, in this order. */
export function buildZip(entries: readonly ZipEntry[]): Uint8Array {
  const parts = entries.flatMap((entry) => [localHeader(describe(entry)), entry.packed]);
  return join([...parts, centralDirectory(entries.map(describe))]);
}

const fault = (check: ZipFault['check'], file = ''): ZipFault => ({ check, file });

/** Entries of a zip, with everything that no bundle of ours has. Nothing is unpacked. */
export function readZip(bytes: Uint8Array): ZipReading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endAt = findEnd(view);
  if (endAt === null) return { entries: [], faults: [fault('zip.unreadable')] };
  const count = view.getUint16(endAt + 10, true);
  if (count > MAX_ENTRIES) return { entries: [], faults: [fault('zip.bomb')] };
  const entries: ZipEntry[] = [];
  const faults: ZipFault[] = [];
  const seen = new Set<string>();
  let at = view.getUint32(endAt + 16, true);
  let total = 0;
  for (let n = 0; n < count; n += 1) {
    const central = readCentral(view, at);
    if (central === null) return { entries, faults: [...faults, fault('zip.unreadable')] };
    at = central.next;
    total += central.size;
    if (isBomb(central) || total > MAX_TOTAL_BYTES)
      return { entries, faults: [...faults, fault('zip.bomb', shown(central.name))] };
    if (!isSafeName(central.name)) faults.push(fault('zip.unsafe-name', shown(central.name)));
    if (seen.has(central.name)) faults.push(fault('zip.duplicate', shown(central.name)));
    seen.add(central.name);
    const packed = readPacked(view, central);
    if (packed === null) faults.push(fault('zip.unreadable', shown(central.name)));
    else entries.push({ name: central.name, method: central.method, crc: central.crc, size: central.size, packed });
  }
  return { entries, faults: [...faults, ...checkForm(bytes, entries)] };
}

type Central = Described & { readonly offset: number; readonly next: number };

const isBomb = ({ size, packedSize, method }: Central): boolean =>
  size > MAX_ENTRY_BYTES || (method === 0 ? size !== packedSize : size > packedSize * MAX_RATIO + 64);

/** A foreign name may hold anything; a report stays short and plain. */
const shown = (name: string): string => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 120);

export const isSafeName = (name: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(name) && name.length <= 100;

/** The closing record: from the end backwards, since a comment may follow it in foreign zips. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1) if (view.getUint32(at, true) === END) return at;
  return null;
}

function readCentral(view: DataView, at: number): Central | null {
  if (at + CENTRAL_BYTES > view.byteLength || view.getUint32(at, true) !== CENTRAL) return null;
  const nameBytes = view.getUint16(at + 28, true);
  const nameAt = at + CENTRAL_BYTES;
  const next = nameAt + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  if (next > view.byteLength) return null;
  const name = textOf(new Uint8Array(view.buffer, view.byteOffset + nameAt, nameBytes));
  if (name === null) return null;
  return {
    ...{ name, next, method: view.getUint16(at + 10, true), crc: view.getUint32(at + 16, true) },
    ...{ packedSize: view.getUint32(at + 20, true), size: view.getUint32(at + 24, true) },
    offset: view.getUint32(at + 42, true),
  };
}

function readPacked(view: DataView, { offset, packedSize }: Central): Uint8Array | null {
  if (offset + LOCAL_BYTES > view.byteLength || view.getUint32(offset, true) !== LOCAL) return null;
  const from = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (from + packedSize > view.byteLength) return null;
  return new Uint8Array(view.buffer, view.byteOffset + from, packedSize);
}

/** Compares with the zip that the same entries make in our form: what differs is named by the entry in whose bytes it lies. */
function checkForm(bytes: Uint8Array, entries: readonly ZipEntry[]): readonly ZipFault[] {
  let at = 0;
  for (const entry of entries) {
    const header = localHeader(describe(entry));
    const data = bytes.subarray(at + header.length, at + header.length + entry.packed.length);
    const isHere = data.byteOffset === entry.packed.byteOffset && data.length === entry.packed.length;
    if (!isHere) return [fault('zip.hidden-data', entry.name)];
    if (!isSame(bytes.subarray(at, at + header.length), header)) return [fault('zip.form', entry.name)];
    at += header.length + entry.packed.length;
  }
  return isSame(bytes.subarray(at), centralDirectory(entries.map(describe))) ? [] : [fault('zip.form')];
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = (c & 1) === 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** CRC-32 as zip has it. */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (CRC[(c ^ byte) & 255] as number) ^ (c >>> 8); // 256 of them
  return (c ^ 0xffffffff) >>> 0;
}
