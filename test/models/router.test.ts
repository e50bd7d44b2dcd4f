import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHost } from '../builders/build-host.ts';
import { hasChatModel, makeInference, smolPath } from '../builders/models.ts';

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
