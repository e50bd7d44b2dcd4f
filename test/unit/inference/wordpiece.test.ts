import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordPiece } from '../../../main/inference/wordpiece.pure.ts';

const json = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../models/bundled/all-MiniLM-L6-v2/tokenizer.json'), 'utf8'),
);
const wordPiece = createWordPiece(json);
const reference = new Tokenizer(json, {});
const idsOf = (text: string) => wordPiece.encode(text).map((token) => token.id);
const referenceIds = (text: string) => reference.encode(text, { add_special_tokens: false }).ids;

describe('inference/wordpiece', () => {
  it('gives the ids that BERT gives a plain sentence, special tokens apart', () => {
    expect([wordPiece.clsId, ...idsOf('Hello world'), wordPiece.sepId]).toEqual([101, 7592, 2088, 102]);
  });

  it('lowers letters and strips accents as the reference does', () => {
    expect(idsOf('Café RÉSUMÉ naïve')).toEqual(idsOf('cafe resume naive'));
    expect(idsOf('Café RÉSUMÉ naïve')).toEqual(referenceIds('Café RÉSUMÉ naïve'));
  });

  it.each([
    'What did I say about the red bicycle on 2024-05-01, at 14:30?',
    "don't stop — it’s “quoted” (twice)… #hash @name a/b\\c",
    'unaffordableness antidisestablishmentarianism supercalifragilistic',
    '日本語と中文 mixed with English 한국어',
    'tabs\tand\nlines\r\nand  spaces and zero​width',
    'emoji 🙂👍🏽 and flags 🇵🇹',
    'Straße İstanbul ǅ ﬁ Ελλάδα Москва עברית العربية ไทย',
    'x'.repeat(101),
    '$12.50 + 3^2 = ~21 `code` <b>tag</b> {json: [1,2]}',
    '',
    '   ',
  ])('agrees with the reference tokenizer on %j', (text) => {
    expect(idsOf(text)).toEqual(referenceIds(text));
  });

  it('agrees with the reference tokenizer on any text without special tokens in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        // The package does not see rare ideographs beyond the first plane; BERT's own tokenizer splits them, as ours does.
        fc.pre(!/[\u{20000}-\u{2fa1f}]/u.test(text));
        expect(idsOf(text)).toEqual(referenceIds(text));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('reads special tokens in a user text as plain text', () => {
    expect(idsOf('[SEP]')).not.toContain(wordPiece.sepId);
  });

  it('tells which characters each token stands for', () => {
    const text = 'Café, unaffordable';
    expect(wordPiece.encode(text).map(({ from, to, isWordStart }) => [text.slice(from, to), isWordStart])).toEqual([
      ['Café', true],
      [',', true],
      ['una', true],
      ['ff', false],
      ['ord', false],
      ['able', false],
    ]);
  });

  it('gives pieces of one decomposed character the whole character', () => {
    const tokens = wordPiece.encode('한');
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.every(({ from, to }) => from === 0 && to === 1)).toBe(true);
  });

  it('keeps offsets in order and inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        let last = 0;
        for (const { from, to } of wordPiece.encode(text)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          last = from;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('takes encoded data in its stride', () => {
    const data = `${'zqxj'.repeat(24)} `.repeat(2000);
    const startMs = performance.now();
    expect(idsOf(data.slice(0, 97))).toEqual(referenceIds(data.slice(0, 97)));
    wordPiece.encode(data);
    expect(performance.now() - startMs).toBeLessThan(3000);
  });

  it('refuses a file that is not a BERT tokenizer', () => {
    expect(() => createWordPiece({ model: { type: 'BPE' } })).toThrow('not a BERT tokenizer');
  });
});
