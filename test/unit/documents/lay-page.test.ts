import { describe, expect, it } from 'vitest';
import { layPage, type Run } from '../../../main/documents/parser/lay-page.pure.ts';

/** Lines of words 10 high, each under the one before. */
const lines = (...texts: readonly (readonly [text: string, y: number, x?: number])[]): readonly Run[] =>
  texts.map(([text, y, x = 0]) => ({ text, x, y, width: text.length * 5, height: 10, endsLine: true }));

describe('documents/parser/lay-page', () => {
  it('joins the lines of a paragraph, makes broken words whole, and keeps paragraphs apart', () => {
    expect(layPage(lines(['The pres-', 100], ['sure stays', 88], ['low.', 76], ['Next part.', 40]))).toBe(
      'The pressure stays low.\n\nNext part.',
    );
  });

  it('keeps a dash that breaks no word, and items of lists on their lines', () => {
    expect(layPage(lines(['Berlin-', 100], ['Mitte', 88], ['• one', 76], ['• two', 64]))).toBe(
      'Berlin- Mitte\n• one\n• two',
    );
  });

  it('keeps rows of a table on their lines', () => {
    const row = (y: number, left: string, right: string): readonly Run[] => [
      { text: left, x: 0, y, width: 20, height: 10, endsLine: false },
      { text: right, x: 120, y, width: 20, height: 10, endsLine: true },
    ];
    expect(layPage([...row(100, 'Flour', '350 g'), ...row(88, 'Salt', '1 g')])).toBe('Flour 350 g\nSalt 1 g');
  });

  it('begins anew in the next column', () => {
    expect(layPage(lines(['foot of one', 20], ['head of two', 700, 300]))).toBe('foot of one\n\nhead of two');
  });

  it('makes nothing of a page without words', () => {
    expect(layPage([])).toBe('');
    expect(layPage(lines([' ', 10], ['', 5]))).toBe('');
  });
});
