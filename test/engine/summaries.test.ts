import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConversationId, TurnId } from '../../main/contract/ids.ts';
import type { Client } from '../../main/contract/index.ts';
import { summariesWorker } from '../../main/lifecycle/summaries-worker.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, type Line } from './real-folder.ts';

const at = (day: number, minute = 0): string =>
  `2026-05-${String(day).padStart(2, '0')}T10:${String(minute).padStart(2, '0')}:00Z`;

const CANOE: readonly Line[] = [
  { id: 'c1', at: at(3, 0), text: 'I decided to sell the blue canoe to Oskar for 450 euros.' },
  { id: 'c2', at: at(3, 1), text: 'That is a fair price, is it not?', speaker: 'Ben', role: 'other' },
  { id: 'c3', at: at(3, 2), text: 'Oskar comes on Saturday with his trailer from Drammen.' },
  { id: 'c4', at: at(3, 3), text: 'Good, then the shed is empty.', speaker: 'Ben', role: 'other' },
  { id: 'c5', at: at(9, 0), text: 'I signed up for the ferry course in Bergen, it starts on 12 June.' },
  { id: 'c6', at: at(9, 1), text: 'How long will it take?', speaker: 'Ben', role: 'other' },
  { id: 'c7', at: at(9, 2), text: 'Six weekends, and the exam is in Stavanger.' },
  { id: 'c8', at: at(9, 3), text: 'I will come to see you there.', speaker: 'Ben', role: 'other' },
];

let folder: Folder;
let opened: Opened;
beforeEach(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), {
    inference: createHashInference(),
    workers: [summariesWorker],
  });
});
afterEach(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function run(client: Client, from = '2026-06-20T12:00:00Z') {
  const { runs } = await client.stream(
    'workers.simulate',
    { workers: ['summaries'], days: 0, from },
    { onChunk: () => undefined },
  );
  return runs[0]?.counts;
}

const list = async (client: Client) =>
  (await client.call('summaries.list', { limit: 50, offset: 0 })).summaries.map(
    ({ scope, text, isStale, turnCount }) => ({
      ...{ scope, text, isStale, turnCount },
    }),
  );

const NOTHING = { sessions: 0, periods: 0, removed: 0, dropped: 0 };

describe('summaries', () => {
  it('tells sittings and months that are over, in the words of who said it, once', async () => {
    const { client } = opened;
    await importLines(client, folder, CANOE);
    expect(await run(client)).toEqual({ ...NOTHING, sessions: 2, periods: 1 });
    expect(await run(client)).toEqual(NOTHING);
    expect(await run(client, '2027-06-20T12:00:00Z')).toEqual(NOTHING);

    const { summaries } = await client.call('summaries.list', { scope: 'session', limit: 50, offset: 0 });
    expect(summaries.map(({ title }) => title.split(' · ')[0])).toEqual(['9 May 2026', '3 May 2026']);
    const one = await client.call('summaries.get', { id: summaries[1]?.id ?? '' });
    expect(one.turns).toEqual(['c1', 'c2', 'c3', 'c4']);
    expect(one.sentences[0]).toEqual({
      text: 'Ada: I decided to sell the blue canoe to Oskar for 450 euros.',
      turns: ['c1'],
    });
    expect(await client.call('summaries.months', {})).toEqual({
      months: [{ month: '2026-05', sessions: 2, hasPeriod: true }],
    });
  });

  it('waits for a sitting that may go on, and for a month to be over', async () => {
    const { client } = opened;
    await importLines(client, folder, CANOE);
    expect(await run(client, '2026-05-09T12:00:00Z')).toEqual({ ...NOTHING, sessions: 1 });
    expect(await run(client, '2026-05-09T18:00:00Z')).toEqual({ ...NOTHING, sessions: 1 });
    expect(await run(client, '2026-05-01T00:00:00Z')).toEqual(NOTHING);
    expect(await run(client, '2026-06-01T00:00:00Z')).toEqual({ ...NOTHING, periods: 1 });
  });

  it('marks what was added to as stale, and tells it again', async () => {
    const { client } = opened;
    await importLines(client, folder, CANOE);
    await run(client);
    await importLines(client, folder, [
      { id: 'c9', at: at(9, 4), text: 'Ben brings Ingrid and two kayaks to Stavanger.' },
    ]);
    expect(
      (await list(client)).filter(({ isStale }) => isStale).map(({ scope, turnCount }) => [scope, turnCount]),
    ).toEqual([
      ['session', 4],
      ['period', 4],
    ]);
    expect(await run(client)).toEqual({ ...NOTHING, sessions: 1, periods: 1 });
    const after = await list(client);
    expect(after.every(({ isStale }) => !isStale)).toBe(true);
    expect(after.find(({ turnCount, scope }) => scope === 'session' && turnCount === 5)?.text).toContain('Ingrid');
  });

  it('says nothing any more of a conversation that was removed, from that moment on, and all again once it is back', async () => {
    const { client } = opened;
    await importLines(client, folder, CANOE);
    await importLines(
      client,
      folder,
      CANOE.map(({ id, text, ...line }) => ({
        ...line,
        id: `d${id}`,
        conversation: 'd',
        text: text.replace('canoe', 'tandem'),
      })),
    );
    await run(client);
    const recall = async () =>
      (await client.call('memory.recall', { query: 'overview of the blue canoe and Oskar in May', legs: ['summary'] }))
        .results;
    expect((await recall()).some(({ text }) => text.includes('canoe'))).toBe(true);

    const first = (await client.call('turns.get', { id: 'c1' as TurnId, around: 0 })).turn.conversationId;
    await client.call('conversations.remove', { id: first as ConversationId });
    expect((await recall()).some(({ text }) => text.includes('canoe'))).toBe(false);
    expect((await list(client)).some(({ text }) => text.includes('canoe'))).toBe(false);
    expect(await run(client)).toEqual({ ...NOTHING, periods: 1 });
    expect((await list(client)).map(({ scope }) => scope).sort()).toEqual(['period', 'session', 'session']);

    await client.call('conversations.restore', { id: first as ConversationId });
    expect(await run(client)).toEqual({ ...NOTHING, sessions: 2, periods: 1 });
    expect((await recall()).some(({ text }) => text.includes('canoe'))).toBe(true);
  });

  it('is the same from the journal alone', async () => {
    const { client } = opened;
    await importLines(client, folder, CANOE);
    await run(client);
    await importLines(client, folder, [
      { id: 'c9', at: at(9, 4), text: 'Ben brings Ingrid and two kayaks to Stavanger.' },
    ]);
    const report = await examine(client, { shouldRebuild: true });
    expect(report.problems).toEqual([]);
    expect(await run(client)).toEqual({ ...NOTHING, sessions: 1, periods: 1 });
    expect((await examine(client, { shouldRebuild: true })).problems).toEqual([]);
  });
});
