import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReferenceAnswer } from '../../../../main/evaluation/format/trajectory.ts';
import { findDates, matchDate } from '../../../../main/evaluation/score/dates.pure.ts';
import { tokenF1 } from '../../../../main/evaluation/score/meet-open.pure.ts';
import { kendall } from '../../../../main/evaluation/score/meet-several.pure.ts';
import { readNumberWords } from '../../../../main/evaluation/score/number-words.pure.ts';
import { scoreAnswer } from '../../../../main/evaluation/score/score-answer.pure.ts';
import { findForms, toComparable, wordsOf } from '../../../../main/evaluation/score/words.pure.ts';

const REFERENCES: readonly ReferenceAnswer[] = [
  { kind: 'text', values: ['Oslo', '12'] },
  { kind: 'number', value: 7, unit: 'plants' },
  { kind: 'date', value: '2024-05-03' },
  { kind: 'duration', days: 14, toleranceDays: 1 },
  { kind: 'set', items: [['tea'], ['cocoa']] },
  { kind: 'order', items: [['Rome'], ['Bern']] },
  { kind: 'conflict', values: [['Rome'], ['Bern']] },
  { kind: 'unknown' },
  { kind: 'open', text: 'a red bicycle' },
];
const piece = fc.constantFrom(
  ...['Oslo', 'Rome', 'Bern', 'tea', '7 plants', '3 May 2024', 'two weeks', 'not', 'until', 'no longer', '. ', ', '],
  ...['\n- “', '”', ' — Ann, 3 May 2024 [1]', '[2]', ':\n', 'I', 'live in', '"', '> ', '½', '3rd', '１２', 'И', '東京'],
);
const answers = fc.oneof(
  fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const score = (reference: ReferenceAnswer, answer: string) =>
  scoreAnswer({ reference, superseded: [['Rome'], ['3']], answer, isAbstaining: null });

describe('scores of any answer', () => {
  it('lie between 0 and 1, agree with each other, and come out the same again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REFERENCES), answers, (reference, answer) => {
        const scored = score(reference, answer);
        expect(scored).toEqual(score(reference, answer));
        expect(scored.score).toBeGreaterThanOrEqual(0);
        expect(scored.credited).toBeGreaterThanOrEqual(scored.score);
        expect(scored.credited).toBeLessThanOrEqual(1);
        expect(scored.isStale).toBe(scored.staleness === 'claimed');
        if (scored.isCorrect) expect(scored.isStale || scored.isAmbiguous).toBe(false);
        if (scored.isCorrect) expect(scored.place).not.toBe('nowhere');
        expect(scored.details.supported + scored.details.fabricated).toBe(scored.details.total);
      }),
      { numRuns: 500 },
    );
  });

  it('are made in time that grows with the answer', () => {
    const long = ['a ', ' ', '"', '.', '- “', '1', '1,', '[1]', 'not ', 'May 3 ', '(', 'one and ', '\n'];
    for (const text of long)
      for (const reference of REFERENCES) {
        const answer = text.repeat(4_000 / text.length);
        expect(score(reference, answer).score).toBeLessThanOrEqual(1);
      }
  });
});

describe('words', () => {
  it('are found as a slow search finds them', () => {
    const word = fc.constantFrom('red', 'blue', 'sky', 'ice', 'cream');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.array(word, { minLength: 1, maxLength: 3 }), (said, wanted) => {
        const found = findForms(wordsOf(said.join(' ')), wanted).map(({ from }) => from);
        const slow = said.flatMap((_, at) => (wanted.every((one, offset) => said[at + offset] === one) ? [at] : []));
        expect(found).toEqual(slow);
      }),
    );
  });

  it('stand where the text has them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (raw) => {
        const text = toComparable(raw);
        let end = 0;
        for (const { from, to } of wordsOf(text)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it.each([
    ['twenty one', 21],
    ['one hundred and five', 105],
    ['two thousand three hundred', 2_300],
    ['three million', 3_000_000],
    ['nineteen', 19],
  ])('spell %s', (text, value) => {
    expect(readNumberWords(text.split(' '))).toEqual({ value, length: text.split(' ').length });
  });
});

describe('dates', () => {
  const months = 'January February March April May June July August September October November December'.split(' ');
  it('are read from every way to write them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2099 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        (year, month, day) => {
          const name = months[month - 1] ?? '';
          const two = (value: number): string => String(value).padStart(2, '0');
          const forms = [
            `${year}-${two(month)}-${two(day)}`,
            `${day} ${name} ${year}`,
            `${name} ${day}, ${year}`,
            `the ${day}th of ${name} ${year}`,
            `${day} ${name.slice(0, 3)} ${year}`,
            `${two(day)}.${two(month)}.${year}`,
          ];
          for (const form of forms) {
            const dates = findDates(`It was on ${form}, they say.`);
            expect(dates).toHaveLength(1);
            for (const date of dates)
              expect(matchDate(date, { year, month, day })).toEqual({ isMatch: true, isExact: true });
          }
        },
      ),
    );
  });
});

describe('small sums', () => {
  it('turns an order round', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 8 }), (places) => {
        expect(kendall(places)).toBeCloseTo(-kendall(places.toReversed()) || 0);
        expect(kendall(places.toSorted((a, b) => a - b))).toBe(1);
      }),
    );
  });

  it('shares words both ways alike', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(tokenF1(a, b)).toBeCloseTo(tokenF1(b, a));
      }),
    );
    expect(tokenF1(['a', 'b'], ['a', 'c'])).toBe(0.5);
  });
});
