import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { OVERHEAD_BYTES, open, SALT_BYTES, seal as sealBytes } from '../lib/crypto/aead.ts';
import type { Ids } from '../lib/ids.ts';

/** The key of a protected folder's cache. */
export type CacheSeal = { readonly key: Uint8Array; readonly ids: Pick<Ids, 'bytes'> };

const KEY_BYTES = 32;
const HEAD_BYTES = KEY_BYTES + 6;
const TAIL_BYTES = 6 + 4;
/** How much longer a sealed entry is: it holds the hash of its text inside too, and can be laid open again. */
export const SEALED_EXTRA_BYTES = KEY_BYTES + OVERHEAD_BYTES;

/** What an entry is found by: without the key nobody can try whether a text is there. */
export function keyUnder(seal: CacheSeal | null, plainKey: string): string {
  return seal === null ? plainKey : createHmac('sha256', seal.key).update(plainKey, 'hex').digest('hex');
}

/** An entry with everything but its key and counts sealed. */
export function sealEntry(seal: CacheSeal, entry: Buffer): Buffer {
  const head = Buffer.from(entry.subarray(0, HEAD_BYTES));
  head.write(keyUnder(seal, entry.toString('hex', 0, KEY_BYTES)), 0, 'hex');
  const plain = Buffer.concat([entry.subarray(0, KEY_BYTES), entry.subarray(HEAD_BYTES, -TAIL_BYTES)]);
  const salt = seal.ids.bytes(SALT_BYTES);
  const body = sealBytes({ key: seal.key, plain, context: contextOf(head), salt });
  return withSum([head, body, entry.subarray(-TAIL_BYTES, -4)]);
}

/** The entry as it was, or null where it does not open. */
export function openEntry(seal: CacheSeal, sealed: Buffer): Buffer | null {
  const head = sealed.subarray(0, HEAD_BYTES);
  const body = sealed.subarray(HEAD_BYTES, -TAIL_BYTES);
  const plain = open({ key: seal.key, sealed: body, context: contextOf(head) });
  if (plain === null) return null;
  const openHead = [plain.subarray(0, KEY_BYTES), head.subarray(KEY_BYTES)];
  return withSum([...openHead, plain.subarray(KEY_BYTES), sealed.subarray(-TAIL_BYTES, -4)]);
}

function withSum(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([...parts, Buffer.alloc(4)]);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

const contextOf = (head: Buffer): string => `palimpsest.cache.v1\n${head.toString('hex')}`;
