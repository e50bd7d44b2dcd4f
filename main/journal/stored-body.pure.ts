/** Where the second key of a line begins: its time always has the same length. */
const SECOND_KEY = '{"at":"2026-01-01T00:00:00.000Z",'.length;
const SEALED_FIELD = /"sealed":"([A-Za-z0-9+/=]+)"/;
const END_OF_ERASED = /"kind":"erased","prev":"[0-9a-f]{64}","salt":"[0-9a-f]{64}","seq":\d+,"v":1\}$/;
const END_CHARS = 240;

export type StoredBody =
  | { readonly kind: 'sealed'; readonly bytes: Uint8Array }
  /** In the open, and to be sealed where there is a key. */
  | { readonly kind: 'open' }
  /** Erased, or of a kind that is never sealed. */
  | { readonly kind: 'bare' };

/** How the body of a sound line is kept, told by the order of its keys and without parsing it. */
export function findStoredBody(line: Buffer): StoredBody {
  if (line.toString('latin1', SECOND_KEY, SECOND_KEY + 6) === '"body"') {
    return END_OF_ERASED.test(line.toString('latin1', line.length - END_CHARS)) ? { kind: 'bare' } : { kind: 'open' };
  }
  // Quotes inside a value are escaped, so that no value can look like this field.
  const sealed = SEALED_FIELD.exec(line.toString('latin1'))?.[1];
  return sealed === undefined ? { kind: 'bare' } : { kind: 'sealed', bytes: Buffer.from(sealed, 'base64') };
}
