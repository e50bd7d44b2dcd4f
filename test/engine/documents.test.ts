import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, SpaceId } from '../../main/contract/index.ts';
import { MAX_TEXT_BYTES } from '../../main/documents/limits.pure.ts';
import { makeZip } from '../unit/importing/zip-builder.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importPath } from './real-folder.ts';

let folder: Folder;
let opened: Opened;
const open = () => openFolder(join(folder.path, 'data'), { inference: createHashInference() });
beforeAll(async () => {
  folder = await makeFolder();
  opened = await open();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

type Content = string | Uint8Array;
type Over = Partial<InputOf<'imports.run'>>;
async function importText(name: string, content: Content, over: Over = {}) {
  const path = join(folder.path, name);
  await writeFile(path, content);
  return importPath(opened.client, path, over);
}
const failing = (name: string, content: Content, over?: Over) =>
  importText(name, content, over).catch((error: { code: string; message: string }) => error);

async function recall(query: string, spaceId?: string) {
  const input = { query, ...(spaceId === undefined ? {} : { spaceId: spaceId as SpaceId }) }; // a test's own space
  const { results } = await opened.client.call('memory.recall', input);
  return results.filter(({ kind }) => kind === 'document');
}
const MANUAL =
  '# Boiler\n\n## Pressure\n\nThe pressure must stay below two bar.\n\n## Filter\n\nRinse the filter in May.\n';

describe('importing a document', () => {
  it('finds each passage with its place in the text, also after a restart, and after a rebuild row for row', async () => {
    const report = await importText('boiler.md', MANUAL);
    expect(report).toMatchObject({
      ...{ read: 2, imported: 2, skipped: {}, conversations: 0, pendingVectors: 0, earliest: null },
      files: [{ name: 'boiler.md', format: 'document', read: 2, imported: 2 }],
    });
    const check = async () => {
      const [first] = await recall('What pressure must the boiler have?');
      expect(first?.text).toContain('below two bar');
      expect(first?.source).toMatchObject({ name: 'boiler.md', page: null });
      const { from, to } = first?.source ?? { from: 0, to: 0 };
      expect(MANUAL.slice(from, to)).toBe(first?.text);
    };
    await check();
    const rebuilt = await examine(opened.client, { shouldRebuild: true });
    expect(rebuilt.problems).toEqual([]);
    await opened[Symbol.asyncDispose]();
    opened = await open();
    await check();
    expect((await examine(opened.client)).problems).toEqual([]);
  });

  it('skips the same bytes, under whatever name they come', async () => {
    for (const name of ['boiler.md', 'copy of boiler.md']) {
      expect(await importText(name, MANUAL)).toMatchObject({ read: 2, imported: 0, skipped: { duplicate: 2 } });
      expect(await importText(name, MANUAL, { isDryRun: true })).toMatchObject({
        imported: 0,
        skipped: { duplicate: 2 },
      });
    }
  });

  it('takes another text of the same name in place of the older one, and leaves nothing of it', async () => {
    const text = '# Boiler\n\nThe pressure must stay below three bar.\n';
    expect(await importText('boiler.md', text, { isDryRun: true })).toMatchObject({ read: 1, imported: 1 });
    expect((await recall('boiler pressure'))[0]?.text).toContain('two bar');
    expect(await importText('boiler.md', text)).toMatchObject({ read: 1, imported: 1, skipped: {} });
    expect((await recall('boiler pressure bar filter')).map((found) => found.text)).toEqual([text.trim()]);
    const report = await examine(opened.client, { shouldRebuild: true });
    expect(report.problems).toEqual([]);
  });

  it('puts it into the space that was named, and into another one beside it', async () => {
    await importText('oven.txt', 'The oven was cleaned in March.', { spaceId: 'work' as SpaceId });
    expect((await recall('When was the oven cleaned?', 'work')).length).toBe(1);
    expect(JSON.stringify(await recall('When was the oven cleaned?'))).not.toContain('March');
    expect(await importText('oven.txt', 'The oven was cleaned in March.')).toMatchObject({ imported: 1 });
  });

  it('says of each that it is on disk, and takes it from the page as from a path', async () => {
    const bytes = Buffer.from('Gutters are cleaned after the leaves have fallen.');
    const { client } = opened;
    const { uploadId } = await client.call('uploads.begin', { name: 'gutters.markdown', sizeBytes: bytes.length });
    await client.call('uploads.append', { uploadId, offset: 0, data: bytes.toString('base64') });
    const acked: number[] = [];
    const report = await client.stream(
      'imports.run',
      { files: [{ uploadId }], format: 'auto', isDryRun: false, shouldWait: true },
      { onChunk: (chunk) => chunk.kind === 'acked' && acked.push(chunk.n) },
    );
    expect([acked, report.files]).toEqual([
      [1],
      [{ name: 'gutters.markdown', format: 'document', read: 1, imported: 1 }],
    ]);
    expect((await recall('When are gutters cleaned?'))[0]?.source?.name).toBe('gutters.markdown');
  });

  it('reads a large text in several records, each of its passages', async () => {
    const paragraph = (n: number) => `Shelf ${n} holds ${'jars of plum jam and '.repeat(40)}label q${n}z.`;
    const text = Array.from({ length: 450 }, (_, n) => paragraph(n)).join('\n\n');
    const report = await importText('cellar.txt', text);
    expect(report).toMatchObject({ read: 450, imported: 450, pendingVectors: 0 });
    for (const n of [0, 230, 449]) expect((await recall(`label q${n}z`))[0]?.text).toContain(`Shelf ${n} `);
    expect(await importText('cellar.txt', text)).toMatchObject({ imported: 0, skipped: { duplicate: 450 } });
  });
});

describe('which files are documents', () => {
  const turn = '{"conversation":"quoted","speaker":"Ada","text":"A quoted turn."}';

  it.each([
    ['notes that quote a turn of an export', 'quote.md', `How an export looks:\n\n${turn}\n`],
    ['notes that begin with a link', 'link.md', '[plan](plan.md) and {"mapping": of the garden'],
    ['notes about a PKW', 'pkw.txt', 'PKW zum TÜV im Mai bringen.'],
    ['a mark of byte order and lines of Windows', 'bom.txt', '\ufeffFirst line.\r\nSecond line.\r\n'],
  ])('%s', async (_, name, content) => {
    const { files } = await importText(name, content);
    expect(files).toEqual([{ name, format: 'document', read: 1, imported: 1 }]);
  });

  it('an export that is called a text is an export', async () => {
    expect((await importText('export.txt', `${turn}\n`)).files).toMatchObject([{ format: 'jsonl', imported: 1 }]);
  });

  it('any text is, when the user says so', async () => {
    expect((await failing('app.log', 'The pump started.')) as unknown).toMatchObject({ code: 'import.unknown-format' });
    expect(await importText('app.log', 'The pump started.', { format: 'document' })).toMatchObject({ imported: 1 });
  });

  it('keeps offsets that are those of the text, whatever its encoding', async () => {
    const text = 'Cafe\u0301 crème costs 3 € at the kiosk 🙂.';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    await importText('kiosk.txt', utf16);
    const [found] = await recall('What does the crème cost at the kiosk?');
    expect([found?.text, found?.source?.from, found?.source?.to]).toEqual([text, 0, text.length]);
  });
});

describe('a text that cannot be read', () => {
  // Windows-1251, which nothing tells from other encodings of one byte.
  const bad = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  it.each<readonly [string, string, Content, string, RegExp]>([
    ['an empty file', 'empty.txt', '', 'import.unreadable', /no text/],
    ['white space', 'blank.md', '\ufeff \r\n\t\n', 'import.unreadable', /no text/],
    ['another encoding', 'cyrillic.txt', bad, 'import.unreadable', /UTF-8/],
    ['a picture', 'picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), 'import.unreadable', /picture/],
    ['zeros', 'zeros.txt', Buffer.alloc(5_000), 'import.unreadable', /UTF-8/],
    [
      'an archive of no export',
      'archive.md',
      makeZip([{ name: 'a.bin', content: 'x' }]),
      'import.unreadable',
      /archive/,
    ],
    ['50 MB', 'large.txt', Buffer.alloc(50_000_000, 'words '), 'import.too-large', /larger than 20 MB/],
  ])('%s is refused with what to do, and nothing is imported', async (_, name, content, code, message) => {
    expect(await failing(name, content)).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await failing(name, content, { isDryRun: true })).toMatchObject({ code });
  });

  it('stands for a file that is missing and for a folder, too', async () => {
    const { client } = opened;
    for (const [path, message] of [
      [join(folder.path, 'missing.md'), /cannot be read/],
      [folder.path, /not a file/],
    ] as const)
      await expect(importPath(client, path, { format: 'document' })).rejects.toMatchObject({
        ...{ code: 'import.unreadable', message: expect.stringMatching(message) },
      });
    expect(MAX_TEXT_BYTES).toBeLessThan(50_000_000);
  });

  it('keeps the others of the same import out, and says which it was', async () => {
    await writeFile(join(folder.path, 'good.md'), 'The good one about herons.');
    await writeFile(join(folder.path, 'bad.txt'), bad);
    const files = ['good.md', 'bad.txt'].map((name) => ({ path: join(folder.path, name) }));
    await expect(importPath(opened.client, '', { files })).rejects.toMatchObject({
      ...{ code: 'import.unreadable', details: { file: 1 } },
    });
    expect(JSON.stringify(await recall('herons'))).not.toContain('herons');
  });
});
