import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOfText, openVectorCache } from '../../main/stores/vector-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = () => openVectorCache({ dataFolder: folder, spaceName: 's', dimension: 4 });
const entry = (text: string) => ({
  text,
  chunks: [{ from: 0, to: text.length, vector: Float32Array.from([1, 2, 3, text.length]) }],
  bits: Uint8Array.from([text.length]),
});
const go = async (): Promise<void> => undefined;
const names = Array.from({ length: 40 }, (_, n) => `text ${n}`);

describe('stores/vector-cache, compacted', () => {
  it('keeps what is still asked for, once each, and finds it at its new place', async () => {
    const cache = open();
    await cache.append(names.map(entry));
    await cache.append(names.slice(0, 10).map(entry));
    await cache.load();
    const path = join(folder, 'cache', cache.fileName);
    const { size } = await stat(path);
    const kept = await cache.compact(new Set(names.slice(0, 20).map(keyOfText)), go);
    expect(kept / size).toBeCloseTo(20 / 50, 1);
    expect((await stat(path)).size).toBe(kept);
    const found = await cache.find(names);
    expect(found.map((each) => each?.chunks[0]?.vector[3] ?? null)).toEqual(
      names.map((text, n) => (n < 20 ? text.length : null)),
    );
    await cache.append([entry('new')]);
    expect((await cache.find(['new']))[0]?.bits).toEqual(Uint8Array.from([3]));
  });

  it('writes nothing where there is little to leave out, and appends meanwhile come after', async () => {
    const cache = open();
    await cache.append(names.map(entry));
    const { size } = await stat(join(folder, 'cache', cache.fileName));
    const compacting = cache.compact(new Set(names.slice(1).map(keyOfText)), go);
    await cache.append([entry('late')]);
    expect(await compacting).toBe(size);
    await cache.load();
    expect((await cache.find(['late', 'text 0'])).every((each) => each !== null)).toBe(true);
    expect(await readdir(join(folder, 'cache'))).toEqual([cache.fileName]);
  });

  it('has nothing to do where nothing was embedded', async () => {
    expect(await open().compact(new Set(), go)).toBe(0);
  });
});
