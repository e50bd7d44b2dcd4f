import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookOf, PICTURE } from '../../../../renderer/features/forget/shapes.pure.ts';

const places = PICTURE.flat().map((_stroke, place) => place);
const looks = (share: number) => places.map((place) => lookOf(place, share));

describe('renderer/forget/shapes', () => {
  it('is the same picture whatever is forgotten', () => {
    expect(PICTURE).toHaveLength(9);
    expect(new Set(PICTURE.flat().map(({ id }) => id)).size).toBe(places.length);
  });

  it('hatches nothing before the first word is erased and all once all are', () => {
    expect(new Set(looks(0))).toEqual(new Set(['ink']));
    expect(new Set(looks(1))).toEqual(new Set(['hatch']));
  });

  it('only ever hatches more', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, (a, b) => {
        const hatched = (each: number) => looks(each).filter((look) => look === 'hatch').length;
        expect(hatched(Math.min(a, b))).toBeLessThanOrEqual(hatched(Math.max(a, b)));
        expect(looks(a).filter((look) => look === 'fading').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
