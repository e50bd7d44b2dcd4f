import { describe, expect, it } from 'vitest';
import { titleWords } from '../../../main/summaries/say.pure.ts';

const rarity = { analyse: (text: string) => [text.toLowerCase()], idf: () => 1, without: new Set<string>() };

describe('summaries/say', () => {
  it('takes no hyphen that only touches a word into a title, and keeps one inside it', () => {
    const words = titleWords([{ text: "kids' shelves- well-kept jars, and -- 1st- ünit-2" }], rarity);
    expect([...words].sort()).toEqual(['and', 'jars', 'kids', 'shelves']);
    expect(titleWords([{ text: 'well-kept' }], rarity)).toEqual(['well-kept']);
  });
});
