import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TurnId } from '../../main/contract/ids.ts';
import type { Client, InputOf } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { scanIndependently } from './independent-scan.ts';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';

/** Said in two turns of their own, and long enough to be compressed. */
const SHORT = 'Die Übergabe ist am Steg um Mitternacht "wie immer"';
const LONG = `${'The brown bear of Lapland eats berries all day. '.repeat(120)}Its name is Ottokar Quast.`;

let folder: Folder;
let opened: Opened;
beforeAll(async () => {
  folder = await makeFolder();
  const file = join(folder.path, 'turns.jsonl');
  const own = [SHORT, LONG].map((text, n) =>
    JSON.stringify({ id: `own-${n}`, conversation: 'own', speaker: 'Owner', role: 'user', text }),
  );
  await writeFile(file, `${makeJsonl({ turns: 200, seed: 3, prefix: 'a' })}${own.join('\n')}\n`);
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  const input = { files: [{ path: file }], format: 'jsonl' as const, isDryRun: false, shouldWait: true };
  await opened.client.stream('imports.run', input, { onChunk: () => undefined });
  await opened.client.stream('chat.ask', { text: 'Wo ist die Übergabe am Steg?' }, { onChunk: () => undefined });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const data = () => join(folder.path, 'data');

const examine = (client: Client, residue: NonNullable<InputOf<'doctor.run'>['residue']>) =>
  client.stream('doctor.run', { shouldRebuild: false, shouldRepair: false, residue }, { onChunk: () => undefined });

async function forget(client: Client, ids: readonly string[]) {
  const turnIds = ids as readonly TurnId[]; // as the import took them
  const choice: InputOf<'forget.preview'> = {
    selection: { kind: 'turns', turnIds },
    isWithRepeats: false,
    except: [],
  } as InputOf<'forget.preview'>;
  const { fingerprint } = await client.call('forget.preview', choice);
  return client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, { onChunk: () => undefined });
}

describe('residue', () => {
  it('says in which files the words stand, and never says the words', async () => {
    const report = await examine(opened.client, {
      words: [SHORT, 'Ottokar Quast', 'never said by anyone'],
      profiles: [],
    });
    const found = report.problems.filter(({ check }) => check === 'residue');
    expect(report.ok).toBe(false);
    expect(new Set(found.map(({ file }) => file?.split('/')[0]))).toEqual(new Set(['journal', 'db', 'traces']));
    expect(found.some(({ message }) => message.startsWith('Line 2 '))).toBe(true);
    expect(found.some(({ message }) => message.startsWith('Line 3 '))).toBe(false);
    expect(JSON.stringify(report)).not.toMatch(/Ottokar|Steg/);
  });

  it('looks into a profile too', async () => {
    const profile = join(folder.path, 'profile');
    await mkdir(join(profile, 'Local Storage'), { recursive: true });
    await writeFile(join(profile, 'Local Storage', '000003.log'), Buffer.from('draft=Ottokar Quast', 'utf16le'));
    const report = await examine(opened.client, { words: ['Ottokar Quast'], profiles: [profile] });
    const files = report.problems.map(({ file }) => file).filter((file) => file?.startsWith('profile 1'));
    expect(new Set(files)).toEqual(new Set(['profile 1: Local Storage/000003.log']));
  });

  it('finds nothing after a forget, and neither does a scan of another make', async () => {
    const receipt = await forget(opened.client, ['own-0', 'own-1']);
    expect(receipt.scan).toMatchObject({ found: 0 });
    expect(receipt.scan.bytes).toBeGreaterThan(1_000_000);

    const words = [SHORT, 'Ottokar Quast', 'brown bear of Lapland'];
    const report = await examine(opened.client, { words, profiles: [] });
    expect(report.problems).toEqual([]);
    expect(scanIndependently([data()], words)).toEqual([]);
    const still = await examine(opened.client, { words: [uniqueWord('a', 5)], profiles: [] });
    expect(still.counts.residueFound).toBeGreaterThan(0);
  });
});
