import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepTokens, packSigns, toUnit } from '../../../main/inference/token-states.pure.ts';

/** Pieces of at most four letters, and each punctuation mark by itself, as a word-piece tokenizer cuts. */
const cut = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)].flatMap(({ 0: word, index }) =>
    Array.from({ length: Math.ceil(word.length / 4) }, (_, n) => ({
      ...{ id: n, from: index + n * 4, to: index + Math.min(word.length, n * 4 + 4), isWordStart: n === 0 },
    })),
  );
const kept = (text: string, maxWords = 99) => keepTokens(text, cut(text), maxWords);

describe('inference/token-states, what is kept', () => {
  it('keeps every piece of words with content, each with its whole word', () => {
    expect(kept('The harbourmaster, of Porto!')).toEqual([
      ...[1, 2, 3, 4].map((at) => ({ at, word: 'harbourmaster' })),
      ...[7, 8].map((at) => ({ at, word: 'Porto' })),
    ]);
  });

  it('leaves out a stop word only as a whole word', () => {
    expect(kept('and Andrea').map(({ word }) => word)).toEqual(['Andrea', 'Andrea']);
  });

  it('stops at the limit of words, which marks do not count towards', () => {
    const text = 'red, green - blue; yellow';
    expect([0, 1, 3, 9].map((maxWords) => kept(text, maxWords).at(-1)?.word)).toEqual([
      undefined,
      'red',
      'blue',
      'yellow',
    ]);
  });

  it('keeps all of a text of stop words, and nothing of one without words', () => {
    expect(kept('Who is it?').map(({ word }) => word)).toEqual(['Who', 'is', 'it']);
    expect([kept(''), kept('?! … 🙂')]).toEqual([[], []]);
  });

  it('never names a token twice, out of order or outside the text (any text)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(12), (text, maxWords) => {
        const places = kept(text, maxWords).map(({ at }) => at);
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect(places.every((at) => at < cut(text).length)).toBe(true);
      }),
    );
  });
});

describe('inference/token-states, signs', () => {
  it('puts dimension d into bit d & 7 of byte d >> 3, least significant first, 1 being positive', () => {
    const bits = new Uint8Array(3);
    packSigns(Float32Array.of(1, -1, 0, 0.5, -0, 1, -2, 1, 1, Number.NaN), bits, 1);
    expect([...bits]).toEqual([0, 0b10101001, 0b1]);
  });

  it('scales to length 1 and leaves a vector of nothing as it is', () => {
    const [vector, nothing] = [Float32Array.of(3, 4), new Float32Array(2)];
    toUnit(vector);
    toUnit(nothing);
    expect([...vector, ...nothing]).toEqual([Math.fround(0.6), Math.fround(0.8), 0, 0]);
  });
});
