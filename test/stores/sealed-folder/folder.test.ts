import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../main/lib/clock.ts';
import { silentLog } from '../../../main/lib/log.ts';
import { openRebuilt, openStore } from '../../../main/stores/open.ts';
import { type Db, execute, run } from '../../../main/stores/run.ts';
import { readSealedFile } from '../../../main/stores/sealed-folder/copy.ts';
import { HEADER_BYTES } from '../../../main/stores/sealed-folder/file.ts';

const templateFolder = resolve(import.meta.dirname, '../../../out/db-template');
const deps = { clock: systemClock, log: silentLog };
const KEY = new Uint8Array(32).fill(9);
const CANARY = 'zinnoberkanari';
/** A few on a shared machine; `PALIMPSEST_KILLS=200` is the release check. */
const KILLS = Number(process.env.PALIMPSEST_KILLS ?? 5);

/** Files of the folder in which the canary can be read as it stands. */
async function listReadable(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(CANARY) || bytes.includes(Buffer.from(CANARY, 'utf16le'))) found.push(entry.name);
  }
  return found;
}

async function fillWithCanary(db: Db): Promise<void> {
  await db.maintain('create table kept (n int primary key, word text not null)');
  await db.transaction((tx) =>
    execute(tx, `insert into kept select n, '${CANARY} ' || n from generate_series(1, 5000) n`),
  );
  await db.maintain('create index on kept (word)');
  await db.maintain('vacuum full kept');
  await db.maintain('checkpoint');
}

const readNumbers = async (db: Db): Promise<readonly number[]> =>
  (await run(db.read, z.object({ n: z.int() }), 'select n from kept order by n')).map(({ n }) => n);

describe('stores/sealed-folder', () => {
  let dataFolder: string;
  const database = () => join(dataFolder, 'db');
  const openWith = (key: Uint8Array | null) => openStore({ dataFolder, templateFolder }, deps, key);
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'palimpsest-sealed-'));
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  it('makes a database in which no word can be read, and reads it again with the same key', async () => {
    const first = await openWith(KEY);
    await fillWithCanary(first.db);
    await first.db.close();
    const readable = await listReadable(database());

    const second = await openWith(KEY);
    const rows = (await readNumbers(second.db)).length;
    await second.db.close();
    expect({ made: first.replaced, readable, again: second.replaced, rows }).toEqual({
      made: 'missing',
      readable: [],
      again: null,
      rows: 5000,
    });
  });

  it('shows what an encrypted file holds to whoever has the key', async () => {
    let held = 0;
    for (const entry of await readdir(database(), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name === 'palimpsest.json') continue;
      for (const piece of readSealedFile(join(entry.parentPath, entry.name), KEY))
        if (Buffer.from(piece).includes(CANARY)) held += 1;
    }
    expect(held).toBeGreaterThan(1);
  });

  it('leaves no word of rows that are gone even for whoever has the key', async () => {
    const { db } = await openWith(KEY);
    await db.transaction((tx) => execute(tx, `update kept set word = 'gone'`));
    for (const statement of ['vacuum kept', 'reindex table kept', 'checkpoint']) await db.maintain(statement);
    await db.close();
    const held: string[] = [];
    for (const entry of await readdir(join(database(), 'base'), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      for (const piece of readSealedFile(join(entry.parentPath, entry.name), KEY))
        if (Buffer.from(piece).includes(CANARY)) held.push(entry.name);
    }
    expect(held).toEqual([]);
  });

  it('makes an encrypted second database for a rebuild', async () => {
    const { db, folder } = await openRebuilt({ dataFolder, templateFolder }, deps, KEY);
    await fillWithCanary(db);
    await db.close();
    expect(await listReadable(folder)).toEqual([]);
  });

  it('starts a new database where another page cannot be read, instead of failing', async () => {
    const control = await open(join(database(), 'global/pg_control'), 'r+');
    await control.write(Buffer.alloc(64, 1), 0, 64, HEADER_BYTES);
    await control.close();
    const { db, isNew, replaced } = await openWith(KEY);
    await db.close();
    expect({ isNew, replaced }).toEqual({ isNew: true, replaced: 'unreadable' });
  });

  it('starts a new database for another key, for none, and for one where there was none', async () => {
    const seen: unknown[] = [];
    for (const key of [new Uint8Array(32).fill(8), null, null, KEY, KEY]) {
      const { db, replaced } = await openWith(key);
      await db.close();
      seen.push(replaced);
    }
    expect(seen).toEqual(['other key', 'other key', null, 'other key', null]);
  });

  it(`keeps every acknowledged row through ${KILLS} kills`, async () => {
    const child = fileURLToPath(new URL('./write-child.mjs', import.meta.url));
    let last = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = spawn(process.execPath, [child, dataFolder, templateFolder, String(last + 1)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(running, 'exit');
      const until = last + 1 + ((kill * 37) % 60);
      for await (const line of createInterface({ input: running.stdout })) {
        last = Number(line);
        if (last >= until) running.kill('SIGKILL');
      }
      await ended;
      const { db, replaced } = await openWith(KEY);
      const numbers = await readNumbers(db);
      await db.close();
      const lost = Array.from({ length: last }, (_, index) => index + 1).filter((n) => !numbers.includes(n));
      expect({ kill, replaced, lost }).toEqual({ kill, replaced: null, lost: [] });
      last = numbers.at(-1) ?? 0;
    }
    expect(await listReadable(database())).toEqual([]);
  });
});
