import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutLong, focus } from '../../../../main/retrieval/ranking/excerpt.pure.ts';

const analyse = (text: string) => text.match(/\p{L}+/gu) ?? [];
const about = (...words: readonly string[]) => ({ idf: new Map(words.map((word) => [word, 1])), analyse });
const filler = (count: number) => 'Nothing of note was said here. '.repeat(count);

describe('retrieval/ranking/excerpt', () => {
  it('gives a short text whole', () => {
    expect(cutLong('A short text.', about('short'))).toBeNull();
  });

  it('cuts whole sentences out of a long text where the question is met', () => {
    const text = `${filler(20)}The ferry leaves at nine. ${filler(20)}`;
    const span = cutLong(text, about('ferry'));

    expect(text.slice(span?.from, span?.to)).toMatch(
      /^(Nothing of note was said here\. ){9}The ferry leaves at nine\. (Nothing of note was said here\. ){9}$/,
    );
  });

  it('gives the beginning where nothing is met', () => {
    expect(cutLong(filler(60), about('ferry'))?.from).toBe(0);
  });

  const texts = fc.string({
    unit: fc.constantFrom('a', 'word', ' ', '. ', '!', '\n', '。', '😀', 'é', '中'),
    maxLength: 400,
  });
  it('stays inside the text and splits no character', () => {
    void fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 80 }), (text, maxChars) => {
        const { from, to } = focus(text, about('word'), maxChars);
        const cut = text.slice(from, to);

        expect(from >= 0 && from <= to && to <= text.length && cut.length <= maxChars).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
