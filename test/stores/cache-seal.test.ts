import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../main/lib/ids.ts';
import { openCaches, resealCaches, sealCaches } from '../../main/stores/convert-cache.ts';
import { keyOfText, openVectorCache } from '../../main/stores/vector-cache.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'palimpsest-cache-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const seal = { key: Buffer.alloc(32, 9), ids };
const space = { spaceName: 'small', dimension: 5 };
const texts = Array.from({ length: 30 }, (_, n) => `text ${n}`);
const made = (text: string, n: number) => ({
  text,
  // The first ones have no vectors, so that the length of the others is found behind them.
  chunks: n < 2 ? [] : [{ from: 0, to: n, vector: Float32Array.from([1.5, -2, 0, n, 0.25]) }],
  bits: Uint8Array.from([n, 255 - n]),
});
const entries = texts.map(made);
const found = entries.map(({ text: _, ...entry }) => entry);

async function findIn(options: { readonly seal?: typeof seal }) {
  const cache = openVectorCache({ dataFolder, ...space, ...options });
  await cache.load();
  return cache.find(texts);
}
const rawBytes = async () => {
  const names = await readdir(join(dataFolder, 'cache'));
  return {
    names,
    bytes: Buffer.concat(await Promise.all(names.map((name) => readFile(join(dataFolder, 'cache', name))))),
  };
};

describe('stores/a sealed vector cache', () => {
  it('finds what was put in, with the key only, and shows neither hashes nor vectors', async () => {
    await openVectorCache({ dataFolder, ...space, seal }).append(entries);
    expect(await findIn({ seal })).toEqual(found);
    expect(await findIn({ seal: { key: Buffer.alloc(32, 8), ids } })).toEqual(texts.map(() => null));
    const { names, bytes } = await rawBytes();
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{16}-5-sealed\.vectors$/)]);
    for (const { text, chunks } of entries) {
      expect(bytes.includes(Buffer.from(keyOfText(text), 'hex'))).toBe(false);
      for (const { vector } of chunks) expect(bytes.includes(Buffer.from(vector.buffer))).toBe(false);
    }
  });

  it('is made of an open one and laid open again without losing an entry', async () => {
    const open = openVectorCache({ dataFolder, ...space });
    await open.append(entries);
    const before = await rawBytes();
    await sealCaches(dataFolder, seal);
    await sealCaches(dataFolder, seal);
    expect(await findIn({ seal })).toEqual(found);
    expect((await rawBytes()).names).toHaveLength(1);
    await openCaches(dataFolder, [seal]);
    expect(await rawBytes()).toEqual(before);
    expect(await findIn({})).toEqual(found);
  });

  it('is written anew under the next key, also by one that was killed in between, and opens with no other then', async () => {
    const next = { key: Buffer.alloc(32, 10), ids };
    const middle = Math.floor(entries.length / 2);
    await openVectorCache({ dataFolder, ...space, seal }).append(entries.slice(0, middle));
    await resealCaches(dataFolder, [next, seal]);
    await openVectorCache({ dataFolder, ...space, seal }).append(entries.slice(middle));
    await resealCaches(dataFolder, [next, seal]);
    expect(await findIn({ seal: next })).toEqual(found);
    expect(await findIn({ seal })).toEqual(texts.map(() => null));
  });

  it('leaves out what is no longer asked for', async () => {
    const cache = openVectorCache({ dataFolder, ...space, seal });
    await cache.append(entries);
    const kept = new Set(texts.slice(0, 5).map(keyOfText));
    await cache.compact(kept, async () => undefined);
    expect((await findIn({ seal })).map((each) => each !== null)).toEqual(texts.map((_, n) => n < 5));
  });
});
