import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ForgetSelection } from '../../main/contract/forget.ts';
import type { TurnId } from '../../main/contract/ids.ts';
import type { Client } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, makeFolder, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

const quiet = { onChunk: () => undefined };
const SECRET = 'The spare key hangs in the boathouse.';

const turns = (id: string): ForgetSelection => ({ kind: 'turns', turnIds: [id as TurnId] });

async function forget(client: Client, selection: ForgetSelection) {
  const choice = { selection, isWithRepeats: false, except: [] };
  const { fingerprint } = await client.call('forget.preview', choice);
  return client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, quiet);
}

it('ends a forget that failed half-way before the next one takes its place', async () => {
  await using folder = await makeFolder();
  const data = join(folder.path, 'data');
  await using opened = await openFolder(data, { inference: createHashInference() });
  const { client } = opened;
  const line = (id: string, text: string) => ({ id, conversation: 'c', speaker: 'Ada', text });
  const lines = [line('a', SECRET), line('b', 'Nine oars lie in the shed.'), line('c', 'The lamps burn blue.')];
  await importLines(client, folder, lines, { shouldWait: false });
  await client.call('drafts.set', { key: 'another', text: `I said: ${SECRET}` });
  // The draft cannot be written: the forget stops between the journal and the files.
  const blocked = join(data, 'drafts.json.new', 'here');
  await mkdir(blocked, { recursive: true });
  await expect(forget(client, turns('a'))).rejects.toThrow();
  expect(existsSync(join(data, 'forget.json'))).toBe(true);

  await expect(forget(client, turns('b'))).rejects.toThrow();
  await rm(join(data, 'drafts.json.new'), { recursive: true });
  await client.call('drafts.set', { key: 'third', text: 'Something else.' });
  expect((await forget(client, turns('b'))).scan.found).toBe(0);

  const { receipts } = await client.call('forget.receipts', { offset: 0, limit: 10 });
  expect(receipts.map(({ erasedRecords, scan }) => [erasedRecords > 0, scan.found])).toEqual([
    [true, 0],
    [true, 0],
  ]);
  expect(existsSync(join(data, 'forget.json'))).toBe(false);
  expect(await readFile(join(data, 'drafts.json'), 'utf8')).not.toContain('boathouse');
  expect((await client.call('turns.get', { id: 'c' as TurnId, around: 0 })).turn.text).toBe('The lamps burn blue.');
});

it('leaves not even the place of a turn that was forgotten before, when everything goes', async () => {
  await using folder = await makeFolder();
  const data = join(folder.path, 'data');
  await using opened = await openFolder(data, { inference: createHashInference() });
  const { client } = opened;
  const line = (id: string, text: string) => ({ id, conversation: 'c', speaker: 'Ada', text });
  await importLines(client, folder, [line('a', SECRET), line('b', 'Nine oars lie in the shed.')], {
    shouldWait: false,
  });
  await forget(client, turns('a'));
  await forget(client, { kind: 'everything' });
  expect((await examine(client)).problems).toEqual([]);
  await importLines(client, folder, [line('d', 'A fresh start, with pelicans.')], { shouldWait: false });
  expect((await examine(client)).problems).toEqual([]);
});

it('opens a folder whose forget cannot be ended, says so, and ends it when it can', async () => {
  await using folder = await makeFolder();
  const data = join(folder.path, 'data');
  const inference = createHashInference();
  const blocked = join(data, 'drafts.json.new');
  {
    await using opened = await openFolder(data, { inference });
    const { client } = opened;
    const line = (id: string, text: string) => ({ id, conversation: 'c', speaker: 'Ada', text });
    const lines = [line('a', SECRET), line('b', 'Nine oars lie in the shed.')];
    await importLines(client, folder, lines, { shouldWait: false });
    await client.call('drafts.set', { key: 'another', text: `I said: ${SECRET}` });
    await mkdir(join(blocked, 'here'), { recursive: true });
    await expect(forget(client, turns('a'))).rejects.toThrow();
  }
  {
    await using opened = await openFolder(data, { inference });
    const { problems } = await examine(opened.client);
    expect(problems.map(({ check, file }) => [check, file])).toEqual([['forget.unfinished', 'forget.json']]);
  }
  await rm(blocked, { recursive: true });
  await using opened = await openFolder(data, { inference });
  expect((await examine(opened.client)).problems).toEqual([]);
  expect((await opened.client.call('forget.receipts', { offset: 0, limit: 10 })).total).toBe(1);
});

it('closes no folder in the middle of a forget', async () => {
  await using folder = await makeFolder();
  const data = join(folder.path, 'data');
  const inference = createHashInference();
  const { engine, client } = await openFolder(data, { inference });
  await importLines(client, folder, [{ id: 'a', conversation: 'c', speaker: 'Ada', text: SECRET }], {
    shouldWait: false,
  });
  const choice = { selection: turns('a'), isWithRepeats: false, except: [] };
  const { fingerprint } = await client.call('forget.preview', choice);
  let closing: Promise<void> | null = null;
  const onChunk = ({ step }: { readonly step: string }): void => {
    if (step === 'erasing') closing ??= engine.close();
  };
  const receipt = await client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, { onChunk });
  await closing;
  expect([closing === null, receipt.scan.found, existsSync(join(data, 'forget.json'))]).toEqual([false, 0, false]);
  await using opened = await openFolder(data, { inference });
  expect((await examine(opened.client)).problems).toEqual([]);
});
