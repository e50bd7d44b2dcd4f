import { createHash } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../../main/journal/lock.ts';
import { systemIds } from '../../../main/lib/ids.ts';
import { type BuiltChild, buildChild, type RunningChild, startChild } from './build-child.ts';
import { clock, type Folder, makeFolder } from './journal-fixture.ts';

describe('journal/lock', () => {
  let child: BuiltChild;
  let folder: Folder;
  let running: RunningChild[] = [];
  beforeAll(async () => {
    child = await buildChild('lock-child');
  });
  afterAll(() => child.remove());
  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    await Promise.all(running.map((one) => one.kill()));
    running = [];
    await folder.remove();
  });

  const acquire = () => acquireLock({ folder: folder.path, clock, ids: systemIds });
  const lockPath = () => join(folder.path, 'lock');

  async function startReady(): Promise<RunningChild> {
    const one = startChild(child.path, [folder.path]);
    running.push(one);
    expect((await one.lines.next()).value).toBe('ready');
    return one;
  }

  async function tellToLock(one: RunningChild): Promise<string> {
    one.process.stdin.write('go\n');
    return String((await one.lines.next()).value);
  }

  it('refuses a second opener with the pid of the first, also within one process', async () => {
    const holder = await startReady();
    expect(await tellToLock(holder)).toBe('locked');
    await expect(acquire()).rejects.toMatchObject({
      code: 'store.locked',
      message: `The data folder is in use by another Palimpsest (process ${holder.process.pid}). Close that one first.`,
    });
    await holder.kill();
    const own = await acquire();
    await expect(acquire()).rejects.toMatchObject({ code: 'store.locked', details: { pid: process.pid } });
    await own.release();
    await (await acquire()).release();
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('lets exactly one of several processes take over from a killed holder', async () => {
    for (let round = 0; round < 5; round += 1) {
      const holder = await startReady();
      expect(await tellToLock(holder)).toBe('locked');
      await holder.kill();
      const takers = await Promise.all([startReady(), startReady(), startReady(), startReady()]);
      const outcomes = await Promise.all(takers.map(tellToLock));
      expect(outcomes.sort()).toEqual(['locked', 'store.locked', 'store.locked', 'store.locked']);
      await Promise.all(takers.map((one) => one.kill()));
    }
  });

  it('lets exactly one of many takers in one process have a stale lock', async () => {
    await writeFile(lockPath(), JSON.stringify({ pid: 2 ** 30, startedAt: 'x', randomId: 'stale', at: 'then' }));
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, acquire));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  it('takes over from a dead process whose pid a later process has', async () => {
    const own = await acquire();
    const lock: unknown = JSON.parse(await readFile(lockPath(), 'utf8'));
    await writeFile(lockPath(), JSON.stringify({ ...Object(lock), startedAt: 'another-boot:1', randomId: 'stale' }));
    const taken = await acquire();
    // The lock is no longer the first one's to remove.
    await own.release();
    await expect(acquire()).rejects.toMatchObject({ code: 'store.locked' });
    await taken.release();
  });

  it('is not blocked by a lock that cannot be read, unless it names a live process old enough to own it', async () => {
    for (const text of ['', '{', 'garbage', '\0\0\0', '{"pid":', JSON.stringify({ pid: 2 ** 30 })]) {
      await writeFile(lockPath(), text);
      await (await acquire()).release();
    }
    await writeFile(lockPath(), `{"pid":${process.pid},"star`);
    await expect(acquire()).rejects.toMatchObject({ code: 'store.locked' });
    // Written before this process began, as by an owner before the last restart of the machine.
    await utimes(lockPath(), 1_000_000_000, 1_000_000_000);
    await (await acquire()).release();
  });

  it('recovers when a taker was killed in the middle of taking over', async () => {
    const stale = JSON.stringify({ pid: 2 ** 30, startedAt: 'x', randomId: 'stale', at: 'then' });
    await writeFile(lockPath(), stale);
    // The claim that the dead taker would have left, found by letting one taker make it.
    const claim = `lock.take-${createHash('sha256').update(stale).digest('hex').slice(0, 32)}`;
    await writeFile(join(folder.path, claim), stale.replace('stale', 'dead-taker'));
    await writeFile(join(folder.path, 'lock.new-dead'), stale);
    await writeFile(join(folder.path, 'lock.take-0000'), stale);
    const lock = await acquire();
    expect(await readdir(folder.path)).toEqual(['lock']);
    await lock.release();
  });
});
