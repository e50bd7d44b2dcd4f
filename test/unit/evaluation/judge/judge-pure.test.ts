import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureAgreement } from '../../../../main/evaluation/judge/agreement.pure.ts';
import { describeReference } from '../../../../main/evaluation/judge/describe-reference.pure.ts';
import { fenced } from '../../../../main/evaluation/judge/fence.pure.ts';
import { Grade, parseStrict, scoreGrade } from '../../../../main/evaluation/judge/grade-prompt.pure.ts';
import { anonymise, letterOf, pairUp } from '../../../../main/evaluation/judge/judging-order.pure.ts';
import { type Preference, settlePair } from '../../../../main/evaluation/judge/pair-prompt.pure.ts';
import { readCsv, writeCsv } from '../../../../main/evaluation/judge/sheet.pure.ts';
import { seeded } from '../../../../main/evaluation/lib/seeded.pure.ts';

describe('a grade', () => {
  it.each([
    ['5 is all', { grade: 5, stale: false, details: 'none' }, 1],
    ['supported details earn no more than all', { grade: 5, stale: false, details: 'supported' }, 1],
    ['supported details earn a little', { grade: 3, stale: false, details: 'supported' }, 0.6],
    ['made up details cost a little', { grade: 5, stale: false, details: 'unsupported' }, 0.9],
    ['a stale value costs half', { grade: 5, stale: true, details: 'none' }, 0.5],
    ['nothing is less than 0', { grade: 1, stale: true, details: 'unsupported' }, 0],
  ] as const)('%s', (_, grade, score) => expect(scoreGrade(grade)).toBe(score));

  it('that cannot be read is 0', () => {
    for (const text of [
      '',
      '5',
      '{"grade":6,"stale":false,"details":"none"}',
      'Sure! {"grade":5,"stale":false,"details":"none"}',
    ])
      expect(parseStrict(Grade, text)).toBeNull();
    expect(scoreGrade(null)).toBe(0);
  });
});

describe('a pair that is looked at twice', () => {
  it.each<[Preference | null, Preference | null, string]>([
    ['A', 'B', 'first'],
    ['B', 'A', 'second'],
    ['tie', 'tie', 'tie'],
    ['A', 'A', 'inconsistent'],
    ['B', 'tie', 'inconsistent'],
    [null, 'A', 'unreadable'],
    ['A', null, 'unreadable'],
  ])('%s and then %s is %s', (look, swapped, verdict) => expect(settlePair(look, swapped)).toBe(verdict));
});

describe('names and order', () => {
  it('are left to a chance that the seed repeats', () => {
    const arms = ['a', 'b', 'c', 'd', 'e'];
    expect(anonymise(arms, seeded('1'))).toEqual(anonymise(arms.toReversed(), seeded('1')));
    const firsts = new Set(Array.from({ length: 30 }, (_, n) => [...anonymise(arms, seeded(`${n}`)).keys()][0]));
    expect(firsts.size).toBe(5);
    expect([0, 25, 26, 27, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB', 'AAA']);
  });

  it('pair every two arms once, either first', () => {
    const pairs = Array.from({ length: 40 }, (_, n) => pairUp(['a', 'b', 'c'], seeded(`${n}`)));
    for (const one of pairs)
      expect(new Set(one.map(({ first, second }) => [first, second].toSorted().join()))).toEqual(
        new Set(['a,b', 'a,c', 'b,c']),
      );
    expect(new Set(pairs.flat().map(({ first }) => first)).size).toBe(3);
  });
});

describe('agreement', () => {
  it("is Cohen's kappa, worked by hand", () => {
    // 20 same of 30; judge 15 and 15, person 15 and 15: 1/2 by chance, so (2/3 - 1/2) / (1/2) = 1/3.
    const rated = [
      ...Array.from({ length: 10 }, () => ({ judge: 5, human: 5 })),
      ...Array.from({ length: 10 }, () => ({ judge: 1, human: 1 })),
      ...Array.from({ length: 5 }, () => ({ judge: 5, human: 1 })),
      ...Array.from({ length: 5 }, () => ({ judge: 1, human: 5 })),
    ];
    const agreement = measureAgreement(rated);
    expect(agreement.accuracy).toBeCloseTo(2 / 3);
    expect(agreement.kappa).toBeCloseTo(1 / 3);
    expect(agreement.binary.kappa).toBeCloseTo(1 / 3);
    expect(agreement.confusion).toEqual({ 5: { 5: 10, 1: 5 }, 1: { 1: 10, 5: 5 } });
  });

  it('is not said of nothing, nor where everything has one grade', () => {
    expect(measureAgreement([])).toMatchObject({ items: 0, accuracy: null, kappa: null });
    expect(measureAgreement([{ judge: 3, human: 3 }])).toMatchObject({ accuracy: 1, kappa: null });
  });

  it('forgives a near miss only by weight', () => {
    const near = measureAgreement([1, 2, 3, 4, 5].map((human) => ({ human, judge: Math.min(5, human + 1) })));
    expect(near.weightedKappa ?? 0).toBeGreaterThan(near.kappa ?? 1);
  });

  it('is 1 for a judge that always says the same as the person', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (grades) => {
        const { kappa, weightedKappa } = measureAgreement(grades.map((one) => ({ judge: one, human: one })));
        if (new Set(grades).size > 1) expect([kappa, weightedKappa]).toEqual([expect.closeTo(1), expect.closeTo(1)]);
      }),
    );
  });
});

describe('a sheet', () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r']/.test(text) && text !== '');
  it('reads what it wrote', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        expect(readCsv(writeCsv(rows))).toEqual(rows);
      }),
    );
  });

  it('reads what spreadsheets save, and begins no formula', () => {
    expect(readCsv('\uFEFFitem;grade\r\nx;5\r\n"a;b";\r\n')).toEqual([
      ['item', 'grade'],
      ['x', '5'],
      ['a;b', ''],
    ]);
    expect(readCsv('a,b\n1,"2\n3"')).toEqual([
      ['a', 'b'],
      ['1', '2\n3'],
    ]);
    expect(readCsv('"a')).toBeNull();
    expect(readCsv('"a"b,c')).toBeNull();
    expect(writeCsv([['=1+1', '@x', '-3']])).toBe(`"'=1+1","'@x","'-3"\r\n`);
  });
});

describe('what a judge reads', () => {
  it('cannot be told to by the text inside a fence', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', 'a', '\n')).map((parts) => parts.join('')),
        (text) => {
          expect(fenced(text).slice(4, -4)).not.toMatch(/<<<|>>>/);
        },
      ),
    );
  });

  it.each([
    [{ kind: 'number', value: 3, unit: 'cats' }, '3 cats'],
    [{ kind: 'set', items: [['a', 'b'], ['c']] }, 'All of: a or b; c'],
    [{ kind: 'conflict', values: [['a'], ['b']] }, 'Both stand against each other and have to be told: a; b'],
    [{ kind: 'unknown' }, 'Nothing that was said answers it; the answer has to say so.'],
  ] as const)('has a reference in words', (answer, words) => expect(describeReference(answer)).toBe(words));
});
