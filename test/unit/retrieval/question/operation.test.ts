import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationType } from '../../../../main/contract/recall.ts';
import { operationOf } from '../../../../main/retrieval/question/operation.pure.ts';

const ASKED = {
  event_order: [
    'In what order did I visit the museums?',
    'Walk me through the sequence of repairs',
    'List the chapters from first to last',
    'What came before the second interview?',
    'Which did I buy first, the lamp or the chair?',
    'Put these trips in chronological order',
    'Give me a timeline of the renovation',
    'Who arrived first, Ann or Ben?',
    'Can you sort the meetings from earliest to latest?',
    'What happened right after the storm?',
    'In which order did we discuss the topics?',
    'Which happened earlier, the wedding or the move?',
  ],
  summary: [
    'Give me an overview of everything about the garden',
    'How has my running developed over time?',
    'Summarise my journey with the violin',
    'How did her opinion of the plan evolve?',
    'Can you recap what we said yesterday?',
    'Catch me up on the project',
    'Tell me everything you know about my brother',
    'Walk me through how the loan came about',
    'What have we talked about so far?',
    'What are the main points of the meeting?',
  ],
  count: [
    'How many different countries have I visited?',
    'What is the total number of plants on the balcony?',
    'How often do we meet?',
    'How much did I spend on paint in total?',
    'Count the books that I finished',
    'How many times did I call the bank?',
  ],
  temporal_arithmetic: [
    'How many days between the two trips?',
    'How long did it take?',
    'How many weeks passed since the flood?',
    'How much older is she than me?',
    'How old was I when I learned to swim?',
  ],
  temporal_lookup: [
    'How long ago did she move?',
    'How many months ago did I start?',
    'When did she move?',
    'Do you remember when we met?',
    'What date is the exam?',
    'On which day does the course start?',
    'Since when does he smoke?',
    'Tell me when the lease ends',
  ],
  list: [
    'List all my pets',
    'What are the names of her cats?',
    'Which books did I read?',
    'What kinds of tea do I own?',
    'What languages can he speak?',
    'Who else came to the party?',
    'Name the three colours I chose',
    'What gifts did Tom get?',
    'Where all have I been?',
  ],
  preference: [
    'What should I cook tonight?',
    'What is my favourite film?',
    'Do I prefer tea or coffee?',
    'Any ideas for a present for my aunt?',
    'Can you recommend a book for me?',
  ],
  instruction: [
    'Write a poem about rain',
    'Please translate this into French',
    'Could you fix this function?',
    'Help me plan a trip',
    'From now on answer in German',
    'Always use metric units',
  ],
  fact: [
    'Where does she live?',
    'What is the name of his dog?',
    'What bus goes to the station?',
    'Who is my dentist?',
    'How long is the bridge?',
    'Does he still work there?',
    'Remind me what the code was',
    '她住在哪里？',
    'What was the address?',
    'Which class is Ann in?',
    'What does Tom do for a living?',
  ],
  chat: [
    'It rained all night.',
    'I moved to a new flat last week.',
    'Thanks!',
    'My sister is coming on Friday.',
    'When I was young, we had a dog.',
  ],
} as const satisfies Record<OperationType, readonly string[]>;

describe('retrieval/question/operation', () => {
  it.each(Object.entries(ASKED).flatMap(([operation, texts]) => texts.map((text) => [text, operation] as const)))(
    'takes %j for %s',
    (text, operation) => {
      expect(operationOf(text).operation).toBe(operation);
    },
  );

  it('takes no period of the past for an order, where only "or" would make it one', () => {
    expect(operationOf('What did we cook last week?').operation).toBe('fact');
    expect(operationOf('Which did we cook last, soup or rice?').operation).toBe('event_order');
  });

  it('finds what is asked before or after a long paste, and answers any text', () => {
    const paste = 'lorem ipsum dolor sit amet '.repeat(2_000);
    expect(operationOf(`Summarise this: ${paste}`).operation).toBe('summary');
    expect(operationOf(`${paste} How many of them are red?`).operation).toBe('count');
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => operationOf(text).why !== ''));
  });
});
