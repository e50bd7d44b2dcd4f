import { mkdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderId, WatchedFolder } from '../../main/contract/documents.ts';
import { makeDocx, makePdf } from '../builders/documents.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importPath } from './real-folder.ts';

let folder: Folder;
let opened: Opened;
let papers: string;
let watched: WatchedFolder;
const open = () => openFolder(join(folder.path, 'data'), { inference: createHashInference() });
beforeAll(async () => {
  folder = await makeFolder();
  papers = join(folder.path, 'papers');
  await mkdir(join(papers, 'sub'), { recursive: true });
  opened = await open();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const put = (name: string, content: string | Uint8Array) => writeFile(join(papers, name), content);
const check = (id: FolderId = watched.id) =>
  opened.client.stream('folders.check', { id }, { onChunk: () => undefined });
const watch = (path: string, removesVanished = false) => opened.client.call('folders.watch', { path, removesVanished });
const listed = async () => (await opened.client.call('documents.list', { offset: 0, limit: 100 })).documents;
const names = async () => (await listed()).map(({ name }) => name).sort();
const find = async (name: string) => {
  const found = (await listed()).find((document) => document.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

describe('watching a folder', () => {
  it.each([
    ['a path that is not whole', () => 'papers', /no whole path/],
    ['one that is not there', () => join(folder.path, 'nowhere'), /no such folder/],
    ['a file', () => join(folder.path, 'a.txt'), /file and not a folder/],
    ['the data folder', () => join(folder.path, 'data', 'journal'), /own data/],
    ['a folder round the data folder', () => folder.path, /own data/],
  ])('refuses %s, with what to do', async (_, path, message) => {
    await writeFile(join(folder.path, 'a.txt'), 'text');
    await expect(watch(path())).rejects.toMatchObject({
      ...{ code: 'folder.unusable', message: expect.stringMatching(message) },
    });
  });

  it('imports what is in it, folders in it too, and passes over what is hidden, too large, linked or of another kind', async () => {
    const outside = join(folder.path, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'secret.md'), 'The outside secret.');
    await put('lease.pdf', makePdf({ pages: [['The rent is due on the third.']] }));
    await put('sub/cake.docx', makeDocx(['Stone the plums.']));
    await put('.hidden.md', 'Hidden words.');
    await put('~$cake.docx', 'lock');
    await put('photo.jpg', 'x');
    await put('large.pdf', '');
    await truncate(join(papers, 'large.pdf'), 201 * 1024 * 1024);
    await put('locked.pdf', makePdf({ pages: [['a']], isEncrypted: true }));
    await symlink(outside, join(papers, 'link'));
    await symlink(join(outside, 'secret.md'), join(papers, 'secret.md'));
    watched = await watch(`"${papers}"`);
    expect(watched).toMatchObject({ path: papers, checkedAt: null, problem: null, documents: 0 });
    const seen: string[] = [];
    const { counts, failures } = await opened.client.stream(
      'folders.check',
      { id: watched.id },
      { onChunk: ({ file }) => seen.push(file) },
    );
    expect(counts).toEqual({
      ...{ found: 3, imported: 2, unchanged: 0, duplicates: 0, leftOut: 0, failed: 1, missing: 0, removed: 0 },
      ...{ hidden: 2, tooLarge: 1, otherKinds: 1, links: 2, unreadableFolders: 0 },
    });
    expect(failures).toEqual([{ file: 'locked.pdf', message: expect.stringMatching(/password/) }]);
    expect(seen).toEqual(['lease.pdf', 'locked.pdf', 'sub/cake.docx', '']);
    expect(await names()).toEqual(['cake.docx', 'lease.pdf']);
    expect((await find('cake.docx')).folder).toEqual({
      ...{ id: watched.id, path: papers, file: 'sub/cake.docx', isMissing: false },
    });
  });

  it('reads nothing again that is as it was, and what has changed once', async () => {
    expect((await check()).counts).toMatchObject({ unchanged: 3, imported: 0, failed: 0 });
    await put('lease.pdf', makePdf({ pages: [['The rent is due on the tenth.']] }));
    await put('new.md', 'A new note about moss.');
    expect((await check()).counts).toMatchObject({ unchanged: 2, imported: 2 });
    expect(await names()).toEqual(['cake.docx', 'lease.pdf', 'new.md']);
    const { results } = await opened.client.call('memory.recall', { query: 'When is the rent due?' });
    expect(JSON.stringify(results)).not.toContain('third');
    expect((await check()).counts).toMatchObject({ unchanged: 4, imported: 0 });
  });

  it('keeps apart files of one name in two folders, and one that was chosen by hand', async () => {
    const other = join(folder.path, 'other');
    await mkdir(other);
    await writeFile(join(other, 'new.md'), 'Another note of that name, about lichen.');
    const second = await watch(other);
    await check(second.id);
    await writeFile(join(folder.path, 'new.md'), 'A third one, about ferns.');
    await importPath(opened.client, join(folder.path, 'new.md'), {});
    expect((await names()).filter((name) => name === 'new.md')).toHaveLength(3);
    await check();
    expect((await names()).filter((name) => name === 'new.md')).toHaveLength(3);
    await opened.client.call('folders.unwatch', { id: second.id });
    expect((await opened.client.call('folders.list', {})).folders.map(({ path }) => path)).toEqual([papers]);
    expect((await names()).filter((name) => name === 'new.md')).toHaveLength(3);
    // Chosen again, it knows its documents.
    expect((await watch(other)).id).toBe(second.id);
    expect((await check(second.id)).counts).toMatchObject({ imported: 0 });
    await opened.client.call('folders.unwatch', { id: second.id });
  });

  it('leaves out what the user took away, until its file changes', async () => {
    const cake = await find('cake.docx');
    await opened.client.call('documents.remove', { id: cake.id });
    await utimes(join(papers, 'sub/cake.docx'), new Date(), new Date());
    expect((await check()).counts).toMatchObject({ leftOut: 1, imported: 0 });
    expect(await names()).not.toContain('cake.docx');
    await put('sub/cake.docx', makeDocx(['Use apples.']));
    expect((await check()).counts).toMatchObject({ leftOut: 0, imported: 1 });
  });

  it('keeps a document whose file vanished, and says so until it is back', async () => {
    await rename(join(papers, 'new.md'), join(folder.path, 'away.md'));
    expect((await check()).counts).toMatchObject({ missing: 1, removed: 0 });
    const missing = async () => (await listed()).filter(({ folder: at }) => at?.isMissing === true);
    expect((await missing()).map(({ name }) => name)).toEqual(['new.md']);
    await rename(join(folder.path, 'away.md'), join(papers, 'new.md'));
    expect((await check()).counts).toMatchObject({ missing: 0, duplicates: 1 });
    expect(await missing()).toEqual([]);
  });

  it('takes away nothing where the folder vanished or stands empty, and says so', async () => {
    await watch(papers, true);
    const before = await names();
    await rename(papers, `${papers}.away`);
    expect((await check()).problem).toMatch(/not there.*kept/s);
    await mkdir(papers);
    expect((await check()).problem).toMatch(/disk is not connected.*kept/s);
    expect(await names()).toEqual(before);
    await rm(papers, { recursive: true });
    await rename(`${papers}.away`, papers);
    expect(await check()).toMatchObject({ problem: null, counts: { removed: 0, unchanged: 4 } });
  });

  it('takes a document away with its file where the user chose so, and brings it back with it', async () => {
    await rename(join(papers, 'new.md'), join(folder.path, 'away.md'));
    expect((await check()).counts).toMatchObject({ missing: 0, removed: 1 });
    await rename(join(folder.path, 'away.md'), join(papers, 'new.md'));
    expect((await check()).counts).toMatchObject({ imported: 1, leftOut: 0 });
  });

  it('looks by itself as a worker does, and finds all of it in order after a rebuild and a restart', async () => {
    await put('later.md', 'Later words about reeds.');
    const run = () =>
      opened.client.stream('workers.simulate', { workers: ['folders'], days: 0 }, { onChunk: () => undefined });
    expect((await run()).runs.at(-1)).toMatchObject({ state: 'done', counts: { folders: 1, imported: 1 } });
    expect((await examine(opened.client, { shouldRebuild: true })).problems).toEqual([]);
    await opened[Symbol.asyncDispose]();
    opened = await open();
    // What was found on the disk is forgotten with the old tables: everything is known by its bytes.
    expect((await check()).counts).toMatchObject({ imported: 0, duplicates: 4, failed: 1 });
    expect((await run()).runs.at(-1)).toMatchObject({ state: 'done', counts: { imported: 0 } });
  });
});
