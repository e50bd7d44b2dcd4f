import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addModel } from '../../models/add.ts';
import { catalogue } from '../../models/catalogue.ts';
import { readGgufHeader } from '../../models/gguf.ts';
import { listAddedModels, listModels, removeModel } from '../../models/list.ts';
import { locateModel, resolveBundledFolder, verifyModel } from '../../models/locate.ts';
import { makeGguf } from '../builders/gguf.ts';
import { hasChatModel, smolPath } from '../builders/models.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-add-'));
  file = join(folder, 'My Mödel (v1).gguf');
  writeFileSync(file, makeGguf());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const models = () => join(folder, 'models');
const places = () => ({ folder: models(), bundledFolder: null, env: {} });
const add = (mode: 'reference' | 'copy', path = file) =>
  addModel({ path, mode, folder: models(), freeBytes: async () => 1e12 });

describe('reading a GGUF header', () => {
  it('finds name, architecture, context and template behind a vocabulary', async () => {
    expect(await readGgufHeader(file)).toEqual({
      version: 3,
      architecture: 'llama',
      name: 'My Model',
      contextTokens: 2048,
      licence: 'mit',
      hasChatTemplate: true,
      sizeBytes: makeGguf().length,
    });
  });

  it.skipIf(!hasChatModel)('reads a real model', async () => {
    expect(await readGgufHeader(smolPath)).toMatchObject({
      architecture: 'llama',
      contextTokens: 8192,
      hasChatTemplate: true,
    });
  });

  it.each([
    ['another magic', makeGguf(undefined, { magic: 'GGML' })],
    ['an unknown version', makeGguf(undefined, { version: 9 })],
    ['more keys than it has', makeGguf(undefined, { keyCount: 4000 })],
    ['an absurd number of keys', makeGguf(undefined, { keyCount: 2 ** 40 })],
    ['no architecture', makeGguf({})],
    ['nothing at all', Buffer.alloc(0)],
  ])('refuses a file with %s', async (_, bytes) => {
    writeFileSync(file, bytes);
    await expect(readGgufHeader(file)).rejects.toMatchObject({ code: 'model.not-gguf' });
  });

  it('refuses a file that ends inside its header, wherever that is', async () => {
    const length = makeGguf().length - 65;
    for (let size = 0; size < length; size += 7) {
      writeFileSync(file, makeGguf());
      truncateSync(file, size);
      await expect(readGgufHeader(file)).rejects.toMatchObject({ code: 'model.not-gguf' });
    }
  });

  it('never fails otherwise on changed bytes', async () => {
    const bytes = makeGguf();
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 65), fc.nat(255), async (at, value) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(value, at);
        writeFileSync(file, changed);
        const result = await readGgufHeader(file).catch((error: unknown) => error);
        expect(result).toSatisfy(
          (each: { code?: string; version?: number }) => each.code === 'model.not-gguf' || each.version !== undefined,
        );
      }),
      { numRuns: 150, seed: 3 },
    );
  });
});

describe('adding a model', () => {
  it('refers to the file where it is', async () => {
    const model = await add('reference');
    expect(model).toMatchObject({ name: 'My Model', task: 'chat', licence: 'mit', contextTokens: 2048 });
    expect(await locateModel(model, places())).toEqual({
      kind: 'present',
      paths: { [model.files[0]?.name ?? '']: file },
    });
    expect(await listAddedModels(models())).toEqual([model]);
  });

  it('is the same model when it is added twice', async () => {
    const first = await add('reference');
    expect(await add('reference')).toEqual(first);
    expect(await listAddedModels(models())).toHaveLength(1);
  });

  it('copies the file when asked, and then needs the original no more', async () => {
    const model = await add('copy');
    rmSync(file);
    const located = await verifyModel(model, places());
    expect(located.kind).toBe('present');
    expect(readdirSync(join(models(), model.id))).toEqual([model.files[0]?.name]);
  });

  it('says when the file was moved away or changed', async () => {
    const model = await add('reference');
    writeFileSync(file, Buffer.concat([makeGguf(), Buffer.alloc(1)]));
    expect((await locateModel(model, places())).kind).toBe('damaged');
    rmSync(file);
    expect(await locateModel(model, places())).toMatchObject({
      kind: 'missing',
      reason: expect.stringContaining('no longer'),
    });
  });

  it('takes the name that the user gives', async () => {
    const model = await addModel({ path: file, mode: 'reference', name: 'Work model', folder: models() });
    expect(model.name).toBe('Work model');
  });

  it('refuses an encoder, an unfinished download, a missing file, and a copy without room', async () => {
    writeFileSync(file, makeGguf({ 'general.architecture': { kind: 'text', value: 'bert' } }));
    await expect(add('reference')).rejects.toMatchObject({ code: 'model.not-gguf', details: { reason: 'encoder' } });
    const part = `${file}.part`;
    writeFileSync(part, makeGguf());
    await expect(add('reference', part)).rejects.toMatchObject({ code: 'model.not-gguf' });
    await expect(add('reference', join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'model.not-gguf' });
    writeFileSync(file, makeGguf());
    const full = addModel({ path: file, mode: 'copy', folder: models(), freeBytes: async () => 1 });
    await expect(full).rejects.toMatchObject({ code: 'disk.too-full' });
    expect(await listAddedModels(models())).toEqual([]);
  });

  it("removes its own copy and notes, never the user's file", async () => {
    const reference = await add('reference');
    const copied = await add('copy');
    await removeModel(reference, models());
    await removeModel(copied, models());
    expect(existsSync(file)).toBe(true);
    expect(await listAddedModels(models())).toEqual([]);
  });
});

describe('listing models', () => {
  it('lists the catalogue and what was added, and never a half', async () => {
    const model = await add('reference');
    mkdirSync(join(models(), 'SmolLM2-135M-Instruct'), { recursive: true });
    writeFileSync(join(models(), 'SmolLM2-135M-Instruct', 'SmolLM2-135M-Instruct.Q4_1.gguf.part'), 'half');
    const listed = await listModels({ ...places(), bundledFolder: resolveBundledFolder(process.cwd()) });
    expect(listed.map((each) => [each.model.id, each.isAdded, each.located.kind])).toEqual([
      ['all-MiniLM-L6-v2', false, 'present'],
      ['SmolLM2-135M-Instruct', false, 'missing'],
      ['SmolLM2-1.7B-Instruct', false, 'missing'],
      ['Qwen2.5-1.5B-Instruct', false, 'missing'],
      ['granite-3.3-2b-instruct', false, 'missing'],
      [model.id, true, 'present'],
    ]);
    expect(listed[1]?.located).toMatchObject({ doneBytes: 4 });
  });

  it('passes over notes that are damaged or take the name of a known model', async () => {
    mkdirSync(join(models(), 'added'), { recursive: true });
    writeFileSync(join(models(), 'added', 'broken.json'), '{"id":');
    writeFileSync(join(models(), 'added', 'fake.json'), JSON.stringify(catalogue[0]));
    expect(await listAddedModels(models())).toEqual([]);
  });
});

describe('the models that ship', () => {
  const bundledFolder = resolveBundledFolder(process.cwd());

  it('are whole, with licence and notice', async () => {
    const [embedder] = catalogue;
    if (!embedder || bundledFolder === null) throw new Error('nothing ships');
    expect((await verifyModel(embedder, { folder: models(), bundledFolder, env: {} })).kind).toBe('present');
    expect(readdirSync(join(bundledFolder, embedder.id)).sort()).toEqual([
      'LICENSE',
      'NOTICE',
      'model_int8.onnx',
      'tokenizer.json',
    ]);
  });

  it('are found from the repository, from the built files, and beside a packed app', () => {
    const app = join(folder, 'resources', 'app.asar.unpacked', 'models', 'bundled');
    mkdirSync(app, { recursive: true });
    expect(resolveBundledFolder(join(process.cwd(), 'out', 'main'))).toBe(bundledFolder);
    expect(resolveBundledFolder(join(folder, 'resources', 'app.asar'))).toBe(app);
    expect(resolveBundledFolder(join(folder, 'resources', 'app.asar', 'out', 'main'))).toBe(app);
    expect(resolveBundledFolder(join(folder, 'nowhere', 'at', 'all'))).toBeNull();
  });

  it('are damaged when a byte is missing, and say so', async () => {
    const [embedder] = catalogue;
    if (!embedder || bundledFolder === null) throw new Error('nothing ships');
    const copy = join(folder, 'bundled', embedder.id);
    mkdirSync(copy, { recursive: true });
    for (const { name } of embedder.files) {
      writeFileSync(join(copy, name), readFileSync(join(bundledFolder, embedder.id, name)));
    }
    const at = { folder: models(), bundledFolder: join(folder, 'bundled'), env: {} };
    const bytes = readFileSync(join(copy, 'tokenizer.json'));
    bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9);
    writeFileSync(join(copy, 'tokenizer.json'), bytes);
    expect((await locateModel(embedder, at)).kind).toBe('present');
    expect((await verifyModel(embedder, at)).kind).toBe('damaged');
    truncateSync(join(copy, 'tokenizer.json'), 100);
    expect((await locateModel(embedder, at)).kind).toBe('damaged');
  });
});
