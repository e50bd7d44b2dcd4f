import { generationOf, openEnvelope, sealEnvelope } from './crypto/envelope.ts';
import type { KeyPurpose, Keyring } from './crypto/keyring.ts';
import type { Ids } from './ids.ts';

/** What stands at the beginning of a sealed file, for whoever looks into the folder. */
const MARK = Buffer.from('PALIMPSEST-SEALED-1\n');

/** How whole files of the data folder are kept on disk. `place` is the path in the folder: files that are swapped do not open. */
export type FileCodec = {
  readonly encode: (plain: Uint8Array | string, place: string) => Uint8Array | string;
  /** Null where these are not the bytes that were written there. */
  readonly decode: (stored: Buffer, place: string) => Buffer | null;
};

/** A folder without a key: files are what they are. */
export const plainFiles: FileCodec = { encode: (plain) => plain, decode: (stored) => stored };

/** Files under the vault's key. What lies there in the open was put there by somebody else and is not taken. */
export function sealFiles(keyring: Keyring, ids: Pick<Ids, 'bytes'>): FileCodec {
  return {
    encode: (plain, place) => {
      const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
      return Buffer.concat([MARK, sealEnvelope(bytes, { keyring, purpose: purposeOf(place), place, ids })]);
    },
    decode: (stored, place) =>
      isSealedFile(stored)
        ? openEnvelope(stored.subarray(MARK.length), { keyring, purpose: purposeOf(place), place })
        : null,
  };
}

export const fileCodecOf = (keyring: Keyring | null, ids: Pick<Ids, 'bytes'>): FileCodec =>
  keyring === null ? plainFiles : sealFiles(keyring, ids);

export function isSealedFile(stored: Uint8Array): boolean {
  return stored.length >= MARK.length && MARK.equals(stored.subarray(0, MARK.length));
}

/** The generation of the vault key that a sealed file names; null where the file lies in the open or is cut. */
export const sealedGenerationOf = (stored: Uint8Array): number | null =>
  isSealedFile(stored) ? generationOf(stored.subarray(MARK.length)) : null;

const purposeOf = (place: string): KeyPurpose => (place.startsWith('traces/') ? 'traces' : 'files');
