import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { declareBeforeLines } from '../../../../main/evaluation/lib/declare-once.ts';

const folder = mkdtempSync(join(tmpdir(), 'declared-'));
const path = join(folder, 'judge', 'header.json');
afterAll(() => rmSync(folder, { recursive: true }));

describe('declareBeforeLines', () => {
  it('lets another model take over where the first gave no line, and refuses it after one', async () => {
    await declareBeforeLines(path, { model: 'one' }, 'differs');
    mkdirSync(join(folder, 'judge', 'full'));
    const lines = join(folder, 'judge', 'full', 'life.jsonl');
    writeFileSync(lines, '');
    await declareBeforeLines(path, { model: 'two' }, 'differs');
    writeFileSync(lines, '{}\n');
    await declareBeforeLines(path, { model: 'two' }, 'differs');
    await expect(declareBeforeLines(path, { model: 'three' }, 'differs')).rejects.toThrow('differs');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ model: 'two' });
  });
});
