import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ResidueInput, type ResidueReport, scanFolders } from '../../../main/residue/scan.ts';

const SECRET = 'the key is under the third flower pot';

async function scanFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  input: Partial<ResidueInput> = {},
): Promise<ResidueReport> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-residue-'));
  try {
    for (const [name, bytes] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
    await symlink('/', join(folder, 'link'));
    const parts = scanFolders({ folders: [folder], needles: [SECRET], ...input });
    let part = parts.next();
    while (part.done !== true) part = parts.next();
    return part.value;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One entry of a zip without the rest of it. */
function zipEntry(text: string): Buffer {
  const packed = deflateRawSync(text);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt16LE(5, 26);
  return Buffer.concat([header, Buffer.from('a.txt'), packed]);
}

describe('residue/scan', () => {
  it('says in which file and where a text stands, and never what it is', async () => {
    const report = await scanFiles({ 'notes/one.txt': `so ${SECRET}.`, 'two.txt': 'nothing here' });
    expect(report).toMatchObject({ files: 2, needles: 1, found: 1, unreadable: [], tooShort: [] });
    expect(report.hits).toEqual([{ folder: 0, file: 'notes/one.txt', offset: 3, how: 'as written', needle: 0 }]);
    expect(JSON.stringify(report)).not.toContain('flower');
  });

  it('looks into what is compressed, also inside of something else', async () => {
    const text = `${'padding '.repeat(100)}${SECRET}`;
    const report = await scanFiles({
      'a.gz': gzipSync(text),
      'b.bin': Buffer.concat([Buffer.from('head'), gzipSync(text), Buffer.from('tail')]),
      'c.zip': zipEntry(text),
      'd.gz': gzipSync(zipEntry(text)),
      'e.zlib': deflateSync(text),
      'f.raw': deflateRawSync(text),
      'clean.gz': gzipSync('nothing'),
    });
    expect(report.hits.map(({ file }) => file).sort()).toEqual(['a.gz', 'b.bin', 'c.zip', 'd.gz', 'e.zlib', 'f.raw']);
  });

  it('finds a text across the parts in which a large file is read, once', async () => {
    const part = 1024 * 1024;
    const bytes = new Uint8Array(3 * part + 5000);
    for (const at of [part - 10, 2 * part - 30, 3 * part + 4000]) bytes.set(Buffer.from(SECRET), at);
    const report = await scanFiles({ 'db/base/5/1234': bytes });
    expect(report.hits.map(({ offset }) => offset)).toEqual([part - 10, 2 * part - 30, 3 * part + 4000]);
    expect(report.bytes).toBe(bytes.length);
  });

  it('looks at names of files, and leaves out weights and what it is told to', async () => {
    const report = await scanFiles(
      { [`${SECRET}.txt`]: '', 'models/a.gguf': SECRET, 'backups/b.txt': SECRET, 'backups2.txt': 'no' },
      { leaveOut: ['backups'] },
    );
    expect(report.hits.map(({ how }) => how)).toEqual(['name of the file, as written']);
    expect(report.leftOut.map(({ files }) => files)).toEqual([1, 1]);
  });

  it('says which texts are too short to be told from chance', async () => {
    expect(await scanFiles({ 'a.txt': 'an abc' }, { needles: ['abc', SECRET] })).toMatchObject({
      tooShort: [0],
      found: 0,
    });
  });
});
