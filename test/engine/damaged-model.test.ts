import { chmod, copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ModelId } from '../../main/contract/ids.ts';
import type { Client } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { makeFolder, openFolder } from './open-folder.ts';
import { hasChatModel, importLines, openReal, sharedModels } from './real-folder.ts';

const ID = 'SmolLM2-135M-Instruct' as ModelId;
const FILE = `${ID}.Q4_1.gguf`;

const ask = (client: Client, text: string) => client.stream('chat.ask', { text }, { onChunk: () => undefined });

async function placeFile(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'models', ID);
  await mkdir(folder, { recursive: true });
  return join(folder, FILE);
}

it('says that the model file is damaged, and answers from memory', async () => {
  await using folder = await makeFolder();
  const data = join(folder.path, 'data');
  await using opened = await openFolder(data, { inference: createHashInference() });
  await importLines(opened.client, folder, [{ id: 'a', text: 'My sister Clara moved to Lisbon.' }]);
  await writeFile(await placeFile(data), 'garbage');
  const reply = await ask(opened.client, 'Where did Clara move?');
  expect(reply).toMatchObject({ mode: 'evidence', status: 'complete', notice: expect.stringContaining('has 7 bytes') });
  expect(reply.answer).not.toContain('No chat model is installed');
  expect(reply.citations.map(({ turnIds }) => turnIds)).toEqual([['a']]);
});

it('says that the chosen model has gone', async () => {
  await using folder = await makeFolder();
  await using opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  await opened.client.call('settings.set', { chatModelId: ID });
  expect((await ask(opened.client, 'Where did Clara move?')).notice).toContain('not here any more');
});

it.runIf(hasChatModel)('fetches a file again whose bytes are wrong although its size is right', async () => {
  await using folder = await makeFolder();
  const data = join(folder.path, 'data');
  await using opened = await openReal(data, { hasModel: true });
  const path = await placeFile(data);
  await copyFile(join(sharedModels, ID, FILE), path);
  await chmod(path, 0o600); // the original may be read-only
  const handle = await open(path, 'r+');
  await handle.write(Buffer.from('damaged'), 0, 7, 50_000_000);
  await handle.close();
  expect(await opened.client.call('models.verify', { id: ID })).toMatchObject({
    state: 'damaged',
  });
  await opened.client.stream('models.fetch', { id: ID }, { onChunk: () => undefined });
  expect(await opened.client.call('models.verify', { id: ID })).toMatchObject({
    state: 'ready',
  });
  expect(await readdir(join(data, 'models', ID))).toEqual([FILE]);
});
