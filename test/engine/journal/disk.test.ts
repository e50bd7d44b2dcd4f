import { spawnSync } from 'node:child_process';
import { open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyJournal } from '../../../main/journal/verify.ts';
import { type Folder, listSeqs, makeFolder, openIn, said } from './journal-fixture.ts';

/** A root shell on Linux can mount a small disk; elsewhere these tests are skipped, which the report shows. */
const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('mount', ['--version'], { stdio: 'ignore' }).status === 0;
const run = (command: string, ...args: string[]) => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
};

describe('journal on a bad disk', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    spawnSync('umount', [folder.path]);
    await folder.remove();
  });

  it.skipIf(!canMount)(
    'rejects on a full disk, leaves nothing half-written, and goes on once there is space',
    async () => {
      run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder.path);
      const ballast = join(folder.path, 'ballast');
      await writeFile(ballast, Buffer.alloc(400_000));
      const limits = { segmentBytes: 150_000 };
      const journal = await openIn(folder.path, { limits });
      let acknowledged = journal.lastSeq;
      const fill = async () => {
        for (let n = 0; n < 1_000; n += 1) {
          await journal.append([said('x'.repeat(9_000), `t${n}`)]);
          acknowledged += 1;
        }
      };
      await expect(fill()).rejects.toMatchObject({ code: 'disk.too-full', details: { errno: 'ENOSPC' } });
      await expect(journal.append([said('x'.repeat(9_000))])).rejects.toMatchObject({ code: 'disk.too-full' });
      expect(journal.lastSeq).toBe(acknowledged);
      expect(await verifyJournal(folder.path)).toMatchObject({ problems: [], counts: { records: acknowledged } });

      await rm(ballast);
      const [record] = await journal.append([said('there is space again')]);
      expect(record?.seq).toBe(acknowledged + 1);
      expect(await listSeqs(journal)).toHaveLength(acknowledged + 1);
      await journal.close();
      expect(await verifyJournal(folder.path)).toMatchObject({ problems: [], counts: { records: acknowledged + 1 } });
    },
  );

  it.skipIf(!canMount)('says so when the folder is read-only', async () => {
    run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder.path);
    await (await openIn(folder.path)).close();
    run('mount', '-o', 'remount,ro', folder.path);
    await expect(openIn(folder.path)).rejects.toMatchObject({ code: 'store.unwritable', details: { errno: 'EROFS' } });
    expect((await verifyJournal(folder.path)).ok).toBe(true);
  });

  it('takes back what a failed fsync may have lost, and acknowledges nothing of it', async () => {
    const journal = await openIn(folder.path);
    const probe = await open(join(folder.path, 'vault.json'));
    const prototype: { datasync: () => Promise<void> } = Object.getPrototypeOf(probe);
    await probe.close();
    // No disk here fails on demand: this is the one call that is made to.
    vi.spyOn(prototype, 'datasync').mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    const [lost, alsoLost] = await Promise.allSettled([journal.append([said('a')]), journal.append([said('b')])]);
    expect([lost, alsoLost]).toMatchObject([{ reason: { code: 'store.unwritable' } }, { status: 'rejected' }]);
    const [kept] = await journal.append([said('c')]);
    expect(kept?.seq).toBe(2);
    await journal.close();
    expect(await verifyJournal(folder.path)).toMatchObject({ problems: [], counts: { records: 2 } });
  });

  it('shares one write and one fsync among appends made together, in order', async () => {
    const journal = await openIn(folder.path);
    const probe = await open(join(folder.path, 'vault.json'));
    const prototype: { datasync: () => Promise<void>; write: () => Promise<unknown> } = Object.getPrototypeOf(probe);
    await probe.close();
    const syncs = vi.spyOn(prototype, 'datasync');
    const writes = vi.spyOn(prototype, 'write');
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, i) => journal.append([said(`t${i}`), said('u')])),
    );
    expect([syncs.mock.calls.length, writes.mock.calls.length]).toEqual([1, 1]);
    expect(results.flat().map((record) => record.seq)).toEqual(Array.from({ length: 400 }, (_, i) => i + 2));
    vi.restoreAllMocks();
    await journal.close();
    expect((await verifyJournal(folder.path)).ok).toBe(true);
  });

  it('makes appends wait while too much is queued, keeps their order, and rejects only the event at fault', async () => {
    const journal = await openIn(folder.path, { limits: { queueBytes: 3_000, batchBytes: 2_000 } });
    const bad = said('lone \ud800 surrogate');
    const appends = Array.from({ length: 50 }, (_, i) =>
      journal.append([i === 20 ? bad : said('y'.repeat(i * 20), `t${i}`)]),
    );
    const closed = journal.close();
    const results = await Promise.allSettled(appends);
    await closed;
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value[0]?.seq : null))).toEqual(
      Array.from({ length: 50 }, (_, i) => (i === 20 ? null : i < 20 ? i + 2 : i + 1)),
    );
    await expect(journal.append([said('late')])).rejects.toMatchObject({ code: 'store.unwritable' });
    expect(await readdir(join(folder.path, 'journal'))).toEqual(['00000001.jsonl']);
    expect((await verifyJournal(folder.path)).ok).toBe(true);
  });
});
