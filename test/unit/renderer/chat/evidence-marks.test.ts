import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markEvidence, type TreeNode } from '../../../../renderer/features/chat/evidence-marks.pure.ts';

const text = (value: string): TreeNode => ({ type: 'text', value });
const element = (tagName: string, ...children: TreeNode[]): TreeNode => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

const paste = { n: 1, quote: 'So I went over to gelatine, three per cent, warm.' };
const move = { n: 2, quote: 'The last box is in.' };

/** Marks as `^n`, underlined phrases as `_…_`, quotes set apart as `{…}`, notes as `|n:place|`. */
function draw(node: TreeNode): string {
  const inner = node.value ?? (node.children ?? []).map(draw).join('');
  const { dataN, dataNotes } = node.properties ?? {};
  if (node.tagName === 'sup') return `^${dataN}`;
  if (node.tagName === 'mark') return `_${inner}_`;
  if (node.tagName === 'q') return `{${inner}}`;
  if (node.tagName === 'aside') return `|${dataNotes}|`;
  return inner;
}

function mark(...paragraphs: string[]): string {
  const root: TreeNode = { type: 'root', children: paragraphs.map((each) => element('p', text(each))) };
  markEvidence(root, [paste, move]);
  return draw(root);
}

describe('renderer/chat/evidence-marks', () => {
  it('underlines the sentence a mark speaks for and keeps the mark on its last word', () => {
    expect(mark('It was a Friday. You used gelatine [1]. Then nothing.')).toBe(
      'It was a Friday. _You used __gelatine_^1. Then nothing.|1:1|',
    );
  });

  it('gives each block the notes of its own marks, also when a number comes twice', () => {
    expect(mark('First [1] and [2].', 'Again [1].')).toBe('_First_^1 _and_^2.|1:1 2:2|_Again_^1.|1:3|');
  });

  it('leaves a number in brackets alone when no memory has it', () => {
    expect(mark('See [7] in the list.')).toBe('See [7] in the list.');
  });

  it('sets a quote in testimony type only when it stands verbatim in a source', () => {
    expect(mark('You wrote “three per cent, warm” and “nothing of the kind”.')).toBe(
      'You wrote {“three per cent, warm”} and “nothing of the kind”.',
    );
  });

  it('counts an attribution after the quote as part of the same phrase', () => {
    expect(mark('“The last box is in.” — Ida, 30 August 2026 [2]')).toBe(
      '_{“The last box is in.”} — Ida, 30 August __2026_^2|2:1|',
    );
  });

  it('does not look into code or links', () => {
    const root: TreeNode = {
      type: 'root',
      children: [element('pre', element('code', text('a[1]'))), element('p', element('a', text('[1]')))],
    };
    markEvidence(root, [paste]);
    expect(draw(root)).toBe('a[1][1]');
  });

  it('marks a block quotation as verbatim without its mark, and gives every block its own direction', () => {
    const root: TreeNode = {
      type: 'root',
      children: [element('blockquote', element('p', text('The last box is in. [2]')))],
    };
    markEvidence(root, [move]);
    expect(root.children?.[0]?.properties).toEqual({ dir: 'auto', dataVerbatim: 'true' });
    expect(root.children?.[0]?.children?.[0]?.properties).toEqual({ dir: 'auto' });
  });

  it('never loses or invents a character of the reply', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('[1]', ' [2]', '. ', '“The last box is in.”', '—', '\n', 'Wort', '日本'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const value = pieces.join('');
        const drawn = mark(value)
          .replace(/\|[\d: ]+\|$/, '')
          .replace(/[_{}^]/g, '')
          .replace(/\s/g, '');
        expect(drawn).toBe(
          value
            .replace(/[_{}^]/g, '')
            .replace(/\[([12])\]/g, '$1')
            .replace(/\s/g, ''),
        );
      }),
    );
  });
});
