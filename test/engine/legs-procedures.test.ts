import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, type Line } from './real-folder.ts';

const at = (day: number): string => new Date(Date.UTC(2025, 2, day, 9)).toISOString();

/** What was said: turns that sound like the questions and do not answer them. */
const LINES: readonly Line[] = [
  { id: 'invoice', at: at(1), text: 'I sent the invoice to the bakery on Monday.' },
  { id: 'bread', conversation: 'b', at: at(2), text: 'The sourdough bread did not rise again.' },
  { id: 'minutes', conversation: 'm', at: at(3), text: 'The meeting with the choir board took two hours.' },
  { id: 'trip', conversation: 't', at: at(4), text: 'We took the train to Bergen in March.' },
  { id: 'photo', conversation: 'p', at: at(5), text: 'I scanned four hundred photos of my grandparents.' },
  { id: 'essay', conversation: 'e', at: at(6), text: 'My essay about lighthouses is due next week.' },
  { id: 'garden', conversation: 'g', at: at(7), text: 'The tomatoes in the garden are finally red.' },
  { id: 'workout', conversation: 'w', at: at(8), text: 'My workout yesterday made my shoulders hurt.' },
  { id: 'letter', conversation: 'l', at: at(9), text: 'A letter from the tax office arrived.' },
  { id: 'code', conversation: 'c', at: at(10), text: 'The parser of my hobby project is broken.' },
  { id: 'books', conversation: 'k', at: at(11), text: 'The book club reads a novel about an island.' },
  { id: 'budget', conversation: 'n', at: at(12), text: 'My budget for the new kitchen is too small.' },
  { id: 'quiz', conversation: 'q', at: at(13), text: 'I failed the Norwegian vocabulary quiz.' },
  { id: 'gift', conversation: 'f', at: at(14), text: 'My niece turns nine and wants a gift.' },
  { id: 'map', conversation: 'o', at: at(15), text: 'The hiking map of the valley got wet.' },
  { id: 'taught', conversation: 'z', at: at(16), text: 'Whenever I ask for a packing list, group it by bag.' },
];

type Case = {
  readonly trigger: string;
  readonly steps: readonly string[];
  readonly question: string;
  /** The words that answer the question, in no turn. */
  readonly answer: string;
};

/** Set down by hand: no turn holds the answer, so that without the leg there is none. */
const CASES: readonly Case[] = [
  {
    trigger: 'Writing an invoice',
    steps: ['Number it by quarter', 'Add thirty days for payment'],
    question: 'How many days for payment does an invoice get?',
    answer: 'thirty days',
  },
  {
    trigger: 'Baking sourdough bread',
    steps: ['Use rye flour for the starter'],
    question: 'Which flour goes into the sourdough bread starter?',
    answer: 'rye flour',
  },
  {
    trigger: 'Taking minutes of a meeting',
    steps: ['Decisions first, then who does what'],
    question: 'What comes first in the minutes of a meeting?',
    answer: 'Decisions first',
  },
  {
    trigger: 'Planning a train trip',
    steps: ['Leave forty minutes to change trains'],
    question: 'How long to change trains when planning a trip?',
    answer: 'forty minutes',
  },
  {
    trigger: 'Naming scanned photos',
    steps: ['Year, month, then place in the file name'],
    question: 'What goes into the file name of scanned photos?',
    answer: 'Year, month',
  },
  {
    trigger: 'Correcting an essay',
    steps: ['Mark repeated words in yellow'],
    question: 'Which colour marks repeated words when correcting an essay?',
    answer: 'yellow',
  },
  {
    trigger: 'Garden advice',
    steps: ['Assume heavy clay soil and no greenhouse'],
    question: 'Which soil should garden advice assume?',
    answer: 'clay soil',
  },
  {
    trigger: 'Planning a workout',
    steps: ['Only exercises without equipment', 'At most twenty-five minutes'],
    question: 'How many minutes may a workout plan have at most?',
    answer: 'twenty-five minutes',
  },
  {
    trigger: 'A letter to an office',
    steps: ['Formal, with the reference number in the subject'],
    question: 'Where does the reference number go in a letter to an office?',
    answer: 'subject',
  },
  {
    trigger: 'Writing code',
    steps: ['Tabs, and tests before the code'],
    question: 'What comes before the code when writing code, tests or comments?',
    answer: 'tests before',
  },
  {
    trigger: 'Recommending books',
    steps: ['Nothing longer than three hundred pages'],
    question: 'How long may books be when recommending them?',
    answer: 'three hundred pages',
  },
  {
    trigger: 'Showing a budget',
    steps: ['A table in Norwegian kroner, rounded to hundreds'],
    question: 'In which currency is a budget table shown and how is it rounded?',
    answer: 'kroner',
  },
  {
    trigger: 'A vocabulary quiz',
    steps: ['Ten words, the hardest ones last'],
    question: 'How many words does a vocabulary quiz have?',
    answer: 'Ten words',
  },
  {
    trigger: 'Gift ideas',
    steps: ['Nothing made of plastic, under forty euros'],
    question: 'What must gift ideas not be made of?',
    answer: 'plastic',
  },
  {
    trigger: 'Describing a hike',
    steps: ['Metres of climb and where water can be found'],
    question: 'What does describing a hike say about climb and water?',
    answer: 'Metres of climb',
  },
  {
    trigger: 'Summarising an article',
    steps: ['Five sentences and the weakest argument'],
    question: 'How many sentences when summarising an article?',
    answer: 'Five sentences',
  },
];

let folder: Folder;
let opened: Opened;
const ids = new Map<string, string>();
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  const { client } = opened;
  await importLines(client, folder, LINES);
  for (const { trigger, steps } of CASES)
    ids.set(trigger, (await client.call('procedures.save', { trigger, steps: [...steps] })).id);
  await client.stream('memory.settle', {}, { onChunk: () => undefined });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const recall = (query: string, over: Partial<InputOf<'memory.recall'>> = {}) =>
  opened.client.call('memory.recall', { query, k: 5, ...over });
const ask = (text: string) => opened.client.stream('chat.ask', { text }, { onChunk: () => undefined });

describe('the procedural leg', () => {
  it.each(CASES)('alone answers “$question”', async ({ question, answer }) => {
    const holds = ({ results }: Awaited<ReturnType<typeof recall>>) =>
      results.some(({ text }) => text.includes(answer));
    const found = await recall(question);
    expect(holds(found)).toBe(true);
    expect(holds(await recall(question, { noLegs: ['procedural'] }))).toBe(false);
    const trace = await opened.client.call('traces.get', { id: found.traceId });
    expect(trace.legs.find(({ leg }) => leg === 'procedural')).toMatchObject({
      ...{ outcome: 'contributed', eligible: CASES.length },
    });
  });

  it('finds a habit by one word of it where the rest of the question only asks', async () => {
    const { results } = await recall('How do I like water carried on a cycling holiday?', { legs: ['procedural'] });
    expect(results.map(({ text }) => text).join(' ')).toContain('where water can be found');
    expect((await recall('Who carried water on a cycling holiday?', { legs: ['procedural'] })).results).toEqual([]);
  });

  it('puts the habit that is asked for first, of all that there are', async () => {
    const first = await Promise.all(
      CASES.map(
        async ({ question, trigger }) =>
          (await recall(question, { legs: ['procedural'] })).results[0]?.source?.id === ids.get(trigger),
      ),
    );
    expect(first.filter((isFirst) => isFirst).length).toBeGreaterThanOrEqual(CASES.length - 1);
  });

  it('answers in a chat without a model how something is wanted', async () => {
    const reply = await ask('How do I like my gift ideas?');
    expect(reply.mode).toBe('evidence');
    expect(reply.answer).toContain('Gift ideas: Nothing made of plastic, under forty euros');
    expect(reply.answer).toContain('set down by hand');
  });

  it('says nothing of what is proposed, switched off or removed', async () => {
    const { client } = opened;
    const id = ids.get('Gift ideas');
    const gifts = (await client.call('procedures.list', { limit: 100, offset: 0 })).procedures.find(
      (each) => each.id === id,
    );
    if (!gifts) throw new Error('not there');
    const { seq } = await client.call('procedures.switch', { id: gifts.id, isOn: false });
    expect(
      (await recall('What must gift ideas not be made of?')).results.some(({ kind }) => kind === 'procedure'),
    ).toBe(false);
    await client.call('procedures.undo', { seq });
    await client.stream('memory.settle', {}, { onChunk: () => undefined });
    expect((await recall('What must gift ideas not be made of?')).results[0]?.kind).toBe('procedure');
    // Only heard, and not accepted.
    await client.stream('workers.simulate', { workers: ['procedures'], days: 1 }, { onChunk: () => undefined });
    expect((await recall('packing list by bag', { legs: ['procedural'] })).results).toEqual([]);
  });
});
