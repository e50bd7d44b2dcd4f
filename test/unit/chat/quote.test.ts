import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentWords, quoteFor, segmentsOf, sharedCount } from '../../../main/chat/quote.pure.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', ' ', '.', '!', '\n', '”', '。', '😀', '東京', 'é', '1', ')', '[2]') }),
  fc.string({ unit: fc.constantFrom('a', ' ', '😀'), minLength: 300, maxLength: 700 }),
);

describe('chat/quote', () => {
  it('cuts any text into pieces that are the text again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(segmentsOf(text).join('')).toBe(text);
      }),
    );
  });

  it('ends a sentence before a space, not inside a number, an address or the number of an item', () => {
    expect(segmentsOf('Version 3.5 of a.org works. Really?! Yes.\n1. One\n2. Two')).toEqual([
      'Version 3.5 of a.org works. ',
      'Really?! ',
      'Yes.\n',
      '1. One\n',
      '2. Two',
    ]);
    expect(segmentsOf('我来了。他走了！')).toEqual(['我来了。', '他走了！']);
  });

  it('quotes verbatim, whole characters, and at most 320 of them (any text, any claim)', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, claim) => {
        const quote = quoteFor(text, claim);
        expect(text.includes(quote)).toBe(true);
        expect(quote.length).toBeLessThanOrEqual(320);
        if (text.isWellFormed()) expect(quote.isWellFormed()).toBe(true);
        expect(quote === '').toBe(text.trim() === '');
      }),
    );
  });

  it('chooses the sentence that shares most with the claim, and the next while both are short', () => {
    const text = 'It rained. The dentist moved to June. Bring the card. Then we ate.';
    expect(quoteFor(text, 'When is the dentist?')).toBe('The dentist moved to June. Bring the card.');
    expect(quoteFor(text, 'nothing of it')).toBe('It rained. The dentist moved to June.');
  });

  it('finds the place of a sentence that is also part of an earlier word', () => {
    expect(quoteFor('The harbour is old. Harbour walk at ten. Our.', 'walk at ten')).toBe('Harbour walk at ten. Our.');
  });

  it('meets inflections, accents and widths, and leaves words out that claim nothing', () => {
    expect([...contentWords('She moved the Cafés')]).toEqual([...contentWords('moves café')]);
    expect(sharedCount(contentWords('ＡＢＣ naïve'), contentWords('abc naive'))).toBe(2);
    expect(contentWords('I do not know what you said about it').size).toBe(0);
    expect(contentWords('我们在东京').has('东京')).toBe(true);
  });
});
