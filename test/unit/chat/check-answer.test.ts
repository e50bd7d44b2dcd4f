import { describe, expect, it } from 'vitest';
import { type CheckedMemory, checkAnswer } from '../../../main/chat/check-answer.pure.ts';
import { citeDerivation } from '../../../main/chat/contract/cite-contract.pure.ts';
import { deriveFacts, NOW } from '../../builders/derive-facts.ts';
import type { RevisionParts } from '../../builders/make-revision.ts';

const PORTO = {
  id: 'p',
  relation: 'lives in',
  object: 'Porto',
  from: '2019-01-01',
  to: '2022-05-01',
  status: 'superseded',
} as const;
const GHENT = { id: 'g', relation: 'lives in', object: 'Ghent', from: '2022-05-01', precision: 'month' } as const;
const GENT = { id: 'w', relation: 'lives in', object: 'Brussels', status: 'corrected' } as const;
const CLAIM: CheckedMemory = { text: 'As you live in Paris, take the metro.', isAssistant: true };
const OWN: CheckedMemory = { text: 'I have a small house by the river.', isAssistant: false };

function check(answer: string, facts: readonly RevisionParts[], question = 'Where do I live?') {
  const derivation = deriveFacts(question, facts);
  const { text: surface } = citeDerivation(derivation);
  const { text, removed } = checkAnswer(answer, { derivation, memories: [CLAIM, OWN], surface, question, now: NOW });
  return removed.length === 0 ? text : `${removed.map(({ why }) => why).join(' ')}: ${text}`;
}

const OWN_SENTENCE = 'You live in Ghent, since May 2022 [1].';
const HOMES = [PORTO, GHENT, GENT];

describe('chat/check-answer', () => {
  it.each([
    ['a superseded value as current', 'You live in Porto [2].', `superseded: ${OWN_SENTENCE}`],
    ['nothing but a superseded value', 'Porto.', `superseded: ${OWN_SENTENCE}`],
    ['a corrected value, even in the past', 'You lived in Brussels [1].', `superseded: ${OWN_SENTENCE}`],
    ['a value that only an assistant said', 'You live in Paris [1].', `uncited: ${OWN_SENTENCE}`],
    ['that it does not know, where the ledger does,', 'I do not know where you live.', `withheld: ${OWN_SENTENCE}`],
    [
      'a name beside the right value that nobody said',
      'You live in Ghent, Netherlands [1].',
      `uncited: ${OWN_SENTENCE}`,
    ],
    ['a bare value that nobody said', 'The answer is: Rome.', `uncited: ${OWN_SENTENCE}`],
    ['a value that nobody said', 'You live in Rome.', `uncited: ${OWN_SENTENCE}`],
  ])('replaces %s by the contract’s own sentence', (_, answer, expected) => {
    expect(check(answer, HOMES)).toBe(expected);
  });

  it.each([
    ['the current value', 'You live in Ghent [1].'],
    ['a superseded value with its interval', 'You live in Ghent now [1]. You lived in Porto until 2022.'],
    ['a superseded value beside the current one', 'You moved from Porto to Ghent [1].'],
    ['what the person’s own words hold', 'You live in a small house by the river [2].'],
    ['what is about something else', 'Porto has many bridges. The weather is mild.'],
    ['politeness', 'Sure! You live in Ghent [1]. Let me know if you need more.'],
    ['code', '```\nYou live in Porto.\n```'],
  ])('keeps %s', (_, answer) => {
    expect(check(answer, HOMES)).toBe(answer);
  });

  it('takes a wrong sentence out without a word where the rest says it', () => {
    expect(check('You live in Ghent [1]. You live in Porto [2].', HOMES)).toBe('superseded: You live in Ghent [1].');
  });

  it('says that it is not known in place of a value for which there is nothing', () => {
    expect(check('You live in Paris [1]. It is a big city.', [])).toBe(
      'uncited: It is not known here. It is a big city.',
    );
  });

  it('replaces another number than code counted', () => {
    const pets = ['Miso', 'Bo'].map((object, index) => ({ id: `${index}`, relation: 'pet', object }));
    const question = 'How many pets do I have?';
    const right = 'You have 2 pets: Miso [1] and Bo [2].';
    expect(check('You have three pets.', pets, question)).toBe(`miscounted: ${right}`);
    expect(check('3', pets, question)).toBe(`miscounted: ${right}`);
    expect(check('You have two pets [1].', pets, question)).toBe('You have two pets [1].');
    const lived = 'How long have I lived in Ghent?';
    expect(check('You have lived in Ghent for 3 years.', HOMES, lived)).toBe(
      'miscounted: You have lived in Ghent for about 4 years and 6 months (since May 2022) [1].',
    );
    expect(check('You have lived in Ghent for 4 years, since 2022.', HOMES, lived)).toBe(
      'You have lived in Ghent for 4 years, since 2022.',
    );
  });

  it('lets a model say that it does not know where nothing is known', () => {
    expect(check('I do not know where you live.', [])).toBe('I do not know where you live.');
  });

  it('gives a value of a time asked for its interval and lets it stand', () => {
    expect(check('You lived in Porto [1].', HOMES, 'Where did I live in 2020?')).toBe('You lived in Porto [1].');
  });
});

describe('chat/contract/cite-contract', () => {
  it('numbers each turn once, and leaves what was entered by hand without a mark', () => {
    const pets = ['Miso', 'Bo'].map((object, index) => ({
      id: `${index}`,
      relation: 'pet',
      object,
      quote: `our ${object}`,
    }));
    const cited = citeDerivation(deriveFacts('How many pets do I have?', pets));
    expect(cited.text).toBe('You have 2 pets: Miso [1] and Bo [2].');
    expect(cited.memories.map(({ n, turnId, text }) => [n, turnId, text])).toEqual([
      [1, 'turn-0', 'You have 2 pets: Miso [1] and Bo [2]. (“our Miso”)'],
      [2, 'turn-1', 'pet: “our Bo”'],
    ]);
    const byHand = deriveFacts('Who is my boss?', [{ id: 'i', relation: 'reports to', object: 'Ines', quote: '' }]);
    expect(citeDerivation(byHand)).toEqual({ text: 'Your boss is Ines.', memories: [] });
  });
});
