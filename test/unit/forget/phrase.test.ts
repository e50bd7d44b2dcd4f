import { describe, expect, it } from 'vitest';
import { createName, createPhrase, listTellingWords } from '../../../main/forget/phrase.pure.ts';

describe('forget/phrase', () => {
  it('finds words as a search does: whatever the case, accents and white space, whole at both ends', () => {
    const isAbout = createPhrase('Café  Müller');
    for (const text of ['we met at CAFE muller.', 'cafe\nmüller', '(Café Müller)']) expect(isAbout(text)).toBe(true);
    for (const text of ['cafe mullers', 'a cafe, Müller', 'scafe müller']) expect(isAbout(text)).toBe(false);
  });

  it('finds words of scripts that have no spaces wherever they stand', () => {
    expect(createPhrase('東京')('昨日東京駅に行った')).toBe(true);
    expect(createPhrase('🦊')('so 🦊s everywhere')).toBe(true);
    expect(createPhrase(' \n')('anything')).toBe(false);
  });

  it('does not take a word for a name that only begins with a capital', () => {
    const isWill = createName('Will');
    expect(isWill('I met Will today')).toBe(true);
    expect(isWill("that is Will's hat")).toBe(true);
    expect(isWill('I will come, and he will too')).toBe(false);
    expect(isWill('Willing as ever')).toBe(false);
    expect(createName('ada')('Ada and ADA')).toBe(true);
    expect(createName('Zoë Ray')('I saw zoe ray')).toBe(false);
  });

  it('tells names, numbers and long words from those that anybody uses', () => {
    expect(listTellingWords('Yesterday my sister Anna paid 4711 crowns for a wheelbarrow. Never again!')).toEqual([
      'Anna',
      '4711',
      'wheelbarrow',
    ]);
  });
});
