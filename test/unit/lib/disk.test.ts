import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../../main/lib/disk.ts';

describe('lib/disk', () => {
  it('makes a folder with the ones above it, for the user alone, and again without complaint', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'palimpsest-disk-')), 'a', 'b');
    await makeFolder(folder);
    await makeFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('fails where a file is in the way', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'palimpsest-disk-')), 'file');
    writeFileSync(file, '');
    await expect(makeFolder(join(file, 'inside'))).rejects.toThrow();
  });

  it.runIf(process.platform === 'linux')('fails, and returns, in a file system that makes no folders', async () => {
    await expect(makeFolder('/proc/palimpsest/data')).rejects.toThrow();
  });
});
