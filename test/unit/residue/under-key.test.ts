import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../../main/journal/open.ts';
import { createSealer } from '../../../main/journal/sealer.ts';
import { openVault } from '../../../main/journal/vault.ts';
import { createKeyring, type Keyring } from '../../../main/lib/crypto/keyring.ts';
import { sealFiles } from '../../../main/lib/file-codec.ts';
import { systemIds as ids } from '../../../main/lib/ids.ts';
import { silentLog as log } from '../../../main/lib/log.ts';
import { type ResidueReport, scanFolders } from '../../../main/residue/scan.ts';
import { keyringOf, shareKeys, wipeShared } from '../../../main/residue/scan-keys.ts';
import { createUnderKey } from '../../../main/residue/under-key.ts';
import { copySealed } from '../../../main/stores/sealed-folder/copy.ts';
import { openVectorCache } from '../../../main/stores/vector-cache.ts';
import { clock, said } from '../../engine/journal/journal-fixture.ts';

const WORD = 'the spare key is under the third flower pot';
const PAGE = 8192;
const keyringFor = (fill: number): Keyring => createKeyring('vault', [{ generation: 3, key: Buffer.alloc(32, fill) }]);

let folder: string;
const keyring = keyringFor(5);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-under-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(place: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(dirname(join(folder, place)), { recursive: true });
  await writeFile(join(folder, place), bytes);
}

const files = sealFiles(keyring, ids);
const putSealed = (place: string, plain: string | Uint8Array, as = place): Promise<void> =>
  put(place, files.encode(plain, as));

/** Of every kind that lies in a protected folder, one that says the word. */
async function plantEverywhere(): Promise<readonly string[]> {
  const whole = ['settings.json', 'drafts.json', 'connections.json', 'backup-settings.json', 'heads/topics.json'];
  for (const place of whole) await putSealed(place, JSON.stringify({ text: WORD }));
  await putSealed('traces/a.json.gz', gzipSync(JSON.stringify({ text: `${'trace '.repeat(50)}${WORD}` })));
  await putSealed('drafts.json.tmp', WORD, 'drafts.json');

  const { keyPair } = await openVault({ folder, clock, ids });
  const journal = await openJournal({ folder, clock, ids, log, keyPair, sealer: createSealer(keyring, ids) });
  await journal.append([said('nothing', 'turn-1'), said(`so ${WORD}`, 'turn-2')]);
  await journal.close();

  const plain = join(folder, '..', `plain-${ids.uuid()}`);
  await mkdir(join(plain, 'base', '1'), { recursive: true });
  await mkdir(join(plain, 'pg_wal'), { recursive: true });
  const page = Buffer.alloc(PAGE * 3);
  page.write(WORD, PAGE + 700);
  await writeFile(join(plain, 'base', '1', '16385'), page);
  await writeFile(join(plain, 'pg_wal', '000000010000000000000001'), page);
  await writeFile(join(plain, 'short'), WORD.slice(0, 15));
  await copySealed(plain, join(folder, 'db'), keyring.keyFor('database', 3) ?? Buffer.alloc(0));
  await rm(plain, { recursive: true });

  const key = keyring.keyFor('cache', 3) ?? Buffer.alloc(0);
  const cache = openVectorCache({ dataFolder: folder, spaceName: 'a', dimension: 4, seal: { key, ids } });
  const vector = Float32Array.from([1, 2, 3, 4]);
  await cache.append([
    { text: 'first', chunks: [{ from: 0, to: 5, vector }], bits: Buffer.from('nothing of it') },
    { text: 'planted', chunks: [{ from: 0, to: 7, vector }], bits: Buffer.from(WORD) },
  ]);
  await cache.erase(['first']);
  return [
    ...[...whole, 'traces/a.json.gz', 'drafts.json.tmp', 'journal/00000001.jsonl'],
    ...['db/base/1/16385', 'db/pg_wal/000000010000000000000001', `cache/${cache.fileName}`],
  ].sort();
}

function scan(keys: Keyring | null): ResidueReport {
  const under = keys === null ? null : createUnderKey(keyringOf(shareKeys(keys)));
  const parts = scanFolders({ folders: [folder], needles: [WORD] }, under);
  let part = parts.next();
  while (part.done !== true) part = parts.next();
  under?.wipe();
  return part.value;
}

describe('residue/under the key', () => {
  it('finds a word in every kind of sealed file, and says where without saying what', async () => {
    const places = await plantEverywhere();
    const report = scan(keyring);
    expect([...new Set(report.hits.map(({ file }) => file))].sort()).toEqual(places);
    expect(report.hits.every(({ how }) => how.startsWith('under the key') || how.startsWith('log'))).toBe(true);
    expect(report.shut).toEqual([]);
    expect(report.openedFiles).toBe(places.length + 1);
    expect(report.unreadable).toEqual([]);
    expect(JSON.stringify(report)).not.toContain('flower');
  });

  it('finds only ciphertext without the key or with another, and says of which files', async () => {
    const places = await plantEverywhere();
    for (const keys of [null, keyringFor(6)]) {
      const report = scan(keys);
      expect(report.hits).toEqual([]);
      const shut = new Set(report.shut);
      // Pages have no sum of their own: read with another key they are noise.
      const expected = keys === null ? places : places.filter((place) => !place.startsWith('db/'));
      expect(expected.filter((place) => !shut.has(place))).toEqual([]);
    }
  });

  it('says of a sealed file that was changed that it could not be looked into', async () => {
    const stored = Buffer.from(files.encode(WORD, 'drafts.json'));
    stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1;
    await put('drafts.json', stored);
    expect(scan(keyring)).toMatchObject({ found: 0, shut: ['drafts.json'], openedFiles: 0 });
  });

  it('finds what lies in the open in a protected folder as well', async () => {
    await put('db/base/1/16385', Buffer.concat([Buffer.alloc(PAGE), Buffer.from(WORD)]));
    await put('drafts.json', WORD);
    expect(
      scan(keyring)
        .hits.map(({ file }) => file)
        .sort(),
    ).toEqual(['db/base/1/16385', 'drafts.json']);
  });

  it('leaves no key behind once it is over', () => {
    const keys = shareKeys(keyring);
    const bytes = new Uint8Array(keys.shared);
    expect(bytes.some((byte) => byte !== 0)).toBe(true);
    const own = keyringOf(keys);
    expect(own.keyFor('files', 3)?.equals(keyring.keyFor('files', 3) ?? Buffer.alloc(0))).toBe(true);
    expect(own.keyFor('files', 2)).toBeNull();
    expect(own.keyFor('private-key', 3)).toBeNull();
    wipeShared(keys);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
    expect(own.keyFor('files', 3)?.every((byte) => byte === 0)).toBe(true);
  });
});
