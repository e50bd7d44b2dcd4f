import { describe, expect, it } from 'vitest';
import { renderSentence } from '../../../main/chat/contract/say.pure.ts';
import { deriveFacts } from '../../builders/derive-facts.ts';
import type { RevisionParts } from '../../builders/make-revision.ts';

const answer = (question: string, facts: readonly RevisionParts[], subject = 'me'): string => {
  const { sentence, outcome } = deriveFacts(question, facts, subject);
  return outcome === 'unknown' ? 'unknown' : renderSentence(sentence, ({ id }) => `[${id}]`);
};

const porto = {
  id: 'p',
  relation: 'lives in',
  object: 'Porto',
  from: '2019-01-01',
  precision: 'year',
  to: '2022-05-01',
  status: 'superseded',
  supersededBy: 'g',
} as const;
const ghent = { id: 'g', relation: 'lives in', object: 'Ghent', from: '2022-05-01', precision: 'month' } as const;
const HOMES = [porto, ghent];
const NOVATEK = {
  id: 'n',
  relation: 'works at',
  object: 'Novatek',
  from: '2020-03-02',
  to: '2024-06-15',
  status: 'ended',
} as const;
const SPEAKS = [
  { id: 't', relation: 'speaks', object: 'Turkish' },
  { id: 'd', relation: 'speaks', object: 'Dutch' },
  { id: 't2', relation: 'speaks', object: 'Turkish', status: 'dormant' },
] as const;
const PETS = [
  { id: 'm', relation: 'pet', object: 'Miso', quote: 'our cat Miso' },
  { id: 'b', relation: 'pet', object: 'Bo', quote: 'my dog Bo', from: '2025-08-30' },
  { id: 'r', relation: 'pet', object: 'Rex', quote: 'my dog Rex', to: '2020-01-01', status: 'ended' },
] as const;
const SIBLINGS = [
  { id: 's', relation: 'sibling', object: 'Mira', quote: 'my sister Mira' },
  { id: 'x', relation: 'sibling', object: 'Tom', quote: 'my brother Tom' },
] as const;
const CONFLICT = [
  { id: 'a', relation: 'birthday', object: '3 May', value: '--05-03', status: 'conflicted', said: '2024-05-10' },
  { id: 'z', relation: 'birthday', object: '4 May', value: '--05-04', status: 'conflicted', said: '2025-02-01' },
] as const;

const CASES: readonly (readonly [question: string, facts: readonly RevisionParts[], sentence: string])[] = [
  [
    'How long was it between moving to Ghent and joining Novatek?',
    [ghent, NOVATEK],
    'Between Novatek (2 March 2020) [n] and Ghent (May 2022) [g] lie about 2 years and 2 months.',
  ],
  [
    'How many months passed between when I joined Novatek and when I moved to Ghent?',
    [ghent, NOVATEK],
    'Between Novatek (2 March 2020) [n] and Ghent (May 2022) [g] lie about 26 months.',
  ],
  [
    'How long after joining Novatek did I move to Ghent?',
    [ghent, NOVATEK],
    'Between Novatek (2 March 2020) [n] and Ghent (May 2022) [g] lie about 2 years and 2 months.',
  ],
  [
    'Did I move to Ghent before I joined Novatek?',
    [ghent, NOVATEK],
    'Novatek (2 March 2020) [n] came first, then Ghent (May 2022) [g].',
  ],
  [
    'Which came first: moving to Ghent or joining Novatek?',
    [ghent, NOVATEK],
    'Novatek (2 March 2020) [n] came first, then Ghent (May 2022) [g].',
  ],
  [
    'How long was it between moving to Ghent and moving to Porto?',
    HOMES,
    'Between Porto (2019) [p] and Ghent (May 2022) [g] lie about 3 years.',
  ],
  ['Where do I live?', HOMES, 'You live in Ghent, since May 2022 [g].'],
  ['Where did I live in 2021?', HOMES, 'You lived in Porto (from 2019 until May 2022) [p].'],
  [
    'Where did I live in 2022?',
    HOMES,
    'You lived in Porto (from 2019 until May 2022) [p] and Ghent (since May 2022) [g].',
  ],
  [
    'Where did I live in 2015?',
    HOMES,
    'It is not known for that time; what is known: you lived in Porto (from 2019 until May 2022) [p].',
  ],
  [
    'Where did I live before I moved to Ghent?',
    HOMES,
    'Before Ghent, you lived in Porto (from 2019 until May 2022) [p].',
  ],
  ['Where have I lived?', HOMES, 'You lived in Porto (from 2019 until May 2022) [p] and Ghent (since May 2022) [g].'],
  [
    'In what order did I live in these places?',
    HOMES,
    'You lived in Porto (from 2019 until May 2022) [p], then Ghent (since May 2022) [g].',
  ],
  ['Where did I live first?', HOMES, 'You lived in Porto (from 2019 until May 2022) [p].'],
  ['When did I move to Ghent?', HOMES, 'You have lived in Ghent since May 2022 [g].'],
  [
    'How long ago did I move to Ghent?',
    HOMES,
    'You have lived in Ghent since May 2022 (about 4 years and 6 months ago) [g].',
  ],
  [
    'How long have I lived in Ghent?',
    HOMES,
    'You have lived in Ghent for about 4 years and 6 months (since May 2022) [g].',
  ],
  [
    'How many months have I lived in Ghent?',
    HOMES,
    'You have lived in Ghent for about 54 months (since May 2022) [g].',
  ],
  [
    'How many cities have I lived in?',
    HOMES,
    'You lived in 2 cities: Porto (from 2019 until May 2022) [p] and Ghent (since May 2022) [g].',
  ],
  ['Do I live in Porto?', HOMES, 'You live in Ghent, since May 2022 [g].'],
  [
    'Where do I work?',
    [NOVATEK],
    'You worked at Novatek (from 2 March 2020 until 15 June 2024) [n]; what came after is not known.',
  ],
  [
    'How long did I work at Novatek?',
    [NOVATEK],
    'You worked at Novatek for 4 years and 3 months (from 2 March 2020 until 15 June 2024) [n].',
  ],
  [
    'How many days did I work at Novatek?',
    [NOVATEK],
    'You worked at Novatek for 1566 days (from 2 March 2020 until 15 June 2024) [n].',
  ],
  ['When did I stop working at Novatek?', [NOVATEK], 'You worked at Novatek from 2 March 2020 until 15 June 2024 [n].'],
  ['Which languages do I speak?', SPEAKS, 'You speak Turkish [t] and Dutch [d].'],
  ['How many languages do I speak?', SPEAKS, 'You speak 2 languages: Turkish [t] and Dutch [d].'],
  ['How many pets do I have?', PETS, 'You have 2 pets: Miso [m] and Bo [b].'],
  ['How many dogs do I have?', PETS, 'You have 1 dog: Bo [b].'],
  ["What is my dog's name?", PETS, 'Your dog is Bo, since 30 August 2025 [b].'],
  ['How long have I had my dog?', PETS, 'Your dog is Bo, for 1 year and 3 months (since 30 August 2025) [b].'],
  ["What's my sister's name?", SIBLINGS, 'Your sister is Mira [s].'],
  ['How many brothers do I have?', SIBLINGS, 'You have 1 brother: Tom [x].'],
  ['Who are my siblings?', SIBLINGS, 'Your siblings are Mira [s] and Tom [x].'],
  [
    'When is my birthday?',
    CONFLICT,
    'Your birthday is 3 May (said on 10 May 2024) [a] or 4 May (said on 1 February 2025) [z]; these conflict, and nothing settles which is right.',
  ],
  [
    'How old am I?',
    [{ id: 'b', relation: 'birthday', object: '3 May 1990', value: '1990-05-03' }],
    'You are 36, born on 3 May 1990 [b].',
  ],
  [
    'How old am I?',
    [{ id: 'o', relation: 'age', object: '41', value: '41' }],
    'You were 41 on 10 May 2024 [o], so you are 43 or 44 now.',
  ],
  ['Who is my boss?', [{ id: 'i', relation: 'reports to', object: 'Ines' }], 'Your boss is Ines [i].'],
  ['Who is my boss?', [{ id: 'i', relation: 'reports to', object: 'boss' }], 'unknown'],
  [
    'How many siblings do I have?',
    [...SIBLINGS, { id: 'u', relation: 'sibling', object: 'sister' }],
    'You have 3 siblings: Mira [s], Tom [x] and one whose name is not known [u].',
  ],
  ['Which car do I drive?', [{ id: 'y', relation: 'drives', object: 'Toyota Yaris' }], 'You drive a Toyota Yaris [y].'],
  ['What do I do for a living?', [{ id: 'w', relation: 'works as', object: 'nurse' }], 'You work as a nurse [w].'],
  [
    'What are my goals?',
    [{ id: 'q', relation: 'goal', object: 'run with my sister' }],
    'Your goal: run with your sister [q].',
  ],
  [
    'What is my favourite colour?',
    [{ id: 'c', relation: 'favourite colour', object: 'teal', status: 'corrected' }],
    'unknown',
  ],
  ['Where do I live?', [], 'unknown'],
  [
    'When did I visit Japan?',
    [{ id: 'j', relation: 'visited', object: 'Japan', from: '2023-04-01', precision: 'month' }],
    'You visited Japan in April 2023 [j].',
  ],
  [
    'When did I visit Japan?',
    [{ id: 'j', relation: 'visited', object: 'Japan' }],
    'You visited Japan (first said on 10 May 2024) [j]; when it was is not known.',
  ],
  [
    'How long have I lived in Ghent?',
    [{ ...ghent, isFromSaid: false, from: '2024-05-10', precision: 'day' }],
    'You have lived in Ghent for at least 2 years and 6 months (first said on 10 May 2024) [g].',
  ],
  [
    'Am I allergic to walnuts?',
    [{ id: 'l', relation: 'allergic to', object: 'walnuts' }],
    'You are allergic to walnuts [l].',
  ],
  ['Am I allergic to pollen?', [{ id: 'l', relation: 'allergic to', object: 'walnuts' }], 'unknown'],
  [
    'What did I buy in May 2024?',
    [
      { id: 'k', relation: 'bought', object: 'tent', from: '2024-05-07' },
      { id: 'v', relation: 'bought', object: 'stove', from: '2024-07-07' },
    ],
    'You bought a tent on 7 May 2024 [k].',
  ],
];

describe('chat/answer-contract', () => {
  it.each(CASES)('answers “%s” from the ledger alone', (question, facts, sentence) => {
    expect(answer(question, facts)).toBe(sentence);
  });

  it('speaks of somebody else by name', () => {
    const facts = [{ id: 'y', subject: 'Nela', relation: 'speaks', object: 'Welsh' }];
    expect(answer('Which languages does Nela speak?', facts, 'Nela')).toBe('Nela speaks Welsh [y].');
  });

  it('keeps the steps of a subtraction out of the sentence', () => {
    const { steps } = deriveFacts('How long did I work at Novatek?', [NOVATEK]);
    expect(steps.at(-1)).toBe('4 years, 3 months, 13 days; 1566 days in all');
  });
});
