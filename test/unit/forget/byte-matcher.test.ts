import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteMatcher } from '../../../main/forget/byte-matcher.pure.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('forget/byte-matcher', () => {
  it('finds exactly what a search for one after the other finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '猫', '🦓', ' '), minLength: 0, maxLength: 60 });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), letters, letters, (patterns, before, after) => {
        const text = `${before}${patterns[0] ?? ''}${after}`;
        const found = new Set<number>();
        new ByteMatcher(patterns.map(bytes)).search(bytes(text), (index) => {
          found.add(index);
          return false;
        });
        const expected = patterns.flatMap((pattern, index) =>
          pattern !== '' && text.includes(pattern) ? [index] : [],
        );
        expect([...found].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('stops at the first one where one is enough', () => {
    const matcher = new ByteMatcher([bytes('needle in it'), bytes('hay')]);
    expect(matcher.some(bytes('a stack of hay'))).toBe(true);
    expect(matcher.some(bytes('a stack of straw'))).toBe(false);
    expect(new ByteMatcher([]).some(bytes('anything'))).toBe(false);
  });
});
