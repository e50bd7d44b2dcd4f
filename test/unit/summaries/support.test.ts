import { describe, expect, it } from 'vitest';
import { findUnsupported, readAttribution, type Witness } from '../../../main/summaries/support.pure.ts';
import { analyse } from './source-turns.ts';

const speakers = ['Ana', 'Ben', 'Cleo'];
const ana = (text: string, day: string | null = '3 May 2026'): Witness => ({ speaker: 'Ana', text, day });
const check = (sentence: string, turns: readonly Witness[], near: readonly Witness[] = []) =>
  findUnsupported({ sentence, turns, near, speakers, analyse });

const SOLD = ana(
  "I sold the canoe to Oskar for 450 euros. I don't miss the canoe. If he asks, I would sell the paddles too, with the bag.",
);

describe('summaries/support', () => {
  it.each([
    ['a quote', 'Ana: I sold the canoe to Oskar for 450 euros.'],
    ['a quote with its day', '3 May 2026, Ana: I sold the canoe to Oskar for 450 euros.'],
    ['two sentences that follow on each other', `Ana: ${SOLD.text}`],
    ['the same in the third person', 'Ana sold the canoe to Oskar for 450 euros.'],
    ['a denial told as one', 'Ana does not miss the canoe.'],
  ])('lets %s stand', (_, sentence) => {
    expect(check(sentence, [SOLD])).toBeNull();
  });

  it.each([
    ['another number', 'Ana sold the canoe to Oskar for 540 euros.', 'number'],
    ['another name', 'Ana sold the canoe to Peter for 450 euros.', 'name'],
    ['another thing', 'Ana sold the house to Oskar for 450 euros.', 'word'],
    ['a dropped negation', 'Ana misses the canoe.', 'negation'],
    ['an added negation', 'Ana has not sold the canoe to Oskar.', 'negation'],
    ['another speaker', 'Ben: I sold the canoe to Oskar for 450 euros.', 'speaker'],
    ['another speaker in the third person', 'Cleo sold the canoe to Oskar for 450 euros.', 'speaker'],
    ['another day', '4 May 2026, Ana: I sold the canoe to Oskar for 450 euros.', 'number'],
    ['names the other way round', 'Oskar sold the canoe to Ana for 450 euros.', 'speaker'],
    ['a condition left out', 'Ana will sell the paddles too.', 'word'],
    ['half a quote', 'Ana: I would sell the paddles too.', 'word'],
    ['a quantity that nobody gave', 'Ana sold every canoe to Oskar for 450 euros.', 'word'],
  ])('finds %s', (_, sentence, why) => {
    expect(check(sentence, [SOLD])).toBe(why);
  });

  it('finds two turns made into one claim', () => {
    const ferry = ana('I signed up for the ferry course in Bergen.');
    expect(check('Ana sold the ferry course to Oskar in Bergen.', [SOLD, ferry])).not.toBeNull();
  });

  it('reads what a pronoun stands for from the turns beside, and nothing else', () => {
    const near = [{ speaker: 'Ben', text: 'And the red bicycle?', day: null }];
    expect(check('Ana gave the red bicycle away.', [ana('I gave it away.')], near)).toBeNull();
    expect(check('Ana gave the red bicycle away.', [ana('I gave the van away.')], near)).toBe('word');
  });

  it('is not misled by a colon in what was said', () => {
    expect(readAttribution('Note: buy milk', speakers)).toEqual({ day: null, speaker: null, said: 'Note: buy milk' });
    expect(check('Ana: My list: milk, bread.', [ana('My list: milk, bread.')])).toBeNull();
  });

  it('says that nothing was said where no turn is named', () => {
    expect(check('Ana: I sold the canoe.', [])).toBe('nothing said');
  });
});
