import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../main/contract/index.ts';
import { summariesWorker } from '../../main/lifecycle/summaries-worker.ts';
import { createHashInference } from './hash-inference.ts';
import { DIARY, DIARY_LINES } from './made-diary.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

/** Fragments that are read: fewer than the turns that each answer is spread over. */
const K = 3;

let folder: Folder;
let opened: Opened;
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), {
    inference: createHashInference(),
    workers: [summariesWorker],
  });
  await importLines(opened.client, folder, DIARY_LINES);
  await opened.client.stream(
    'workers.simulate',
    { workers: ['summaries'], days: 0, from: '2026-07-20T12:00:00Z' },
    { onChunk: () => undefined },
  );
  await opened.client.stream('memory.settle', {}, { onChunk: () => undefined });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const recall = (query: string, over: Partial<InputOf<'memory.recall'>> = {}) =>
  opened.client.call('memory.recall', { query, k: K, asOf: '2026-07-20T12:00:00Z', ...over });

const partOf = (topic: keyof typeof DIARY, n: number): string => DIARY[topic]?.told[n] ?? 'nothing';
const whole = (topic: keyof typeof DIARY): readonly string[] => DIARY[topic]?.told ?? [];

/** What has to be read to answer, sentence by sentence. */
const QUESTIONS: readonly (readonly [query: string, needed: readonly string[]])[] = [
  ['Give me an overview of the repair of the rowing boat.', whole('boat')],
  ['How did my left knee turn out?', whole('knee').slice(0, 4)],
  ['Summarise what changed in the choir.', whole('choir')],
  ['Tell me the whole story of the allotment.', whole('allotment')],
  ["Walk me through how my sister's bakery started.", whole('bakery')],
  ['Bring me up to speed: summary of the search for a flat.', whole('flat')],
  ['Sum up the welding course.', whole('course')],
  ['Give me a recap of how Basil the greyhound settled in.', whole('dog')],
  ['How has my novel developed?', whole('novel')],
  ['An overview of the trip to Norway, please.', whole('trip')],
  ['Summarise the new job at work.', whole('job')],
  ['Tell me everything about the bees.', whole('bees')],
  ['What happened in March 2026?', [partOf('boat', 4), partOf('knee', 2), partOf('choir', 3), partOf('choir', 4)]],
  ['What happened in April 2026?', [partOf('allotment', 0), partOf('bakery', 0), partOf('flat', 1), partOf('flat', 4)]],
  ['What did I do in May 2026?', [partOf('course', 0), partOf('dog', 0), partOf('novel', 0), partOf('novel', 3)]],
  ['Overview of June 2026', [partOf('trip', 0), partOf('job', 2), partOf('bees', 0), partOf('trip', 3)]],
];

/** How many of the needed sentences are among what was found. */
function countRead(needed: readonly string[], results: readonly { readonly text: string }[]): number {
  const read = results.map(({ text }) => text).join('\n');
  return needed.filter((sentence) => read.includes(sentence)).length;
}

describe('the summary leg', () => {
  it.each(QUESTIONS)('alone can answer %j with three fragments', async (query, needed) => {
    const { results } = await recall(query);
    expect(results.some(({ kind }) => kind === 'summary')).toBe(true);
    expect(countRead(needed, results)).toBe(needed.length);

    const without = await recall(query, { noLegs: ['summary'] });
    expect(countRead(needed, without.results)).toBeLessThan(needed.length);
  });

  it('names the turns that its sentences are from', async () => {
    const { results } = await recall('Sum up the welding course.');
    const summary = results.find(({ kind }) => kind === 'summary');
    expect(summary?.turns).toEqual(['course-0', 'course-1', 'course-2', 'course-3', 'course-4']);
    expect(summary?.speaker).toContain('2 May 2026');
  });

  it('leaves a fact to the turn that says it, unless it is asked for by name', async () => {
    const query = 'What did the plank from the Larsen yard cost?';
    const usual = await recall(query);
    expect(usual.results[0]?.turns).toEqual(['boat-3']);
    expect(usual.results.every(({ kind }) => kind === 'turn')).toBe(true);
    const always = await recall(query, { settings: { summaries: 'always' } });
    expect(always.results.some(({ kind }) => kind === 'summary')).toBe(true);
    const named = await recall(query, { legs: ['summary'] });
    expect(named.results[0]?.kind).toBe('summary');
  });

  it('is opened for an answer into the turns that said so, which its citations name', async () => {
    const { citations, trace: id } = await opened.client.stream(
      'chat.ask',
      { text: 'Sum up the welding course.' },
      { onChunk: () => undefined },
    );
    const cited = citations.flatMap(({ turnIds }) => turnIds);
    expect(cited.length).toBeGreaterThan(1);
    expect(cited.filter((id) => !id.startsWith('course-'))).toEqual([]);
    if (id === null) throw new Error('no trace');
    const trace = await opened.client.call('traces.get', { id });
    expect(trace.legs.find(({ leg }) => leg === 'summary')?.inPrompt).toBeGreaterThan(0);
  });

  it('tells nothing of what was said after the day asked about', async () => {
    const { results } = await recall('Overview of June 2026', { asOf: '2026-06-10T00:00:00Z' });
    expect(results.filter(({ text }) => /bees|Valentin/.test(text))).toEqual([]);
  });
});
