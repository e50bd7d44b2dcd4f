import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, InputOf } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { scanIndependently } from './independent-scan.ts';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';

const SAID = 'The handover is at the quillemborough jetty at midnight';
const passphrase = 'seven lanterns over quiet water';
const quiet = { onChunk: () => undefined };

let folder: Folder;
let opened: Opened;
beforeAll(async () => {
  folder = await makeFolder();
  const file = join(folder.path, 'turns.jsonl');
  const own = JSON.stringify({ id: 'own', conversation: 'own', speaker: 'Owner', role: 'user', text: SAID });
  await writeFile(file, `${makeJsonl({ turns: 40, seed: 3, prefix: 'a' })}${own}\n`);
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  const { client } = opened;
  const input = { files: [{ path: file }], format: 'jsonl' as const, isDryRun: false, shouldWait: true };
  await client.stream('imports.run', input, quiet);
  await client.stream('protection.setPassphrase', { passphrase, by: null }, quiet);
  await client.stream('chat.ask', { text: 'When is the handover at the jetty?' }, quiet);
  await client.call('drafts.set', { key: 'new', text: `a draft: ${SAID}` });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const examine = (client: Client, words: readonly string[]) =>
  client.stream(
    'doctor.run',
    { shouldRebuild: false, shouldRepair: false, residue: { words: [...words], profiles: [] } },
    quiet,
  );

describe('residue of a protected folder', () => {
  it('is looked for in what the ciphertext says, where nobody without the key finds a word', async () => {
    const data = join(folder.path, 'data');
    expect(scanIndependently([data], ['quillemborough'])).toEqual([]);
    const report = await examine(opened.client, ['quillemborough jetty']);
    const places = report.problems.filter(({ check }) => check === 'residue').map(({ file }) => file?.split('/')[0]);
    expect(new Set(places)).toEqual(new Set(['journal', 'db', 'traces', 'drafts.json']));
    expect(report.notes.some((note) => /^Searched under the key: \d+ encrypted files\.$/.test(note))).toBe(true);
    expect(report.notes.some((note) => note.startsWith('Searched as ciphertext only'))).toBe(false);
    expect(JSON.stringify(report)).not.toContain('quillemborough');
  });

  it('is none after a forget, whose receipt says that it looked under the key', async () => {
    const { client } = opened;
    const choice: InputOf<'forget.preview'> = {
      ...{ selection: { kind: 'about', words: 'quillemborough', spaceId: null }, isWithRepeats: true, except: [] },
    };
    const { fingerprint } = await client.call('forget.preview', choice);
    const { scan } = await client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, quiet);
    expect(scan).toMatchObject({ found: 0, shutFiles: 0 });
    expect(scan.openedFiles).toBeGreaterThan(100);
    const report = await examine(client, ['quillemborough jetty', SAID]);
    expect(report.problems).toEqual([]);
    const still = await examine(client, [uniqueWord('a', 5)]);
    expect(still.counts.residueFound).toBeGreaterThan(0);
  });
});
