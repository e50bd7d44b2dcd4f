/** Numbers in [0, 1) that are the same for a seed: sorting the same turns twice must give the same topics. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    const a = Math.imul(state ^ (state >>> 15), 1 | state);
    const b = (a + Math.imul(a ^ (a >>> 7), 61 | a)) ^ a;
    return ((b ^ (b >>> 14)) >>> 0) / 2 ** 32;
  };
}
