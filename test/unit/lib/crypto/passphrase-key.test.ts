import { describe, expect, it } from 'vitest';
import { deriveKey, newPassphraseParams, PassphraseParams } from '../../../../main/lib/crypto/passphrase-key.ts';

/** Cheap, so that the test is: what is proved here does not depend on the cost. */
const params: PassphraseParams = {
  kdf: 'argon2id',
  version: 19,
  memoryKiB: 8 * 1024,
  passes: 1,
  lanes: 1,
  salt: Buffer.alloc(16, 1).toString('base64'),
};

describe('lib/crypto/passphrase-key', () => {
  it('gives the same key for the same passphrase however its accents are typed, and another for any other', async () => {
    const [composed, decomposed, other, salted] = await Promise.all([
      deriveKey('caf\u00e9 au lait', params),
      deriveKey('cafe\u0301 au lait', params),
      deriveKey('cafe au lait', params),
      deriveKey('caf\u00e9 au lait', { ...params, salt: Buffer.alloc(16, 2).toString('base64') }),
    ]);
    expect(composed).toEqual(decomposed);
    expect(composed).not.toEqual(other);
    expect(composed).not.toEqual(salted);
    expect(composed.length).toBe(32);
  });

  it('agrees with the reference implementation of Argon2id', async () => {
    const key = await deriveKey('password', {
      ...params,
      memoryKiB: 65_536,
      passes: 2,
      salt: Buffer.from('somesalt').toString('base64'),
    });
    expect(Buffer.from(key).toString('hex')).toBe('09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7');
  });

  it('starts with at least 64 MiB and three passes', () => {
    const fresh = newPassphraseParams((size) => new Uint8Array(size));
    expect(PassphraseParams.parse(fresh)).toEqual(fresh);
    expect(fresh.memoryKiB).toBeGreaterThanOrEqual(64 * 1024);
    expect(fresh.passes).toBeGreaterThanOrEqual(3);
  });
});
