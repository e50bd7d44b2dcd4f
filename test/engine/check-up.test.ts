import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckedQuestion, CheckUpChunk } from '../../main/contract/check-up.ts';
import type { InputOf } from '../../main/contract/index.ts';
import { fixedClock } from '../../main/lib/clock.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, type Line } from './real-folder.ts';

const HISTORY: readonly Line[] = [
  { id: 'porto', at: '2023-02-01T10:00:00Z', text: 'I live in Porto.' },
  { id: 'cat', at: '2023-02-02T10:00:00Z', text: 'We have a cat called Miso.' },
  { id: 'tomatoes', at: '2023-02-03T10:00:00Z', text: 'We planted tomatoes and basil behind the house.' },
  { id: 'dentist', at: '2023-02-04T10:00:00Z', text: 'The dentist wants to see me on the twelfth of June.' },
];
const MOVE: readonly Line[] = [
  { id: 'ghent', at: '2024-05-10T10:00:00Z', text: 'I moved to Ghent on 2 May 2024.' },
  { id: 'bicycle', at: '2024-05-11T10:00:00Z', text: 'My bicycle is locked in the blue shed.' },
];
const HOME = 'Where do I live?';
const BICYCLE = 'Where is my bicycle locked?';
const GARDEN = 'What did we plant behind the house?';

let folder: Folder;
let opened: Opened;
const clock = fixedClock(new Date('2023-06-01T12:00:00Z'));
const inference = createHashInference();

async function ask(text: string, over: Partial<InputOf<'chat.ask'>> = {}) {
  const reply = await opened.client.stream('chat.ask', { text, ...over }, { onChunk: () => undefined });
  clock.advance(60_000);
  return reply;
}

async function learn(lines: readonly Line[]): Promise<void> {
  await importLines(opened.client, folder, lines);
  await opened.client.call('codex.settle', {});
  clock.advance(60_000);
}

beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference, clock, workers: [] });
  await learn(HISTORY);
  for (const text of [HOME, BICYCLE, GARDEN]) await ask(text);
  clock.advance(Date.parse('2024-06-01T12:00:00Z') - clock.now().getTime());
  await learn(MOVE);
  await ask(HOME);
  await opened.client.call('codex.settle', {});
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

type Run = Partial<InputOf<'checkUp.run'>>;
async function run(over: Run = {}, signal?: AbortSignal) {
  const chunks: CheckUpChunk[] = [];
  const input = { change: {}, ...over };
  const summary = await opened.client.stream('checkUp.run', input, { onChunk: (chunk) => chunks.push(chunk), signal });
  return { chunks, summary, questions: chunks.flatMap(({ question }) => question ?? []) };
}
const about = (questions: readonly CheckedQuestion[], text: string): CheckedQuestion => {
  const found = questions.find((question) => question.text === text);
  if (found === undefined) throw new Error(`not asked again: ${text}`);
  return found;
};
const ids = ({ fragments }: CheckedQuestion['a']) => fragments.map(({ id }) => id);

describe('a check-up', () => {
  it('counts the questions that can be asked again, and their time', async () => {
    const found = await opened.client.call('checkUp.questions', {});
    expect(found).toMatchObject({
      asked: { count: 4 },
      imported: { count: 0, from: null, to: null },
      isUsingOff: false,
    });
    expect(found.asked.from?.slice(0, 10)).toBe('2023-06-01');
    expect(found.asked.to?.slice(0, 10)).toBe('2024-06-01');
  });

  it('asks each on its own day and finds what is no longer so', async () => {
    const { summary, questions, chunks } = await run();
    expect(questions.map(({ text }) => text)).toEqual([HOME, BICYCLE, GARDEN, HOME]);
    expect(chunks.map(({ done, total }) => [done, total])).toEqual([
      [0, 4],
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
    expect(summary.questions).toBe(4);
    const home = about(questions, HOME);
    expect(ids(home.a)).toContain('porto');
    expect(ids(home.a)).not.toContain('ghent');
    expect(home.isStale).toBe(true);
  });
});
