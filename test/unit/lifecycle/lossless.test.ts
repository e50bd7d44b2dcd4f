import { describe, expect, it } from 'vitest';
import { isLossless, type LosslessTurn, whyLossless } from '../../../main/lifecycle/lossless.pure.ts';

const TALK =
  'There is something to be said for taking things slowly, and people often find that what seemed so urgent turns out to be of little weight once they have slept on it. ';
const turn = (text: string, role: LosslessTurn['role'] = 'assistant'): LosslessTurn => ({ text, role });

describe('lifecycle/lossless', () => {
  it.each([
    ['something short', turn('See you at the harbour.'), 'short'],
    [
      'code',
      turn(
        `Here it is:\n\`\`\`\nconst total = rows.reduce((sum, row) => sum + row.price, 0);\n${'total += 1;\n'.repeat(9)}\`\`\``,
      ),
      'code',
    ],
    [
      'a list',
      turn(
        `For the trip you need these things, all of them light and none of them dear, as far as anybody can tell in advance:\n- a tent\n- two ropes\n- a stove\n- rain covers for both bags`,
      ),
      'list',
    ],
    ['what somebody decided', turn(`${TALK}So I decided to give the allotment up.`, 'user'), 'decision'],
    [
      'many names and numbers',
      turn(`${'From Bergen to Oslo it takes 7 hours, from Oslo to Malmö 8, from Malmö to Kiel 11. '.repeat(3)}`),
      'dense',
    ],
  ])('keeps %s in its own words', (_, said, why) => {
    expect(whyLossless(said)).toBe(why);
  });

  it('lets a summary stand for long talk with little in it', () => {
    expect(isLossless(turn(TALK.repeat(4)))).toBe(false);
    expect(isLossless(turn(TALK.repeat(4), 'user'))).toBe(false);
  });

  it('is not moved by one date in a page of talk, nor by a line of code', () => {
    expect(isLossless(turn(`${TALK.repeat(5)} This was in 1998. ${TALK.repeat(5)}`))).toBe(false);
    expect(isLossless(turn(`${TALK.repeat(5)}\n\`\`\`\nnpm test\n\`\`\`\n${TALK.repeat(5)}`))).toBe(false);
  });
});
