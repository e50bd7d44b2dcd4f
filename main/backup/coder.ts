import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { deriveSubkey, open, SALT_BYTES, seal } from '../lib/crypto/aead.ts';
import type { Ids } from '../lib/ids.ts';
import { chunkContext, sha256 } from './format.pure.ts';

const pack = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw);
const unpack = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);
/** Measured on a journal: twice as quick as the default, and an eighth larger. */
const LEVEL = 3;

/** How chunks lie on the disk: compressed, and sealed where there is a key. */
export type Coder = {
  readonly isEncrypted: boolean;
  /** The name of a content: without the key nobody can tell from it what was saved. */
  readonly idOf: (plain: Uint8Array) => string;
  readonly encode: (id: string, plain: Uint8Array) => Promise<Buffer>;
  /** Null where the bytes are not those of `id`, of which `bytes` were saved. */
  readonly decode: (
    stored: Uint8Array,
    chunk: { readonly id: string; readonly bytes: number },
  ) => Promise<Buffer | null>;
  readonly encodeText: (text: string, context: string) => Promise<Buffer>;
  readonly decodeText: (stored: Uint8Array, context: string) => Promise<string | null>;
};

/** Larger lists of contents would name a hundred million records. */
const MAX_TEXT_BYTES = 1 << 29;

/** For backups without a passphrase. */
export const plainCoder: Coder = createCoder({
  idOf: sha256,
  cover: (bytes) => bytes,
  uncover: (bytes) => bytes,
  isEncrypted: false,
});

/** For backups with one; each purpose has a key of its own, so that no message stands for another. */
export function sealedCoder(dataKey: Uint8Array, ids: Ids): Coder {
  const chunkKey = deriveSubkey(dataKey, 'palimpsest.backup.chunks.v1');
  const nameKey = deriveSubkey(dataKey, 'palimpsest.backup.names.v1');
  return createCoder({
    isEncrypted: true,
    idOf: (plain) => createHmac('sha256', nameKey).update(plain).digest('hex'),
    cover: (plain, context) => seal({ key: chunkKey, plain, context, salt: ids.bytes(SALT_BYTES) }),
    uncover: (sealed, context) => open({ key: chunkKey, sealed, context }),
  });
}

type Cover = {
  readonly isEncrypted: boolean;
  readonly idOf: (plain: Uint8Array) => string;
  readonly cover: (plain: Uint8Array, context: string) => Uint8Array;
  readonly uncover: (stored: Uint8Array, context: string) => Uint8Array | null;
};

function createCoder({ isEncrypted, idOf, cover, uncover }: Cover): Coder {
  const encode = async (plain: Uint8Array, context: string): Promise<Buffer> =>
    Buffer.from(cover(await pack(plain, { level: LEVEL }), context));
  const decode = async (stored: Uint8Array, context: string, maxBytes: number): Promise<Buffer | null> => {
    const packed = uncover(stored, context);
    if (packed === null) return null;
    try {
      return await unpack(packed, { maxOutputLength: Math.max(1, maxBytes) });
    } catch {
      // Cut short, changed, or more than was saved: all of it is damage, which the caller names.
      return null;
    }
  };
  return {
    isEncrypted,
    idOf,
    encode: (id, plain) => encode(plain, chunkContext(id)),
    decode: async (stored, { id, bytes }) => {
      const plain = await decode(stored, chunkContext(id), bytes);
      return plain !== null && plain.length === bytes && idOf(plain) === id ? plain : null;
    },
    encodeText: (text, context) => encode(Buffer.from(text, 'utf8'), context),
    decodeText: async (stored, context) => (await decode(stored, context, MAX_TEXT_BYTES))?.toString('utf8') ?? null,
  };
}
