import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatReply } from '../../main/contract/chat.ts';
import type { ConversationId, SpaceId } from '../../main/contract/ids.ts';
import type { Client, InputOf } from '../../main/contract/index.ts';
import type { WorkerName } from '../../main/contract/lifecycle.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

const HOME = 'home' as SpaceId;
let folder: Folder;
let opened: Opened;
let client: Client;
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  client = opened.client;
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const ask = (text: string, over: Partial<InputOf<'chat.ask'>> = {}): Promise<ChatReply> =>
  client.stream('chat.ask', { text, ...over }, { onChunk: () => undefined });

async function runWorkers(...workers: WorkerName[]): Promise<void> {
  await client.stream('memory.settle', {}, { onChunk: () => undefined });
  await client.call('codex.settle', {});
  await client.stream('workers.simulate', { workers, days: 1 }, { onChunk: () => undefined });
}

const DAY = 86_400_000;
/** Enough sittings about one matter for a topic and a summary of each. */
const talk = (conversation: string, matter: string) =>
  Array.from({ length: 24 }, (_, n) => ({
    id: `${conversation}-${n}`,
    conversation,
    at: new Date(Date.UTC(2024, 0, 1) + Math.floor(n / 8) * DAY + n * 60_000).toISOString(),
    text: `The ${matter} needs ${matter} glue and a ${matter} clamp, number ${n}, said the ${matter} maker at length.`,
  }));

async function derived() {
  const { summaries } = await client.call('summaries.list', { spaceId: HOME, limit: 100, offset: 0 });
  const { topics } = await client.call('topics.list', { spaceId: HOME });
  const { procedures } = await client.call('procedures.list', { spaceId: HOME, limit: 100, offset: 0 });
  return JSON.stringify({ summaries, topics, procedures });
}

describe('what is made of turns in the background', () => {
  it('is made of nothing that is not saved', async () => {
    await client.call('settings.set', { isSaving: false });
    await importLines(client, folder, talk('quiet', 'harpsichord'));
    await client.call('settings.set', { isSaving: true });
    await importLines(client, folder, talk('loud', 'dulcimer'));
    await ask('Always answer in rhyming couplets.', { isSaving: false });
    await ask('Always answer in full sentences.');
    await runWorkers('extract', 'procedures', 'summaries', 'clustering', 'reflection');
    const made = await derived();
    expect(made).toContain('dulcimer');
    expect(made).toContain('full sentences');
    expect(made).not.toMatch(/harpsichord|couplets/);
  });

  it('holds no secret, in no sentence, title or topic', async () => {
    const secret = (n: number) =>
      ['My password is Tr0ub4dor&3.', 'The API key is sk-proj-9aX2kL0pQ7rT5vWz8bC3dE6fG1hJ4mN.'][n % 2] ?? '';
    const lines = talk('safe', 'zither').map((line, n) => ({ ...line, text: `${line.text} ${secret(n)}` }));
    await importLines(client, folder, lines);
    await runWorkers('summaries', 'clustering');
    const made = await derived();
    expect(made).toContain('zither');
    expect(made.replace(/"quotes":\[.*?\]/g, '')).not.toMatch(/Tr0ub4dor|sk-proj|9aX2kL0pQ7/i);
  });

  it('goes with its conversation when that is switched off, and comes back with it', async () => {
    const { conversationId } = await ask('When I ask for a date, always give the day and month.');
    await runWorkers('extract', 'procedures');
    expect(await derived()).toContain('day and month');
    const loud = 'loud' as ConversationId;
    await client.call('consent.set', { conversationId, isSaving: false });
    await client.call('consent.set', { conversationId: loud, isSaving: false });
    const without = await derived();
    expect(without).not.toMatch(/day and month|dulcimer/);
    expect(without).toContain('full sentences');
    await runWorkers('extract', 'procedures', 'summaries', 'clustering');
    expect(await derived()).not.toMatch(/day and month|dulcimer/);
    expect((await examine(client, { shouldRebuild: true })).problems).toEqual([]);

    await client.call('consent.set', { conversationId, isSaving: true });
    await client.call('consent.set', { conversationId: loud, isSaving: true });
    await runWorkers('extract', 'procedures', 'summaries', 'clustering');
    const back = await derived();
    expect(back).toContain('day and month');
    expect(back).toContain('dulcimer');
    expect((await examine(client, { shouldRebuild: true })).problems).toEqual([]);
  });
});
