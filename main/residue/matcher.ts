import type { Form } from './forms.pure.ts';

/** Bytes of a gram. */
const GRAM = 4;
const FOLD = 0x20202020;
const SPREAD = 0x9e3779b1;

/**
 * Finds many forms in bytes at once. Only every eighth (or sixteenth) byte is looked at: a form that is longer than that
 * holds a whole word of four bytes at such a place wherever it stands, so all its words at such distances are known beforehand.
 */
export type Matcher = {
  /** `bytes` begins at a multiple of four in its buffer. Tells of each form and where it begins. */
  readonly search: (bytes: Uint8Array, onHit: (form: Form, at: number) => void) => void;
  /** Of the longest form: pieces of a file that are searched apart overlap by as much. */
  readonly longestBytes: number;
};

export function createMatcher(forms: readonly Form[]): Matcher {
  const long = forms.filter(({ bytes }) => bytes.length >= 8 + GRAM - 1);
  const short = forms.filter(({ bytes }) => bytes.length < 8 + GRAM - 1).flatMap(casesOf);
  const stride = long.every(({ bytes }) => bytes.length >= 16 + GRAM - 1) ? 16 : 8;
  const index = indexGrams(long, stride);
  return {
    longestBytes: forms.reduce((most, { bytes }) => Math.max(most, bytes.length), 0),
    search: (bytes, onHit) => {
      if (long.length > 0) searchGrams(bytes, { ...index, stride, forms: long }, onHit);
      for (const form of short) searchOne(bytes, form, onHit);
    },
  };
}

/** A short form is looked for as it is, in small letters and in capitals. */
function casesOf(form: Form): readonly Form[] {
  if (form.isExact) return [form];
  const text = Buffer.from(form.bytes).toString('latin1');
  const small = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const large = text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [...new Set([text, small, large])].map((other) => ({ ...form, bytes: Buffer.from(other, 'latin1') }));
}

function searchOne(bytes: Uint8Array, form: Form, onHit: (form: Form, at: number) => void): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = buffer.indexOf(form.bytes); at !== -1; at = buffer.indexOf(form.bytes, at + 1)) onHit(form, at);
}

type Index = {
  /** One byte for each hash of a word: most words of a file end here. */
  readonly filter: Uint8Array;
  readonly shift: number;
  /** Word → form × 16 + where in the form it stands. */
  readonly places: ReadonlyMap<number, readonly number[]>;
};

function indexGrams(forms: readonly Form[], stride: number): Index {
  const bits = Math.min(20, Math.max(14, Math.ceil(Math.log2(forms.length * stride * 32 + 1))));
  const filter = new Uint8Array(1 << bits);
  const places = new Map<number, number[]>();
  for (const [n, { bytes }] of forms.entries()) {
    for (let offset = 0; offset < stride; offset += 1) {
      const word = foldedWord(bytes, offset);
      filter[Math.imul(word, SPREAD) >>> (32 - bits)] = 1;
      const known = places.get(word);
      if (known === undefined) places.set(word, [n * 16 + offset]);
      else known.push(n * 16 + offset);
    }
  }
  return { filter, shift: 32 - bits, places };
}

/** Little end first, as every processor that this runs on reads it. */
const foldedWord = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) |
  ((bytes[at + 1] ?? 0) << 8) |
  ((bytes[at + 2] ?? 0) << 16) |
  ((bytes[at + 3] ?? 0) << 24) |
  FOLD |
  0;

type Search = Index & { readonly stride: number; readonly forms: readonly Form[] };

function searchGrams(bytes: Uint8Array, search: Search, onHit: (form: Form, at: number) => void): void {
  const { filter, shift, places, forms } = search;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const step = search.stride >> 2;
  for (let i = 0; i < words.length; i += step) {
    const raw = words[i] as number; // inside the loop's bounds
    const word = raw | FOLD;
    // Files of a database are full of zeros, which folded look like spaces.
    if (filter[Math.imul(word, SPREAD) >>> shift] === 0 || raw === 0) continue;
    for (const place of places.get(word) ?? []) {
      const form = forms[place >> 4];
      const at = i * 4 - (place & 15);
      if (form !== undefined && at >= 0 && isAt(bytes, at, form)) onHit(form, at);
    }
  }
}

function isAt(bytes: Uint8Array, at: number, { bytes: wanted, isExact }: Form): boolean {
  if (at + wanted.length > bytes.length) return false;
  for (let i = 0; i < wanted.length; i += 1) {
    const have = bytes[at + i] as number; // inside the bounds checked above
    const want = wanted[i] as number;
    if (have !== want && (isExact || lower(have) !== lower(want))) return false;
  }
  return true;
}

const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);
