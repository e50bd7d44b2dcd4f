// One sign bit a dimension: the first scan of two that comparing every vector in eight bits was measured against.

/** Lower than any sum of a question's dimensions, which has length 1. */
const OUT_OF_SIGHT = -1e9;
const BINS = 4_096;

/** @param {{ readonly count: number, readonly dimension: number }} size */
export function createSigns({ count, dimension }) {
  const bytes = Math.ceil(dimension / 8);
  const bits = new Uint8Array(count * bytes);
  return {
    /** @param {number} row @param {Float32Array} vector */
    set: (row, vector) => {
      for (let i = 0; i < dimension; i += 1) {
        const at = row * bytes + (i >> 3);
        if ((vector[i] ?? 0) > 0) bits[at] = (bits[at] ?? 0) | (1 << (i & 7));
      }
    },
    /** About `keep` rows in a mask whose signs agree best with a question. @param {Float32Array} query @param {Uint8Array} mask @param {number} keep */
    closest: (query, mask, keep) => {
      const tables = byteTables(query, bytes);
      const scores = new Float32Array(count).fill(OUT_OF_SIGHT);
      for (let row = 0; row < count; row += 1)
        if (mask[row] === 1) scores[row] = scoreOf(tables, bits, { from: row * bytes, bytes });
      const threshold = nearKthLargest(scores, keep);
      const rows = [];
      for (let row = 0; row < count; row += 1) if ((scores[row] ?? OUT_OF_SIGHT) >= threshold) rows.push(row);
      return rows;
    },
  };
}

/** Four sums side by side: one alone would wait for each addition before the next. @param {Float32Array} tables @param {Uint8Array} bits @param {{ from: number, bytes: number }} row */
function scoreOf(tables, bits, { from, bytes }) {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let byte = 0; byte < bytes; byte += 4) {
    const table = byte << 8;
    a += tables[table + (bits[from + byte] ?? 0)] ?? 0;
    b += tables[table + 256 + (bits[from + byte + 1] ?? 0)] ?? 0;
    c += tables[table + 512 + (bits[from + byte + 2] ?? 0)] ?? 0;
    d += tables[table + 768 + (bits[from + byte + 3] ?? 0)] ?? 0;
  }
  return a + b + c + d;
}

/** For each byte of signs and each of its values: the sum of the question's dimensions, positive where the bit is set. @param {Float32Array} query @param {number} bytes */
function byteTables(query, bytes) {
  const tables = new Float32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte += 1) {
    for (let value = 0; value < 256; value += 1) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        const part = query[byte * 8 + bit] ?? 0;
        sum += (value >> bit) & 1 ? part : -part;
      }
      tables[byte * 256 + value] = sum;
    }
  }
  return tables;
}

/** A value that k of the values reach, and few more than k: counted in bins, which costs a tenth of sorting them. @param {Float32Array} values @param {number} k */
function nearKthLargest(values, k) {
  let low = Number.POSITIVE_INFINITY;
  let high = OUT_OF_SIGHT;
  for (const value of values) {
    if (value === OUT_OF_SIGHT) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(high > low)) return low;
  const scale = (BINS - 1) / (high - low);
  const counts = new Int32Array(BINS);
  for (const value of values) {
    const bin = Math.floor((value - low) * scale);
    if (bin >= 0) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let bin = BINS - 1;
  for (let left = k - (counts[bin] ?? 0); left > 0 && bin > 0; left -= counts[bin] ?? 0) bin -= 1;
  // A hair below the bin, so that rounding leaves nothing out that was counted in it.
  return bin === 0 ? low : low + (bin - 0.001) / scale;
}
