import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../main/stores/run.ts';
import { examine, type Folder, makeFolder } from './open-folder.ts';
import { ask, importFile, look, makeSample, openCopy, openIll } from './sentinel-ward.ts';

const behind = vi.hoisted(() => ({ db: null as unknown }));
vi.mock('../../main/commit.ts', async (load) => {
  const real = await load<typeof import('../../main/commit.ts')>();
  return {
    ...real,
    openCommit: async (input: Parameters<typeof real.openCommit>[0]) => {
      const store = await real.openCommit(input);
      behind.db = store.db;
      return store;
    },
  };
});
const getDb = (): Db => behind.db as Db;

let sample: Folder;
beforeAll(async () => {
  sample = await makeSample(getDb);
}, 120_000);
afterAll(() => sample[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;

describe('health, what the page shows', () => {
  it('counts what each leg gave in answers, by day, and neither searches nor replays', async () => {
    await using ill = await openCopy(getDb, sample);
    const before = await ill.client.call('health.read', {});
    const lexical = (view: typeof before) => view.legs.find(({ leg }) => leg === 'lexical')?.days.at(-1);
    expect(lexical(before)).toMatchObject({ asked: 1, contributed: 1, failed: 0 });

    await ask(ill.client, 'What did Ben say about zqax7?');
    await ill.client.call('memory.recall', { query: 'zqax8' });
    const after = await ill.client.call('health.read', {});
    expect(lexical(after)).toMatchObject({ asked: 2, contributed: 2 });
    expect(lexical(after)?.inPrompt).toBeGreaterThan(0);
    expect(after.legs.find(({ leg }) => leg === 'summary')?.days.every(({ asked }) => asked === 0)).toBe(true);

    ill.clock.shiftMs = DAY_MS;
    await ask(ill.client, 'And about zqax9?');
    const days = (await ill.client.call('health.read', {})).legs.find(({ leg }) => leg === 'lexical')?.days ?? [];
    expect(days.slice(-2).map(({ asked }) => asked)).toEqual([2, 1]);
    expect(days).toHaveLength(30);
  }, 120_000);

  it('says how much lies on the disk, by kind', async () => {
    await using ill = await openCopy(getDb, sample);
    // What was said last is still being read: the journal only grows.
    const atLeast = (await stat(join(ill.data, 'journal', '00000001.jsonl'))).size;
    const { disk, records, freeBytes } = await ill.client.call('health.read', {});
    const sizes = new Map(disk.map(({ kind, bytes }) => [kind, bytes]));
    expect(sizes.get('journal')).toBeGreaterThanOrEqual(atLeast);
    expect(sizes.get('database')).toBeGreaterThan(10_000_000);
    expect(sizes.get('traces')).toBeGreaterThan(0);
    expect(sizes.get('backups')).toBe(0);
    expect(records).toBeGreaterThan(520);
    expect(freeBytes).toBeGreaterThan(0);
  }, 120_000);

  it('tells the doctor what is open, as notes, and the status line how the history is', async () => {
    await using ill = await openCopy(getDb, sample, {
      prepare: async (data) => {
        await writeFile(join(data, 'settings.json'), 'no settings');
      },
    });
    expect((await ill.client.call('app.status', {})).history.state).toBe('unchecked');
    await look(ill.client, true);
    expect((await ill.client.call('app.status', {})).history.state).toBe('unbroken');
    const report = await examine(ill.client);
    expect(report.ok).toBe(true);
    expect(report.notes.join('\n')).toMatch(/Found by the watch on .*settings\.json\.damaged could not be read/);
  }, 120_000);
});

describe('maintenance', () => {
  it('tidies what has changed, compacts the cache, counts legs again after a new database, and says so', async () => {
    await using ill = await openCopy(getDb, sample);
    await ill.sql(`delete from leg_day`);
    for (let n = 0; n < 3; n += 1) await ill.sql(`update turn_life set score = score`);
    const run = async () => {
      const { runs } = await ill.client.stream(
        'workers.simulate',
        { workers: ['maintenance'], days: 0 },
        { onChunk: () => undefined },
      );
      return runs[0];
    };
    const first = await run();
    expect(first).toMatchObject({ state: 'done', summary: expect.stringMatching(/^Tidied \d+ tables?/) });
    expect(first?.counts.tables).toBeGreaterThan(0);
    const { legs } = await ill.client.call('health.read', {});
    expect(legs.find(({ leg }) => leg === 'lexical')?.days.at(-1)?.asked).toBe(1);
    // What was tidied once needs nothing the next time.
    expect((await run())?.counts.tables).toBe(0);
    expect(await look(ill.client, true)).toEqual([]);
  }, 120_000);

  it('leaves a database that a rebuild equals', async () => {
    await using folder = await makeFolder();
    await using ill = await openIll(getDb, join(folder.path, 'data'));
    const file = join(folder.path, 'said.jsonl');
    const lines = Array.from({ length: 60 }, (_, n) =>
      JSON.stringify({ id: `t${n}`, conversation: 'c', speaker: 'Ada', role: 'user', text: `I live in town ${n}.` }),
    );
    await writeFile(file, `${lines.join('\n')}\n`);
    await importFile(ill.client, file);
    await ill.client.stream(
      'workers.simulate',
      { workers: ['sentinel', 'maintenance'], days: 3 },
      { onChunk: () => undefined },
    );
    const report = await examine(ill.client, { shouldRebuild: true });
    expect(report.problems).toEqual([]);
  }, 120_000);
});
