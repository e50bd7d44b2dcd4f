import { describe, expect, it } from 'vitest';
import { compareWishes } from '../../../main/procedures/match-wishes.pure.ts';

const any = (...steps: readonly string[]) => ({ trigger: 'Any answer', steps });
const on = (trigger: string, ...steps: readonly string[]) => ({ trigger, steps });

describe('procedures/match-wishes', () => {
  it.each([
    ['the same words', any('Answer in French'), any('answer in French.')],
    ['short in other words', any('Keep your answers short'), any('I prefer concise replies')],
    ['a negation turned round', any("I don't like long answers"), any('Keep it brief')],
    ['two ways to forbid', any('Never use emojis'), any('No more emojis')],
    [
      'an occasion in other words',
      on('For recipes', 'Use grams'),
      on('Whenever I ask for a recipe', 'Give amounts in grams'),
    ],
  ])('knows %s as one wish', (_, a, b) => {
    expect([compareWishes(a, b), compareWishes(b, a)]).toEqual(['same', 'same']);
  });

  it.each([
    ['languages', any('Answer in French'), any('Answer in German')],
    ['lengths', any('Keep answers short'), any('Give detailed answers')],
    ['units', any('Use metric units'), any('Use Fahrenheit')],
    ['use and no use', any('Use bullet points'), any("Don't use bullet points")],
    ['a language and none of it', any('Answer in French'), any('Never answer in French')],
    ['beginning and end', any('Start with a summary'), any('End with a summary')],
    ['any words and their opposite', any('Repeat the question'), any('Never repeat the question')],
  ])('knows %s as contrary', (_, a, b) => {
    expect([compareWishes(a, b), compareWishes(b, a)]).toEqual(['contrary', 'contrary']);
  });

  it.each([
    ['occasions', on('For recipes', 'Answer in French'), any('Answer in German')],
    ['occasions of their own', on('For recipes', 'Use grams'), on('For poems', 'Use rhymes')],
    ['matters', any('Use metric units'), any('Answer in German')],
    ['places', any('Start with an example'), any('End with a summary')],
    ['more said', any('Cite your sources'), any('Cite sources in a numbered list under the text')],
    ['a forbidden language and another', any('Never answer in French'), any('Answer in German')],
  ])('keeps apart wishes of different %s', (_, a, b) => {
    expect(['related', 'other']).toContain(compareWishes(a, b));
    expect(['related', 'other']).toContain(compareWishes(a, b, 0.5));
  });

  it('takes a near meaning for the same only where nothing else tells two wishes apart', () => {
    expect(compareWishes(any('Tell me how sure you are'), any('Say how certain it is'), 0.8)).toBe('same');
    expect(compareWishes(any('Answer in French'), any('Answer in German'), 0.95)).toBe('contrary');
    expect(compareWishes(any('Name the author'), any('Name the author and give a source'), 0.95)).not.toBe('contrary');
  });
});
