import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '../../../main/forget/cut.pure.ts';
import { indexRuns, isFindable, listPieces, toJsonBytes } from '../../../main/forget/needles.pure.ts';

const anyText = fc.string({
  unit: fc.constantFrom('a', 'B', ' ', '. ', '! ', '\n', '。', '猫', '🦊', '"', '\\', 'ü', '1'),
  maxLength: 400,
});

describe('forget/needles', () => {
  it('gives pieces that stand in the text as they are, whole characters only', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const text = raw.normalize('NFC');
        for (const piece of listPieces(text)) {
          expect(text).toContain(piece);
          expect(piece.isWellFormed()).toBe(true);
          expect(Buffer.from(JSON.stringify(text)).includes(Buffer.from(toJsonBytes(piece)))).toBe(true);
        }
      }),
    );
  });

  it('leaves out nothing of a long text but its ends and spaces', () => {
    const text =
      'We met at the old mill. It was raining the whole day and nobody had brought a coat, so we sat inside and talked about the price of bread until late.';
    expect(listPieces(text).join(' ').replace(/\s+/gu, ' ')).toBe(text);
  });

  it('cuts scripts without spaces by characters', () => {
    const pieces = listPieces('昨日猫魚鹿という店で夕食を食べました'.repeat(8));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => piece.length <= 80)).toBe(true);
    expect(listPieces('猫と魚です。')).toEqual(['猫と魚です。']);
  });

  it('does not look for what stands anywhere by chance', () => {
    for (const text of ['ja', 'ok', '🙂', 'tomorrow', '', ' \n ']) expect(listPieces(text)).toEqual([]);
    expect(listPieces('PIN 4711')).toEqual(['PIN 4711']);
    expect(isFindable('Wilhelmina Ko')).toBe(true);
  });

  it('joins a short sentence with the next, as they stand', () => {
    expect(listPieces('No.  Never ever. I have always lived in Graz. Honestly.')).toEqual([
      'No.  Never ever.',
      'I have always lived in Graz. Honestly.',
    ]);
  });

  it('finds runs that two texts share, whatever the case and the spaces', () => {
    const runs = indexRuns(['The key lies under the blue flower pot.']);
    expect(runs.isIn('You said: the KEY lies  under the blue pot')).toBe(true);
    expect(runs.isIn('The key is lost.')).toBe(false);
    expect(indexRuns(['鍵は青い植木鉢の下']).isIn('「鍵は青い植木鉢の下」')).toBe(true);
  });
});

describe('forget/cut', () => {
  it('takes a part out of a text and nothing else', () => {
    expect(cutText('I live in Graz and like tea.', 10, 14)).toMatchObject({
      removed: 'Graz',
      cut: { rest: 'I live in and like tea.', from: 10, to: 15, removedChars: 5 },
    });
    expect(cutText('Graz', 0, 4)?.cut.rest).toBe('');
    expect(cutText('a  b', 1, 3)).toBeNull();
  });

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(anyText, fc.nat(420), fc.nat(420), (text, a, b) => {
        const made = cutText(text, Math.min(a, b), Math.max(a, b) + 1);
        if (made === null) return;
        expect(made.removed.isWellFormed()).toBe(true);
        expect(made.cut.rest.isWellFormed()).toBe(true);
        expect(made.cut.rest.length + made.cut.removedChars).toBe(text.length);
      }),
    );
  });
});
