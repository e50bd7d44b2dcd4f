import { describe, expect, it } from 'vitest';
import { ASKS, describeQuestion, describeTurn, HAS } from '../../../../main/retrieval/ranking/describe.pure.ts';

const named = (flags: number, names: Readonly<Record<string, number>>) =>
  Object.entries(names).flatMap(([name, bit]) => ((flags & bit) > 0 ? [name] : []));

describe('retrieval/ranking/describe', () => {
  it.each([
    ['We met twelve people yesterday.', ['number', 'time', 'self']],
    ['The train to Porto was late.', ['name']],
    ['Are you coming?', ['question', 'you']],
    ['', []],
  ])('reads marks of the answers that a turn may hold: %s', (text, marks) => {
    expect(named(describeTurn(text, false), HAS)).toEqual(marks);
  });

  it('reads who speaks of themselves at the beginning only, and notes attachments', () => {
    expect(named(describeTurn(`${'word '.repeat(200)}I said`, true), HAS)).toEqual(['attachment']);
  });

  it.each([
    ['Who came along?', ['forName']],
    ['How many weeks did it take?', ['forNumber', 'forTime']],
    ['What did you tell me about the boat?', ['whatWasSaid']],
    ['Which of the three that you recommended was the cheapest?', ['whatWasSaid']],
    ["What was it that you'd suggested?", ['whatWasSaid']],
    ['Can you suggest a present?', []],
    ['What do you think I should do?', ['forAdvice']],
    ['Why is the sky blue?', []],
  ])('reads what a question asks for: %s', (text, asked) => {
    expect(named(describeQuestion(text), ASKS)).toEqual(asked);
  });
});
