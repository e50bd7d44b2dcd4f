import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPhrases, labelTopics, noWords } from '../../../main/clusters/label-topics.pure.ts';
import { listPhrases, withoutSecrets } from '../../../main/clusters/phrases.pure.ts';
import { favourTopics } from '../../../main/retrieval/ranking/favour-topics.pure.ts';

const label = (topics: readonly (readonly string[])[], speakers: readonly string[] = []) =>
  labelTopics(
    topics.map((texts) => {
      const words = noWords();
      for (const text of texts) countPhrases(words, text);
      return words;
    }),
    new Set(speakers),
  );
const times = (n: number, text: string): readonly string[] => Array.from({ length: n }, () => text);

describe('clusters/phrases', () => {
  it('keeps phrases together as they are written, with what is a name and what a thing', () => {
    const found = listPhrases('The pottery class met at Lake Bled. Thanks, Ana’s kilns are hot!');
    const of = (key: string) => found.find((phrase) => phrase.key === key);
    expect(of('pottery class')).toMatchObject({ written: 'pottery class', words: 2, isThing: false, isName: false });
    expect(of('lake bled')).toMatchObject({ written: 'Lake Bled', isName: true, isThing: true });
    expect(of('thank')).toMatchObject({ isName: false });
    expect(of('bled thank')).toBeUndefined();
    expect(of('kiln')).toMatchObject({ written: 'kilns' });
  });

  it('never gives away a secret, an address or a number', () => {
    const text =
      'My password is tulipmania7 and my mail is ana@example.org, card 4111 1111 1111 1111, see https://example.org/garden';
    const keys = listPhrases(text).flatMap(({ key }) => key.split(' '));
    expect(keys.filter((key) => /tulip|example|4111|garden|http|ana/.test(key))).toEqual([]);
    expect(withoutSecrets(text).length).toBe(text.length);
  });

  it('cuts languages that write without spaces', () => {
    expect(listPhrases('今日は東京で友達と会いました').map(({ key }) => key)).toContain('東京');
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const { key, words } of listPhrases(text)) expect(key.split(' ').length).toBe(words);
      }),
      { examples: [['سلام ﷺ سلام']] },
    );
  });
});

describe('clusters/label-topics', () => {
  it('names a topic after the things that set it apart, in two to four words', () => {
    const labels = label([
      [...times(4, 'We met at the pottery class. Today it was full.'), ...times(3, 'Really nice, the kiln is hot.')],
      [...times(4, 'The bread oven is new. Today it was full.'), ...times(3, 'Really nice, a loaf of bread.')],
    ]);
    expect(labels[0]).toMatch(/pottery class|kiln/i);
    expect(labels[1]).toMatch(/bread|oven|loaf/i);
    for (const one of labels) expect(one.split(/[\s,]+/).length).toBeLessThanOrEqual(4);
    for (const one of labels) expect(one).not.toMatch(/really|nice|today/i);
  });

  it('leaves out who speaks, and writes names as names', () => {
    const labels = label([times(5, 'Then Ana went to see Lake Bled.'), times(5, 'Then Ana saw the dentist.')], ['ana']);
    expect(labels).toEqual([expect.stringContaining('Lake Bled'), expect.stringMatching(/dentist/i)]);
    expect(labels.join(' ')).not.toMatch(/Ana/);
  });

  it('tells two topics of one name apart, and has none for what says nothing', () => {
    const labels = label([
      [...times(6, 'At the garden.'), ...times(5, 'A rose.')],
      [...times(6, 'At the garden.'), ...times(5, 'A hedge.')],
      times(5, 'It is what it is.'),
    ]);
    expect(new Set(labels).size).toBe(3);
    expect(labels[2]).toBe('');
  });
});

describe('retrieval/favour-topics', () => {
  const ranked = [
    { id: 'a', topic: 'k', score: 1 },
    { id: 'b', topic: 'k', score: 0.9 },
    { id: 'c', topic: 'l', score: 0.85 },
    { id: 'd', topic: null, score: 0.8 },
    { id: 'e', topic: 'k', score: 0.78 },
  ].map((one) => ({ ...one, parts: {} as Readonly<Record<string, number>> }));

  it('brings turns of the topic of the best a little forward, and says so', () => {
    const favoured = favourTopics(ranked, ({ topic }) => topic);
    expect(favoured.map(({ id }) => id)).toEqual(['a', 'b', 'e', 'c', 'd']);
    expect(favoured[0]?.parts.topic).toBeCloseTo(0.18);
    expect(favoured.at(-1)?.parts).toEqual({});
  });

  it('leaves everything where nothing is in a topic', () => {
    expect(favourTopics(ranked, () => null)).toBe(ranked);
  });
});
