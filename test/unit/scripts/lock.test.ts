import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '../../../scripts/lib/lock.mjs';

describe('scripts/lib/lock', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('lets one build in at a time, and each in its turn', async () => {
    const path = join(folder, 'build.lock');
    const order: string[] = [];
    const enter = (name: string) =>
      withLock(path, async () => {
        order.push(`${name} in`);
        await Promise.resolve();
        order.push(`${name} out`);
      });
    await Promise.all([enter('a'), enter('b')]);
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
    expect(existsSync(path)).toBe(false);
  });

  it('takes over from a build whose process is gone', async () => {
    const path = join(folder, 'build.lock');
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(path, String(pid));
    await expect(withLock(path, async () => 'built')).resolves.toBe('built');
  });

  it('frees the lock when the build fails, and passes the failure on', async () => {
    const path = join(folder, 'build.lock');
    await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(path)).toBe(false);
  });

  it('gives up after its time when another process keeps it', async () => {
    const path = join(folder, 'build.lock');
    writeFileSync(path, String(process.ppid));
    await expect(withLock(path, async () => 'built', 150)).rejects.toThrow('another build has held');
  });
});
