/** What every part of the verifier does with bytes. No dependency: the same code runs in Node and in a browser. */

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const FROM_BASE64 = new Uint8Array(128).fill(255);
for (let n = 0; n < BASE64.length; n += 1) FROM_BASE64[BASE64.charCodeAt(n)] = n;

const encoder = new TextEncoder();
// A byte order mark is kept, so that it fails instead of being dropped without a word.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 of a text. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** The text of UTF-8 bytes, or null where they are none. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    // The decoder's only failure; the caller gets it as data.
    return null;
  }
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += `${HEX[byte >> 4]}${HEX[byte & 15]}`;
  return text;
}

/** Bytes of lowercase hex, or null. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let n = 0; n < bytes.length; n += 1) bytes[n] = Number.parseInt(text.slice(n * 2, n * 2 + 2), 16);
  return bytes;
}

/** Bytes of padded base64 in its one canonical spelling, or null. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const last = text.length - padding;
  let bits = 0;
  let held = 0;
  let to = 0;
  for (let n = 0; n < last; n += 1) {
    const code = text.charCodeAt(n);
    const value = code < 128 ? (FROM_BASE64[code] ?? 255) : 255;
    if (value === 255) return null;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[to] = (held >> bits) & 255;
      to += 1;
    }
  }
  // Bits that no byte takes must be 0, or two spellings would mean the same.
  return (held & ((1 << bits) - 1)) === 0 ? bytes : null;
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let n = 0; n < a.length; n += 1) if (a[n] !== b[n]) return false;
  return true;
}

/** Bytes one after another. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
