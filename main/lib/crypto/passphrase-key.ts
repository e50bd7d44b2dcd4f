import { argon2id } from 'hash-wasm';
import { z } from 'zod';

/** How a passphrase becomes a key; stored beside what the key protects, so that the cost can grow later. */
export const PassphraseParams = z
  .strictObject({
    kdf: z.literal('argon2id'),
    /** Argon2's version 1.3, the only one in use. */
    version: z.literal(19),
    memoryKiB: z
      .int()
      .min(8 * 1024)
      .max(4 * 1024 * 1024),
    passes: z.int().min(1).max(64),
    lanes: z.literal(1),
    /** Base64, 16 to 64 bytes, random. */
    salt: z.base64().min(22).max(88),
  })
  .readonly();
export type PassphraseParams = z.infer<typeof PassphraseParams>;

/** 128 MiB and three passes: twice the least that is asked for, and half a second on the two slow cores of its measurement. */
const MEMORY_KIB = 128 * 1024;
const PASSES = 3;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Parameters for a new passphrase; `randomBytes` gives as many random bytes as it is asked for. */
export function newPassphraseParams(randomBytes: (sizeBytes: number) => Uint8Array): PassphraseParams {
  const salt = Buffer.from(randomBytes(SALT_BYTES)).toString('base64');
  return { kdf: 'argon2id', version: 19, memoryKiB: MEMORY_KIB, passes: PASSES, lanes: 1, salt };
}

/**
 * The key of 32 bytes that a passphrase stands for (RFC 9106). The passphrase is normalised (NFC), so that it fits whatever
 * keyboard or system it is typed on; nothing else of it is changed.
 */
export async function deriveKey(passphrase: string, params: PassphraseParams): Promise<Uint8Array> {
  return argon2id({
    password: new TextEncoder().encode(passphrase.normalize('NFC')),
    salt: Buffer.from(params.salt, 'base64'),
    iterations: params.passes,
    memorySize: params.memoryKiB,
    parallelism: params.lanes,
    hashLength: KEY_BYTES,
    outputType: 'binary',
  });
}
