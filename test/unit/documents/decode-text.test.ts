import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../main/documents/decode-text.pure.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('documents/decode-text', () => {
  it('gives any text in UTF-8 back, and in UTF-16 with its mark (any text without zeros)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (any) => {
        const text = any
          .toWellFormed()
          .replaceAll('\0', '')
          .replace(/^\ufeff+/, '');
        const utf8 = decodeText(Buffer.from(`\ufeff${text}`));
        expect(utf8).toEqual({ text, isGuessed: false });
        const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
        expect(decodeText(wide)).toEqual({ text, isGuessed: false });
        expect(decodeText(Buffer.from(wide).swap16())).toEqual({ text, isGuessed: false });
      }),
    );
  });

  it('knows UTF-16 without its mark by its zeros', () => {
    const text = 'A letter about the orchard, and one word: Äpfel.';
    const wide = Buffer.from(text, 'utf16le');
    expect(decodeText(wide)).toEqual({ text, isGuessed: true });
    expect(decodeText(Buffer.from(wide).swap16())).toEqual({ text, isGuessed: true });
  });

  it('takes western text of one byte for what it is, with dashes and quotes of Windows', () => {
    expect(decodeText(latin('Größe: 5 m²'))).toEqual({ text: 'Größe: 5 m²', isGuessed: true });
    expect(decodeText(latin('\x93Some words \x96 and more words\x94'))?.text).toBe('“Some words – and more words”');
  });

  it.each([
    ['Cyrillic of one byte', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0])],
    ['Japanese of two', Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc])],
    ['bytes', Buffer.from([0x00, 0x01, 0xff, 0xc0, 0x80])],
    ['zeros', Buffer.alloc(100)],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
  ])('takes %s for no text rather than for a wrong one', (_, bytes) => {
    expect(decodeText(bytes)).toBeNull();
  });

  it('believes what is declared, if it can be so', () => {
    expect(decodeText(Buffer.from([0xcf, 0xf0]), 'windows-1251')?.text).toBe('Пр');
    expect(decodeText(Buffer.from('Grüße'), 'no-such-encoding')?.text).toBe('Grüße');
  });
});
