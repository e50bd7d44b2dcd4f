import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { AppError } from '../contract/errors.ts';
import type { ManifestFile } from './verify/manifest.pure.ts';
import { centralDirectory, crc32, localHeader, MAX_TOTAL_BYTES } from './verify/zip.pure.ts';

const deflate = promisify(deflateRaw);
/** Zip counts offsets in 32 bits. */
const MAX_ZIP_BYTES = 4_000_000_000;

type Written = Parameters<typeof localHeader>[0];

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Writes the one form of zip that a bundle has, an entry at a time. */
export type ZipWriter = {
  /** `isStored`: as it is, so that no bit of it is without meaning. */
  readonly add: (name: string, bytes: Uint8Array, how?: { readonly isStored: boolean }) => Promise<ManifestFile>;
  /** The whole zip as it would end here, or null where it is too large to be kept. */
  readonly soFar: () => Uint8Array | null;
  readonly finish: () => Promise<number>;
};

/** `keepBytes`: how much of it is kept beside, for the page that carries it. */
export function createZipWriter(write: (bytes: Uint8Array) => Promise<void>, keepBytes: number): ZipWriter {
  const entries: Written[] = [];
  let kept: Uint8Array[] | null = [];
  let bytesOut = 0;
  let bytesIn = 0;

  const put = async (bytes: Uint8Array): Promise<void> => {
    bytesOut += bytes.length;
    if (bytesOut > MAX_ZIP_BYTES) throw tooLarge();
    if (bytesOut > keepBytes) kept = null;
    kept?.push(bytes);
    await write(bytes);
  };

  return {
    add: async (name, bytes, how = { isStored: false }) => {
      bytesIn += bytes.length;
      if (bytesIn > MAX_TOTAL_BYTES) throw tooLarge();
      const packed = how.isStored ? bytes : new Uint8Array(await deflate(bytes, { level: 6 }));
      const entry = {
        name,
        method: how.isStored ? 0 : 8,
        crc: crc32(bytes),
        size: bytes.length,
        packedSize: packed.length,
      };
      entries.push(entry);
      await put(localHeader(entry));
      await put(packed);
      return {
        path: name,
        size: bytes.length,
        sha256: sha256Hex(bytes),
        packedSize: packed.length,
        packedSha256: sha256Hex(packed),
      };
    },
    soFar: () => (kept === null ? null : new Uint8Array(Buffer.concat([...kept, centralDirectory(entries)]))),
    finish: async () => {
      await put(centralDirectory(entries));
      return bytesOut;
    },
  };
}

const tooLarge = (): AppError =>
  new AppError(
    'audit.too-large',
    'A bundle of all this would be larger than 4 GB. Choose a space, a conversation or a shorter time.',
  );
