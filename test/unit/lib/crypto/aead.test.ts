import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveSubkey, KEY_BYTES, OVERHEAD_BYTES, open, SALT_BYTES, seal } from '../../../../main/lib/crypto/aead.ts';

const key = new Uint8Array(KEY_BYTES).fill(7);
const salt = new Uint8Array(SALT_BYTES).fill(9);

describe('lib/crypto/aead', () => {
  it('opens what it sealed, whatever the bytes and the context', () => {
    const inputs = fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.string());
    fc.assert(
      fc.property(inputs, ([plain, context]) => {
        const sealed = seal({ key, plain, context, salt });
        expect(sealed.length).toBe(plain.length + OVERHEAD_BYTES);
        expect(open({ key, sealed, context })).toEqual(Buffer.from(plain));
      }),
    );
  });

  it('opens nothing of which one bit was changed or one byte cut off', () => {
    const sealed = seal({ key, plain: new TextEncoder().encode('the harbour at dusk'), context: 'a', salt });
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] ?? 0) ^ (1 << (i % 8));
      expect(open({ key, sealed: changed, context: 'a' })).toBeNull();
      expect(open({ key, sealed: sealed.subarray(0, i), context: 'a' })).toBeNull();
    }
  });

  it('opens nothing in another place or under another key', () => {
    const sealed = seal({ key, plain: new Uint8Array(5), context: 'chunk 1', salt });
    expect(open({ key, sealed, context: 'chunk 2' })).toBeNull();
    expect(open({ key: deriveSubkey(key, 'another'), sealed, context: 'chunk 1' })).toBeNull();
  });

  it('seals the same bytes differently under another salt', () => {
    const plain = new Uint8Array(64);
    const other = seal({ key, plain, context: 'a', salt: new Uint8Array(SALT_BYTES).fill(8) });
    expect(other.subarray(1 + SALT_BYTES)).not.toEqual(
      seal({ key, plain, context: 'a', salt }).subarray(1 + SALT_BYTES),
    );
  });
});
