import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Client } from '../../main/contract/index.ts';
import { mutate, seeded } from '../unit/importing/mutate.ts';
import { fixture } from '../unit/importing/read-helpers.ts';
import { SMALL_EXPORTS } from '../unit/importing/small-exports.ts';
import { createHashInference } from './hash-inference.ts';
import { makeFolder, openFolder } from './open-folder.ts';
import { importPath, sum } from './real-folder.ts';

const FIXTURES = [
  ...['gemini_MyActivity.json', 'openwebui_chats.json', 'lmstudio_1758392316161.conversation.json'],
  ...['librechat_tree.json', 'jan_thread.json', 'jan_messages.jsonl'],
];

/** Every format as a file of its own, under names that do not give it away. */
async function writeExports(path: string): Promise<readonly string[]> {
  await mkdir(path, { recursive: true });
  const paths: string[] = [];
  for (const name of FIXTURES) {
    paths.push(join(path, name));
    await copyFile(fixture(name), paths.at(-1) ?? '');
  }
  for (const [name, content] of Object.entries(SMALL_EXPORTS)) {
    paths.push(join(path, name));
    await writeFile(paths.at(-1) ?? '', content);
  }
  return paths;
}

async function listAll(client: Client) {
  const { items } = await client.call('conversations.list', { limit: 500, offset: 0 });
  const turns = [];
  for (const { id } of items)
    turns.push(...(await client.call('conversations.turns', { id, limit: 500, offset: 0 })).turns);
  return { items, turns };
}

it('imports every format, counts it back from the store, and adds nothing the second time', async () => {
  await using folder = await makeFolder();
  await using opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  const { client } = opened;
  const paths = await writeExports(join(folder.path, 'exports'));
  const files = paths.map((path) => ({ path }));

  const preview = await importPath(client, '', { files, isDryRun: true });
  const before = await listAll(client);
  const report = await importPath(client, '', { files });
  const again = await importPath(client, '', { files });
  const { items, turns } = await listAll(client);

  expect(before.items).toEqual([]);
  expect(report.files.map(({ format }) => format)).toEqual([
    ...['gemini', 'openwebui', 'lmstudio', 'librechat', 'jan', 'jan'],
    ...['gemini', 'aistudio', 'grok', 'copilot', 'memories', 'transcript', 'transcript', 'jsonl'],
  ]);
  expect({ ...preview, isDryRun: false, ms: 0, pendingVectors: 0 }).toEqual({ ...report, ms: 0 });
  expect(report.read).toBe(report.imported + sum(report.skipped));
  expect((await client.call('app.status', {})).index.turns).toBe(report.imported);
  expect(again).toMatchObject({ read: report.read, imported: 0 });

  const memories = items.find(({ source }) => source === 'memories');
  expect(memories?.title).toBe('Memories from Mem0');
  expect(items.find(({ source }) => source === 'jan')?.title).toBe('t');
  expect(turns.filter(({ conversationId }) => conversationId === memories?.id).map(({ role }) => role)).toEqual([
    ...['other', 'other'],
  ]);
  const hidden = /hidden|not said|<think>|<details/;
  expect(turns.filter(({ text }) => hidden.test(text))).toEqual([]);
  const studio = turns.filter(({ conversationId }) => conversationId.startsWith('lmstudio-'));
  expect(studio.map(({ at, isTimeInferred }) => [at, isTimeInferred])).toEqual([
    ['2025-09-20T18:18:36.161Z', true],
    ['2025-09-20T18:18:36.161Z', true],
  ]);
});

it('imports a folder that holds all of them in one go', async () => {
  await using folder = await makeFolder();
  await using opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  for (const [index, path] of (await writeExports(join(folder.path, 'all'))).entries()) {
    await mkdir(join(folder.path, 'apart', String(index)), { recursive: true });
    await copyFile(path, join(folder.path, 'apart', String(index), 'download.txt'));
  }
  const report = await importPath(opened.client, join(folder.path, 'apart'));

  expect(report.read).toBe(report.imported + sum(report.skipped));
  expect(report.conversations).toBeGreaterThanOrEqual(12);
  expect((await opened.client.call('app.status', {})).index.turns).toBe(report.imported);
});

it('keeps its count in the store whatever happened to a file', async () => {
  await using folder = await makeFolder();
  await using opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  const { client } = opened;
  let imported = 0;
  for (const [index, path] of (await writeExports(join(folder.path, 'exports'))).entries()) {
    for (let seed = 1; seed <= 4; seed += 1) {
      await writeFile(join(folder.path, 'download'), mutate(await readFile(path), seeded(seed * 104_729 + index)));
      try {
        const report = await importPath(client, join(folder.path, 'download'), { shouldWait: false });
        expect(report.read).toBe(report.imported + sum(report.skipped));
        imported += report.imported;
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^import\./) });
      }
    }
  }
  expect((await client.call('app.status', {})).index.turns).toBe(imported);
  expect(imported).toBeGreaterThan(0);
});
