import { describe, expect, it } from 'vitest';
import { packSigns } from '../../../../main/inference/token-states.pure.ts';
import { createMaxSim, meanSim, weighTokens } from '../../../../main/retrieval/ranking/max-sim.pure.ts';

const DIMENSION = 256;
/** Directions that have nothing to do with each other, the same in every run. */
function direction(seed: number): Float32Array {
  let state = seed;
  const vector = Float32Array.from({ length: DIMENSION }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
function bitsOf(...vectors: readonly Float32Array[]): Uint8Array {
  const bits = new Uint8Array((vectors.length * DIMENSION) / 8);
  vectors.forEach((vector, n) => {
    packSigns(vector, bits, (n * DIMENSION) / 8);
  });
  return bits;
}

describe('retrieval/ranking/max-sim', () => {
  it('finds for each token of the question the most similar one of the text', () => {
    const [a, b, c] = [direction(1), direction(2), direction(3)];
    const compare = createMaxSim(Float32Array.from([...a, ...b]), DIMENSION);
    const [first = 0, second = 1] = compare(bitsOf(c, a));

    expect({ isSame: first > 0.9, isOther: Math.abs(second) < 0.3 }).toEqual({ isSame: true, isOther: true });
  });

  it('finds nothing in a text without token states', () => {
    expect([...createMaxSim(direction(1), DIMENSION)(new Uint8Array())]).toEqual([0]);
  });

  it('weighs a word by how rare it is, and one that was not searched for a little', () => {
    const weights = weighTokens(['ferry', 'tell'], (word) => (word === 'ferry' ? 4 : null));

    expect([...weights].map((weight) => Number(weight.toFixed(2)))).toEqual([4, 0.3]);
    expect(meanSim(Float32Array.of(1, 0), weights)).toBeCloseTo(4 / 4.3, 5);
    expect(meanSim(Float32Array.of(), new Float32Array())).toBe(0);
  });
});
