import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf, replaceFile } from './files.ts';
import { canonicalJson } from './record.pure.ts';

const HeadFile = z
  .strictObject({
    seq: z.int().min(0),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    at: z.iso.datetime({ precision: 3 }),
    signature: z.string(),
    publicKey: z.string(),
  })
  .readonly();
export type Head = z.infer<typeof HeadFile>;

export type KeyPair = { readonly publicKey: string; readonly privateKey: KeyObject };

export type HeadReading =
  | { readonly kind: 'signed'; readonly head: Head }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' }
  /** Readable, but the signature or the key is not the vault's. */
  | { readonly kind: 'forged' };

function signedBytes(head: Pick<Head, 'seq' | 'hash' | 'at'>): Buffer {
  return Buffer.from(canonicalJson({ purpose: 'palimpsest.head.v1', seq: head.seq, hash: head.hash, at: head.at }));
}

/** Signs the journal's end and replaces `head.json` durably. */
export async function writeHead(folder: string, keys: KeyPair, end: Pick<Head, 'seq' | 'hash' | 'at'>): Promise<void> {
  const signature = sign(null, signedBytes(end), keys.privateKey).toString('base64');
  const head: Head = { ...end, signature, publicKey: keys.publicKey };
  await replaceFile(join(folder, 'head.json'), `${canonicalJson(head)}\n`);
}

/** Reads and checks `head.json`; `publicKey` is the vault's (SPKI, base64), or null to trust the file's own. */
export async function readHead(folder: string, publicKey: string | null): Promise<HeadReading> {
  let text: string;
  try {
    text = await readFile(join(folder, 'head.json'), 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { kind: 'absent' };
    throw error;
  }
  return checkHead(text, publicKey);
}

/** As `readHead`, of a `head.json` that lies elsewhere. */
export function checkHead(text: string, publicKey: string | null): Exclude<HeadReading, { readonly kind: 'absent' }> {
  let head: Head;
  try {
    head = HeadFile.parse(JSON.parse(text));
  } catch {
    // A finding for verification; at start-up it must not keep the user from their own history.
    return { kind: 'unreadable' };
  }
  if (publicKey !== null && head.publicKey !== publicKey) return { kind: 'forged' };
  return isSigned(head) ? { kind: 'signed', head } : { kind: 'forged' };
}

function isSigned(head: Head): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(head.publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, signedBytes(head), key, Buffer.from(head.signature, 'base64'));
  } catch {
    // Bytes that are no key sign nothing.
    return false;
  }
}
