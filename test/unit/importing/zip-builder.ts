import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly isEncrypted?: boolean;
  readonly isSymlink?: boolean;
  /** Sizes that the archive claims, when they are not the true ones. */
  readonly claimedBytes?: number;
  readonly claimedCrc?: number;
  /** Bytes of the packed content to damage. */
  readonly damage?: (packed: Buffer) => void;
};

/** Writes a zip byte by byte, so that tests can make the archives that no honest tool writes. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? '');
    const packed = deflateRawSync(content);
    entry.damage?.(packed);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.isEncrypted ? 0x801 : 0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(entry.claimedCrc ?? crc32(content), 10);
    common.writeUInt32LE(packed.byteLength, 14);
    common.writeUInt32LE(entry.claimedBytes ?? content.byteLength, 18);
    common.writeUInt16LE(name.byteLength, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.isSymlink ? 0o120777 * 0x10000 : 0, 6);
    rest.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, rest, name]));
    locals.push(local);
    offset += local.byteLength;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.byteLength, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}
