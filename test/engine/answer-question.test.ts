import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryAnswer } from '../../main/contract/answers.ts';
import type { ConversationId, SpaceId } from '../../main/contract/ids.ts';
import type { Client, InputOf } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';

let folder: Folder;
let opened: Opened;
let client: Client;
let conversationId: ConversationId;
let work: SpaceId;
let atWork: ConversationId;
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  client = opened.client;
  const say = async (text: string, over: Partial<InputOf<'chat.ask'>> = {}) =>
    (await client.stream('chat.ask', { text, ...over }, { onChunk: () => undefined })).conversationId;
  conversationId = await say('The spare key of the boathouse hangs behind the barometer.');
  work = (await client.call('spaces.create', { name: 'Work' })).id;
  atWork = await say('The ledger of the foundry lies in the walnut drawer.', { spaceId: work });
  await client.stream('memory.settle', {}, { onChunk: () => undefined });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const answer = (over: Partial<InputOf<'memory.answer'>> = {}): Promise<MemoryAnswer> =>
  client.call('memory.answer', {
    ...{ query: 'Where does the spare key of the boathouse hang?', k: 5, answerer: 'contract', isMemoryFull: true },
    ...over,
  });
const refused = { code: 'request.invalid', message: expect.stringContaining('may not be used') };

describe('a question that leaves nothing but its trace', () => {
  it('is answered from what was said', async () => {
    expect((await answer()).answer).toContain('barometer');
    expect((await answer({ conversationId })).answer).toContain('barometer');
  });

  it('is of the space of its conversation, and of no other', async () => {
    const found = async (over: Partial<InputOf<'memory.answer'>>): Promise<string> =>
      (await answer({ query: 'Where does the ledger of the foundry lie?', ...over })).fragments
        .map(({ text }) => text)
        .join();
    expect(await found({ conversationId: atWork })).toContain('walnut');
    expect(await found({ conversationId: atWork, spaceId: work })).toContain('walnut');
    expect(await found({ conversationId })).not.toContain('walnut');
    await expect(found({ conversationId, spaceId: work })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('is refused where memory may not be used: in the conversation, in its space, anywhere', async () => {
    await client.call('consent.set', { conversationId, isUsing: false });
    await expect(answer({ conversationId })).rejects.toMatchObject(refused);
    expect((await answer()).answer).toContain('barometer');
    await client.call('spaces.change', { id: work, isUsing: false });
    await expect(answer({ spaceId: work, answerer: 'none' })).rejects.toMatchObject(refused);
    await client.call('settings.set', { isUsing: false });
    await expect(answer()).rejects.toMatchObject(refused);
    await client.call('settings.set', { isUsing: true });
  });

  it('goes, with its trace, when what it was found in is forgotten', async () => {
    const { traceId } = await answer();
    const { fragments } = await answer();
    expect(fragments[0]?.conversationId).toBe(conversationId);
    const choice = {
      selection: { kind: 'conversation' as const, conversationIds: [conversationId] },
      ...{ isWithRepeats: true, except: [] },
    };
    const { fingerprint } = await client.call('forget.preview', choice);
    await client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, { onChunk: () => undefined });
    await expect(client.call('traces.get', { id: traceId })).rejects.toMatchObject({ code: 'trace.not-found' });
  });
});
