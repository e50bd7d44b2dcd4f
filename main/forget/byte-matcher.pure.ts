/** Patterns shorter than this are looked for apart, so that they do not make the others slow. */
const SHORT = 8;
const WINDOW = 16;
/** Bytes that say how far the search may skip. */
const BLOCK = 3;
const TABLE_BITS = 18;
const BASE = 0x01000193;
const SPREAD = 0x9e3779b1;

type Group = {
  readonly window: number;
  /** By the last block of a window: how far on the next window may be that is the beginning of a pattern. */
  readonly skip: Uint8Array;
  readonly byHash: ReadonlyMap<number, readonly number[]>;
};

/** Finds many texts in bytes at once: it skips what can be the beginning of none of them (Wu and Manber). */
export class ByteMatcher {
  readonly #patterns: readonly Uint8Array[];
  readonly #groups: readonly Group[];

  constructor(patterns: readonly Uint8Array[]) {
    this.#patterns = patterns;
    const indexes = [...patterns.keys()].filter((index) => (patterns[index]?.length ?? 0) > 0);
    const isShort = (index: number): boolean => (patterns[index]?.length ?? 0) < SHORT;
    this.#groups = [indexes.filter(isShort), indexes.filter((index) => !isShort(index))]
      .filter((group) => group.length > 0)
      .map((group) => toGroup(patterns, group));
  }

  /** Tells of every place where a pattern begins; return true to stop. */
  search(bytes: Uint8Array, onHit: (index: number, at: number) => boolean): void {
    for (const group of this.#groups) if (this.#searchGroup(bytes, group, onHit)) return;
  }

  some(bytes: Uint8Array): boolean {
    let isFound = false;
    this.search(bytes, () => {
      isFound = true;
      return true;
    });
    return isFound;
  }

  #searchGroup(
    bytes: Uint8Array,
    { window, skip, byHash }: Group,
    onHit: (index: number, at: number) => boolean,
  ): boolean {
    const end = bytes.length;
    let last = window - 1;
    while (last < end) {
      const far = window < BLOCK ? 0 : (skip[blockAt(bytes, last)] ?? 0);
      if (far > 0) {
        last += far;
        continue;
      }
      const at = last - window + 1;
      const same = byHash.get(hashAt(bytes, at, window));
      if (same !== undefined)
        for (const index of same) {
          const pattern = this.#patterns[index];
          if (pattern !== undefined && startsWith(bytes, at, pattern) && onHit(index, at)) return true;
        }
      last += 1;
    }
    return false;
  }
}

function blockAt(bytes: Uint8Array, last: number): number {
  const block = ((bytes[last - 2] ?? 0) << 16) | ((bytes[last - 1] ?? 0) << 8) | (bytes[last] ?? 0);
  return Math.imul(block, SPREAD) >>> (32 - TABLE_BITS);
}

function hashAt(bytes: Uint8Array, at: number, window: number): number {
  let hash = 0;
  for (let i = at; i < at + window; i += 1) hash = (Math.imul(hash, BASE) + (bytes[i] ?? 0)) | 0;
  return hash;
}

function startsWith(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  if (at + pattern.length > bytes.length) return false;
  for (let i = 0; i < pattern.length; i += 1) if (bytes[at + i] !== pattern[i]) return false;
  return true;
}

function toGroup(patterns: readonly Uint8Array[], indexes: readonly number[]): Group {
  const window = indexes.reduce((least, index) => Math.min(least, patterns[index]?.length ?? least), WINDOW);
  const skip = new Uint8Array(1 << TABLE_BITS).fill(Math.max(1, window - BLOCK + 1));
  const byHash = new Map<number, number[]>();
  for (const index of indexes) {
    const pattern = patterns[index];
    if (pattern === undefined) continue;
    for (let last = BLOCK - 1; last < window; last += 1) {
      const block = blockAt(pattern, last);
      skip[block] = Math.min(skip[block] ?? 0, window - 1 - last);
    }
    const hash = hashAt(pattern, 0, window);
    const same = byHash.get(hash);
    if (same) same.push(index);
    else byHash.set(hash, [index]);
  }
  return { window, skip, byHash };
}
