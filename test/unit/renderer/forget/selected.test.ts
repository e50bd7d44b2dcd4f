import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepSpan, placeSelected } from '../../../../renderer/features/forget/selected.pure.ts';

describe('renderer/forget/selected', () => {
  it('finds any selection of a text that is shown as it stands, without the spaces round it', () => {
    const parts = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(parts, ([before, words, after]) => {
        const text = before + words + after;
        const span = placeSelected(text, words, before.length);
        expect(span === null ? '' : text.slice(span.from, span.to)).toBe(words.trim());
      }),
    );
  });

  it('takes the second of two equal words when the second is the one that is selected', () => {
    expect(placeSelected('no, no', 'no', 4)).toEqual({ from: 4, to: 6 });
  });

  it('looks for the words where the text is shown otherwise, and does not guess between two places', () => {
    expect(placeSelected('He said **yes** to it', 'yes', 8 - 2)).toEqual({ from: 10, to: 13 });
    expect(placeSelected('no, no', 'no', null)).toBeNull();
    expect(placeSelected('He said yes', 'maybe', null)).toBeNull();
    expect(placeSelected('text', '  \n', 0)).toBeNull();
  });

  it('keeps the object while the selection stays', () => {
    const span = { from: 1, to: 3 };
    expect(keepSpan(span, { from: 1, to: 3 })).toBe(span);
    expect(keepSpan(span, null)).toBeNull();
  });
});
