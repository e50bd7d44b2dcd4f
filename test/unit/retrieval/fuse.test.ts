import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blendWithNeighbours, fuse, type LegScores, normalise } from '../../../main/retrieval/fuse.pure.ts';
import { DEFAULT_RECIPE } from '../../../main/retrieval/recipes.ts';

const scores = (entries: Readonly<Record<string, number>>): LegScores => new Map(Object.entries(entries));
const anyScores = fc
  .dictionary(fc.constantFrom(...'abcdefgh'), fc.double({ min: -100, max: 100, noNaN: true }), { minKeys: 1 })
  .map(scores);

describe('retrieval/fuse', () => {
  it('scales the best of a list to 1 and the worst to 0, and one alone to 1', () => {
    expect([...normalise(scores({ a: 4, b: 2, c: 3 }))]).toEqual([
      ['a', 1],
      ['b', 0],
      ['c', 0.5],
    ]);
    expect([...normalise(scores({ a: -7 }))]).toEqual([['a', 1]]);
    expect(normalise(new Map()).size).toBe(0);
    expect([...normalise(scores({ a: 0, b: 0 })).values()]).toEqual([1, 1]);
  });

  it('keeps the order of a list and every value between 0 and 1 (any scores)', () => {
    fc.assert(
      fc.property(anyScores, (list) => {
        const scaled = normalise(list);
        for (const [a, x] of list) {
          expect(scaled.get(a)).toBeGreaterThanOrEqual(0);
          expect(scaled.get(a)).toBeLessThanOrEqual(1);
          for (const [b, y] of list) if (x > y) expect(scaled.get(a)).toBeGreaterThanOrEqual(scaled.get(b) ?? 0);
        }
      }),
    );
  });

  it('lends a turn the score of its neighbours, less with the distance, and finds turns that no leg found', () => {
    const neighbours = new Map([
      ['near', [{ id: 'hit', distance: 1 }]],
      ['far', [{ id: 'hit', distance: 2 }]],
    ]);
    const blended = blendWithNeighbours(scores({ hit: 9, other: 1 }), neighbours, 0.5);
    expect(Object.fromEntries(blended)).toEqual({ hit: 1, near: 0.5, far: 0.25, other: 0 });
    expect(blendWithNeighbours(scores({ a: 2, b: 1 }), new Map(), 0.5)).toEqual(normalise(scores({ a: 2, b: 1 })));
  });

  it('adds weighted reciprocal ranks and shares of the scores, and says what each leg gave', () => {
    const [first, second] = fuse(
      new Map([
        ['lexical', scores({ a: 1, b: 0.5 })],
        ['episodic', scores({ b: 1 })],
      ]),
      DEFAULT_RECIPE,
    );
    expect(first).toMatchObject({
      id: 'b',
      legs: { lexical: { rank: 2, score: 0.5 }, episodic: { rank: 1, score: 1 } },
    });
    expect(first?.score).toBeCloseTo(61 / 62 + 0.5 + 0.8 + 0.8, 10);
    expect(second).toMatchObject({ id: 'a', legs: { lexical: { rank: 1, score: 1 } } });
    expect(second?.score).toBeCloseTo(2, 10);
  });

  it('orders by score and then by id, whatever order the legs came in (any legs)', () => {
    fc.assert(
      fc.property(anyScores, anyScores, (lexical, episodic) => {
        const one = fuse(
          new Map([
            ['lexical', lexical],
            ['episodic', episodic],
          ] as const),
          DEFAULT_RECIPE,
        );
        const shuffled = fuse(
          new Map([
            ['episodic', new Map([...episodic].reverse())],
            ['lexical', new Map([...lexical].reverse())],
          ] as const),
          DEFAULT_RECIPE,
        );
        expect(shuffled.map(({ id }) => id)).toEqual(one.map(({ id }) => id));
        expect(new Set(one.map(({ id }) => id))).toEqual(new Set([...lexical.keys(), ...episodic.keys()]));
        expect(one).toEqual(one.toSorted((a, b) => b.score - a.score));
      }),
    );
  });
});
