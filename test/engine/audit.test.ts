import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../main/audit/verify/zip.pure.ts';
import { verifyBundleFile } from '../../main/audit/verify-file.ts';
import type { AuditExportReport, ConversationId, InputOf, SpaceId, TurnId } from '../../main/contract/index.ts';
import type { Clock } from '../../main/lib/clock.ts';
import { unpack } from '../builders/forge.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

const SAID = [
  {
    id: 'a1',
    conversation: 'home',
    text: 'I live in Leipzig. My sister Annegret lives in Vienna.',
    at: '2024-05-01T09:30:00Z',
  },
  { id: 'a2', conversation: 'home', text: 'I like canaryplum jam', at: '2024-05-02T09:30:00Z' },
  { id: 'a3', conversation: 'home', text: 'Tomorrow canarygone and 🚂 "quotes"', at: '2024-05-03T09:30:00Z' },
  { id: 'b1', conversation: 'other', text: 'I like canaryfig cake', at: '2025-01-02T03:04:05Z' },
  { id: 'c1', conversation: 'work', text: 'I like canarydate tart', at: '2025-02-02T03:04:05Z', space: 'office' },
].map((line) => ({ speaker: 'Ada', role: 'user', ...line }));

const CHOICE: InputOf<'audit.preview'> = { isBodiesCovered: false, isNamesCovered: false, isSigned: true };
/** Stands still, so that two exports are the same. */
const still: Clock = { now: () => new Date('2026-01-01T00:00:00.000Z'), monotonicMs: () => 0 } as Clock; // what the export asks of it

let folder: Folder;
let opened: Opened;
let n = 0;

beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  await importLines(opened.client, folder, SAID, { shouldWait: false });
  await opened.client.call('codex.settle', { isSlow: false });
  await opened.client.stream('chat.ask', { text: 'What jam do I like?' }, { onChunk: () => undefined });
  // What the question taught is read too: the history stands still from here on.
  await opened.client.call('codex.settle', { isSlow: false });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

type Made = { readonly path: string; readonly report: AuditExportReport; readonly words: string };

/** Exports, checks, and gives all words of the bundle, those inside the page too. */
async function exportIt(over: Partial<InputOf<'audit.export'>> = {}): Promise<Made> {
  n += 1;
  const path = join(folder.path, `bundle-${n}.zip`);
  const report = await opened.client.stream(
    'audit.export',
    { ...CHOICE, path, isOverwriting: false, ...over },
    { onChunk: () => undefined },
  );
  const checked = await verifyBundleFile({ path, key: report.fingerprint, signal: new AbortController().signal });
  expect(checked.problems).toEqual([]);
  const files = unpack(await readFile(path));
  return {
    path,
    report,
    words: [...files.entries()].map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString('utf8')}`).join('\n'),
  };
}

describe('audit.export', () => {
  it('writes what was said, what was believed and on what it rests, so that it checks', async () => {
    const { report, words } = await exportIt();
    expect(report.counts.covered).toEqual({ scope: 0, bodies: 0, names: 0 });
    expect(report.counts.open).toBe(report.counts.records);
    expect(report.counts.facts).toBeGreaterThan(2);
    expect(report.counts.traces).toBe(1);
    for (const canary of ['canaryplum', 'canaryfig', 'canarydate', 'Annegret']) expect(words).toContain(canary);
    expect(words).toContain('"quote":"I like canaryplum jam"');
  });

  it('holds no private key, no path and no draft', async () => {
    const { words } = await exportIt();
    const vault = await readFile(join(folder.path, 'data', 'vault.json'), 'utf8');
    const privateKey = (JSON.parse(vault) as { readonly privateKey?: string }).privateKey ?? 'none'; // the vault of this test
    expect(words).not.toContain(privateKey);
    expect(words).not.toContain(folder.path);
  });

  it('holds no word of what is outside of a space, a conversation or a time', async () => {
    const office = await exportIt({ spaceId: 'office' as SpaceId });
    expect(office.words).toContain('canarydate');
    for (const canary of ['canaryplum', 'canaryfig', 'Annegret', 'Vienna']) expect(office.words).not.toContain(canary);
    const other = await exportIt({ conversationId: 'other' as ConversationId });
    expect(other.words).toContain('canaryfig');
    for (const canary of ['canaryplum', 'canarydate', 'Annegret']) expect(other.words).not.toContain(canary);
    const day = await exportIt({ from: '2024-05-02T00:00:00Z', to: '2024-05-02T23:59:59Z' } as Partial<
      InputOf<'audit.export'>
    >);
    expect(day.words).toContain('canaryplum');
    for (const canary of ['canaryfig', 'canarydate', 'canarygone', 'Annegret']) expect(day.words).not.toContain(canary);
  });

  it('holds no word at all where all words are covered up', async () => {
    const { words, report } = await exportIt({ isBodiesCovered: true });
    expect(report.counts.covered.bodies).toBeGreaterThan(SAID.length);
    for (const canary of ['canary', 'Annegret', 'Vienna', 'Leipzig', 'Ada', 'office', '"a1"'])
      expect(words).not.toContain(canary);
  });

  it('replaces names where names are covered up, and keeps what holds none', async () => {
    const { words, report } = await exportIt({ isNamesCovered: true });
    expect(report.counts.names).toBeGreaterThan(0);
    for (const name of ['Annegret', 'Vienna', 'Leipzig']) expect(words.toLowerCase()).not.toContain(name.toLowerCase());
    expect(words).toContain('canarygone');
    expect(words).toMatch(/Place 1|Person 1/);
  });

  it('says what it will hold before it is written', async () => {
    const preview = await opened.client.call('audit.preview', CHOICE);
    const { report } = await exportIt();
    expect(preview).toEqual(report.counts);
  });

  it('leaves nothing behind when it is stopped, and writes nothing over another file or into the data folder', async () => {
    const before = (await readdir(folder.path)).sort();
    const stop = new AbortController();
    const path = join(folder.path, 'stopped.zip');
    const input = { ...CHOICE, path, isOverwriting: false };
    const stopped = opened.client.stream('audit.export', input, { onChunk: () => stop.abort(), signal: stop.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'request.aborted' });
    await writeFile(join(folder.path, 'there.zip'), 'mine');
    const taken = opened.client.stream(
      'audit.export',
      { ...input, path: join(folder.path, 'there.zip') },
      { onChunk: () => undefined },
    );
    await expect(taken).rejects.toMatchObject({ code: 'export.exists' });
    const inside = opened.client.stream(
      'audit.export',
      { ...input, path: join(folder.path, 'data', 'x.zip') },
      { onChunk: () => undefined },
    );
    await expect(inside).rejects.toMatchObject({ code: 'export.unwritable' });
    expect((await readdir(folder.path)).sort()).toEqual([...before, 'there.zip'].sort());
  });

  it('hands over the same bytes in pieces', async () => {
    const parts: Buffer[] = [];
    const onChunk = (chunk: { readonly kind: string; readonly data?: string }) => {
      if (chunk.data !== undefined) parts.push(Buffer.from(chunk.data, 'base64'));
    };
    const report = await opened.client.stream(
      'audit.export',
      { ...CHOICE, path: null, isOverwriting: false },
      { onChunk },
    );
    const bytes = Buffer.concat(parts);
    expect(bytes.length).toBe(report.bytes);
    expect(readZip(new Uint8Array(bytes)).faults).toEqual([]);
  });

  it('without a signature holds no key, and says what that means', async () => {
    const { report, path } = await exportIt({ isSigned: false });
    expect(report.fingerprint).toBeNull();
    const checked = await verifyBundleFile({ path, key: null, signal: new AbortController().signal });
    expect(checked.notes.join(' ')).toContain('Nothing is signed');
    const key = 'a'.repeat(64);
    const expected = await verifyBundleFile({ path, key, signal: new AbortController().signal });
    expect(expected.problems.map(({ check }) => check)).toEqual(['key.unexpected']);
  });

  it('shows a forgotten turn as a seal and the forgetting as a record', async () => {
    const choice = {
      selection: { kind: 'turns' as const, turnIds: ['a3' as TurnId] },
      isWithRepeats: false,
      except: [],
    };
    const { fingerprint } = await opened.client.call('forget.preview', choice);
    await opened.client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, { onChunk: () => undefined });
    const { words, report } = await exportIt();
    expect(report.counts.erased).toBeGreaterThan(0);
    expect(words).not.toContain('canarygone');
    expect(words).toContain('"kind":"forgotten"');
  });
});

describe('audit.export with names covered, before anybody has read the turns', () => {
  it('reads them first, since only a known name can be covered', async () => {
    await using place = await makeFolder();
    await using engine = await openFolder(join(place.path, 'data'), { inference: createHashInference() });
    await importLines(engine.client, place, SAID, { shouldWait: false });
    const path = join(place.path, 'bundle.zip');
    const input = { ...CHOICE, isNamesCovered: true, path, isOverwriting: false };
    const report = await engine.client.stream('audit.export', input, { onChunk: () => undefined });
    expect(report.counts.names).toBeGreaterThan(0);
    const files = unpack(await readFile(path));
    for (const bytes of files.values()) expect(Buffer.from(bytes).includes('Annegret')).toBe(false);
  });
});

describe('audit.export with a clock that stands still', () => {
  it('writes the same bytes twice', async () => {
    await using place = await makeFolder();
    const data = join(place.path, 'data');
    await using engine = await openFolder(data, { inference: createHashInference(), clock: still });
    await importLines(engine.client, place, SAID, { shouldWait: false });
    await engine.client.call('codex.settle', { isSlow: false });
    const write = async (name: string) => {
      const path = join(place.path, name);
      await engine.client.stream(
        'audit.export',
        { ...CHOICE, path, isOverwriting: false },
        { onChunk: () => undefined },
      );
      return readFile(path);
    };
    expect((await write('one.zip')).equals(await write('two.zip'))).toBe(true);
  });
});
