export type DecodedText = {
  readonly text: string;
  /** No mark and no declaration said how it is written. */
  readonly isGuessed: boolean;
};

/** Bytes of C1 that Windows-1252 leaves undefined. */
const UNDEFINED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** In the languages that Windows-1252 was made for, two letters of the high half in a row are rare; in others they are the rule. */
const MAX_RUN = 1.6;
const MAX_HIGH_SHARE = 0.3;
const SAMPLE_BYTES = 65_536;

/**
 * The text in bytes: as their mark says, as `declared` says, as UTF-8, or as UTF-16 or Windows-1252 where they can be
 * nothing else. Null where they are no text.
 */
export function decodeText(bytes: Uint8Array, declared: string | null = null): DecodedText | null {
  const marked = markOf(bytes);
  if (marked !== null) return toText(bytes, marked, false);
  if (declared !== null) {
    const said = toText(bytes, declared, false);
    if (said !== null) return said;
  }
  const utf8 = toText(bytes, 'utf-8', false);
  if (utf8 !== null) return utf8;
  const wide = wideOf(bytes);
  if (wide !== null) return toText(bytes, wide, true);
  return isWestern(bytes) ? toText(bytes, 'windows-1252', true) : null;
}

function markOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function toText(bytes: Uint8Array, encoding: string, isGuessed: boolean): DecodedText | null {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const decoded = decoder.decode(bytes);
    const text = decoder.encoding === 'windows-1252' ? decoded.replace(/[\u0080-\u009f]/g, toWestern) : decoded;
    return text.includes('\0') ? null : { text, isGuessed };
  } catch {
    return null; // not this one, or an encoding that nobody knows: the next is tried
  }
}

/** 0x80 to 0x9f in Windows-1252: some versions of Node leave them as the control characters of Latin-1. */
const C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const toWestern = (char: string): string => C1[char.charCodeAt(0) - 0x80] ?? char;

/** UTF-16 without its mark: in most scripts every other byte is the same few values, zero above all. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const size = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  if (size < 8) return null;
  let [low, high] = [0, 0];
  for (let at = 0; at < size; at += 2) {
    if (bytes[at] === 0) low += 1;
    if (bytes[at + 1] === 0) high += 1;
  }
  const pairs = size / 2;
  if (high > pairs * 0.4 && low < pairs * 0.05) return 'utf-16le';
  return low > pairs * 0.4 && high < pairs * 0.05 ? 'utf-16be' : null;
}

function isWestern(bytes: Uint8Array): boolean {
  const size = Math.min(bytes.length, SAMPLE_BYTES);
  let [high, runs] = [0, 0];
  for (let at = 0; at < size; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) return false;
    if (UNDEFINED_1252.has(byte)) return false;
    if (byte < 0x80) continue;
    high += 1;
    if (at === 0 || (bytes[at - 1] ?? 0) < 0x80) runs += 1;
  }
  return high <= size * MAX_HIGH_SHARE && high <= runs * MAX_RUN;
}
