import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectDataFolder } from '../../main/engine.ts';
import type { Db } from '../../main/stores/run.ts';
import { createHashInference } from './hash-inference.ts';
import { makeJsonl, seeded, uniqueWord } from './make-turns.ts';
import { examine, type Folder, makeFolder, openFolder, repository, withDatabase } from './open-folder.ts';

const TURNS = 300;

let sample: Folder;

/** A closed folder with imported turns and a question with its answer: made once, copied for each test. */
beforeAll(async () => {
  sample = await makeFolder();
  const file = join(sample.path, 'turns.jsonl');
  const data = join(sample.path, 'data');
  await writeFile(file, makeJsonl({ turns: TURNS, seed: 7, prefix: 'a' }));
  await using opened = await openFolder(data, { inference: createHashInference() });
  await opened.client.stream(
    'imports.run',
    { files: [{ path: file }], format: 'jsonl', isDryRun: false, shouldWait: true },
    { onChunk: () => undefined },
  );
  await opened.client.stream('chat.ask', { text: `What about ${uniqueWord('a', 5)}?` }, { onChunk: () => undefined });
});
afterAll(() => sample[Symbol.asyncDispose]());

async function makeFilledFolder(): Promise<Folder & { readonly data: string }> {
  const folder = await makeFolder();
  const data = join(folder.path, 'data');
  await cp(join(sample.path, 'data'), data, { recursive: true });
  return { ...folder, data };
}

async function examineClosed(data: string, input: Parameters<typeof examine>[1] = {}) {
  await using opened = await openFolder(data, { inference: createHashInference() });
  return await examine(opened.client, input);
}

const change = (db: Db, sql: string) => db.transaction((tx) => tx.query(sql, []));

describe('doctor', () => {
  it('finds nothing wrong in a sound folder and says what it holds', async () => {
    await using folder = await makeFilledFolder();
    const report = await examineClosed(folder.data);

    expect(report.problems).toEqual([]);
    expect(report.ok).toBe(true);
    const all = TURNS + 2;
    expect(report.counts).toMatchObject({
      turns: all,
      searchable: all,
      embedded: all,
      pending: 0,
      vectors: all,
      indexed: all,
      indexedVectors: all,
      erased: 0,
      segments: 1,
      conversations: TURNS / 20 + 1,
    });
    expect(report.counts.records).toBeGreaterThan(all);
    expect(Object.keys(report.digests).sort()).toEqual(
      [
        ...['answer', 'conversation', 'document', 'watched_folder', 'fragment_token', 'fragment_vector', 'import_run'],
        ...[
          'passage',
          'space',
          'turn',
          'turn_life',
          'slot_version',
          'decay_pass',
          'tagging',
          'entity',
          'entity_link',
          'entity_name',
          'entity_version',
          'claim',
        ],
        ...['claim_standing', 'revision', 'inbox', 'own_relation', 'codex_tombstone', 'extraction', 'kept_apart'],
        ...['procedure', 'procedure_entry', 'procedure_heard', 'procedure_use'],
        ...['cluster', 'cluster_turn', 'cluster_pass', 'reflection', 'reflection_evidence', 'reflection_pass'],
        ...['summary', 'summary_turn'],
        ...['conversation_title', 'conversation_shift', 'space_version', 'amendment', 'forgotten', 'tombstone'],
        ...['correction', 'adopted_heads', 'conversation_model', 'answer_route'],
      ].sort(),
    );
    expect(report.steps[0]).toBe('Checking every byte of the journal');
  });

  it('names rows that are missing, changed or not in the journal, and makes them again when asked to repair', async () => {
    await using folder = await makeFilledFolder();
    await withDatabase(folder.data, async (db) => {
      await change(db, `delete from turn where id = 'a-10'`);
      await change(db, `update turn set text_hash = 'other' where id = 'a-11'`);
      await change(db, `update turn set seq = 100000 where id = 'a-12'`);
    });

    const report = await examineClosed(folder.data);
    expect(report.ok).toBe(false);
    expect(report.problems.filter(({ check }) => check === 'projection.turn').map(({ id }) => id)).toEqual([
      'a-10',
      'a-11',
      'a-12',
    ]);
    expect(report.problems.map(({ check }) => check)).toContain('vectors.orphan');

    await examineClosed(folder.data, { shouldRepair: true });
    const after = await examineClosed(folder.data);
    expect(after.problems).toEqual([]);
  });

  it('notices turns that lack a vector or token states and wait for none, and makes what is missing', async () => {
    await using folder = await makeFilledFolder();
    await withDatabase(folder.data, async (db) => {
      await change(db, `delete from fragment_vector where fragment_id in ('a-1', 'a-2')`);
      await change(db, `delete from fragment_token where fragment_id in ('a-2', 'a-3')`);
    });

    expect((await examineClosed(folder.data)).problems).toMatchObject([
      {
        check: 'vectors.missing',
        message: '3 turns or passages lack a vector or token states and are not waiting for them.',
      },
    ]);
    const repaired = await examineClosed(folder.data, { shouldRepair: true });
    expect(repaired.notes.filter((note) => note.startsWith('Repaired'))).toHaveLength(1);
    const after = await examineClosed(folder.data);
    expect({ problems: after.problems, digests: after.digests }).toEqual({
      problems: [],
      digests: (await examineClosed(join(sample.path, 'data'))).digests,
    });
  });

  it('says why turns wait for vectors that cannot be made', async () => {
    await using folder = await makeFilledFolder();
    await withDatabase(folder.data, async (db) => {
      await change(db, `delete from fragment_vector where fragment_id = 'a-1'`);
      await change(db, `insert into fragment_pending select id, seq from turn where id = 'a-1'`);
    });
    const inference = createHashInference();
    inference.isBroken = true;
    await rm(join(folder.data, 'cache'), { recursive: true });
    await using opened = await openFolder(folder.data, { inference });
    await new Promise((resolve) => setImmediate(resolve));

    const report = await examine(opened.client);
    expect(report.problems).toMatchObject([
      { check: 'vectors.waiting', message: expect.stringContaining('The embedding model cannot be read.') },
    ]);
  });
});

describe('doctor --rebuild', () => {
  it('makes an equal database from the journal alone, from cached vectors and from vectors made again', async () => {
    await using folder = await makeFilledFolder();
    const before = await examineClosed(folder.data);

    await rm(join(folder.data, 'db'), { recursive: true });
    const inference = createHashInference();
    {
      await using opened = await openFolder(folder.data, { inference });
      const cached = await examine(opened.client, { shouldRebuild: true });
      expect(cached.problems).toEqual([]);
      expect(cached.digests).toEqual(before.digests);
      expect(cached.notes).toContain('A database rebuilt from the journal is equal, row for row.');
      expect(inference.embedded()).toBe(0);
    }

    await rm(join(folder.data, 'cache'), { recursive: true });
    await rm(join(folder.data, 'db'), { recursive: true });
    const fresh = await examineClosed(folder.data, { shouldRebuild: true });
    expect({ problems: fresh.problems, digests: fresh.digests }).toEqual({ problems: [], digests: before.digests });
    await expect(stat(join(folder.data, 'db.rebuilt'))).rejects.toThrow();
  });

  it('names the tables that differ, and the rebuilt database takes the place of the present one at close', async () => {
    await using folder = await makeFilledFolder();
    const before = await examineClosed(folder.data);
    await withDatabase(folder.data, (db) => change(db, `update conversation set title = 'other' where id like 'a%'`));

    const report = await examineClosed(folder.data, { shouldRebuild: true });
    expect(report.problems).toMatchObject([{ check: 'rebuild', message: expect.stringContaining('conversation (') }]);

    const after = await examineClosed(folder.data);
    expect({ problems: after.problems, digests: after.digests }).toEqual({ problems: [], digests: before.digests });
  });

  it('leaves nothing behind when it is stopped, and a start removes what a killed one left', async () => {
    await using folder = await makeFilledFolder();
    {
      await using opened = await openFolder(folder.data, { inference: createHashInference() });
      const stop = new AbortController();
      const run = opened.client.stream(
        'doctor.run',
        { shouldRebuild: true, shouldRepair: false },
        {
          onChunk: ({ step }) => {
            if (step.startsWith('Giving')) stop.abort();
          },
          signal: stop.signal,
        },
      );
      await expect(run).rejects.toMatchObject({ code: 'request.aborted' });
    }
    await expect(stat(join(folder.data, 'db.rebuilt'))).rejects.toThrow();

    await mkdir(join(folder.data, 'db.rebuilt/base'), { recursive: true });
    await writeFile(join(folder.data, 'db.rebuilt/base/1'), 'half');
    expect((await examineClosed(folder.data)).problems).toEqual([]);
    await expect(stat(join(folder.data, 'db.rebuilt'))).rejects.toThrow();
  });
});

describe('inspectDataFolder', () => {
  it('names the record of each of 60 changed bytes, and finds the restored folder whole', async () => {
    await using folder = await makeFilledFolder();
    const path = join(folder.data, 'journal/00000001.jsonl');
    const original = await readFile(path);
    const ends = [...original.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
    const random = seeded(11);

    for (let n = 0; n < 60; n += 1) {
      const at = Math.floor(random() * original.length);
      const changed = Buffer.from(original);
      changed[at] = (original[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      await writeFile(path, changed);
      const seq = ends.filter((end) => end < at).length + 1;
      const report = await inspectDataFolder(folder.data);
      // A changed line end joins two records: either may be named.
      const named = report.problems.map((each) => each.seq);
      expect({ at, ok: report.ok, isNamed: named.includes(seq) || named.includes(seq + 1) }).toEqual({
        at,
        ok: false,
        isNamed: true,
      });
    }
    await writeFile(path, original);
    expect((await inspectDataFolder(folder.data)).problems).toEqual([]);
    expect((await examineClosed(folder.data)).problems).toEqual([]);
  });

  it('refuses a folder that is open, and one that holds nothing', async () => {
    await using folder = await makeFilledFolder();
    await using _opened = await openFolder(folder.data, { inference: createHashInference() });
    await expect(inspectDataFolder(folder.data)).rejects.toMatchObject({ code: 'store.locked' });
    const none = join(folder.path, 'none');
    await expect(inspectDataFolder(none)).rejects.toMatchObject({ code: 'store.not-found' });
    await expect(stat(none)).rejects.toThrow();
  });
});

describe('doctor, models', () => {
  it('names a model whose file was changed without changing its size', async () => {
    await using folder = await makeFilledFolder();
    const appRoot = join(folder.path, 'app');
    await cp(join(repository, 'models/bundled'), join(appRoot, 'models/bundled'), { recursive: true });
    const weights = join(appRoot, 'models/bundled/all-MiniLM-L6-v2/model_int8.onnx');
    const bytes = await readFile(weights);
    bytes.set(randomBytes(1), 5_000_000);
    bytes[5_000_001] = (bytes[5_000_001] ?? 0) ^ 1;
    await writeFile(weights, bytes);

    await using opened = await openFolder(folder.data, { inference: createHashInference(), appRoot });
    const report = await examine(opened.client);
    expect(report.problems).toMatchObject([{ check: 'model.damaged', id: 'all-MiniLM-L6-v2' }]);
  });
});
