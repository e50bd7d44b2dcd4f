import type { Ids } from '../ids.ts';
import { OVERHEAD_BYTES, open, SALT_BYTES, seal } from './aead.ts';
import type { KeyPurpose, Keyring } from './keyring.ts';

/** Encrypted bytes that say with which vault key they were written: its generation (4 bytes, big endian) ‖ as `aead.ts`. */
const GENERATION_BYTES = 4;
/** How much longer the sealed bytes are than the plain ones. */
export const ENVELOPE_BYTES = GENERATION_BYTES + OVERHEAD_BYTES;

type Place = {
  readonly keyring: Keyring;
  readonly purpose: KeyPurpose;
  /** Where the bytes belong: bytes that are moved elsewhere do not open. */
  readonly place: string;
};

/** Encrypts and authenticates bytes for one place, with the key that is written with. */
export function sealEnvelope(plain: Uint8Array, input: Place & { readonly ids: Pick<Ids, 'bytes'> }): Buffer {
  const { keyring, purpose, ids } = input;
  const key = keyring.keyFor(purpose, keyring.generation);
  if (key === null) throw new Error('bug: the current key is not in its keyring');
  const head = Buffer.alloc(GENERATION_BYTES);
  head.writeUInt32BE(keyring.generation);
  return Buffer.concat([head, seal({ key, plain, context: contextOf(input), salt: ids.bytes(SALT_BYTES) })]);
}

/** The plain bytes, or null where these are not whole, not for this place, or of a key that is not held. */
export function openEnvelope(sealed: Uint8Array, input: Place): Buffer | null {
  const generation = generationOf(sealed);
  const key = generation === null ? null : input.keyring.keyFor(input.purpose, generation);
  if (key === null) return null;
  return open({ key, sealed: sealed.subarray(GENERATION_BYTES), context: contextOf(input) });
}

/** The generation of the vault key that sealed bytes name, or null where they are too short to be sealed. */
export function generationOf(sealed: Uint8Array): number | null {
  if (sealed.length < ENVELOPE_BYTES) return null;
  return Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).readUInt32BE(0);
}

const contextOf = ({ purpose, place }: Place): string => `${purpose}\n${place}`;
