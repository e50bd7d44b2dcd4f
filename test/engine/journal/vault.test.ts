import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findVaultFile, openVault } from '../../../main/journal/vault.ts';
import { verifyJournal } from '../../../main/journal/verify.ts';
import { countingIds } from '../../../main/lib/ids.ts';
import { clock, type Folder, makeFolder, openIn } from './journal-fixture.ts';

describe('journal/vault', () => {
  let folder: Folder;
  let path: string;
  beforeEach(async () => {
    folder = await makeFolder();
    path = join(folder.path, 'vault.json');
  });
  afterEach(() => folder.remove());
  const openIt = () => openVault({ folder: folder.path, clock, ids: countingIds() });

  it('is made once, readable by its owner only, and names the first record of the journal', async () => {
    expect(await findVaultFile(folder.path)).toBeNull();
    const vault = await openIt();
    expect((await openIt()).keyPair.publicKey).toBe(vault.keyPair.publicKey);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const journal = await openIn(folder.path);
    expect((await journal.readAt(1))?.id).toBe(vault.journalId);
    await journal.close();
  });

  it('is refused when a newer Palimpsest wrote it, when it is damaged, and never made again beside a journal', async () => {
    await (await openIn(folder.path)).close();
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"format":1', '"format":3,"more":true'));
    await expect(openIt()).rejects.toMatchObject({ code: 'store.newer-format', details: { format: 3 } });
    await writeFile(path, text.slice(0, -20));
    await expect(openIt()).rejects.toMatchObject({ code: 'store.damaged' });
    await rm(path);
    await expect(openIt()).rejects.toMatchObject({ code: 'store.damaged' });
    expect((await verifyJournal(folder.path)).problems).toMatchObject([{ check: 'vault.missing' }]);
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('of another journal is noticed', async () => {
    await (await openIn(folder.path)).close();
    await rm(path);
    const journalFolder = join(folder.path, 'journal', '00000001.jsonl');
    const bytes = await readFile(journalFolder);
    await rm(journalFolder);
    await openVault({ folder: folder.path, clock, ids: countingIds(500) });
    await writeFile(journalFolder, bytes);
    const checks = (await verifyJournal(folder.path)).problems.map((problem) => problem.check);
    expect(checks).toEqual(['head.forged', 'vault.other-journal']);
  });
});
