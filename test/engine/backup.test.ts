import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackupAt } from '../../main/backup/restore-at.ts';
import type { ConversationId, TurnId } from '../../main/contract/ids.ts';
import type { BackupReport, BackupsOverview, Client } from '../../main/contract/index.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { systemIds } from '../../main/lib/ids.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

const PASSPHRASE = 'copper lantern drifts north';
const SECRET = 'The orchard key hangs behind the blue clock';

let folder: Folder;
let opened: Opened;
let client: Client;
let first: BackupReport;

/** A root shell on Linux can mount a small disk; elsewhere this is skipped, which the report shows. */
const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('mount', ['--version'], { stdio: 'ignore' }).status === 0;
const run = (command: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
};

const lineOf = (n: number, text = `Note ${n} about the harbour, its ${n * 7} lamps and the tide of day ${n}.`) => ({
  ...{ id: `n${n}`, conversation: `c${Math.floor(n / 20)}`, speaker: 'Ada', text },
  at: new Date(Date.UTC(2026, 0, 1, 8, n)).toISOString(),
});

const quiet = { onChunk: () => undefined };
const backUp = (input: { readonly folder?: string; readonly passphrase?: string } = {}): Promise<BackupReport> =>
  client.stream('backups.run', input, quiet);
const list = (): Promise<BackupsOverview> => client.call('backups.list', {});
const restore = (path: string, to: string, more: { readonly at?: string; readonly passphrase?: string } = {}) =>
  restoreBackupAt(
    { path, to, at: more.at, passphrase: more.passphrase },
    { clock: systemClock, ids: systemIds },
    { signal: new AbortController().signal, onChunk: () => undefined },
  );
const at = (name: string): string => join(folder.path, name);
const why = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it worked',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );

/** Files of a backup folder, as paths inside it. */
async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
}

async function holds(path: string, text: string): Promise<boolean> {
  for (const file of await filesIn(path)) if ((await readFile(join(path, file))).includes(text)) return true;
  return false;
}

beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(at('data'), { inference: createHashInference() });
  client = opened.client;
  const lines = Array.from({ length: 400 }, (_, n) => lineOf(n));
  await importLines(client, folder, [...lines, lineOf(500, SECRET)], { shouldWait: false });
  first = await backUp({ folder: at('open') });
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

describe('backup', () => {
  it('makes a whole backup first, and one of only what is new next', async () => {
    expect(first).toMatchObject({ isIncremental: false, isEncrypted: false, verified: true, removed: [] });
    expect(first.bytes).toBe(first.totalBytes);
    expect(first.records).toBeGreaterThan(400);
    await importLines(client, folder, [lineOf(401)], { shouldWait: false });
    const second = await backUp({ folder: at('open') });
    expect(second).toMatchObject({ isIncremental: true, verified: true });
    expect(second.records).toBeGreaterThan(first.records);
    expect(second.bytes).toBeLessThan(first.bytes / 5);
    expect((await list()).backups.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'verified'],
      [first.id, 'verified'],
    ]);
  });

  it('is restored whole into a new folder that opens, verifies and is in order, as it was at that time', async () => {
    await restore(at('open'), at('restored'), { at: first.id });
    await using restored = await openFolder(at('restored'), { inference: createHashInference() });
    const report = await examine(restored.client);
    expect(report.problems).toEqual([]);
    expect(report.counts.turns).toBe(401);
    expect(await why(restored.client.call('turns.get', { id: 'n401' as TurnId, around: 0 }))).toBe('turn.not-found');
  });

  it('never restores over anything, and takes the newest backup and a file of one by its path', async () => {
    await mkdir(at('taken'));
    await writeFile(at('taken/mine.txt'), 'mine');
    expect(await why(restore(at('open'), at('taken')))).toBe('backup.target-taken');
    expect(await readdir(at('taken'))).toEqual(['mine.txt']);
    await mkdir(at('empty'));
    expect((await restore(first.path, at('empty'))).records).toBe(first.records);
    expect((await restore(at('open'), at('newest'))).records).toBeGreaterThan(first.records);
    expect(await why(restore(at('open'), at('none'), { at: '2020' }))).toBe('backup.not-found');
    expect(await why(restore(at('nowhere'), at('none')))).toBe('backup.not-found');
  });

  it('brings a conversation back by the ordinary import: what is there stays, ids stay', async () => {
    const { conversations } = await client.call('backups.conversations', { id: first.id });
    expect(conversations.find(({ id }) => id === 'c3')?.turns).toBe(20);
    const input = { id: first.id, conversationIds: ['c3' as ConversationId] };
    expect(await client.stream('backups.restoreConversations', input, quiet)).toMatchObject({
      imported: 0,
      skipped: { duplicate: 20 },
    });
    await using other = await openFolder(at('other'), { inference: createHashInference() });
    const report = await other.client.stream('backups.restoreConversations', { ...input, folder: at('open') }, quiet);
    expect(report).toMatchObject({ imported: 20, skipped: {} });
    expect((await other.client.call('turns.get', { id: 'n65' as TurnId, around: 0 })).turn.text).toBe(lineOf(65).text);
  });

  it('encrypts from the first passphrase on, and changes it by the header alone', async () => {
    const report = await backUp({ folder: at('sealed'), passphrase: PASSPHRASE });
    expect(report).toMatchObject({ isEncrypted: true, verified: true });
    // The key is known here now, so that a schedule needs nobody.
    expect(await backUp({ folder: at('sealed') })).toMatchObject({ isEncrypted: true, isIncremental: true });
    expect(await holds(at('sealed'), 'harbour')).toBe(false);
    expect(await why(restore(at('sealed'), at('r1')))).toBe('backup.passphrase-needed');
    expect(await why(restore(at('sealed'), at('r1'), { passphrase: 'another one' }))).toBe('backup.wrong-passphrase');

    const before = await filesIn(at('sealed'));
    const other = 'seven quiet barrels underneath';
    await client.call('backups.setPassphrase', { passphrase: other, current: PASSPHRASE, folder: at('sealed') });
    expect(await filesIn(at('sealed'))).toEqual(before);
    expect(await why(restore(at('sealed'), at('r1'), { passphrase: PASSPHRASE }))).toBe('backup.wrong-passphrase');
    expect(await why(restore(at('sealed'), at('r1'), { passphrase: other }))).toBe('it worked');
  });

  it.each(['open', 'sealed'] as const)(
    'names what is wrong with a damaged %s backup, and restores nothing of it',
    async (kind) => {
      const passphrase = kind === 'sealed' ? { passphrase: 'seven quiet barrels underneath' } : {};
      const tryWith = async (
        damage: (path: string, chunks: readonly string[]) => Promise<unknown>,
      ): Promise<string> => {
        await rm(at('broken'), { recursive: true, force: true });
        await cp(at(kind), at('broken'), { recursive: true });
        const files = await filesIn(at('broken'));
        const chunks = files.filter((file) => file.startsWith('chunks/'));
        const bySize = await Promise.all(
          chunks.map(async (file) => [file, (await stat(join(at('broken'), file))).size] as const),
        );
        await damage(
          at('broken'),
          [...bySize].sort((a, b) => b[1] - a[1]).map(([file]) => file),
        );
        const result = await why(restore(at('broken'), at('from-broken'), passphrase));
        expect(await why(readdir(at('from-broken')))).toBe('ENOENT');
        return result;
      };
      const edit = async (path: string, change: (text: string) => string): Promise<void> =>
        writeFile(path, change(await readFile(path, 'utf8')));
      const flip = async (path: string): Promise<void> => {
        const bytes = await readFile(path);
        const middle = bytes.length >> 1;
        bytes[middle] = (bytes[middle] ?? 0) ^ 1;
        await writeFile(path, bytes);
      };
      const newest = async (path: string): Promise<string> =>
        join(path, (await filesIn(path)).filter((file) => file.endsWith('.backup')).at(-1) ?? '');

      expect({
        headerCut: await tryWith((path) => truncate(join(path, 'backup.json'), 40)),
        headerChanged: await tryWith((path) =>
          edit(join(path, 'backup.json'), (text) => text.replace('"createdAt":"2', '"createdAt":"1')),
        ),
        headerNewer: await tryWith((path) =>
          edit(join(path, 'backup.json'), (text) => text.replace('"format":1', '"format":2')),
        ),
        manifestNewer: await tryWith(async (path) =>
          edit(await newest(path), (text) => text.replace('"format":1', '"format":2')),
        ),
        manifestFlipped: await tryWith(async (path) => flip(await newest(path))),
        chunkMissing: await tryWith((path, [chunk]) => rm(join(path, chunk ?? ''))),
        chunkCut: await tryWith((path, [chunk]) => truncate(join(path, chunk ?? ''), 1_000)),
        chunkEmpty: await tryWith((path, [chunk]) => truncate(join(path, chunk ?? ''), 0)),
        chunkFlipped: await tryWith((path, [chunk]) => flip(join(path, chunk ?? ''))),
        chunksSwapped: await tryWith(async (path, [one, two]) => {
          await rename(join(path, one ?? ''), join(path, 'kept'));
          await rename(join(path, two ?? ''), join(path, one ?? ''));
          await rename(join(path, 'kept'), join(path, two ?? ''));
        }),
      }).toEqual({
        headerCut: 'backup.damaged',
        headerChanged: 'backup.damaged',
        headerNewer: 'backup.newer-format',
        manifestNewer: 'backup.newer-format',
        manifestFlipped: 'backup.damaged',
        chunkMissing: 'backup.damaged',
        chunkCut: 'backup.damaged',
        chunkEmpty: 'backup.damaged',
        chunkFlipped: 'backup.damaged',
        chunksSwapped: 'backup.damaged',
      });
    },
  );

  it('says which backup is damaged when it is checked, and the next one heals the part that they share', async () => {
    const chunks = (await filesIn(at('open'))).filter((file) => file.startsWith('chunks/'));
    const sizes = await Promise.all(chunks.map(async (file) => (await stat(join(at('open'), file))).size));
    const largest = join(at('open'), chunks[sizes.indexOf(Math.max(...sizes))] ?? '');
    await truncate(largest, 100);
    const check = () => client.stream('backups.verify', { id: first.id }, quiet);
    expect(await check()).toMatchObject({ ok: false });
    expect((await list()).backups.find(({ id }) => id === first.id)?.state).toBe('damaged');
    expect(await backUp({ folder: at('open') })).toMatchObject({ verified: true });
    expect(await check()).toMatchObject({ ok: true, problem: null });
  });

  it('leaves nothing listed and no part behind when it is stopped', async () => {
    const before = await filesIn(at('open'));
    await importLines(client, folder, [lineOf(402)], { shouldWait: false });
    const stop = new AbortController();
    stop.abort();
    const stopped = client.stream('backups.run', { folder: at('open') }, { ...quiet, signal: stop.signal });
    expect(await why(stopped)).toBe('request.aborted');
    expect(await filesIn(at('open'))).toEqual(before);
  });

  it.skipIf(!canMount)('says that the disk is full, and harms no earlier backup', async () => {
    await mkdir(at('small'));
    run('mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', at('small'));
    try {
      expect(await why(backUp({ folder: at('small') }))).toBe('disk.too-full');
      expect((await filesIn(at('small'))).filter((file) => file.endsWith('.backup'))).toEqual([]);
    } finally {
      run('umount', at('small'));
    }
    expect(await client.stream('backups.verify', { id: first.id }, quiet)).toMatchObject({ ok: true });
  });

  it('removes a backup with the parts that no other needs, and keeps the ones that are shared', async () => {
    const { backups } = await list();
    const mine = backups.filter((each) => each.folder === at('open'));
    expect(mine.length).toBeGreaterThan(2);
    const newest = mine[0]?.id ?? '';
    await client.call('backups.remove', { id: newest });
    expect(await client.stream('backups.verify', { id: first.id }, quiet)).toMatchObject({ ok: true });
    const needed = new Set<string>();
    for (const file of (await filesIn(at('open'))).filter((each) => each.endsWith('.backup')))
      for (const chunk of JSON.parse(await readFile(join(at('open'), file), 'utf8')).summary.chunks) needed.add(chunk);
    const chunks = (await filesIn(at('open'))).filter((file) => file.startsWith('chunks/'));
    expect(new Set(chunks.map((file) => file.split('/').at(-1)))).toEqual(needed);
  });

  it('is made by the schedule, and not where nothing is new', async () => {
    await client.call('backups.configure', { folder: at('open'), schedule: 'daily' });
    const runWorker = async (): Promise<string> => {
      // What is read in the background is new as well.
      await client.call('codex.settle', {});
      let changed = (): void => undefined;
      const off = client.on('workers.changed', () => changed());
      try {
        const { id } = await client.call('workers.runNow', { worker: 'backup' });
        for (;;) {
          const next = new Promise<void>((resolve) => {
            changed = resolve;
          });
          const mine = (await client.call('workers.list', {})).workers.find(({ name }) => name === 'backup');
          if (mine?.last?.id === id && mine.current === null) return mine.last.summary ?? '';
          await next;
        }
      } finally {
        off();
      }
    };
    expect(await runWorker()).toMatch(/^Backed up [\d,]+ records and read them back/);
    expect(await runWorker()).toBe('Nothing is new since the last backup.');
  });
});
