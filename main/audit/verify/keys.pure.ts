import { fromBase64, fromHex, isSame, utf8 } from './bytes.pure.ts';
import { canonical, readCanonical } from './canonical.pure.ts';
import type { Sha256 } from './chain.pure.ts';
import { isSignedBy } from './ed25519.pure.ts';
import { isFields } from './manifest.pure.ts';

/** The head of an Ed25519 public key in SPKI; its 32 bytes follow (RFC 8410). */
const SPKI_PREFIX = fromHex('302a300506032b6570032100') ?? new Uint8Array();

/** The 32 bytes of a public key as bundles and `head.json` write it (SPKI, base64), or null. */
export function readPublicKey(text: string): Uint8Array | null {
  const bytes = fromBase64(text);
  if (bytes === null || bytes.length !== 44 || !isSame(bytes.subarray(0, 12), SPKI_PREFIX)) return null;
  return bytes.subarray(12);
}

/** SHA-256 of the SPKI bytes, in hex: short enough to read out on the telephone in groups. */
export function fingerprintOf(publicKey: string, sha256: Sha256): string | null {
  const bytes = readPublicKey(publicKey) === null ? null : fromBase64(publicKey);
  return bytes === null ? null : sha256(bytes);
}

/** A fingerprint or a public key as people paste it: without blanks and colons, any case. Null: neither. */
export function readExpectedKey(text: string, sha256: Sha256): string | null {
  const plain = text.replace(/[\s:]/g, '');
  if (/^[0-9a-f]{64}$/i.test(plain)) return plain.toLowerCase();
  return fingerprintOf(plain, sha256);
}

export type Signed = { readonly publicKey: string; readonly signature: string };

/** Whether these fields, with their purpose, were signed; the purpose keeps a signature from serving elsewhere. */
export function isSignedFor(purpose: string, fields: { readonly [key: string]: unknown }, signed: Signed): boolean {
  const key = readPublicKey(signed.publicKey);
  const signature = fromBase64(signed.signature);
  if (key === null || signature === null) return false;
  return isSignedBy(key, utf8(signingText(purpose, fields)), signature);
}

/** The text that is signed. */
export const signingText = (purpose: string, fields: { readonly [key: string]: unknown }): string =>
  canonical({ ...fields, purpose }) ?? '';

export const HEAD_PURPOSE = 'palimpsest.head.v1';
export const MANIFEST_PURPOSE = 'palimpsest.audit.v1';

export type HeadFile = {
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
  readonly signed: Signed | null;
};

/** `head.json`, signed or not, or null where it is none. */
export function readHeadFile(text: string): HeadFile | null {
  const read = readCanonical(text.endsWith('\n') ? text.slice(0, -1) : text);
  if (read.kind !== 'ok' || !isFields(read.value)) return null;
  const { seq, hash, at, signature, publicKey, ...rest } = read.value;
  if (Object.keys(rest).length > 0 || typeof seq !== 'number' || typeof hash !== 'string' || typeof at !== 'string')
    return null;
  if (signature === undefined && publicKey === undefined) return { seq, hash, at, signed: null };
  if (typeof signature !== 'string' || typeof publicKey !== 'string') return null;
  return { seq, hash, at, signed: { signature, publicKey } };
}

/** `signature.json`, or null where it is none. */
export function readSignatureFile(text: string): Signed | null {
  const read = readCanonical(text);
  if (read.kind !== 'ok' || !isFields(read.value)) return null;
  const { publicKey, purpose, signature, ...rest } = read.value;
  const isSound = purpose === MANIFEST_PURPOSE && Object.keys(rest).length === 0;
  return isSound && typeof publicKey === 'string' && typeof signature === 'string' ? { publicKey, signature } : null;
}
