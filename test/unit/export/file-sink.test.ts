import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileSink } from '../../../main/export/file-sink.ts';

let folder: string;
let dataFolder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-sink-'));
  dataFolder = join(folder, 'vault');
  await mkdir(dataFolder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (name: string, isOverwriting = false) =>
  openFileSink({ path: join(folder, name), isOverwriting, dataFolder, id: 'one' });
const listed = async () => (await readdir(folder)).filter((name) => name !== 'vault');

describe('openFileSink', () => {
  it('has nothing at its place before it is whole', async () => {
    const sink = await open('a.jsonl');
    await sink.write('one\n');
    await sink.write('two\n');
    expect(await listed()).not.toContain('a.jsonl');
    await sink.finish();
    expect(await readFile(join(folder, 'a.jsonl'), 'utf8')).toBe('one\ntwo\n');
    expect(await listed()).toEqual(['a.jsonl']);
  });

  it('leaves nothing behind when it is given up', async () => {
    const sink = await open('a.jsonl');
    await sink.write('one\n');
    await sink.discard();
    expect(await listed()).toEqual([]);
  });

  it('never takes the place of a file unasked, also of one that came meanwhile', async () => {
    await writeFile(join(folder, 'a.md'), 'mine');
    await expect(open('a.md')).rejects.toMatchObject({ code: 'export.exists' });
    const sink = await open('b.md');
    await sink.write('export');
    await writeFile(join(folder, 'b.md'), 'mine');
    await expect(sink.finish()).rejects.toMatchObject({ code: 'export.exists' });
    await sink.discard();
    expect(await readFile(join(folder, 'b.md'), 'utf8')).toBe('mine');
    expect(await listed()).toEqual(['a.md', 'b.md']);
  });

  it('takes it when asked to', async () => {
    await writeFile(join(folder, 'a.md'), 'old');
    const sink = await open('a.md', true);
    await sink.write('new');
    await sink.finish();
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('new');
  });

  it('says what is wrong with a place', async () => {
    await symlink(dataFolder, join(folder, 'way'));
    await expect(open('none/a.md')).rejects.toMatchObject({
      code: 'export.unwritable',
      message: expect.stringMatching(/no such folder/),
    });
    await expect(open('vault')).rejects.toMatchObject({
      code: 'export.unwritable',
      message: expect.stringMatching(/folder/),
    });
    await expect(open('vault/head.json', true)).rejects.toMatchObject({
      message: expect.stringMatching(/data folder/),
    });
    await expect(open('way/head.json', true)).rejects.toMatchObject({ message: expect.stringMatching(/data folder/) });
    await expect(open('x'.repeat(300))).rejects.toMatchObject({ message: expect.stringMatching(/too long/) });
  });
});
