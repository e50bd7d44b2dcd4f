import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeZip } from '../unit/importing/zip-builder.ts';
import { createHashInference } from './hash-inference.ts';
import { makeFolder, openFolder } from './open-folder.ts';
import { importPath } from './real-folder.ts';

const claude = [
  { uuid: 'a', name: 'A', chat_messages: [{ uuid: 'a1', sender: 'human', text: 'from Claude', content: [] }] },
];
const message = { id: 'b1', author: { role: 'user' }, content: { content_type: 'text', parts: ['from ChatGPT'] } };
const chatgpt = [
  { id: 'b', title: 'B', current_node: 'b1', mapping: { b1: { id: 'b1', parent: null, children: [], message } } },
];

it('reads every export in an archive, also those of another vendor than the first', async () => {
  await using folder = await makeFolder();
  await using opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  const path = join(folder.path, 'both.zip');
  const entries = [
    { name: 'one/conversations.json', content: JSON.stringify(chatgpt) },
    { name: 'two/conversations.json', content: JSON.stringify(claude) },
  ];
  await writeFile(path, makeZip(entries));
  expect(await importPath(opened.client, path)).toMatchObject({ read: 2, imported: 2, conversations: 2 });
});

it('says which of several files cannot be read, and imports none', async () => {
  await using folder = await makeFolder();
  await using opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  const [good, bad] = [join(folder.path, 'good.json'), join(folder.path, 'bad.json')];
  await writeFile(good, JSON.stringify(claude));
  await writeFile(bad, 'no export');
  const files = [{ path: good }, { path: bad }];
  await expect(importPath(opened.client, good, { files })).rejects.toMatchObject({
    code: 'import.unknown-format',
    details: { file: 1 },
  });
  expect((await opened.client.call('conversations.list', { limit: 1, offset: 0 })).items).toEqual([]);
});
