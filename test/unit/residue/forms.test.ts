import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formsOf, piecesOf } from '../../../main/residue/forms.pure.ts';
import { createMatcher } from '../../../main/residue/matcher.ts';

const TEXT = 'Der Schlüssel "unter" dem Topf\n<br> 花の鉢 🗝️ & so';

/** Ways in which the texts are found in some bytes. */
function waysIn(text: string, bytes: Uint8Array): readonly string[] {
  const ways = new Set<string>();
  createMatcher(formsOf(text, 0)).search(new Uint8Array(bytes), ({ how }) => ways.add(how));
  return [...ways];
}

const wrapped = (bytes: Uint8Array, before: number): Uint8Array =>
  Buffer.concat([Buffer.alloc(before, '.'), bytes, Buffer.alloc(9, '.')]);

describe('residue/forms', () => {
  const written: readonly (readonly [string, Buffer])[] = [
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-16', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 with the big end first', Buffer.from(TEXT, 'utf16le').swap16()],
    ['JSON', Buffer.from(JSON.stringify({ text: TEXT }))],
    ['JSON in JSON', Buffer.from(JSON.stringify(JSON.stringify({ text: TEXT })))],
    [
      'JSON in ASCII',
      Buffer.from(
        JSON.stringify(TEXT).replace(/[^\0-\x7f]/g, (u) => `\\u${u.charCodeAt(0).toString(16).padStart(4, '0')}`),
      ),
    ],
    ['percent encoding', Buffer.from(`q=${encodeURIComponent(TEXT)}&x`)],
    ['hexadecimal digits', Buffer.from(Buffer.from(TEXT).toString('hex').toUpperCase())],
    ['decomposed characters', Buffer.from(TEXT.normalize('NFD'))],
    ['capitals', Buffer.from(TEXT.toUpperCase())],
    [
      'HTML',
      Buffer.from(
        TEXT.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
      ),
    ],
  ];
  it.each(written)('finds a text as %s wherever it begins', (_, bytes) => {
    for (let before = 0; before < 17; before += 1) expect(waysIn(TEXT, wrapped(bytes, before))).not.toEqual([]);
  });

  it('finds a text in Base64 whatever stands before it', () => {
    for (const before of [0, 1, 2, 3, 4]) {
      const encoded = Buffer.from(Buffer.from(wrapped(Buffer.from(TEXT), before)).toString('base64'));
      expect(waysIn(TEXT, encoded)).toEqual(['Base64']);
    }
  });

  it('finds Latin-1 and text without its marks', () => {
    const text = 'Café in Orléans, März';
    expect(waysIn(text, Buffer.from(text, 'latin1'))).toContain('Latin-1');
    expect(waysIn(text, Buffer.from('... cafe in orleans, marz'))).toContain('without marks');
  });

  it('cuts a long text into pieces that cover it and cut no character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 97, maxLength: 400 }), (text) => {
        const pieces = piecesOf(text);
        expect(pieces.every((piece) => text.includes(piece) && piece.length <= 96)).toBe(true);
        expect(pieces.every((piece) => piece.isWellFormed())).toBe(text.isWellFormed());
        expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBeGreaterThanOrEqual(text.length);
      }),
    );
  });

  it('finds a part of a long text', () => {
    const long = Array.from({ length: 40 }, (_, n) => `sentence number ${n}.`).join(' ');
    expect(waysIn(long, Buffer.from(long.slice(150, 300)))).not.toEqual([]);
  });

  it('does not look for what stands everywhere by chance', () => {
    expect(formsOf('ab', 0)).toEqual([]);
    expect(formsOf('abcd', 0).every(({ bytes }) => bytes.length >= 4)).toBe(true);
  });
});

describe('residue/matcher', () => {
  it('finds what a plain search finds, and nothing else', () => {
    const unit = fc.constantFrom('a', 'B', ' ', 'ä', '花', 'x');
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit, minLength: 5, maxLength: 24 }), { minLength: 1, maxLength: 5 }),
        fc.string({ unit, maxLength: 300 }),
        fc.nat(4),
        (texts, filler, chosen) => {
          const bytes = new Uint8Array(Buffer.from(`${filler}${texts[chosen] ?? ''}${filler}`));
          const forms = texts.map((text, needle) => ({ needle, how: '', bytes: Buffer.from(text), isExact: true }));
          const found = new Set<string>();
          createMatcher(forms).search(bytes, ({ needle }, at) => found.add(`${needle} ${at}`));
          const expected = new Set<string>();
          for (const { needle, bytes: wanted } of forms)
            for (let at = 0; at < bytes.length; at += 1)
              if (
                Buffer.from(bytes)
                  .subarray(at, at + wanted.length)
                  .equals(wanted)
              )
                expected.add(`${needle} ${at}`);
          expect(found).toEqual(expected);
        },
      ),
    );
  });
});
