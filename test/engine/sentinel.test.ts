import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sentinelWorker } from '../../main/health/sentinel.ts';
import type { Worker } from '../../main/lifecycle/worker.ts';
import { WORKERS } from '../../main/lifecycle/workers.ts';
import type { Db } from '../../main/stores/run.ts';
import { examine, type Folder, makeFolder, repository } from './open-folder.ts';
import { FAULTS, segment } from './sentinel-faults.ts';
import type { Ill } from './sentinel-ward.ts';
import { ask, codesOf, flipByte, look, makeSample, openCopy, openIll, repair, settle } from './sentinel-ward.ts';

/** The database of the engine that was opened last: faults are made behind its back. */
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

const HOUR_MS = 3_600_000;
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!isRoot) console.warn('SKIPPED: faults of disks, which need root on Linux to be made');

let sample: Folder;
beforeAll(async () => {
  sample = await makeSample(getDb);
}, 120_000);
afterAll(() => sample[Symbol.asyncDispose]());

const copy = (options: Parameters<typeof openCopy>[2] = {}) => openCopy(getDb, sample, options);
const openAgain = (data: string) => openIll(getDb, data);

describe('sentinel, faults in a running engine', () => {
  let ill: Ill;
  beforeAll(async () => {
    ill = await copy();
  }, 60_000);
  afterAll(() => ill[Symbol.asyncDispose]());

  it('finds nothing in a sound folder, neither in passing nor thoroughly', async () => {
    expect(await look(ill.client)).toEqual([]);
    expect(await look(ill.client, true)).toEqual([]);
  });

  it.each(FAULTS)('sees $code $about ($says), and it is gone after the repair', { timeout: 60_000 }, async (fault) => {
    const id = fault.about === undefined ? fault.code : `${fault.code} ${fault.about}`;
    // What is still being read would otherwise be dated by a clock that the fault moves.
    await settle(ill.client);
    await fault.break(ill);
    const findings = await look(ill.client, fault.isThorough ?? false);
    const finding = findings.find((each) => each.id === id);
    expect(finding?.message ?? codesOf(findings)).toContain(fault.says);
    expect(finding?.fix).toMatch(/\.$/);
    await fault.before?.(ill);
    if (fault.mend) {
      await fault.mend(ill);
      expect(finding?.repair === null || finding?.code === 'clock.ahead' || finding?.code === 'summaries.stale').toBe(
        true,
      );
    } else {
      expect(finding?.repair).not.toBeNull();
      expect(await repair(ill.client, id)).toMatchObject({ isGone: true });
    }
    expect(codesOf(await look(ill.client))).not.toContain(id);
    expect(codesOf(await look(ill.client, true))).not.toContain(id);
  });

  it('leaves nothing behind: a thorough look and the doctor find the folder sound', async () => {
    // The faults above moved the clock ahead and back again.
    if (codesOf(await look(ill.client, true)).includes('clock.back')) await repair(ill.client, 'clock.back');
    expect(codesOf(await look(ill.client, true))).toEqual([]);
    expect((await examine(ill.client)).problems).toEqual([]);
  });
});

describe('sentinel, tables that are not what the journal says', () => {
  it('sees half-applied batches, wrong counts, orphans and a wrong generation; a rebuild puts all right', async () => {
    await using ill = await copy();
    await settle(ill.client);
    await ill.sql(`delete from turn where id = 'a-519'`);
    await ill.sql(`update turn set text_hash = 'other' where id = 'a-518'`);
    await ill.sql(`update conversation set turn_count = turn_count + 1 where id = (select min(id) from conversation)`);
    // The next record that anybody commits puts the generation right again, so that is tried until it is seen.
    await vi.waitFor(
      async () => {
        await ill.sql(`update projection set applied_hash = repeat('1', 64)`);
        expect(codesOf(await look(ill.client))).toEqual(expect.arrayContaining(['tables.behind', 'tables.differ']));
      },
      { timeout: 40_000 },
    );
    await ill.sql(`delete from conversation where id = (select max(id) from conversation)`);
    const findings = await look(ill.client, true);
    expect(codesOf(findings)).toEqual(
      expect.arrayContaining(['rows.orphan', 'tables.counts', 'tables.differ', 'vectors.orphan']),
    );
    expect(findings.find(({ code }) => code === 'tables.differ')?.evidence).toMatchObject({ missing: 2, other: 1 });

    const repaired = await repair(ill.client, 'tables.differ');
    expect(repaired).toMatchObject({ isGone: false, message: expect.stringContaining('when Palimpsest closes') });
    expect(repaired.findings.find(({ code }) => code === 'tables.differ')?.repairNote).toBe(repaired.message);
    await ill.close();
    await using again = await openAgain(ill.data);
    expect(codesOf(await look(again.client, true))).toEqual([]);
  }, 60_000);
});

describe('sentinel, the journal and its disk', () => {
  it('names a segment that is missing, and is content when it is back', async () => {
    await using ill = await copy({
      prepare: async (data) => {
        const path = join(data, 'journal', segment);
        const bytes = await readFile(path);
        const cut = bytes.indexOf(10, Math.floor(bytes.length / 3)) + 1;
        const second = bytes.indexOf(10, cut + Math.floor(bytes.length / 3)) + 1;
        await writeFile(path, bytes.subarray(0, cut));
        await writeFile(join(data, 'journal', '00000002.jsonl'), bytes.subarray(cut, second));
        await writeFile(join(data, 'journal', '00000003.jsonl'), bytes.subarray(second));
      },
    });
    expect(codesOf(await look(ill.client, true))).toEqual([]);
    const [from, to] = [join(ill.data, 'journal', '00000002.jsonl'), join(ill.folder, 'aside.jsonl')];
    await rename(from, to);
    expect(await look(ill.client)).toMatchObject([
      { id: 'journal.segment-missing 2', repair: null, message: expect.stringContaining('00000002.jsonl is missing') },
    ]);
    await rename(to, from);
    expect(codesOf(await look(ill.client))).toEqual([]);
  }, 60_000);

  it.skipIf(!isRoot)(
    'says that the journal cannot be written to',
    async () => {
      await using ill = await copy();
      const journal = join(ill.data, 'journal');
      spawnSync('mount', ['--bind', journal, journal]);
      try {
        spawnSync('mount', ['-o', 'remount,ro,bind', journal]);
        expect(codesOf(await look(ill.client))).toEqual(['journal.unwritable']);
      } finally {
        spawnSync('umount', ['-l', journal]);
      }
      expect(codesOf(await look(ill.client))).toEqual([]);
    },
    60_000,
  );

  it.skipIf(!isRoot)(
    'says that the disk is nearly full, and makes room by what can be made again',
    async () => {
      await using folder = await makeFolder();
      const disk = join(folder.path, 'disk');
      await mkdir(disk);
      await cp(join(sample.path, 'data'), join(folder.path, 'data'), { recursive: true });
      const used = Number(
        spawnSync('du', ['-sk', join(folder.path, 'data')], { encoding: 'utf8' }).stdout.split('\t')[0],
      );
      const sizeKb = Math.ceil(1_000_000_000 / 1024) + used + 60_000;
      spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', disk]);
      try {
        await cp(join(folder.path, 'data'), join(disk, 'data'), { recursive: true });
        await using ill = await openAgain(join(disk, 'data'));
        expect(codesOf(await look(ill.client))).toEqual([]);
        await writeFile(join(ill.data, 'cache', '0123456789abcdef.vectors'), Buffer.alloc(70_000_000, 1));
        expect(await look(ill.client)).toMatchObject([{ id: 'disk.low', repair: 'clear-space' }]);
        expect(await repair(ill.client, 'disk.low')).toMatchObject({ isGone: true, message: '70 MB are free again.' });
        expect(codesOf(await look(ill.client))).toEqual([]);
      } finally {
        spawnSync('umount', ['-l', disk]);
      }
    },
    60_000,
  );
});

describe('sentinel, what only a start shows', () => {
  it('says that damaged settings were put aside, and removes them when asked', async () => {
    await using ill = await copy({ prepare: (data) => writeFile(join(data, 'settings.json'), 'no settings') });
    expect(await look(ill.client)).toMatchObject([
      { id: 'file.aside', message: expect.stringContaining('settings.json.damaged could not be read') },
    ]);
    expect(await repair(ill.client, 'file.aside')).toMatchObject({ isGone: true });
    await expect(stat(join(ill.data, 'settings.json.damaged'))).rejects.toThrow();
  }, 60_000);

  it('names a model whose bytes were changed without changing its size, once they are looked at', async () => {
    await using folder = await makeFolder();
    const appRoot = join(folder.path, 'app');
    await cp(join(repository, 'models/bundled'), join(appRoot, 'models/bundled'), { recursive: true });
    const weights = join(appRoot, 'models/bundled/all-MiniLM-L6-v2/model_int8.onnx');
    await using ill = await copy({ appRoot });
    expect(codesOf(await look(ill.client))).toEqual([]);
    await flipByte(weights, 5_000_000);
    expect(await look(ill.client)).toMatchObject([{ id: 'model.changed all-MiniLM-L6-v2', repair: null }]);
    await flipByte(weights, 5_000_000);
    expect(codesOf(await look(ill.client))).toEqual([]);
  }, 60_000);
});

describe('sentinel, work in the background', () => {
  const createStubborn = () => {
    const state = { isIll: true };
    const worker: Worker = {
      ...{ name: 'decay', priority: 1, everyHours: 24, isForIdle: false, isOnByDefault: true },
      run: async () => {
        if (state.isIll) throw new Error('each time');
        return { summary: 'Done.', counts: {} };
      },
    };
    return { state, worker };
  };

  it('names work that failed until it gave up, while all other work goes on; a click tries it again', async () => {
    const { state, worker } = createStubborn();
    await using ill = await copy({ workers: [worker, sentinelWorker] });
    for (let n = 0; n < 6; n += 1) {
      await ill.engine.lookForWork();
      ill.clock.shiftMs += 3 * HOUR_MS;
    }
    const { workers, queue } = await ill.client.call('workers.list', {});
    expect(queue.map(({ worker: name, state: at }) => `${name} ${at}`)).toContain('decay dead');
    expect(workers.find(({ name }) => name === 'sentinel')?.last?.state).toBe('done');
    const findings = await look(ill.client);
    expect(findings).toMatchObject([{ id: 'job.dead decay', message: expect.stringContaining('“decay” failed') }]);
    state.isIll = false;
    expect(await repair(ill.client, 'job.dead decay')).toMatchObject({ isGone: true });
  }, 60_000);

  it('names work that should have ended hours ago, and stops it when asked', async () => {
    const hanging: Worker = {
      ...{ name: 'decay', priority: 1, everyHours: 24, isForIdle: false, isOnByDefault: true },
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')), { once: true });
        }),
    };
    await using ill = await copy({ workers: [hanging] });
    await ill.client.call('workers.runNow', { worker: 'decay' });
    await vi.waitFor(async () => {
      const { workers } = await ill.client.call('workers.list', {});
      expect(workers[0]?.current?.state).toBe('running');
    }, 20_000);
    ill.clock.shiftMs = 7 * HOUR_MS;
    expect(await look(ill.client)).toMatchObject([{ id: 'job.stuck decay', repair: 'retry-job' }]);
    expect(await repair(ill.client, 'job.stuck decay')).toMatchObject({ isGone: true });
  }, 60_000);

  it('goes on after the clock jumped back a year, loses nothing, and says so until the clock is accepted', async () => {
    await using ill = await copy({
      workers: WORKERS.filter(({ name }) => name === 'sentinel' || name === 'extract'),
    });
    await ill.engine.lookForWork();
    ill.clock.shiftMs = -365 * 24 * HOUR_MS;
    await ill.engine.lookForWork();
    const said = await ask(ill.client, 'I moved to Ghent last week.');
    await ill.engine.lookForWork();
    const { workers } = await ill.client.call('workers.list', {});
    for (const { name, last } of workers)
      expect({ name, state: last?.state, year: last?.at.slice(0, 4) }).toMatchObject({
        state: 'done',
        year: String(ill.clock.now().getFullYear()),
      });
    expect(await ill.client.call('turns.get', { id: said.turn, around: 0 })).toMatchObject({
      turn: { text: 'I moved to Ghent last week.' },
    });
    const findings = await look(ill.client, true);
    expect(findings).toMatchObject([
      {
        id: 'clock.back',
        evidence: { days: 365 },
        message: expect.stringContaining('Nothing is lost and work goes on'),
      },
    ]);
    expect(await repair(ill.client, 'clock.back')).toMatchObject({ isGone: true });
    await ask(ill.client, 'And now?');
    expect(codesOf(await look(ill.client, true))).toEqual([]);
  }, 60_000);
});

describe('sentinel, what is found over time', () => {
  it('keeps since when something is so, hides what was dismissed until it comes back, and counts what is open', async () => {
    await using ill = await copy();
    const counts: number[] = [];
    ill.client.on('health.changed', ({ open: n }) => counts.push(n));
    const makeLeftover = async () => {
      await appendFile(join(ill.data, 'x.tmp'), 'x');
      await utimes(join(ill.data, 'x.tmp'), 1, 1);
    };
    await makeLeftover();
    const [first] = await look(ill.client);
    ill.clock.shiftMs = HOUR_MS / 2;
    const [second] = await look(ill.client);
    expect(second).toMatchObject({ id: 'folder.leftovers', since: first?.since, isDismissed: false });
    expect(Date.parse(second?.seenAt ?? '')).toBeGreaterThan(Date.parse(first?.seenAt ?? ''));

    await ill.client.call('health.dismiss', { id: 'folder.leftovers', isDismissed: true });
    expect(await look(ill.client)).toMatchObject([{ id: 'folder.leftovers', isDismissed: true }]);
    await rm(join(ill.data, 'x.tmp'));
    expect(await look(ill.client)).toEqual([]);
    await makeLeftover();
    expect(await look(ill.client)).toMatchObject([{ id: 'folder.leftovers', isDismissed: false }]);
    await vi.waitFor(() => expect(counts).toEqual([1, 1, 0, 0, 0, 1]), 20_000);
    await expect(repair(ill.client, 'nothing')).rejects.toMatchObject({ code: 'finding.not-found' });
  }, 60_000);
});
