import { describe, expect, it } from 'vitest';
import { readLiteral } from '../../../main/codex/literal.pure.ts';
import { nameKeyOf } from '../../../main/codex/names.pure.ts';
import { sayClaim } from '../../../main/codex/say-claim.pure.ts';

const NOW = new Date('2024-06-15T10:00:00Z');

describe('codex/literal', () => {
  it.each([
    ['3 May 1990', ['date'], '1990-05-03'],
    ['3 May', ['date'], '--05-03'],
    ['some day', ['date'], null],
    ['41', ['number'], '41'],
    ['1,5', ['number'], '1.5'],
    ['many', ['number'], null],
    ['900 euros', ['amount'], '900 euros'],
    ['a lot', ['amount'], null],
    ['Head  Nurse', ['text'], 'head nurse'],
    ['next spring', ['date', 'text'], 'next spring'],
  ] as const)('reads "%s" where the relation takes %s', (words, kinds, value) => {
    expect(readLiteral(words, kinds, NOW)?.value ?? null).toBe(value);
  });
});

describe('codex/names', () => {
  it.each([
    ['Müller', 'muller'],
    ['the Lyceum', 'lyceum'],
    ['Dr. Weiss', 'weiss'],
    ["Mira's", 'mira'],
    ['  João   da  Silva ', 'joao da silva'],
    ['The', 'the'],
  ])('compares "%s" as "%s"', (name, key) => {
    expect(nameKeyOf(name)).toBe(key);
  });
});

describe('codex/say-claim', () => {
  it('says of whom, what, and what became of it', () => {
    const claim = { act: 'state', subject: null, relation: 'lives in', object: 'Ghent', isPast: false } as const;
    expect([
      sayClaim(claim),
      sayClaim({ ...claim, subject: 'Mira', isPast: true }),
      sayClaim({ ...claim, act: 'correct' }),
      sayClaim({ ...claim, act: 'end', object: null }),
      sayClaim({ ...claim, act: 'retract' }),
    ]).toEqual([
      'you · lives in · Ghent',
      'Mira · lives in · Ghent (in the past)',
      'you · lives in · Ghent (corrected)',
      'you · lives in (no longer)',
      'you · lives in · Ghent (never was)',
    ]);
  });
});
