import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRotation } from '../../../main/inference/rotation.pure.ts';
import { packSigns } from '../../../main/inference/token-states.pure.ts';

const DIMENSIONS = [384, 768, 96, 6, 5, 1];
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
const rotated = (vector: Float32Array): Float32Array => {
  const copy = vector.slice();
  createRotation(vector.length)(copy);
  return copy;
};
const anyPair = fc.constantFrom(...DIMENSIONS).chain((dimension) => {
  const vector = fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dimension, maxLength: dimension })
    .map((values) => Float32Array.from(values, (value) => value / Math.sqrt(dimension)));
  return fc.tuple(vector, vector);
});

describe('inference/rotation', () => {
  it('keeps lengths and dot products (any vectors, whatever their dimension)', () => {
    fc.assert(
      fc.property(anyPair, ([a, b]) => {
        expect(Math.abs(dot(rotated(a), rotated(b)) - dot(a, b))).toBeLessThan(1e-4);
        expect(Math.abs(Math.hypot(...rotated(a)) - Math.hypot(...a))).toBeLessThan(1e-4);
      }),
    );
  });

  it('spreads one dimension over all, so that every sign says something', () => {
    const one = new Float32Array(384);
    one[7] = 1;
    const spread = rotated(one);
    expect(spread.filter((value) => value !== 0).length).toBeGreaterThan(300);
    expect(Math.max(...spread.map(Math.abs))).toBeLessThan(0.3);
  });

  it('gives the same signs as ever: others would need another TOKEN_STATES_VERSION', () => {
    const some = Float32Array.from({ length: 384 }, (_, i) => Math.fround((i % 7) - 3) / 32);
    const bits = new Uint8Array(48);
    packSigns(rotated(some), bits, 0);
    expect(Buffer.from(bits).toString('hex')).toBe(
      'bf657b9bbe782b505e782d814abea049df9ab67cb6b38eaf3acbdc410f19526645a706a23581a7f424fa6cf43492c851',
    );
  });
});
