/** Sixteen-bit floats as pgvector sends them: two bytes of dimension, two unused, then each number in network order. */
export function halfToFloats(bytes: Uint8Array): Float32Array {
  const at = (offset: number): number => ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
  const floats = new Float32Array(at(0));
  for (let i = 0; i < floats.length; i += 1) floats[i] = FLOATS[at(4 + i * 2)] ?? 0;
  return floats;
}

/** IEEE 754 binary16: sign, five bits of exponent, ten of fraction. */
function toFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Every half as a float: a start reads forty million of them for a hundred thousand turns. */
const FLOATS = Float32Array.from({ length: 1 << 16 }, (_, half) => toFloat(half));
