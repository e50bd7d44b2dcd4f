import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Credential, ProtectionProgress } from '../../main/contract/index.ts';
import { type Engine, type OpenEngine, openEngine } from '../../main/engine.ts';
import { findVaultFile, writeVaultFile } from '../../main/journal/vault.ts';
import { verifyJournal } from '../../main/journal/verify.ts';
import { createHashInference } from './hash-inference.ts';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { type Folder, makeFolder, repository } from './open-folder.ts';

const PASSPHRASE = 'seven lanterns over quiet water';
const by: Credential = { kind: 'passphrase', passphrase: PASSPHRASE };
const quiet = { onChunk: () => undefined };
const TURNS = 60;
const WORDS = Array.from({ length: TURNS }, (_, n) => uniqueWord('canary', n));

let folder: Folder;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

type Opened = { readonly engine: Engine; readonly client: Client; readonly close: () => Promise<void> };

async function open(over: Partial<OpenEngine> = {}): Promise<Opened> {
  const engine = await openEngine({
    ...{ dataFolder: folder.path, appRoot: repository, version: 'test', env: {}, mode: 'browser' as const },
    // Each opening has its own, as each has its own process outside of tests.
    inference: createHashInference(),
    workers: [],
    ...over,
  });
  const client = engine.client();
  return {
    engine,
    client,
    close: async () => {
      client.close();
      await engine.close();
    },
  };
}

/** Files in which one of the words stands, as it is, in UTF-16, or packed. */
function scan(): readonly string[] {
  const names = readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    const path = join(folder.path, name);
    if (!statSync(path).isFile()) return false;
    const raw = readFileSync(path);
    const views = raw[0] === 0x1f && raw[1] === 0x8b ? [raw, gunzipSync(raw)] : [raw];
    return views.some((bytes) => WORDS.some((word) => bytes.includes(word) || bytes.includes(word, 0, 'utf16le')));
  });
}

describe('engine/protection', () => {
  it('encrypts everything that was said, in every file, and finds it again', async () => {
    const path = join(folder.path, '..', `turns-${process.pid}.jsonl`);
    await writeFile(path, makeJsonl({ turns: TURNS, seed: 7, prefix: 'canary' }));
    const opened = await open();
    const { client } = opened;
    const input = { files: [{ path }], format: 'auto' as const, isDryRun: false, shouldWait: true };
    await client.stream('imports.run', input, quiet);
    await client.call('drafts.set', { key: 'new', text: `a draft with ${WORDS[3]}` });
    await client.call('settings.set', { ownerName: WORDS[4] ?? '' });
    const before = await client.call('memory.recall', { query: WORDS[5] ?? '' });
    expect(scan().some((name) => name.startsWith('journal'))).toBe(true);
    expect(scan().some((name) => name.startsWith('db'))).toBe(true);
    expect(await client.call('protection.status', {})).toMatchObject({ kind: 'none', state: 'open', ways: [] });

    const steps: ProtectionProgress['step'][] = [];
    const events: string[] = [];
    client.on('protection.changed', ({ state }) => events.push(state));
    const status = await client.stream(
      'protection.setPassphrase',
      { passphrase: PASSPHRASE, by: null },
      { onChunk: ({ step }) => steps.push(step) },
    );
    expect(status).toMatchObject({ kind: 'sealed', state: 'open', ways: ['passphrase'], isUnfinished: false });
    expect([...new Set(steps)]).toEqual(['closing', 'journal', 'files', 'database', 'opening']);
    expect([...new Set(events)]).toEqual(['changing', 'open']);
    expect(scan()).toEqual([]);

    const after = await client.call('memory.recall', { query: WORDS[5] ?? '' });
    expect(after.results.map(({ turns }) => turns)).toEqual(before.results.map(({ turns }) => turns));
    expect(await client.call('drafts.get', { key: 'new' })).toEqual({ text: `a draft with ${WORDS[3]}` });
    expect((await client.call('settings.get', {})).ownerName).toBe(WORDS[4]);
    const report = await client.stream('doctor.run', { shouldRebuild: true, shouldRepair: false }, quiet);
    expect(report.problems).toEqual([]);
    await opened.close();
    expect(scan()).toEqual([]);
  });

  it('verifies as a chain without the key', async () => {
    const report = await verifyJournal(folder.path);
    expect(report).toMatchObject({ problems: [], head: { anchoredSeq: report.head.lastSeq } });
  });

  it('answers nothing but protection while it is locked, and says so on the command line', async () => {
    await expect(open({ mode: 'command line' })).rejects.toMatchObject({ code: 'vault.locked' });
    await using opened = disposable(await open());
    const { client } = opened;
    expect(await client.call('protection.status', {})).toMatchObject({ kind: 'sealed', state: 'locked' });
    expect((await client.call('app.status', {})).protection).toMatch(/^Encrypted: /);
    for (const key of ['settings.get', 'spaces.list'] as const)
      await expect(client.call(key, {} as never)).rejects.toMatchObject({ code: 'vault.locked' });
    await expect(client.call('memory.recall', { query: 'anything' })).rejects.toMatchObject({ code: 'vault.locked' });
  });

  it('opens with the passphrase and the recovery key, and with nothing else, and changes nothing then', async () => {
    const vault = () => readFile(join(folder.path, 'vault.json'), 'utf8');
    await using opened = disposable(await open());
    const { client } = opened;
    const before = await vault();
    const tryWith = (credential: Credential) => client.stream('protection.unlock', { by: credential }, quiet);
    await expect(tryWith({ kind: 'passphrase', passphrase: `${PASSPHRASE} ` })).rejects.toMatchObject({
      code: 'vault.wrong-key',
    });
    await expect(tryWith({ kind: 'recovery', recoveryKey: 'A' })).rejects.toMatchObject({ code: 'vault.wrong-key' });
    await expect(tryWith({ kind: 'keychain' })).rejects.toMatchObject({ code: 'vault.no-keychain' });
    expect(await vault()).toBe(before);
    expect(await tryWith(by)).toMatchObject({ state: 'open' });

    const { recoveryKey } = await client.call('protection.makeRecoveryKey', { by });
    const { recoveryKey: second } = await client.call('protection.makeRecoveryKey', { by });
    expect(await client.call('protection.lock', {})).toMatchObject({
      state: 'locked',
      ways: ['passphrase', 'recovery'],
    });
    await expect(tryWith({ kind: 'recovery', recoveryKey })).rejects.toMatchObject({ code: 'vault.wrong-key' });
    expect(await tryWith({ kind: 'recovery', recoveryKey: second.toLowerCase().replaceAll('-', ' ') })).toMatchObject({
      state: 'open',
    });
    const { results } = await client.call('memory.recall', { query: WORDS[9] ?? '' });
    expect(results[0]?.turns).toEqual(['canary-9']);
  });

  it('stops what is under way when it is locked', async () => {
    await using opened = disposable(await open({ credential: by }));
    const { client } = opened;
    const path = join(folder.path, '..', `turns-${process.pid}.jsonl`);
    const input = { files: [{ path }], format: 'auto' as const, isDryRun: true, shouldWait: true };
    const running = client.stream('imports.run', input, quiet).catch((error: unknown) => error);
    await client.call('protection.lock', {});
    const ended = await running;
    if (ended instanceof Error) expect(ended).toMatchObject({ code: expect.stringMatching(/^vault\.locked$/) });
    await expect(client.call('settings.get', {})).rejects.toMatchObject({ code: 'vault.locked' });
  });

  it('takes another passphrase without writing anything but vault.json, and asks for the present one', async () => {
    const listBytes = async () =>
      (await readFile(join(folder.path, 'journal', '00000001.jsonl'))).toString('latin1').slice(0, 5_000);
    await using opened = disposable(await open({ credential: by }));
    const { client } = opened;
    const before = await listBytes();
    const passphrase = 'another one entirely';
    const set = (present: Credential | null) =>
      client.stream('protection.setPassphrase', { passphrase, by: present }, quiet);
    await expect(set(null)).rejects.toMatchObject({ code: 'vault.protected' });
    await expect(set({ kind: 'passphrase', passphrase })).rejects.toMatchObject({ code: 'vault.wrong-key' });
    await set(by);
    expect(await listBytes()).toBe(before);
    await client.call('protection.lock', {});
    await expect(client.stream('protection.unlock', { by }, quiet)).rejects.toMatchObject({ code: 'vault.wrong-key' });
    await client.stream('protection.unlock', { by: { kind: 'passphrase', passphrase } }, quiet);
    await client.stream(
      'protection.setPassphrase',
      { passphrase: PASSPHRASE, by: { kind: 'passphrase', passphrase } },
      quiet,
    );
  });

  it('tells a damaged header from a wrong passphrase', async () => {
    const path = join(folder.path, 'vault.json');
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(/"wrapped":"(.)/, (_, first) => `"wrapped":"${first === 'A' ? 'B' : 'A'}`),
    );
    await expect(open({ credential: by })).rejects.toMatchObject({ code: 'store.damaged' });
    await writeFile(path, text);
  });

  it('is not decrypted because somebody without the key wrote so into its header', async () => {
    const file = await findVaultFile(folder.path);
    if (file?.format !== 2) throw new Error('not protected');
    for (const forged of [{}, { permit: file.privateKey }]) {
      const keyWrapping = { ...file.keyWrapping, conversion: 'opening' as const, ...forged };
      await writeVaultFile(folder.path, { ...file, keyWrapping });
      await expect(open({ credential: by })).rejects.toMatchObject({ code: 'store.damaged' });
      expect(scan()).toEqual([]);
    }
    await writeVaultFile(folder.path, file);
  });

  it('lays everything open again, exactly as it would be had it never been protected', async () => {
    await using opened = disposable(await open({ credential: by }));
    const { client } = opened;
    await expect(
      client.stream('protection.remove', { by: { kind: 'passphrase', passphrase: 'not this one' } }, quiet),
    ).rejects.toMatchObject({ code: 'vault.wrong-key' });
    expect(await client.stream('protection.remove', { by }, quiet)).toMatchObject({ kind: 'none', state: 'open' });
    expect(scan()).toContain(join('journal', '00000001.jsonl'));
    for (const name of await readdir(join(folder.path, 'journal')))
      expect(await readFile(join(folder.path, 'journal', name), 'utf8')).not.toContain('"sealed"');
    expect((await client.call('settings.get', {})).ownerName).toBe(WORDS[4]);
    const { results } = await client.call('memory.recall', { query: WORDS[11] ?? '' });
    expect(results[0]?.turns).toEqual(['canary-11']);
    const report = await client.stream('doctor.run', { shouldRebuild: true, shouldRepair: false }, quiet);
    expect(report.problems).toEqual([]);
  });
});

const disposable = (opened: Opened) => ({ ...opened, [Symbol.asyncDispose]: opened.close });
