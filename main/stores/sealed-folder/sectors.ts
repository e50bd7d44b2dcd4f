import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/** One page of Postgres: its writes then never have to read first. */
export const SECTOR_BYTES = 8192;
/** XTS takes no less; a shorter end of a file is sealed by a stream. */
const XTS_LEAST_BYTES = 16;
export const FILE_ID_BYTES = 12;

/** Keys of one database folder, each for one purpose. */
export type SectorKeys = { readonly sectors: Buffer; readonly tails: Buffer; readonly check: Buffer };

/** The keys of a folder from the vault's key for databases. */
export function deriveSectorKeys(key: Uint8Array): SectorKeys {
  const bytes = Buffer.from(hkdfSync('sha512', key, new Uint8Array(), 'palimpsest database folder 1', 64 + 32 + 32));
  return { sectors: bytes.subarray(0, 64), tails: bytes.subarray(64, 96), check: bytes.subarray(96) };
}

/** Overwrites keys that are no longer needed. */
export function wipeSectorKeys({ sectors, tails, check }: SectorKeys): void {
  for (const bytes of [sectors, tails, check]) bytes.fill(0);
}

/** What a folder keeps to tell whether a key is the one it was made with; says nothing about the key. */
export const sealOf = (key: Uint8Array): string =>
  createHmac('sha256', deriveSectorKeys(key).check).update('palimpsest database folder').digest('hex');

/** Where a sector stands: no two in a folder are sealed alike, and a renamed file stays readable. */
export type Place = { readonly fileId: Uint8Array; readonly sector: number };

function tweakOf({ fileId, sector }: Place): Buffer {
  const tweak = Buffer.alloc(FILE_ID_BYTES + 4);
  tweak.set(fileId);
  tweak.writeUInt32LE(sector, FILE_ID_BYTES);
  return tweak;
}

/** Encrypts one sector, which is shorter than the others only at the end of its file. */
export function sealSector(keys: SectorKeys, place: Place, plain: Uint8Array): Buffer {
  return plain.length < XTS_LEAST_BYTES
    ? createCipheriv('aes-256-ctr', keys.tails, tweakOf(place)).update(plain)
    : createCipheriv('aes-256-xts', keys.sectors, tweakOf(place)).update(plain);
}

/** Decrypts one sector. A sector of zeros is a hole that nobody has written, and reads as zeros. */
export function openSector(keys: SectorKeys, place: Place, sealed: Uint8Array): Uint8Array {
  if (sealed.length < XTS_LEAST_BYTES)
    return createDecipheriv('aes-256-ctr', keys.tails, tweakOf(place)).update(sealed);
  if (sealed[0] === 0 && isZero(sealed)) return sealed;
  return createDecipheriv('aes-256-xts', keys.sectors, tweakOf(place)).update(sealed);
}

/** Whether a hole of this many bytes may stand for zeros: a short end cannot be told from what a stream makes. */
export const mayBeHole = (sizeBytes: number): boolean => sizeBytes >= XTS_LEAST_BYTES;

export function isZero(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== 0) return false;
  return true;
}
