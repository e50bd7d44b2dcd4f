import { describe, expect, it } from 'vitest';
import { listMissingNames } from '../../../../main/chat/contract/missing-names.pure.ts';

const SAID = [
  'My friend Oskar has a favourite café, the Blue Heron.',
  'Benedikta came over on Sunday and we talked about the garden.',
  'Our landlord is called Mr Falk.',
].map((text) => ({ speaker: 'Ada', text }));

describe('names that a question is about', () => {
  it('are missing where nobody says them together with what is asked', () => {
    expect(listMissingNames("What is Benedikta's favourite café?", SAID)).toEqual(['Benedikta']);
    expect(listMissingNames('Who does Jurgen rent from?', SAID)).toEqual(['Jurgen']);
  });

  it('are not missing where somebody does, and a question without names misses none', () => {
    expect(listMissingNames("What is Oskar's favourite café?", SAID)).toEqual([]);
    expect(listMissingNames('Who is my landlord?', SAID)).toEqual([]);
  });

  it('are not missing where that person says it', () => {
    const hers = { speaker: 'Benedikta', text: 'My favourite café is the Red Door.' };
    expect(listMissingNames("What is Benedikta's favourite café?", [...SAID, hers])).toEqual([]);
  });

  it('are no days, months or the word for oneself', () => {
    expect(listMissingNames('Where was I on Tuesday in March?', SAID)).toEqual([]);
  });
});
