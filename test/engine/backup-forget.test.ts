import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackupAt } from '../../main/backup/restore-at.ts';
import type { TurnId } from '../../main/contract/ids.ts';
import type { Client } from '../../main/contract/index.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { systemIds } from '../../main/lib/ids.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

const PASSPHRASE = 'copper lantern drifts north';
const SECRET = 'orchard key behind the blue clock';

let folder: Folder;
let opened: Opened;
let client: Client;

const at = (name: string): string => join(folder.path, name);
const quiet = { onChunk: () => undefined };
const restore = (path: string, to: string, more: { readonly at?: string; readonly passphrase?: string } = {}) =>
  restoreBackupAt(
    { path, to, at: more.at, passphrase: more.passphrase },
    { clock: systemClock, ids: systemIds },
    { signal: new AbortController().signal, onChunk: () => undefined },
  );

/** Looks into every file as it is and unpacked. */
async function holds(path: string, text: string): Promise<boolean> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(text)) return true;
    for (const unpack of [inflateRawSync, gunzipSync]) {
      try {
        if (unpack(bytes).includes(text)) return true;
      } catch {
        // Not packed in this way.
      }
    }
  }
  return false;
}

beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(at('data'), { inference: createHashInference() });
  client = opened.client;
  const line = (n: number, text: string) => ({ id: `n${n}`, conversation: 'c', speaker: 'Ada', text });
  const lines = Array.from({ length: 60 }, (_, n) => line(n, `Note ${n} about the harbour and its ${n * 7} lamps.`));
  await importLines(client, folder, [...lines, line(100, `The ${SECRET}.`), line(101, 'And nine oars.')], {
    shouldWait: false,
  });
  await client.stream('backups.run', { folder: at('open') }, quiet);
  await client.stream('backups.run', { folder: at('sealed'), passphrase: PASSPHRASE }, quiet);
  const selection = { kind: 'turns', turnIds: ['n100' as TurnId] } as const;
  const choice = { selection, isWithRepeats: true, except: [] };
  const { fingerprint } = await client.call('forget.preview', choice);
  await client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, quiet);
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

describe('backups and forgetting', () => {
  it('knows the backups that hold what was forgotten since, and an old backup brings it back', async () => {
    const { backups } = await client.call('backups.holding', {});
    expect(backups.map((each) => each.folder).sort()).toEqual([at('open'), at('sealed')]);
    expect(await holds(at('open'), SECRET)).toBe(true);
    await restore(at('open'), at('old'));
    await using old = await openFolder(at('old'), { inference: createHashInference() });
    expect((await old.client.call('turns.get', { id: 'n100' as TurnId, around: 0 })).turn.text).toContain(SECRET);
  });

  it('takes it out of every backup, which stays whole, and keeps all the rest', async () => {
    const { rewritten } = await client.stream('backups.rewrite', {}, quiet);
    expect(rewritten.length).toBe(2);
    expect((await client.call('backups.holding', {})).backups).toEqual([]);
    expect(await holds(at('open'), SECRET)).toBe(false);
    for (const { id } of (await client.call('backups.list', {})).backups)
      expect(await client.stream('backups.verify', { id }, quiet)).toMatchObject({ ok: true });
    for (const [name, more] of [
      ['open', {}],
      ['sealed', { passphrase: PASSPHRASE }],
    ] as const) {
      await restore(at(name), at(`new-${name}`), more);
      expect(await holds(at(`new-${name}`), SECRET)).toBe(false);
      await using restored = await openFolder(at(`new-${name}`), { inference: createHashInference() });
      const report = await examine(restored.client);
      expect(report.problems).toEqual([]);
      expect((await restored.client.call('turns.get', { id: 'n101' as TurnId, around: 0 })).turn.text).toBe(
        'And nine oars.',
      );
    }
  });

  it('has nothing to do a second time, and the next backup follows the rewritten ones', async () => {
    expect((await client.stream('backups.rewrite', {}, quiet)).rewritten).toEqual([]);
    const next = await client.stream('backups.run', { folder: at('open') }, quiet);
    expect(next).toMatchObject({ isIncremental: true, verified: true });
    expect(await client.stream('backups.verify', { id: next.id }, quiet)).toMatchObject({ ok: true });
  });

  it('makes none while something is being forgotten, and a receipt counts every one that holds it', async () => {
    const marker = at('data/forget.json');
    await writeFile(marker, '{}');
    const made = client.stream('backups.run', { folder: at('late') }, quiet);
    await expect(made).rejects.toMatchObject({ code: 'forget.running' });
    await rm(marker);
    const selection = { kind: 'turns', turnIds: ['n40' as TurnId] } as const;
    const choice = { selection, isWithRepeats: false, except: [] };
    const { fingerprint } = await client.call('forget.preview', choice);
    const forgetting = client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, quiet);
    const backup = client.stream('backups.run', { folder: at('late') }, quiet).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'forget.running' });
    });
    const [receipt] = await Promise.all([forgetting, backup]);
    // Whichever came first: every backup that holds it was told of.
    expect((await client.call('backups.holding', {})).backups.length).toBe(receipt.backups);
  });
});
