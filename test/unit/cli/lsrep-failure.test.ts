import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainFailure } from '../../../main/cli/lsrep/plain-failure.ts';
import { AppError } from '../../../main/contract/errors.ts';
import { makeTrajectory } from '../evaluation/report/made-run.ts';
import { makeFolder, runWith } from './helpers.ts';

const failed = (code: string): Error =>
  Object.assign(new Error(`${code}: no luck, open '/home/secret'`), { code, syscall: 'open' });

describe('failures of lsrep', () => {
  it('says what to do about a folder that cannot be used, without its path', () => {
    for (const code of ['EACCES', 'EROFS', 'ENOENT', 'ENOTDIR']) {
      const failure = plainFailure(failed(code));
      expect(failure).toMatchObject({ code: 'folder.unusable', message: expect.stringContaining(code) });
      expect(failure).not.toMatchObject({ message: expect.stringContaining('secret') });
    }
  });

  it('tells a full disk and an end that was asked for from a fault', () => {
    expect(plainFailure(failed('ENOSPC'))).toMatchObject({ code: 'disk.too-full' });
    const stop = AbortSignal.abort();
    expect(plainFailure(stop.reason)).toMatchObject({
      code: 'request.aborted',
      message: expect.stringContaining('go on'),
    });
    expect(plainFailure(new AppError('request.aborted', 'Stopped.'))).toMatchObject({
      message: expect.stringContaining('go on'),
    });
  });

  it('leaves what it does not know as it is', () => {
    const bug = new Error('bug');
    const own = new AppError('evaluation.invalid', 'x');
    expect([plainFailure(bug), plainFailure(own)]).toEqual([bug, own]);
  });

  it('is no fault of the app where the path of --out is a file', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'taken'), '');
    const { code, err } = await runWith([
      'lsrep',
      'generate',
      '--most-turns',
      '200',
      '--out',
      join(folder, 'taken', 'x'),
    ]);
    expect([code, err]).toEqual([1, expect.stringContaining('(ENOTDIR)')]);
  });
});

describe('lsrep check', () => {
  it('tells which of several files have faults, and all of them', async () => {
    const folder = makeFolder();
    mkdirSync(folder, { recursive: true });
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const good = JSON.stringify(makeTrajectory('life-1', 'home', 3));
    const files = [write('a', '['), write('b', good), write('c', good.replace('"title":', '"title":"x","title":'))];
    const { code, err } = await runWith(['lsrep', 'check', ...files]);
    expect(code).toBe(1);
    expect(err).toMatch(/^File 1 of 3: .*\$ is not JSON/);
    expect(err).toMatch(/File 3 of 3: .*\$\.title is there twice/);
    expect(err).not.toContain('File 2');
  });
});
