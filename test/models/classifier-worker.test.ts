import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHeads, SHIPPED } from '../../main/chat/classify/heads.pure.ts';
import type { Correction } from '../../main/contract/corrections.ts';
import type { TurnId } from '../../main/contract/ids.ts';
import type { Client } from '../../main/contract/index.ts';
import { launchNodeHost } from '../../main/inference/client.ts';
import { buildHost } from '../builders/build-host.ts';
import { SAMPLES } from '../builders/corrections.ts';
import { examine, type Folder, makeFolder } from '../engine/open-folder.ts';
import { importLines, openReal } from '../engine/real-folder.ts';

const TOPICS = SAMPLES.filter(({ field }) => field === 'topic');
const idOf = (text: string) => `t${SAMPLES.findIndex((each) => each.text === text)}` as TurnId;

describe('the worker that learns from corrections, over a whole engine', () => {
  let folder: Folder;
  let opened: Awaited<ReturnType<typeof openReal>>;
  let client: Client;

  beforeAll(async () => {
    folder = await makeFolder();
    opened = await openReal(join(folder.path, 'data'), { launchHost: launchNodeHost({ hostPath: await buildHost() }) });
    client = opened.client;
    await importLines(
      client,
      folder,
      SAMPLES.map(({ text }) => ({ id: idOf(text), text })),
    );
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  const correct = (text: string, field: Correction['field'], value: string) =>
    client.call('corrections.set', { turnId: idOf(text), correction: { field, value } as Correction });
  const learn = async () => {
    const input = { workers: ['classifier-tune' as const], days: 0 };
    const { runs } = await client.stream('workers.simulate', input, { onChunk: () => undefined });
    return runs.at(-1);
  };
  const active = async () => (await client.call('learning.get', {})).versions.find(({ isActive }) => isActive)?.id;

  it('says that few corrections are not enough, and changes nothing', async () => {
    for (const { text, value } of TOPICS.slice(0, 7)) await correct(text, 'topic', value);
    expect(await learn()).toMatchObject({ state: 'done', summary: expect.stringContaining('at least 8 are needed') });
    const learning = await client.call('learning.get', {});
    expect(learning).toMatchObject({ corrections: { topic: 7 }, problem: null });
    expect(learning.versions).toMatchObject([{ id: 'shipped', isActive: true }]);
    expect(learning.lastTry?.fields).toMatchObject([{ field: 'topic', outcome: 'too few' }]);
  });

  it('learns from enough of them, once, and answers with what it learnt', async () => {
    for (const { text, value } of TOPICS.slice(7)) await correct(text, 'topic', value);
    expect(await learn()).toMatchObject({ summary: expect.stringContaining('Learnt topics from 56 corrections') });
    const { versions } = await client.call('learning.get', {});
    expect(versions).toMatchObject([
      { isActive: true, isUsable: true, by: 'worker' },
      { id: 'shipped', isActive: false },
    ]);
    expect(versions[0]?.scores['topic after']).toBeGreaterThan((versions[0]?.scores['topic before'] ?? 1) + 0.3);
    expect(await learn()).toMatchObject({ summary: 'No question was corrected since the last time.' });
    // Numbers only: no word of a question is in the file.
    const name = (await readdir(join(folder.path, 'data/heads'))).find((each) => each !== 'last-try.json') ?? '';
    const text = await readFile(join(folder.path, 'data/heads', name), 'utf8');
    expect(makeHeads(JSON.parse(text)).space).toBe(SHIPPED.space);
    expect(text).not.toMatch(/hive|queen|gluten|rota\b/i);
  });

  it('puts an earlier version back and forth, and keeps what the user chose', async () => {
    const learnt = await active();
    await client.call('learning.restore', { id: 'shipped' });
    expect(await active()).toBe('shipped');
    await learn();
    expect(await active()).toBe('shipped');
    await client.call('learning.restore', { id: learnt ?? '' });
    expect(await active()).toBe(learnt);
    await expect(client.call('learning.restore', { id: 'abcdef012345' })).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });

  it('refuses a poisoned batch and keeps what it had learnt before', async () => {
    const before = await active();
    for (const { text } of TOPICS.slice(0, 40)) await correct(text, 'reliance', 'zero_shot');
    expect(await learn()).toMatchObject({ summary: expect.stringContaining('no memory is needed') });
    expect(await client.call('learning.get', {})).toMatchObject({
      lastTry: {
        fields: [
          { field: 'topic', outcome: 'learnt' },
          { field: 'reliance', outcome: 'refused' },
        ],
      },
    });
    expect(await active()).toBe(before);
    for (const { text } of TOPICS.slice(0, 40))
      await client.call('corrections.undo', { turnId: idOf(text), field: 'reliance' });
  });

  it('falls back to the built-in heads when its file is damaged, and says so', async () => {
    const id = await active();
    const path = join(folder.path, 'data/heads', `${id}.json`);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"version"', '"versiom"'));
    const learning = await client.call('learning.get', {});
    expect(learning.problem).toContain('damaged, so the built-in version answers');
    expect(learning.versions).toMatchObject([
      { id, isUsable: false },
      { id: 'shipped', isActive: true },
    ]);
    await writeFile(path, text);
    expect((await client.call('learning.get', {})).problem).toBeNull();
  });

  it('is the same after the database was made anew', async () => {
    const report = await examine(client, { shouldRebuild: true });
    expect(report.problems).toEqual([]);
    expect(report.digests).toHaveProperty('correction');
  });

  it('forgets what was learnt once every correction is taken back', async () => {
    for (const { text } of TOPICS) await client.call('corrections.undo', { turnId: idOf(text), field: 'topic' });
    expect(await learn()).toMatchObject({ summary: 'There are no corrections to learn from.' });
    expect(await active()).toBe('shipped');
  });
});
