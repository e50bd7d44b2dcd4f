/** Larger values are not believed: what looks like a header is chance. */
const MAX_BYTES = 256 * 1024 * 1024;
const SIZE_BITS = 0x3fffffff;

export type PackedPlace = { readonly begin: number; readonly end: number; readonly size: number };

/** The size of a compressed value by its second word, or null where another method, or nothing, was used. */
export function findPglzSize(word: number, packedBytes: number): number | null {
  const size = word & SIZE_BITS;
  // The database keeps a value packed only where that saves a quarter, and one item yields at most 273 bytes for three.
  const isLikely = size * 3 >= packedBytes * 4 && size <= packedBytes * 92 && size <= MAX_BYTES;
  return word >>> 30 === 0 && isLikely ? size : null;
}

/** The first item can repeat nothing yet, which is the quickest way to see that bytes are no packed value. */
const startsWell = (packed: Uint8Array, from: number): boolean => ((packed[from] as number) & 1) === 0;

let scratch = new Uint8Array(64 * 1024);

/** The place to unpack to is used again for the next value: memory for each try would cost more than the try. */
function takeScratch(size: number): Uint8Array {
  if (scratch.length < size) scratch = new Uint8Array(size * 2);
  return scratch;
}

/**
 * Undoes Postgres' own compression: a control byte for eight items, each a byte as it is, or a distance and length of what
 * is repeated. Null where the bytes from `begin` to `end` are not exactly one value of `size` bytes. What it
 * returns holds until the next call.
 */
export function unpackPglz(packed: Uint8Array, { begin, end, size }: PackedPlace): Uint8Array | null {
  if (!startsWell(packed, begin)) return null;
  const out = takeScratch(size);
  let from = begin;
  let to = 0;
  while (from < end && to < size) {
    let control = (packed[from] as number) | 0x100; // inside the loop's bounds
    from += 1;
    for (; control !== 1 && from < end && to < size; control >>= 1) {
      if ((control & 1) === 0) {
        out[to] = packed[from] as number;
        to += 1;
        from += 1;
        continue;
      }
      const first = packed[from] as number;
      let length = (first & 0x0f) + 3;
      const distance = ((first & 0xf0) << 4) | (packed[from + 1] ?? 0);
      from += 2;
      if (length === 18) {
        length += packed[from] ?? 0;
        from += 1;
      }
      if (from > end || distance === 0 || distance > to) return null;
      // The database, too, stops at the size where a repetition would go beyond it.
      const stop = Math.min(to + length, size);
      for (; to < stop; to += 1) out[to] = out[to - distance] as number;
    }
  }
  return from === end && to === size ? out.subarray(0, size) : null;
}
