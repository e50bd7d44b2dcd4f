/** Sign bits of random directions lose this factor of a cosine on average. */
const SIGN_SCALE = Math.sqrt(Math.PI / 2);

/**
 * Late interaction: for each kept token of the question the most similar token of a text. Texts are held at one rotated
 * sign bit a dimension, the question in floats (research/retrieval.md: nothing measurable is lost).
 *
 * `vectors`: n × dimension, rotated, each of length 1. `bits`: dimension / 8 bytes a token.
 */
export function createMaxSim(vectors: Float32Array, dimension: number): (bits: Uint8Array) => Float32Array {
  const bytes = Math.ceil(dimension / 8);
  const scale = SIGN_SCALE / Math.sqrt(dimension);
  const tables = Array.from({ length: vectors.length / dimension }, (_, token) =>
    byteTables(vectors.subarray(token * dimension, (token + 1) * dimension), bytes),
  );
  return (bits) => {
    const best = new Float32Array(tables.length);
    const end = bits.length - (bits.length % bytes);
    if (end === 0) return best;
    for (const [token, table] of tables.entries()) {
      let most = Number.NEGATIVE_INFINITY;
      for (let from = 0; from < end; from += bytes) {
        const sum = sumOf(table, bits, { from, bytes });
        if (sum > most) most = sum;
      }
      best[token] = most * scale;
    }
    return best;
  };
}

/** Four sums side by side: one alone would wait for each addition before the next. */
function sumOf(
  table: Float32Array,
  bits: Uint8Array,
  { from, bytes }: { readonly from: number; readonly bytes: number },
) {
  let [a, b, c, d] = [0, 0, 0, 0];
  let byte = 0;
  for (let at = 0; byte + 3 < bytes; byte += 4, at += 1024) {
    a += table[at + (bits[from + byte] ?? 0)] ?? 0;
    b += table[at + 256 + (bits[from + byte + 1] ?? 0)] ?? 0;
    c += table[at + 512 + (bits[from + byte + 2] ?? 0)] ?? 0;
    d += table[at + 768 + (bits[from + byte + 3] ?? 0)] ?? 0;
  }
  for (; byte < bytes; byte += 1) a += table[byte * 256 + (bits[from + byte] ?? 0)] ?? 0;
  return a + b + c + d;
}

/** Words that were not searched for (they ask for something to be done) still carry some of the meaning. */
const UNSEARCHED = 0.3;

/**
 * Weights of the question's kept tokens: how rare the word is that a token belongs to. `words` as they stand in the
 * question; `idfOf` gives null for a word that was not searched for.
 */
export function weighTokens(words: readonly string[], idfOf: (word: string) => number | null): Float32Array {
  return Float32Array.from(words, (word) => idfOf(word) ?? UNSEARCHED);
}

/** Weighted mean of best similarities. */
export function meanSim(best: Float32Array, weights: Float32Array): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < best.length; i += 1) {
    sum += (best[i] ?? 0) * (weights[i] ?? 0);
    total += weights[i] ?? 0;
  }
  return total > 0 ? sum / total : 0;
}

/** For each byte of signs and each of its values: the sum of the question's dimensions, positive where the bit is set. */
function byteTables(vector: Float32Array, bytes: number): Float32Array {
  const tables = new Float32Array(bytes * 256);
  const sums = new Float64Array(256);
  for (let byte = 0; byte < bytes; byte += 1) {
    let none = 0;
    for (let bit = 0; bit < 8; bit += 1) none -= vector[byte * 8 + bit] ?? 0;
    sums[0] = none;
    // Each value is one with a bit less, and that bit.
    for (let value = 1; value < 256; value += 1) {
      const bit = 31 - Math.clz32(value & -value);
      sums[value] = (sums[value & (value - 1)] ?? 0) + 2 * (vector[byte * 8 + bit] ?? 0);
    }
    tables.set(sums, byte * 256);
  }
  return tables;
}
