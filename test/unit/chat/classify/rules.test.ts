import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../../main/chat/classify/cascade.pure.ts';

const operationOf = (text: string) => classify(text, { turnsSoFar: 1 }).operation;
const relianceOf = (text: string, turnsSoFar = 1) => classify(text, { turnsSoFar });

describe('chat/classify', () => {
  it.each([
    ['How many of them did I plant?', 'count'],
    ['How often do we meet?', 'count'],
    ['How many days between the two trips?', 'temporal_arithmetic'],
    ['How long did it take?', 'temporal_arithmetic'],
    ['How long ago did she move?', 'temporal_lookup'],
    ['When did she move?', 'temporal_lookup'],
    ['What year was it?', 'temporal_lookup'],
    ['In what order did it happen?', 'event_order'],
    ['Which came first?', 'event_order'],
    ['Summarise the last meeting', 'summary'],
    ['What have we said about it?', 'summary'],
    ['What are all the names of her cats?', 'list'],
    ['What should I cook?', 'preference'],
    ['Write a poem about rain', 'instruction'],
    ['Where does she live?', 'fact'],
    ['她住在哪里？', 'fact'],
    ['It rained all night.', 'chat'],
  ])('takes %j for %s', (text, operation) => {
    expect(operationOf(text)).toBe(operation);
  });

  it('leaves memory out for small talk alone', () => {
    for (const text of ['Hi!', 'thank you', 'OK.', ' good morning '])
      expect(relianceOf(text)).toMatchObject({ reliance: 'zero_shot', stage: 'rules' });
    for (const text of [
      'Hi, where do I live?',
      'ok so what did she say',
      'What is the capital of Peru?',
      'Erzähl mal',
      '?',
    ])
      expect(relianceOf(text).reliance).toBe('long_term_memory');
  });

  it('reads memory in any conversation of more than ten turns', () => {
    expect(relianceOf('Hi!', 10).reliance).toBe('zero_shot');
    expect(relianceOf('Hi!', 11)).toMatchObject({ reliance: 'long_term_memory', stage: 'override' });
  });

  it('names what only the live world knows, unless it is about the person', () => {
    expect(relianceOf('The weather right now in Oslo').reliance).toBe('real_time_search');
    expect(relianceOf('Did I complain of the weather today?').reliance).toBe('long_term_memory');
  });

  it('never leaves memory out of anything personal (any words round it)', () => {
    const personal = fc.constantFrom(
      'I',
      "I'm",
      'my',
      'mine',
      'Me',
      'we',
      'OUR',
      'remember',
      'last week',
      'told',
      'mentioned',
    );
    const words = fc.array(
      fc.oneof(
        fc.constantFrom('hi', 'ok', 'thanks', 'what', 'the', '?', '.', 'weather today'),
        fc.string({ maxLength: 8 }),
      ),
    );
    fc.assert(
      fc.property(words, personal, words, fc.nat(30), (before, word, after, turnsSoFar) => {
        const { reliance } = classify([...before, word, ...after].join(' '), { turnsSoFar });
        expect(reliance).toBe('long_term_memory');
      }),
    );
  });
});
