import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversationId, ModelId } from '../../main/contract/ids.ts';
import type { Client } from '../../main/contract/index.ts';
import { launchNodeHost } from '../../main/inference/client.ts';
import { buildHost } from '../builders/build-host.ts';
import { hasChatModel, makeInference, smolPath } from '../builders/models.ts';
import { type Folder, makeFolder } from '../engine/open-folder.ts';
import { importLines, openReal } from '../engine/real-folder.ts';

const options = { contextTokens: 1024, gpu: false } as const;

describe.skipIf(!hasChatModel)('several chat models in one host', () => {
  let folder: string;
  let second: string;
  let inference: ReturnType<typeof makeInference>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-router-'));
    second = join(folder, 'Second.gguf');
    await copyFile(smolPath, second);
    inference = makeInference(await buildHost());
  });
  afterAll(async () => {
    await inference.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (modelPath: string | undefined, maxTokens = 6) =>
    inference.generate({
      ...(modelPath === undefined ? {} : { modelPath }),
      prompt: { messages: [{ role: 'user', content: 'Name a colour.' }] },
      maxTokens,
    });
  const loaded = async () => (await inference.describe()).chats.map(({ modelPath }) => modelPath);

  it('keeps both, each with its own evaluated prompt, and the embedder beside them', async () => {
    await inference.loadChat(smolPath, options);
    await inference.loadChat(second, options);
    expect(await loaded()).toEqual([smolPath, second]);
    const first = await ask(smolPath);
    const again = await ask(second);
    expect(again.text).toBe(first.text);
    // What one model evaluated is still there after the other has answered.
    const warm = await ask(smolPath);
    expect(warm.cachedTokens).toBe(warm.promptTokens - 1);
    expect(await loaded()).toEqual([second, smolPath]);
    expect(await inference.countTokens(['Hello world'], second)).toEqual([2]);
    expect((await inference.embed({ texts: ['a'], kind: 'query' }))[0]?.chunks[0]?.vector).toHaveLength(384);
  });

  it('unloads one, and the other goes on', async () => {
    await inference.unloadChat(smolPath);
    expect(await loaded()).toEqual([second]);
    expect((await ask(undefined)).tokens).toBeGreaterThan(0);
    await expect(ask(smolPath)).rejects.toMatchObject({ code: 'inference.unavailable' });
  });

  it('has all of them again after the process was killed', async () => {
    await inference.loadChat(smolPath, options);
    const { pid } = await inference.describe();
    process.kill(pid, 'SIGKILL');
    expect((await loaded()).sort()).toEqual([second, smolPath].sort());
    expect((await inference.describe()).pid).not.toBe(pid);
    expect((await ask(second)).tokens).toBeGreaterThan(0);
    await inference.unloadChat();
    expect(await loaded()).toEqual([]);
    await inference.loadChat(second, options);
    expect((await ask(second)).tokens).toBeGreaterThan(0);
  });
});

const SMOL = 'SmolLM2-135M-Instruct' as ModelId;
const CODE = 'What does this do?\n```js\nlet a = 1;\n```';

describe.skipIf(!hasChatModel)('the router over a whole engine with two models', () => {
  let folder: Folder;
  let opened: Awaited<ReturnType<typeof openReal>>;
  let client: Client;
  let second: ModelId;
  let conversationId: ConversationId;

  beforeAll(async () => {
    folder = await makeFolder();
    const launchHost = launchNodeHost({ hostPath: await buildHost() });
    opened = await openReal(join(folder.path, 'data'), { hasModel: true, launchHost });
    client = opened.client;
    const path = join(folder.path, 'Coder.gguf');
    await copyFile(smolPath, path);
    second = (await client.call('models.add', { file: { path }, name: 'Coder' })).id;
    await client.call('models.select', { id: SMOL });
    await importLines(client, folder, [{ id: 'a', text: 'My sister Clara moved to Lisbon.' }]);
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  /** Stopped after a few words: who answers is what matters here. */
  const ask = async (text: string, id?: ConversationId) => {
    const stop = new AbortController();
    let pieces = 0;
    const reply = await client.stream('chat.ask', id === undefined ? { text } : { text, conversationId: id }, {
      signal: stop.signal,
      onChunk: (chunk) => {
        if (chunk.kind === 'delta') pieces += 1;
        if (pieces === 3) stop.abort();
      },
    });
    const trace = reply.trace === null ? null : await client.call('traces.get', { id: reply.trace });
    return { reply, route: trace?.route ?? null };
  };
  const loaded = async () =>
    (await client.call('models.list', {})).models.flatMap(({ id, isLoaded }) => (isLoaded ? [id] : []));

  it('loads the chosen model beforehand, and nothing else', async () => {
    await client.call('models.warmUp', { conversationId: null });
    await expect.poll(loaded, { timeout: 60_000 }).toEqual([SMOL]);
  });

  it('takes the model that was set for such questions, and says why', async () => {
    await client.call('models.setRole', { id: second, role: 'coding', isOn: true });
    const { reply, route } = await ask(CODE);
    conversationId = reply.conversationId;
    expect(route).toMatchObject({ modelId: second, modelName: 'Coder', intent: 'coding', isFixed: false });
    expect(route?.why).toBe('you set it for programming');
    expect((await loaded()).sort()).toEqual([second, SMOL].sort());
    expect((await client.call('models.list', {})).memory.usedBytes).toBeGreaterThan(200e6);
  });

  it('stays with it, until the user says otherwise for this conversation', async () => {
    expect((await ask('Where did Clara move?', conversationId)).route).toMatchObject({
      ...{ modelId: second, why: 'a conversation stays with its model' },
    });
    expect(await client.call('models.choose', { conversationId, modelId: SMOL })).toMatchObject({
      ...{ isFixed: true, model: { id: SMOL }, problem: null },
    });
    expect((await ask(CODE, conversationId)).route).toMatchObject({ modelId: SMOL, isFixed: true });
    expect(await client.call('models.choose', { conversationId, modelId: null })).toMatchObject({ isFixed: false });
  });

  it('unloads the one used longest ago where two do not fit', async () => {
    await client.call('settings.set', { memoryBudgetMB: 550 });
    expect(await loaded()).toEqual([]);
    await ask(CODE);
    expect(await loaded()).toEqual([second]);
    await ask('Where did Clara move?');
    expect(await loaded()).toEqual([SMOL]);
  });

  it('refuses a model that is too large, says so, and shows the evidence', async () => {
    await client.call('settings.set', { memoryBudgetMB: 150 });
    const { reply } = await ask('Where did Clara move?');
    expect(reply).toMatchObject({
      mode: 'evidence',
      status: 'complete',
      notice: expect.stringContaining('models may take 0.1 GB'),
    });
    expect(reply.citations.map(({ turnIds }) => turnIds)).toEqual([['a']]);
    expect(await loaded()).toEqual([]);
    await client.call('settings.set', { memoryBudgetMB: null });
  });
});
