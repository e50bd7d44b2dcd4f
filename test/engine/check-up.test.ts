import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckedQuestion, CheckUpChunk } from '../../main/contract/check-up.ts';
import type { ConversationId, SpaceId, TurnId } from '../../main/contract/ids.ts';
import type { InputOf } from '../../main/contract/index.ts';
import { fixedClock } from '../../main/lib/clock.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
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
  opened = await openFolder(join(folder.path, 'data'), { inference, clock });
  await opened.client.call('workers.setPaused', { isPaused: true });
  await learn(HISTORY);
  for (const text of [HOME, BICYCLE, GARDEN]) await ask(text);
  clock.advance(Date.parse('2024-06-01T12:00:00Z') - clock.now().getTime());
  await learn(MOVE);
  await ask(HOME);
  await opened.client.call('codex.settle', {});
  // What is read in the background after an answer is read now, so that nothing is written later.
  const habits = { workers: ['procedures' as const], days: 0 };
  await opened.client.stream('workers.simulate', habits, { onChunk: () => undefined });
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

const traceFiles = async () => (await readdir(join(folder.path, 'data/traces'))).sort();

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

  it('asks each on its own day, in the order of time, and finds what is no longer so', async () => {
    const { summary, questions, chunks } = await run();
    expect(questions.map(({ text }) => text)).toEqual([HOME, BICYCLE, GARDEN, HOME]);
    expect(chunks.map(({ done, total }) => [done, total])).toEqual([0, 1, 2, 3, 4].map((done) => [done, 4]));
    expect(chunks.at(-1)?.summary).toEqual(summary);

    const home = about(questions, HOME);
    expect(ids(home.a)).toContain('porto');
    // What came later is not there: neither the move nor the other questions, the question itself least of all.
    expect(ids(home.a)).not.toContain('ghent');
    expect(ids(home.a)).not.toContain(home.turnId);
    expect(home.life).toMatchObject({
      toldThen: { outcome: 'known', text: 'You live in Porto.' },
      toldNow: { outcome: 'known', text: 'You live in Ghent, since 2 May 2024.' },
      staleFacts: [
        { relation: 'lives in', object: { name: 'Porto' }, status: 'superseded', now: { object: { name: 'Ghent' } } },
      ],
      staleTurns: ['porto'],
    });
    expect(home.a.fragments.find(({ id }) => id === 'porto')).toMatchObject({
      statusThen: 'active',
      statusNow: 'superseded',
      turnId: 'porto',
    });
    // The same question of later rests on what still holds.
    expect(questions[3]).toMatchObject({ isStale: false, life: { staleFacts: [], staleTurns: [] } });
    expect(summary).toMatchObject({ questions: 4, stale: 1, gone: 0, differences: { same: 4 } });
  });

  it('tells what had no answer then and has one now', async () => {
    const { questions, summary } = await run();
    expect(about(questions, BICYCLE)).toMatchObject({
      a: { abstain: true },
      life: { support: 'gained', today: { id: 'bicycle' } },
    });
    expect(about(questions, GARDEN).life.support).toBe('same');
    expect(summary).toMatchObject({ gained: 1, lost: 0 });
  });

  it('shows what a change would have found, and what each leg gave in both', async () => {
    const { questions, summary } = await run({ change: { noLegs: ['lexical', 'episodic'], k: 2 } });
    const garden = about(questions, GARDEN);
    expect(ids(garden.a)).toContain('tomatoes');
    expect(garden.onlyA).toContain('tomatoes');
    expect(garden.b.fragments.length).toBeLessThanOrEqual(2);
    expect(summary.differences.same).toBeLessThan(4);
    const legs = Object.fromEntries(summary.legs.map(({ leg, ...n }) => [leg, n]));
    expect(legs.lexical).toMatchObject({ b: 0 });
    expect(legs.lexical?.a).toBeGreaterThan(0);
    expect(summary.tokens.b).toBeLessThan(summary.tokens.a);
  });

  it('keeps to a budget of the change', async () => {
    const { questions } = await run({ change: { budgetTokens: 12 } });
    for (const { b } of questions) expect(b.tokens).toBeLessThanOrEqual(12);
    expect(questions.some(({ a }) => a.tokens > 12)).toBe(true);
  });

  it('asks the newest, or as many spread over the whole time', async () => {
    const newest = await run({ limit: 2 });
    expect(newest.questions.map(({ text }) => text)).toEqual([GARDEN, HOME]);
    const even = await run({ limit: 2, spread: 'even' });
    expect(even.questions.map(({ text }) => text)).toEqual([HOME, HOME]);
  });

  it('leaves nothing behind: no record, no use, no trace', async () => {
    const before = await examine(opened.client);
    const traces = await traceFiles();
    await run({ change: { noLegs: ['graph'], settings: { decay: false, ranker: 'ice' } } });
    const after = await examine(opened.client);
    expect(after.digests).toEqual(before.digests);
    expect(after.counts).toEqual(before.counts);
    expect(await traceFiles()).toEqual(traces);
  });

  it('stops when that is asked for, and says what there was by then', async () => {
    const controller = new AbortController();
    const chunks: CheckUpChunk[] = [];
    const onChunk = (chunk: CheckUpChunk) => {
      chunks.push(chunk);
      if (chunk.done === 1) controller.abort();
    };
    const ran = opened.client.stream('checkUp.run', { change: {} }, { onChunk, signal: controller.signal });
    await expect(ran).rejects.toMatchObject({ code: 'request.aborted' });
    expect(chunks.at(-1)).toMatchObject({ done: 1, total: 4, summary: { questions: 1 } });
    // What was held for it is free again.
    await opened.client.call('codex.settle', {});
  });

  it('lets an answer in a chat go first', async () => {
    const order: string[] = [];
    let asked: Promise<unknown> | null = null;
    const onChunk = ({ done }: CheckUpChunk) => {
      order.push(`checked ${done}`);
      if (done !== 1) return;
      const options = { onChunk: ({ kind }: { readonly kind: string }) => void order.push(`chat ${kind}`) };
      asked = opened.client
        .stream('chat.ask', { text: 'Thank you.', isTemporary: true }, options)
        .then(() => order.push('answered'));
    };
    await opened.client.stream('checkUp.run', { change: {} }, { onChunk });
    await asked;
    const [begun, ended] = [order.indexOf('chat saved'), order.indexOf('answered')];
    // The one that was being asked may end meanwhile; the next waits.
    expect(order.slice(begun, ended).filter((each) => each.startsWith('checked')).length).toBeLessThanOrEqual(1);
    expect(order.at(-1)).toBe('checked 4');
  });

  it('opens one question as two traces that know each other, on a click alone', async () => {
    const { questions } = await run();
    const { turnId } = about(questions, HOME);
    const change = { noLegs: ['graph' as const], k: 3 };
    const { before, after } = await opened.client.call('checkUp.open', { turnId, change });
    const [first, second] = [
      await opened.client.call('traces.get', { id: before }),
      await opened.client.call('traces.get', { id: after }),
    ];
    expect(first).toMatchObject({ query: HOME, replayOf: null, questionTurnId: turnId });
    expect(first.asOf?.slice(0, 10)).toBe('2023-06-01');
    expect(second).toMatchObject({ query: HOME, replayOf: before, asOf: first.asOf, knownAt: first.knownAt });
    expect(second.legs.find(({ leg }) => leg === 'graph')?.outcome).toBe('disabled');
  });
});

describe('what a check-up does not ask', () => {
  let other: Opened;
  let place: Folder;
  const at = (day: number): string => `2022-03-${String(day).padStart(2, '0')}T09:00:00Z`;
  const IMPORTED: readonly Line[] = [
    { id: 'piano', at: at(1), text: 'I practise the piano on Tuesdays.' },
    { id: 'q', at: at(2), text: 'When do I practise the piano?' },
    { id: 'later', at: at(2), text: 'The piano lesson moved to Friday.' },
    { id: 'other', at: at(3), speaker: 'Bo', role: 'other', text: 'Where is the piano?' },
    { id: 'statement', at: at(4), text: 'The piano needs tuning.' },
    { id: 'undated', conversation: 'notes', text: 'Who tunes pianos?' },
    { id: 'secret', conversation: 'private', at: at(5), text: 'What is the colour of the secret door?' },
  ];
  const count = () => other.client.call('checkUp.questions', {});
  const texts = async (over: Run = {}) => {
    const found: string[] = [];
    const onChunk = ({ question }: CheckUpChunk) => void (question && found.push(question.text));
    const summary = await other.client.stream('checkUp.run', { change: {}, ...over }, { onChunk });
    return { found, summary };
  };
  beforeAll(async () => {
    place = await makeFolder();
    other = await openFolder(join(place.path, 'data'), { inference: createHashInference(), workers: [] });
    await importLines(other.client, place, IMPORTED);
    await other.client.call('codex.settle', {});
  });
  afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  it('takes the questions of imported chats where nothing was asked here, and says which', async () => {
    expect(await count()).toMatchObject({ asked: { count: 0 }, imported: { count: 2 }, undated: 1, withheld: 0 });
    const chunks: CheckUpChunk[] = [];
    await other.client.stream('checkUp.run', { change: {} }, { onChunk: (chunk) => chunks.push(chunk) });
    const [piano] = chunks.flatMap(({ question }) => question ?? []);
    expect(piano).toMatchObject({ turnId: 'q', source: 'imported' });
    // Said at the same time and after it: no part of what could be known.
    // What has no time at all is always there, since nothing says that it came later.
    expect(piano?.a.fragments.map(({ id }) => id)).toEqual(['piano', 'undated']);
  });

  it('leaves out conversations in which memory may not be used, and all while it may not be used at all', async () => {
    await other.client.call('consent.set', { conversationId: 'private' as ConversationId, isUsing: false });
    expect(await count()).toMatchObject({ imported: { count: 1 }, withheld: 1 });
    expect((await texts()).found).toEqual(['When do I practise the piano?']);
    await other.client.call('consent.set', { conversationId: 'private' as ConversationId, isUsing: true });
    await other.client.call('consent.set', { conversationId: 'private' as ConversationId, isSaving: false });
    expect(await count()).toMatchObject({ imported: { count: 1 }, withheld: 1 });
    await other.client.call('consent.set', { conversationId: 'private' as ConversationId, isSaving: true });

    await other.client.call('settings.set', { isUsing: false });
    expect(await count()).toMatchObject({ imported: { count: 0 }, isUsingOff: true });
    await expect(texts()).rejects.toMatchObject({ code: 'request.invalid' });
    await other.client.call('settings.set', { isUsing: true });
  });

  it('asks nothing of another space, of a temporary chat, or of a conversation that was removed', async () => {
    expect((await texts({ spaceId: 'work' as SpaceId })).summary.questions).toBe(0);
    const ask = { text: 'Where is the spare key?', isTemporary: true };
    await other.client.stream('chat.ask', ask, { onChunk: () => undefined });
    expect(await count()).toMatchObject({ asked: { count: 0 } });
    await other.client.call('conversations.remove', { id: 'private' as ConversationId });
    expect(await count()).toMatchObject({ imported: { count: 1 } });
    await other.client.call('conversations.restore', { id: 'private' as ConversationId });
  });

  it('prefers what was asked here, and still asks imported questions when told to', async () => {
    await other.client.stream('chat.ask', { text: 'What needs tuning?' }, { onChunk: () => undefined });
    expect((await texts()).found).toEqual(['What needs tuning?']);
    expect((await texts({ source: 'imported' })).found).toHaveLength(2);
  });

  it('knows nothing of what was forgotten', async () => {
    const selection = { kind: 'turns' as const, turnIds: ['q' as TurnId] };
    const choice = { selection, isWithRepeats: false, except: [] };
    const { fingerprint } = await other.client.call('forget.preview', choice);
    await other.client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, { onChunk: () => undefined });
    expect((await texts({ source: 'imported' })).found).toEqual(['What is the colour of the secret door?']);
    await expect(other.client.call('checkUp.open', { turnId: 'q' as TurnId, change: {} })).rejects.toMatchObject({
      code: 'turn.not-found',
    });
  });

  it('takes neither the same question nor its own reply for an answer of today', async () => {
    const harbour = 'When does the harbour open?';
    await importLines(other.client, place, [
      { id: 'h1', conversation: 'help', at: at(6), text: harbour },
      {
        ...{ id: 'h2', conversation: 'help', at: at(6), speaker: 'Helper', role: 'assistant' },
        text: 'When does the harbour open? I do not know.',
      },
      { id: 'h3', conversation: 'help again', at: at(7), text: harbour },
    ]);
    const chunks: CheckUpChunk[] = [];
    const input = { change: {}, source: 'imported' as const };
    await other.client.stream('checkUp.run', input, { onChunk: (chunk) => chunks.push(chunk) });
    const asked = chunks.flatMap(({ question }) => (question?.text === harbour ? question : []));
    expect(asked.map(({ turnId }) => turnId)).toEqual(['h1', 'h3']);
    expect(asked[0]).toMatchObject({ a: { abstain: true }, life: { support: 'same', today: null } });
    expect(asked[1]?.a.fragments.map(({ id }) => id)).not.toContain('h1');
  });
});
