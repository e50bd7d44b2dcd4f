import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citeAnswer, type Evidence, quoteEvidence } from '../../../main/chat/cite.pure.ts';

const evidence = (n: number, text: string, speaker = 'Ada'): Evidence => ({
  n,
  turnId: `turn-${n}`,
  speaker,
  text,
  source: text,
});

const LISBON = evidence(1, 'Clara moved to Lisbon in April. She likes the harbour.');
const DENTIST = evidence(2, 'The dentist appointment is on 12 June.');
const GARDEN = evidence(3, 'We planted tomatoes and basil in the garden.');
const ALL = [LISBON, DENTIST, GARDEN];

const cited = (answer: string, from: readonly Evidence[] = ALL) => {
  const { text, citations } = citeAnswer(answer, from);
  return { text, of: citations.map(({ n, promptNumber }) => [n, promptNumber]) };
};

describe('chat/cite', () => {
  it('takes out a mark that names no memory', () => {
    expect(cited('I cannot say [7].')).toEqual({ text: 'I cannot say.', of: [] });
    expect(cited('Clara moved to Lisbon [9].').text).toBe('Clara moved to Lisbon [1].');
  });

  it('takes out a mark whose memory shares no word with its sentence', () => {
    expect(cited('Paris has many bridges [2].')).toEqual({ text: 'Paris has many bridges.', of: [] });
  });

  it('marks a sentence that rests on a memory without saying so', () => {
    expect(cited('Clara moved to Lisbon. Nothing else is known.')).toEqual({
      text: 'Clara moved to Lisbon [1]. Nothing else is known.',
      of: [[1, 1]],
    });
  });

  it('does not mark a sentence that only repeats the question', () => {
    expect(citeAnswer('Clara moved.', ALL, 'When was it that Clara moved?').citations).toEqual([]);
  });

  it('numbers anew in order of appearance and keeps one number for one memory', () => {
    expect(cited('Tomatoes are in the garden [3]. Clara is in Lisbon [1]. Basil is in the garden too [3].')).toEqual({
      text: 'Tomatoes are in the garden [1]. Clara is in Lisbon [2]. Basil is in the garden too [1].',
      of: [
        [1, 3],
        [2, 1],
      ],
    });
  });

  it('gives a mark after the full stop to the sentence before it', () => {
    expect(cited('Clara moved to Lisbon. [1] The dentist is on 12 June.[2]').text).toBe(
      'Clara moved to Lisbon [1]. The dentist is on 12 June [2].',
    );
    expect(cited('Clara moved to Lisbon.\n[1]\n\nThe dentist is in June [2].').text).toBe(
      'Clara moved to Lisbon [1].\n\nThe dentist is in June [2].',
    );
  });

  it('keeps paragraphs, lists, headings and tables as they were written', () => {
    const answer = [
      '# What is known',
      '',
      'First of all.',
      'Then this.',
      '',
      '1. Clara moved to Lisbon. [1]',
      '2. The dentist appointment is on 12 June',
      '   - We planted tomatoes and basil',
      '',
      '| who | where |',
      '|---|---|',
      '| Clara | moved to Lisbon |',
      '',
      '**We planted tomatoes.**',
    ].join('\n');
    expect(cited(answer).text.split('\n')).toEqual([
      '# What is known',
      '',
      'First of all.',
      'Then this.',
      '',
      '1. Clara moved to Lisbon [1].',
      '2. The dentist appointment is on 12 June [2]',
      '   - We planted tomatoes and basil [3]',
      '',
      '| who | where |',
      '|---|---|',
      '| Clara | moved to Lisbon [1] |',
      '',
      '**We planted tomatoes [3].**',
    ]);
  });

  it('leaves code, links, versions and addresses alone', () => {
    const code = '```js\nconst clara = moved.to[1]; // Lisbon\n\n\nharbour[2]();\n```';
    const inline = 'Use `lisbon[1]` at www.example.org, version 3.5, as in [2](https://example.org/a.b).';
    const answer = `${code}\n\n${inline}\n\nlist[0] is first.`;
    expect(cited(answer)).toEqual({ text: answer, of: [] });
  });

  it('cites answers in scripts without spaces', () => {
    const tokyo = evidence(1, '私は東京でラーメンを食べました。', '花子');
    expect(cited('東京でラーメンを食べました。', [tokyo, GARDEN])).toEqual({
      text: '東京でラーメンを食べました [1]。',
      of: [[1, 1]],
    });
  });

  it('quotes the words of the turn and not those of the excerpt that the model read', () => {
    const long = { ...evidence(1, '… moved to Lisbon in …'), source: 'In spring Clara moved to Lisbon in April.' };
    expect(citeAnswer('Clara moved to Lisbon [1].', [long]).citations[0]?.quote).toBe(long.source);
  });

  it('says nothing without evidence, and only takes marks away from words without support', () => {
    expect(citeAnswer('', ALL)).toEqual({ text: '', citations: [], isSupported: false });
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '.', '\n', '`', '|', '-', '[1]', '[2]', '😀', '東', '!'),
    });
    fc.assert(
      fc.property(text, (answer) => {
        const plain = answer.replaceAll(/\[\d\]/g, '');
        const { text: result, citations } = citeAnswer(plain, []);
        expect({ result, citations }).toEqual({ result: plain.trim(), citations: [] });
      }),
    );
  });

  it('never changes a letter, quotes verbatim, and resolves every mark (any text, any evidence)', () => {
    const word = fc.constantFrom('Clara', 'moved', 'Lisbon', 'dentist', 'garden', '😀', '東京', 'é', 'don’t', '3.5');
    const glue = fc.constantFrom(
      ' ',
      '. ',
      '.\n',
      '\n\n',
      ' [1]',
      ' [2] ',
      '. [3] ',
      '[44]',
      '\n- ',
      '。',
      '?! ',
      ' **',
    );
    const prose = fc.array(fc.tuple(word, glue), { maxLength: 40 }).map((parts) => parts.flat().join(''));
    const letters = (value: string) => value.replaceAll(/\s*\[\d{1,3}\]/g, '').replaceAll(/\s+/g, '');
    fc.assert(
      fc.property(prose, fc.array(prose, { maxLength: 4 }), (answer, texts) => {
        const memories = texts.map((text, index) => evidence(index + 1, text));
        const { text, citations } = citeAnswer(answer, memories);
        const marks = [...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
        const numbers = new Set(citations.map(({ n }) => n));

        expect(letters(text)).toBe(letters(answer));
        expect([...new Set(marks)]).toEqual([...numbers]);
        for (const { quote, turnId } of citations) {
          const source = memories.find((memory) => memory.turnId === turnId)?.source ?? '';
          expect(source.includes(quote)).toBe(true);
        }
      }),
    );
  });
});

describe('chat/cite without a model', () => {
  it('shows each quote with who said it, when, and its number', () => {
    const { text, citations, isSupported } = quoteEvidence(
      'When is the dentist?',
      [
        { ...DENTIST, when: '1 June 2024' },
        { ...GARDEN, when: null },
      ],
      { heading: 'Closest words:' },
    );
    expect(text).toBe(
      'Closest words:\n\n- “The dentist appointment is on 12 June.” — Ada, 1 June 2024 [1]\n- “We planted tomatoes and basil in the garden.” — Ada [2]',
    );
    expect({ n: citations.map(({ n }) => n), isSupported }).toEqual({ n: [1, 2], isSupported: true });
  });
});
