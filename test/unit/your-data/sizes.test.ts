import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stored } from '../../../main/contract/index.ts';
import { listSizes } from '../../../main/your-data/sizes.ts';

const { signal } = new AbortController();

describe('your-data/sizes', () => {
  let folder: string;
  let dataFolder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-sizes-'));
    dataFolder = join(folder, 'data');
    const files = {
      'journal/00000001.jsonl': 100,
      'vault.json': 10,
      'db/base/1/2': 8000,
      'db/palimpsest.json': 20,
      'cache/a.vectors': 300,
      'traces/one.gz': 40,
      'drafts.json': 5,
      'settings.json': 6,
      'backup-settings.json': 4,
      'forget.json': 2,
      'logs/engine.log': 70,
      lock: 3,
      'db.rebuilt/base/1': 9,
      'notes of mine.txt': 11,
    };
    for (const [name, size] of Object.entries(files)) {
      await mkdir(join(dataFolder, name, '..'), { recursive: true });
      await writeFile(join(dataFolder, name), 'x'.repeat(size));
    }
    await mkdir(join(folder, 'models'));
    await writeFile(join(folder, 'models', 'a.gguf'), 'x'.repeat(5000));
    await symlink(join(folder, 'models'), join(dataFolder, 'link'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const list = async (modelsFolder: string, stop = signal): Promise<readonly Stored[]> => {
    const found: Stored[] = [];
    for await (const each of listSizes({ dataFolder, modelsFolder }, stop)) found.push(each);
    return found;
  };

  it('counts every file once, under what it is, and leaves out none that it does not know', async () => {
    const found = await list(join(folder, 'models'));
    expect(Object.fromEntries(found.map(({ kind, files, bytes }) => [kind, [files, bytes]]))).toEqual({
      journal: [2, 110],
      database: [2, 8020],
      vectors: [1, 300],
      traces: [1, 40],
      typed: [3, 15],
      backups: [0, 0],
      logs: [2, 73],
      models: [1, 5000],
      passing: [2, 11],
      other: [1, 11],
    });
  });

  it('says where what lies elsewhere is, and does not count models twice that lie in the folder', async () => {
    const outside = await list(join(folder, 'models'));
    const inside = await list(join(dataFolder, 'models'));
    const places = (found: readonly Stored[]) => found.find(({ kind }) => kind === 'models')?.places;
    expect([places(outside), places(inside)]).toEqual([[join(folder, 'models')], []]);
  });

  it('stops when nobody waits any more', async () => {
    await expect(list(join(folder, 'models'), AbortSignal.abort())).rejects.toMatchObject({ code: 'request.aborted' });
  });
});
