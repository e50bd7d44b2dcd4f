import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/** A key for `seal` and `open`: 32 bytes. */
export const KEY_BYTES = 32;
/** A fresh random salt a message. 192 bits: it never repeats by chance, however many messages one key seals. */
export const SALT_BYTES = 24;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const VERSION = 1;
/** What sealing adds to the length of a message: version, salt and tag. */
export const OVERHEAD_BYTES = 1 + SALT_BYTES + TAG_BYTES;
const INFO = 'palimpsest.aead.v1';

export type Seal = {
  readonly key: Uint8Array;
  readonly plain: Uint8Array;
  /** What the message is and where it belongs; not stored, and needed again to open it. */
  readonly context: string;
  /** `SALT_BYTES` random bytes, never used before: `ids.bytes(SALT_BYTES)`. */
  readonly salt: Uint8Array;
};

/**
 * AES-256-GCM under a key and nonce of this message's own, derived from its random salt by HKDF: GCM's own nonce of 96 bits
 * would be too short to be drawn at random for ever. Layout: version, salt, ciphertext, tag.
 */
export function seal({ key, plain, context, salt }: Seal): Buffer {
  if (salt.length !== SALT_BYTES) throw new TypeError('bug: the salt has the wrong length');
  const own = deriveOwn(key, salt);
  const cipher = createCipheriv('aes-256-gcm', own.key, own.nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), salt, body, cipher.getAuthTag()]);
}

export type Open = { readonly key: Uint8Array; readonly sealed: Uint8Array; readonly context: string };

/** The message, or null where the key or the context is another one, or any byte was changed or is missing. */
export function open({ key, sealed, context }: Open): Buffer | null {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== VERSION) return null;
  const own = deriveOwn(key, sealed.subarray(1, 1 + SALT_BYTES));
  const decipher = createDecipheriv('aes-256-gcm', own.key, own.nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = decipher.update(sealed.subarray(1 + SALT_BYTES, sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]);
  } catch {
    // The only thing that ends badly here is the tag: the caller says what that means for its file.
    return null;
  }
}

/** A key for one purpose, from a key for several. */
export function deriveSubkey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), purpose, KEY_BYTES));
}

function deriveOwn(key: Uint8Array, salt: Uint8Array): { readonly key: Buffer; readonly nonce: Buffer } {
  if (key.length !== KEY_BYTES) throw new TypeError('bug: the key has the wrong length');
  const bytes = Buffer.from(hkdfSync('sha256', key, salt, INFO, KEY_BYTES + NONCE_BYTES));
  return { key: bytes.subarray(0, KEY_BYTES), nonce: bytes.subarray(KEY_BYTES) };
}
