import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdir, open, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Finding, FindingCode } from '../../main/contract/health.ts';
import type { Client } from '../../main/contract/index.ts';
import { type Engine, openEngine } from '../../main/engine.ts';
import { sentinelWorker } from '../../main/health/sentinel.ts';
import { type Clock, systemClock } from '../../main/lib/clock.ts';
import type { Worker } from '../../main/lifecycle/worker.ts';
import { WORKERS } from '../../main/lifecycle/workers.ts';
import type { Db } from '../../main/stores/run.ts';
import { createHashInference, type HashInference } from './hash-inference.ts';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { examine, type Folder, makeFolder, repository } from './open-folder.ts';

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

const TURNS = 520;
const HOUR_MS = 3_600_000;
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!isRoot) console.warn('SKIPPED: faults of disks, which need root on Linux to be made');

/** Real time, moved. */
type ShiftedClock = Clock & { shiftMs: number };
const createClock = (): ShiftedClock => {
  const clock: ShiftedClock = {
    shiftMs: 0,
    now: () => new Date(systemClock.now().getTime() + clock.shiftMs),
    monotonicMs: systemClock.monotonicMs,
  };
  return clock;
};

type Ill = AsyncDisposable & {
  readonly engine: Engine;
  readonly client: Client;
  readonly data: string;
  readonly folder: string;
  readonly clock: ShiftedClock;
  readonly inference: HashInference;
  readonly sql: (text: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

let sample: Folder;

/** A closed folder with imported turns, a document, and a question with its answer: made once, copied for each engine. */
beforeAll(async () => {
  sample = await makeFolder();
  const file = join(sample.path, 'turns.jsonl');
  await writeFile(file, makeJsonl({ turns: TURNS, seed: 7, prefix: 'a' }));
  await using opened = await openIll(join(sample.path, 'data'));
  await importFile(opened.client, file);
  await ask(opened.client, `What about ${uniqueWord('a', 5)}?`);
}, 120_000);
afterAll(() => sample[Symbol.asyncDispose]());

const importFile = (client: Client, path: string, format: 'jsonl' | 'auto' = 'jsonl') =>
  client.stream(
    'imports.run',
    { files: [{ path }], format, isDryRun: false, shouldWait: true },
    { onChunk: () => undefined },
  );
const ask = (client: Client, text: string) => client.stream('chat.ask', { text }, { onChunk: () => undefined });

type Options = { readonly workers?: readonly Worker[]; readonly appRoot?: string };

async function openIll(data: string, options: Options = {}): Promise<Ill> {
  const clock = createClock();
  const inference = createHashInference();
  const engine = await openEngine({
    dataFolder: data,
    appRoot: options.appRoot ?? repository,
    version: 'test',
    mode: 'command line',
    env: {},
    ...{ clock, inference },
    ...(options.workers ? { workers: options.workers } : {}),
  });
  const client = engine.client();
  const db = behind.db as Db;
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    client.close();
    await engine.close();
  };
  return {
    ...{ engine, client, data, clock, inference, close },
    folder: join(data, '..'),
    sql: (text) => db.transaction((tx) => tx.query(text, [])),
    [Symbol.asyncDispose]: close,
  };
}

/** A copy of the sample, open; it goes with the test. */
async function openCopy(options: Options & { readonly prepare?: (data: string) => Promise<void> } = {}): Promise<Ill> {
  const folder = await makeFolder();
  const data = join(folder.path, 'data');
  await cp(join(sample.path, 'data'), data, { recursive: true });
  await options.prepare?.(data);
  const ill = await openIll(data, options);
  return {
    ...ill,
    [Symbol.asyncDispose]: async () => {
      await ill.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function look(client: Client, isThorough = false): Promise<readonly Finding[]> {
  const { findings } = await client.stream('health.check', { isThorough }, { onChunk: () => undefined });
  return findings;
}

const repair = (client: Client, id: string) => client.stream('health.repair', { id }, { onChunk: () => undefined });

const settle = (client: Client) => client.call('codex.settle', {});

const codesOf = (findings: readonly Finding[]): readonly string[] => findings.map(({ id }) => id).sort();

type Fault = {
  readonly code: FindingCode;
  readonly says: string;
  readonly about?: string;
  readonly isThorough?: boolean;
  readonly break: (ill: Ill) => Promise<unknown>;
  /** What the user does where only the user can. */
  readonly mend?: (ill: Ill) => Promise<unknown>;
  /** Before the repair is clicked: what caused it is over. */
  readonly before?: (ill: Ill) => Promise<unknown> | unknown;
};

const segment = '00000001.jsonl';

async function flipByte(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  } finally {
    await file.close();
  }
}

/** A place in the middle of the journal's last record but one. */
async function findLateByte(path: string): Promise<number> {
  const bytes = await readFile(path);
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
  return Math.floor(((ends.at(-3) ?? 0) + (ends.at(-2) ?? 0)) / 2);
}

/** Nobody has this number any more. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

const keep = new Map<string, number | string>();

/** Faults that are made, seen and put right in one open engine. */
const FAULTS: readonly Fault[] = [
  {
    code: 'journal.damaged',
    says: 'was changed after it was written',
    break: async ({ data }) => {
      const path = join(data, 'journal', segment);
      keep.set('byte', await findLateByte(path));
      await flipByte(path, Number(keep.get('byte')));
    },
    mend: ({ data }) => flipByte(join(data, 'journal', segment), Number(keep.get('byte'))),
  },
  {
    code: 'journal.head',
    says: 'signed head of the journal is missing',
    break: ({ data }) => rm(join(data, 'head.json')),
  },
  {
    code: 'journal.head',
    says: 'not signed by this vault',
    break: async ({ data }) => {
      const text = await readFile(join(data, 'head.json'), 'utf8');
      keep.set('head', text);
      await writeFile(join(data, 'head.json'), text.replace(/"seq":\d+/, '"seq":1'));
    },
    mend: ({ data }) => writeFile(join(data, 'head.json'), String(keep.get('head'))),
  },
  {
    code: 'vectors.orphan',
    says: 'belong to nothing that is kept',
    break: ({ sql }) =>
      sql(`insert into fragment_vector select 'nobody', chunk, embedding_space_id, from_char, to_char, embedding
        from fragment_vector where fragment_id in ('a-1', 'a-2') on conflict do nothing;`).then(() =>
        sql(
          `insert into fragment_token select 'noone', embedding_space_id, bits from fragment_token where fragment_id = 'a-3'`,
        ),
      ),
  },
  {
    code: 'vectors.missing',
    says: '3 turns or passages have no vector and are not waiting',
    break: async ({ sql }) => {
      await sql(`delete from fragment_vector where fragment_id in ('a-1', 'a-2')`);
      await sql(`delete from fragment_token where fragment_id in ('a-2', 'a-30')`);
    },
  },
  {
    code: 'vectors.waiting',
    says: 'nothing works on them: making them failed',
    break: async ({ sql, inference, clock, client, data }) => {
      inference.isBroken = true;
      await rm(join(data, 'cache'), { recursive: true });
      await sql(`delete from fragment_vector where fragment_id = 'a-7'`);
      await sql(`insert into fragment_pending select id, seq from turn where id = 'a-7'`);
      await client.stream('memory.settle', {}, { onChunk: () => undefined }).catch(() => undefined); // it fails: that is the fault
      clock.shiftMs = HOUR_MS;
    },
    before: ({ inference, clock }) => {
      inference.isBroken = false;
      clock.shiftMs = 0;
    },
  },
  {
    code: 'vectors.other-space',
    says: 'no longer used',
    break: async ({ sql }) => {
      await sql(`insert into embedding_space (id, name) values (99, 'old model')`);
      await sql(
        `insert into fragment_vector select fragment_id, chunk, 99, from_char, to_char, embedding from fragment_vector`,
      );
    },
  },
  {
    code: 'memory.stale',
    says: 'differs from the tables in 1 place',
    break: async ({ sql }) => {
      await sql(`create table aside as select * from turn where id = 'a-9'`);
      await sql(`update aside set id = 'late', seq = (select max(seq) + 1000 from turn)`);
      await sql(`insert into turn select * from aside`);
      for (const table of ['fragment_vector', 'fragment_token']) {
        await sql(`create table aside_${table} as select * from ${table} where fragment_id = 'a-9'`);
        await sql(`update aside_${table} set fragment_id = 'late'`);
        await sql(`insert into ${table} select * from aside_${table}`);
      }
    },
  },
  {
    code: 'memory.stale',
    says: 'differs from the tables in 1 place',
    isThorough: true,
    break: async ({ sql }) => {
      for (const table of ['fragment_vector', 'fragment_token']) {
        await sql(`delete from ${table} where fragment_id = 'late'`);
        await sql(`drop table aside_${table}`);
      }
      await sql(`delete from turn where id = 'late'`);
      await sql(`drop table aside`);
    },
  },
  {
    code: 'leg.failing',
    about: 'episodic',
    says: 'The episodic vector leg failed in the last 3 questions',
    break: async ({ client, inference }) => {
      inference.isBroken = true;
      for (let n = 0; n < 3; n += 1) await ask(client, `What about ${uniqueWord('a', n)}?`);
    },
    before: ({ inference }) => {
      inference.isBroken = false;
    },
  },
  {
    code: 'leg.silent',
    about: 'document',
    says: 'The document leg has given nothing in the last 50 questions',
    break: async ({ client, folder }) => {
      const path = join(folder, 'peaks.md');
      await writeFile(path, '# Peaks\n\nGlaciers carve cirques beneath granite summits.\n');
      await importFile(client, path, 'auto');
      for (let n = 0; n < 50; n += 1) await ask(client, `Who mentioned ${uniqueWord('a', n)} yesterday?`);
    },
  },
  {
    code: 'clock.ahead',
    says: '300 days after the last time that was seen here',
    break: async ({ clock }) => {
      clock.shiftMs = 300 * 24 * HOUR_MS;
    },
    mend: async ({ clock }) => {
      clock.shiftMs = 0;
    },
  },
  {
    code: 'extraction.behind',
    says: 'not been read for facts',
    break: async ({ sql, clock }) => {
      await sql(`delete from extraction`);
      clock.shiftMs = 7 * HOUR_MS;
    },
    before: ({ clock }) => {
      clock.shiftMs = 0;
    },
  },
  {
    code: 'host.trouble',
    says: 'could not be started. It ended four times.',
    break: async ({ inference }) => {
      let state: ReturnType<HashInference['state']> = { kind: 'failed', notice: 'It ended four times.' };
      Object.assign(inference, {
        state: () => state,
        restart: async () => {
          state = { kind: 'idle' };
        },
      });
    },
  },
  {
    code: 'traces.large',
    says: 'which take 250',
    isThorough: true,
    break: async ({ data }) => {
      const path = join(data, 'traces', '00000000-0000-4000-8000-000000000000.json.gz');
      await writeFile(path, '');
      await truncate(path, 2_500_000_000);
      await utimes(path, 1, 1);
    },
  },
  {
    code: 'traces.unreadable',
    says: '1 trace cannot be read',
    break: ({ data }) => writeFile(join(data, 'traces', 'ffffffff-0000-4000-8000-000000000000.json.gz'), 'not a trace'),
  },
  {
    code: 'file.unreadable',
    about: 'settings.json',
    says: 'settings.json was changed from outside',
    break: async ({ data, client }) => {
      await client.call('settings.set', { ownerName: 'Ada' });
      await writeFile(join(data, 'settings.json'), '{"theme": ');
    },
  },
  {
    code: 'folder.leftovers',
    says: '1 file was left by interrupted work',
    break: async ({ data }) => {
      await writeFile(join(data, 'journal', '00000001.jsonl.tmp'), 'half');
      await utimes(join(data, 'journal', '00000001.jsonl.tmp'), 1, 1);
    },
  },
  {
    code: 'lock.leftover',
    says: '1 lock of a process that has ended',
    break: ({ data }) =>
      writeFile(join(data, 'lock.take-1'), JSON.stringify({ pid: deadPid(), randomId: 'x', at: '' })),
  },
  {
    code: 'lock.lost',
    says: "This folder's lock is gone",
    break: ({ data }) => rm(join(data, 'lock')),
  },
  {
    code: 'inbox.long',
    says: '400 things wait in the inbox',
    break: ({ sql }) =>
      sql(`insert into inbox (claim_id, space_id, seq, subject_id, relation)
        select 'x' || n, 'home', n, 'me', 'likes' from generate_series(1, 400) n`),
    mend: ({ sql }) => sql(`delete from inbox where claim_id like 'x%'`),
  },
  {
    code: 'folder.gone',
    about: 'w',
    says: 'A watched folder cannot be read',
    break: ({ sql, folder }) =>
      sql(`insert into watched_folder (id, space_id, path, removes_vanished, watched_seq, watched_at)
        values ('w', 'home', '${join(folder, 'papers')}', false, 1, now())`),
    mend: ({ folder }) => mkdir(join(folder, 'papers')),
  },
  {
    code: 'summaries.stale',
    says: '1 summary has been out of date for days',
    break: async ({ sql, clock }) => {
      await sql(`insert into summary (id, scope, space_id, title, written_by, sentences, dropped, turn_count, written_at, seq, stale_seq)
        values ('s', 'session', 'home', 't', 'extract', '[]', 0, 0, now(), 1, 5)`);
      clock.shiftMs = 4 * 24 * HOUR_MS;
    },
    mend: async ({ sql, clock }) => {
      clock.shiftMs = 0;
      await sql(`delete from summary where id = 's'`);
    },
  },
  {
    code: 'check.failed',
    about: 'inbox',
    says: 'could not look at everything (inbox)',
    break: ({ sql }) => sql(`alter table inbox rename to inbox_elsewhere`),
    mend: ({ sql }) => sql(`alter table inbox_elsewhere rename to inbox`),
  },
];

describe('sentinel, faults in a running engine', () => {
  let ill: Ill;
  beforeAll(async () => {
    ill = await openCopy();
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
    await using ill = await openCopy();
    await settle(ill.client);
    await ill.sql(`delete from turn where id = 'a-519'`);
    await ill.sql(`update turn set text_hash = 'other' where id = 'a-518'`);
    await ill.sql(`update conversation set turn_count = turn_count + 1 where id = (select min(id) from conversation)`);
    await ill.sql(`update projection set applied_hash = repeat('1', 64)`);
    expect(codesOf(await look(ill.client))).toEqual(expect.arrayContaining(['tables.behind', 'tables.differ']));
    await ill.sql(`delete from conversation where id = (select max(id) from conversation)`);
    const findings = await look(ill.client, true);
    expect(codesOf(findings)).toEqual(
      expect.arrayContaining(['rows.orphan', 'tables.behind', 'tables.counts', 'tables.differ', 'vectors.orphan']),
    );
    expect(findings.find(({ code }) => code === 'tables.differ')?.evidence).toMatchObject({ missing: 2, other: 1 });

    const repaired = await repair(ill.client, 'tables.differ');
    expect(repaired).toMatchObject({ isGone: false, message: expect.stringContaining('when Palimpsest closes') });
    expect(repaired.findings.find(({ code }) => code === 'tables.differ')?.repairNote).toBe(repaired.message);
    await ill.close();
    await using again = await openIll(ill.data);
    expect(codesOf(await look(again.client, true))).toEqual([]);
  }, 60_000);
});

describe('sentinel, the journal and its disk', () => {
  it('names a segment that is missing, and is content when it is back', async () => {
    await using ill = await openCopy({
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
      await using ill = await openCopy();
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
        await using ill = await openIll(join(disk, 'data'));
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
    await using ill = await openCopy({ prepare: (data) => writeFile(join(data, 'settings.json'), 'no settings') });
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
    await using ill = await openCopy({ appRoot });
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
    await using ill = await openCopy({ workers: [worker, sentinelWorker] });
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
    await using ill = await openCopy({ workers: [hanging] });
    await ill.client.call('workers.runNow', { worker: 'decay' });
    await vi.waitFor(async () => {
      const { workers } = await ill.client.call('workers.list', {});
      expect(workers[0]?.current?.state).toBe('running');
    });
    ill.clock.shiftMs = 7 * HOUR_MS;
    expect(await look(ill.client)).toMatchObject([{ id: 'job.stuck decay', repair: 'retry-job' }]);
    expect(await repair(ill.client, 'job.stuck decay')).toMatchObject({ isGone: true });
  }, 60_000);

  it('goes on after the clock jumped back a year, loses nothing, and says so until the clock is accepted', async () => {
    await using ill = await openCopy({
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
    await using ill = await openCopy();
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
    await vi.waitFor(() => expect(counts).toEqual([1, 1, 0, 0, 0, 1]));
    await expect(repair(ill.client, 'nothing')).rejects.toMatchObject({ code: 'finding.not-found' });
  }, 60_000);
});
