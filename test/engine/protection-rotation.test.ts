import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Credential } from '../../main/contract/index.ts';
import { type Engine, openEngine } from '../../main/engine.ts';
import { createSealer } from '../../main/journal/sealer.ts';
import { findVaultFile, type SealedVaultFile, writeVaultFile } from '../../main/journal/vault.ts';
import { verifyJournal } from '../../main/journal/verify.ts';
import { fileCodecOf, sealedGenerationOf } from '../../main/lib/file-codec.ts';
import { systemIds as ids } from '../../main/lib/ids.ts';
import { makeKeychainSlot, openSlot } from '../../main/vault/slots.ts';
import { unlock } from '../../main/vault/unlock.ts';
import { createHashInference } from './hash-inference.ts';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { type Folder, makeFolder, repository } from './open-folder.ts';

const passphrase = 'seven lanterns over quiet water';
const by: Credential = { kind: 'passphrase', passphrase };
const quiet = { onChunk: () => undefined };
const TURNS = 20;

let folder: Folder;
let engine: Engine;
let client: Client;
const open = async (credential?: Credential): Promise<void> => {
  engine = await openEngine({
    ...{ dataFolder: folder.path, appRoot: repository, version: 'test', env: {}, mode: 'browser' as const },
    ...{ inference: createHashInference(), workers: [] },
    ...(credential === undefined ? {} : { credential }),
  });
  client = engine.client();
};
const close = async (): Promise<void> => {
  client.close();
  await engine.close();
};
const readVault = async (): Promise<SealedVaultFile> => {
  const file = await findVaultFile(folder.path);
  if (file?.format !== 2) throw new Error('not protected');
  return file;
};
const listFiles = (): readonly string[] =>
  readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder.path, name)).isFile(),
  );

beforeAll(async () => {
  folder = await makeFolder();
  await open();
  const path = join(folder.path, '..', `turns-rotation-${process.pid}.jsonl`);
  await writeFile(path, makeJsonl({ turns: TURNS, seed: 11, prefix: 'rotated' }));
  const input = { files: [{ path }], format: 'auto' as const, isDryRun: false, shouldWait: true };
  await client.stream('imports.run', input, quiet);
  await client.call('drafts.set', { key: 'new', text: 'a draft of before' });
  await client.stream('protection.setPassphrase', { passphrase, by: null }, quiet);
});
afterAll(async () => {
  await close();
  await folder[Symbol.asyncDispose]();
});

describe('engine/new keys', () => {
  it('are asked for with the passphrase, and change nothing without it', async () => {
    const before = await readFile(join(folder.path, 'vault.json'), 'utf8');
    const { recoveryKey } = await client.call('protection.makeRecoveryKey', { by });
    const rotate = (credential: Credential) => client.stream('protection.rotate', { by: credential }, quiet);
    await expect(rotate({ kind: 'passphrase', passphrase: 'not this one' })).rejects.toMatchObject({
      code: 'vault.wrong-key',
    });
    await expect(rotate({ kind: 'recovery', recoveryKey })).rejects.toMatchObject({ code: 'vault.wrong-key' });
    expect(JSON.parse(before).keyWrapping.generation).toBe((await readVault()).keyWrapping.generation);
    expect(await client.call('protection.status', {})).toMatchObject({ state: 'open' });
  });

  it('leave nothing under the old ones, which open nothing afterwards', async () => {
    const old = await readVault();
    const oldKeys = await unlock(old, by);
    const drafts = readFileSync(join(folder.path, 'drafts.json'));
    const recovery = await client.call('protection.makeRecoveryKey', { by });
    const withRecovery = await readVault();
    const steps = new Set<string>();
    const made = await client.stream('protection.rotate', { by }, { onChunk: ({ step }) => steps.add(step) });
    expect([...steps]).toEqual(['checking', 'closing', 'journal', 'files', 'database', 'opening']);
    expect(made.status).toMatchObject({ kind: 'sealed', state: 'open', isUnfinished: false });
    expect([...made.status.ways].sort()).toEqual(['passphrase', 'recovery']);

    const now = await readVault();
    expect(now.keyWrapping).toMatchObject({ generation: old.keyWrapping.generation + 1 });
    expect(now.keyWrapping.previous).toBeUndefined();
    // No byte of the wrapped old key is anywhere, and what the old key seals is read by nobody here.
    const wrapped = withRecovery.keyWrapping.slots.map((slot) => slot.wrapped);
    for (const name of listFiles()) {
      const bytes = readFileSync(join(folder.path, name));
      for (const text of [...wrapped, old.privateKey]) {
        expect({ name, found: bytes.includes(text) }).toEqual({ name, found: false });
        expect(bytes.includes(Buffer.from(text, 'base64'))).toBe(false);
      }
      expect([null, now.keyWrapping.generation]).toContain(sealedGenerationOf(bytes));
    }
    const newKeys = await unlock(now, by);
    expect(fileCodecOf(oldKeys, ids).decode(drafts, 'drafts.json')?.toString()).toContain('a draft of before');
    expect(fileCodecOf(newKeys, ids).decode(drafts, 'drafts.json')).toBeNull();
    const present = readFileSync(join(folder.path, 'drafts.json'));
    expect(fileCodecOf(oldKeys, ids).decode(present, 'drafts.json')).toBeNull();
    expect((await verifyJournal(folder.path, undefined, createSealer(newKeys, ids))).problems).toEqual([]);
    expect((await verifyJournal(folder.path, undefined, createSealer(oldKeys, ids))).problems).not.toEqual([]);
    newKeys.wipe();
    oldKeys.wipe();

    await client.call('protection.lock', {});
    const tryWith = (recoveryKey: string) =>
      client.stream('protection.unlock', { by: { kind: 'recovery', recoveryKey } }, quiet);
    await expect(tryWith(recovery.recoveryKey)).rejects.toMatchObject({ code: 'vault.wrong-key' });
    await tryWith(made.recoveryKey ?? '');
    expect(await client.call('drafts.get', { key: 'new' })).toEqual({ text: 'a draft of before' });
    const { results } = await client.call('memory.recall', { query: uniqueWord('rotated', 7) });
    expect(results[0]?.turns).toEqual(['rotated-7']);
    const report = await client.stream('doctor.run', { shouldRebuild: true, shouldRepair: false }, quiet);
    expect(report.problems).toEqual([]);
  });

  it('are never asked for by a header that somebody without the key wrote', async () => {
    await close();
    const file = await readVault();
    const planted = JSON.stringify({ planted: true });
    const drafts = await readFile(join(folder.path, 'drafts.json'));
    for (const conversion of ['sealing', 'rotating'] as const) {
      for (const forged of [{}, { permit: file.privateKey }]) {
        await writeFile(join(folder.path, 'drafts.json'), planted);
        await writeVaultFile(folder.path, { ...file, keyWrapping: { ...file.keyWrapping, conversion, ...forged } });
        await expect(open(by)).rejects.toMatchObject({ code: 'store.damaged' });
        expect(await readFile(join(folder.path, 'drafts.json'), 'utf8')).toBe(planted);
      }
    }
    await writeVaultFile(folder.path, file);
    await writeFile(join(folder.path, 'drafts.json'), drafts);
    await open(by);
    expect(await client.call('protection.status', {})).toMatchObject({ state: 'open' });
  });

  it('take the keychain away as a way in where it is not at hand, and keep the passphrase', async () => {
    const file = await readVault();
    const keychain = {
      store: 'keychain',
      encrypt: async (secret: Buffer) => secret.toString('base64'),
      decrypt: async (blob: string) => Buffer.from(blob, 'base64'),
    };
    const vaultKey = await openSlot({ vaultId: file.journalId, slots: file.keyWrapping.slots }, by);
    const slot = await makeKeychainSlot({ vaultId: file.journalId, vaultKey, ids, keychain });
    await writeVaultFile(folder.path, {
      ...file,
      keyWrapping: { ...file.keyWrapping, slots: [...file.keyWrapping.slots, slot] },
    });
    const { status } = await client.stream('protection.rotate', { by }, quiet);
    expect([...status.ways].sort()).toEqual(['passphrase', 'recovery']);
  });

  it('are refused over a record that was damaged long ago, and the folder stays as it was', async () => {
    const file = join(folder.path, '..', `turns-many-${process.pid}.jsonl`);
    await writeFile(file, makeJsonl({ turns: 1_600, seed: 12, prefix: 'many' }));
    const input = { files: [{ path: file }], format: 'auto' as const, isDryRun: false, shouldWait: true };
    await client.stream('imports.run', input, quiet);
    await client.call('protection.lock', {});
    const path = join(folder.path, 'journal', '00000001.jsonl');
    const whole = await readFile(path, 'utf8');
    // A start checks the last megabyte and no more.
    expect(whole.length).toBeGreaterThan(1_200_000);
    const lines = whole.split('\n');
    const at = lines.findIndex((line, n) => n > 5 && line.includes('"sealed":"'));
    lines[at] = (lines[at] ?? '').replace(/(?<="sealed":"[^"]{100})./, (char) => (char === 'A' ? 'B' : 'A'));
    await writeFile(path, lines.join('\n'));
    await client.stream('protection.unlock', { by }, quiet);
    const before = await readVault();
    for (const change of ['protection.rotate', 'protection.remove'] as const)
      await expect(client.stream(change, { by }, quiet)).rejects.toMatchObject({
        ...{ code: 'journal.damaged', details: { seq: at + 1 } },
      });
    expect(await readVault()).toEqual(before);
    expect(await client.call('protection.status', {})).toMatchObject({ state: 'open', isUnfinished: false });
  });
});
