/** Patterns shorter than this are looked for apart, so that they do not make the others slow. */
const SHORT = 8;
const WINDOW = 16;
const BASE = 0x01000193;
const SPREAD = 0x9e3779b1;

type Group = {
  readonly window: number;
  /** BASE to the power of the window: takes the byte that leaves out of the hash. */
  readonly leaving: number;
  readonly bits: number;
  /** Whether a hash may be one of the patterns': most places are left after one look here. */
  readonly filter: Uint8Array;
  readonly byHash: ReadonlyMap<number, readonly number[]>;
};

/** Finds many texts in bytes at once: a rolling hash over a window, and a comparison where it may be one of them. */
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

  #searchGroup(bytes: Uint8Array, group: Group, onHit: (index: number, at: number) => boolean): boolean {
    const { window, leaving, filter } = group;
    const shift = 32 - group.bits;
    const end = bytes.length;
    if (end < window) return false;
    let hash = 0;
    for (let at = 0; at < window; at += 1) hash = (Math.imul(hash, BASE) + (bytes[at] ?? 0)) | 0;
    for (let next = window; ; next += 1) {
      if (
        filter[Math.imul(hash, SPREAD) >>> shift] === 1 &&
        this.#compare(bytes, next - window, { group, hash, onHit })
      )
        return true;
      if (next >= end) return false;
      hash = (Math.imul(hash, BASE) + (bytes[next] ?? 0) - Math.imul(bytes[next - window] ?? 0, leaving)) | 0;
    }
  }

  #compare(bytes: Uint8Array, at: number, { group, hash, onHit }: Look): boolean {
    for (const index of group.byHash.get(hash) ?? []) {
      const pattern = this.#patterns[index];
      if (pattern !== undefined && startsWith(bytes, at, pattern) && onHit(index, at)) return true;
    }
    return false;
  }
}

type Look = {
  readonly group: Group;
  readonly hash: number;
  readonly onHit: (index: number, at: number) => boolean;
};

function startsWith(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  if (at + pattern.length > bytes.length) return false;
  for (let i = 0; i < pattern.length; i += 1) if (bytes[at + i] !== pattern[i]) return false;
  return true;
}

function toGroup(patterns: readonly Uint8Array[], indexes: readonly number[]): Group {
  const shortest = indexes.reduce((least, index) => Math.min(least, patterns[index]?.length ?? least), WINDOW);
  let leaving = 1;
  for (let i = 0; i < shortest; i += 1) leaving = Math.imul(leaving, BASE);
  const bits = Math.min(24, Math.max(14, Math.ceil(Math.log2(indexes.length * 64))));
  const filter = new Uint8Array(1 << bits);
  const byHash = new Map<number, number[]>();
  for (const index of indexes) {
    const pattern = patterns[index];
    if (pattern === undefined) continue;
    let hash = 0;
    for (let at = 0; at < shortest; at += 1) hash = (Math.imul(hash, BASE) + (pattern[at] ?? 0)) | 0;
    filter[Math.imul(hash, SPREAD) >>> (32 - bits)] = 1;
    const same = byHash.get(hash);
    if (same) same.push(index);
    else byHash.set(hash, [index]);
  }
  return { window: shortest, leaving, bits, filter, byHash };
}
