import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileLog } from '../../../main/lib/log.ts';

const now = () => new Date('2024-05-01T10:00:00.000Z');

describe('lib/log', () => {
  it('writes one JSON object a line', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'palimpsest-log-')), 'logs', 'engine.log');
    fileLog(path, now)('engine.open', { ms: 3 });
    expect(readFileSync(path, 'utf8')).toBe('{"at":"2024-05-01T10:00:00.000Z","event":"engine.open","ms":3}\n');
  });

  it('never stops the app, not even where its folder cannot be made', () => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-log-'));
    writeFileSync(join(folder, 'logs'), 'a file where the folder should be');
    const log = fileLog(join(folder, 'logs', 'engine.log'), now);
    expect(() => log('engine.open')).not.toThrow();
  });
});
