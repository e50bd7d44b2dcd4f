import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Trace } from '../../main/contract/recall.ts';
import { silentLog } from '../../main/lib/log.ts';
import { openJsonFile } from '../../main/stores/json-file.ts';
import { openTraces } from '../../main/stores/traces.ts';
import { openVectorCache } from '../../main/stores/vector-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const DIMENSION = 4;
const openCache = (dataFolder = folder, spaceName = 'm/4') =>
  openVectorCache({ dataFolder, spaceName, dimension: DIMENSION });
/** As many chunks as the text has characters; every number in them is the text's own. */
const entry = (text: string) => ({
  text,
  chunks: Array.from(text, (char, n) => ({
    from: n,
    to: n + 1,
    vector: new Float32Array(DIMENSION).fill(char.charCodeAt(0)),
  })),
  bits: new Uint8Array(text.length * 2).fill(text.charCodeAt(0)),
});
const cached = (text: string) => {
  const { chunks, bits } = entry(text);
  return { chunks, bits };
};
async function cachePath(): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'cache'));
  return join(folder, 'cache', name);
}

describe('stores/vector-cache', () => {
  it('gives back what was added, to the next opening too, and nothing for other texts', async () => {
    const first = openCache();
    await first.load();
    await first.append([entry('ab'), entry('c')]);
    expect(await first.find(['c', 'ab', 'x'])).toEqual([cached('c'), cached('ab'), null]);
    const second = openCache();
    expect(await second.find(['ab'])).toEqual([null]);
    await second.load();
    expect(await second.find(['x', 'ab'])).toEqual([null, cached('ab')]);
    const other = openCache(folder, 'other/4');
    await other.load();
    expect(await other.find(['ab'])).toEqual([null]);
  });

  it('survives a cut at any byte, and never gives a text the vectors of another (any cut, loaded or not)', async () => {
    const texts = ['a', 'bcd', 'ef', 'ghij'];
    await openCache().append(texts.map(entry));
    const path = await cachePath();
    const bytes = await readFile(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), fc.boolean(), async (cut, isLoadedFirst) => {
        await writeFile(path, bytes.subarray(0, cut));
        const mending = openCache();
        if (isLoadedFirst) await mending.load();
        await mending.append([entry('new'), entry('b')]);
        const cache = openCache();
        await cache.load();
        for (const text of [...texts, 'new', 'b']) {
          const [chunks] = await cache.find([text]);
          if (chunks !== null) expect(chunks).toEqual(cached(text));
        }
        expect(await cache.find(['new', 'b'])).toEqual([cached('new'), cached('b')]);
      }),
      { numRuns: 60 },
    );
  });

  it('does not find an entry of which any byte has changed', async () => {
    await openCache().append([entry('ab'), entry('cd')]);
    const path = await cachePath();
    const bytes = await readFile(path);
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 0x10;
      await writeFile(path, flipped);
      const cache = openCache();
      await cache.load();
      for (const text of ['ab', 'cd']) {
        const [chunks] = await cache.find([text]);
        if (chunks !== null) expect(chunks).toEqual(cached(text));
      }
    }
  });

  it('erases what was made of a text, every time it is there, and keeps all others where they are', async () => {
    const cache = openCache();
    await cache.append(['abc', 'gone', 'de'].map(entry));
    await cache.load();
    await cache.append([entry('gone'), entry('last')]);
    const sizeBytes = (await stat(await cachePath())).size;
    await cache.erase(['gone', 'never there']);

    expect(await cache.find(['abc', 'gone', 'de', 'last'])).toEqual([
      cached('abc'),
      null,
      cached('de'),
      cached('last'),
    ]);
    const bytes = await readFile(await cachePath());
    expect(bytes.length).toBe(sizeBytes);
    const hash = createHash('sha256').update('gone').digest();
    expect([hash, Buffer.from(entry('gone').bits)].map((part) => bytes.indexOf(part))).toEqual([-1, -1]);

    const next = openCache();
    await next.load();
    await next.append([entry('more')]);
    expect(await next.find(['gone', 'de', 'more'])).toEqual([null, cached('de'), cached('more')]);
  });

  it('cuts what is not whole off the file', async () => {
    await openCache().append([entry('ab')]);
    const path = await cachePath();
    const { size } = await stat(path);
    await appendFile(path, 'half an entry');
    await openCache().load();
    expect((await stat(path)).size).toBe(size);
    await truncate(path, 3);
    await openCache().load();
    expect((await stat(path)).size).toBe(0);
  });
});

const Schema = z.strictObject({ name: z.string(), size: z.number() });
const openSettings = () =>
  openJsonFile({ path: join(folder, 's.json'), schema: Schema, defaults: { name: '', size: 1 } });

describe('stores/json-file', () => {
  it('starts from the defaults, keeps what was set, and leaves no temporary file', async () => {
    const file = await openSettings();
    expect(file.get()).toEqual({ name: '', size: 1 });
    await Promise.all([file.set({ name: 'a', size: 2 }), file.set({ name: 'b', size: 3 })]);
    expect((await openSettings()).get()).toEqual({ name: 'b', size: 3 });
    expect(await readdir(folder)).toEqual(['s.json']);
  });

  it.each(['{"name": "x"', '[]', '{"name":"x","size":"2"}', ''])('keeps a damaged file (%j) aside', async (text) => {
    await writeFile(join(folder, 's.json'), text);
    const file = await openSettings();
    expect(file.get()).toEqual({ name: '', size: 1 });
    expect(await readFile(join(folder, 's.json.damaged'), 'utf8')).toBe(text);
    await file.set({ name: 'new', size: 2 });
    expect((await openSettings()).get().name).toBe('new');
  });

  it('says that it could not be saved, and saves the next', async () => {
    const file = await openSettings();
    await rm(folder, { recursive: true });
    await expect(file.set({ name: 'a', size: 2 })).rejects.toMatchObject({ code: 'store.unwritable' });
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-files-'));
    const other = await openSettings();
    await other.set({ name: 'b', size: 3 });
    expect((await openSettings()).get().name).toBe('b');
  });
});

const trace = (id: string, query: string): Trace =>
  Trace.parse({
    id,
    at: '2024-07-01T00:00:00.000Z',
    query,
    spaceId: 'home',
    asOf: null,
    knownAt: null,
    generation: 1,
    classification: null,
    legs: [],
    candidates: [],
    budget: { tokens: null, used: 0, counter: 'm', isExact: true },
    prompt: null,
    config: { hash: 'h', embeddingSpace: 's', recipe: 'r' },
    timings: { totalMs: 0, embedMs: 0, legsMs: 0, fuseMs: 0 },
    questionTurnId: null,
    replyTurnId: null,
    conversationId: null,
  });

describe('stores/traces', () => {
  it('gives a trace back at once and after the next opening, compressed', async () => {
    const traces = openTraces(folder, silentLog);
    const kept = trace('t-1', 'Where? '.repeat(500));
    traces.put(kept);
    expect(await traces.get('t-1')).toEqual(kept);
    await traces.flush();
    expect(await openTraces(folder, silentLog).get('t-1')).toEqual(kept);
    expect((await stat(join(folder, 'traces', 't-1.json.gz'))).size).toBeLessThan(1_000);
    expect(await readdir(join(folder, 'traces'))).toEqual(['t-1.json.gz']);
  });

  it('has no trace for an id that was never given, leads out of the folder, or is damaged', async () => {
    const traces = openTraces(folder, silentLog);
    traces.put(trace('t-2', 'x'));
    await traces.flush();
    await writeFile(join(folder, 'traces', 't-3.json.gz'), 'no gzip');
    await writeFile(join(folder, 'vault.json'), '{}');
    for (const id of ['t-1', '../vault', '..', '', 't-3', 'a/b'])
      await expect(openTraces(folder, silentLog).get(id)).rejects.toMatchObject({ code: 'trace.not-found' });
  });

  it('removes traces for good, also one that is still being written', async () => {
    const traces = openTraces(folder, silentLog);
    for (const id of ['t1', 't2', 't3']) traces.put(trace(id, 'x'));
    await traces.remove(['t1', 't2', '../t3']);
    await traces.flush();
    await expect(traces.get('t2')).rejects.toMatchObject({ code: 'trace.not-found' });
    expect(await readdir(join(folder, 'traces'))).toEqual(['t3.json.gz']);
    const listed: string[] = [];
    for await (const { id } of traces.summaries()) listed.push(id);
    expect(listed).toEqual(['t3']);
  });

  it('costs no answer when it cannot be written: it is logged, without content', async () => {
    const logged: unknown[] = [];
    await writeFile(join(folder, 'traces'), 'in the way');
    const traces = openTraces(folder, (event, fields) => logged.push({ event, ...fields }));
    traces.put(trace('t-1', 'my secret'));
    await traces.flush();
    expect(logged).toEqual([{ event: 'trace.not-written', id: 't-1', code: 'EEXIST' }]);
    expect((await traces.get('t-1')).query).toBe('my secret');
  });
});
