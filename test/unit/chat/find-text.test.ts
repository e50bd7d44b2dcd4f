import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMatch, likePattern } from '../../../main/chat/find-text.pure.ts';

const matched = (text: string, query: string) => {
  const { excerpt, from, to } = findMatch(text, query);
  return excerpt.slice(from, to);
};

describe('chat/find-text', () => {
  it('takes the wildcards of LIKE for the characters that they are', () => {
    expect(likePattern('50%_\\x')).toBe('%50\\%\\_\\\\x%');
  });

  it('marks the match in any case, also after letters that grow when lower-cased', () => {
    expect(matched('Ich war in MÜNCHEN.', 'münchen')).toBe('MÜNCHEN');
    expect(matched('İİİİ then Lisbon', 'lisbon')).toBe('Lisbon');
    expect(matched('a.b (c) [d]* ^$ {1} a\\b - /x/', '[d]* ^$ {1} a\\b - /x/')).toBe('[d]* ^$ {1} a\\b - /x/');
    expect(matched('東京へ行った', '東京')).toBe('東京');
  });

  it('shows a window with an ellipsis where something was left out', () => {
    const { excerpt } = findMatch(`${'x'.repeat(100)} needle ${'y'.repeat(300)}`, 'needle');
    expect(excerpt).toMatch(/^…x+ needle y+…$/);
    expect(findMatch('line\nneedle\nline', 'needle')).toEqual({ excerpt: 'line needle line', from: 5, to: 11 });
  });

  it('always marks what was looked for and cuts no character (any text)', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', ' ', '😀', '東', 'é', '%'), maxLength: 200 });
    const needle = fc.constantFrom('needle', '😀', '東京', '%', 'B\\_');
    fc.assert(
      fc.property(piece, needle, piece, (before, query, after) => {
        const text = `${before}${query}${after}`;
        const { excerpt } = findMatch(text, query);
        expect(matched(text, query)).toBe(query);
        expect(excerpt.isWellFormed()).toBe(true);
        expect(excerpt.length).toBeLessThanOrEqual(162);
      }),
    );
  });
});
