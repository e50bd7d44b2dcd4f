import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitGrowing } from '../../../../renderer/features/chat/split-growing.pure.ts';

describe('renderer/chat/split-growing', () => {
  it('settles whole paragraphs and leaves the last one open', () => {
    expect(splitGrowing('One.\n\nTwo.\n\nThr')).toEqual({ settled: 'One.\n\nTwo.\n', open: '\nThr' });
  });

  it('does not cut inside a code fence, nor between the items of a list', () => {
    expect(splitGrowing('```\na\n\nb')).toEqual({ settled: '', open: '```\na\n\nb' });
    expect(splitGrowing('1. one\n\n2. tw')).toEqual({ settled: '', open: '1. one\n\n2. tw' });
  });

  it('loses nothing, and what is settled stays settled as the text grows', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('\n', '\n\n', '```\n', 'word ', '- item\n'));
    fc.assert(
      fc.property(fc.array(piece), fc.string(), (pieces, more) => {
        const text = pieces.join('');
        const { settled, open } = splitGrowing(text);
        expect(settled + open).toBe(text);
        expect((text + more).startsWith(settled)).toBe(true);
      }),
    );
  });
});
