import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../main/contract/errors.ts';
import { readTrajectory, TrajectoryFaults } from '../../../../main/evaluation/format/read-trajectory.ts';
import { smallTrajectory, withChange } from './small-trajectory.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trajectory-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, bytes: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
async function refusalOf(path: string, maxBytes?: number): Promise<TrajectoryFaults> {
  try {
    await readTrajectory(path, maxBytes);
  } catch (error) {
    if (error instanceof TrajectoryFaults) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('evaluation/format/read-trajectory', () => {
  it('gives the trajectory, its bytes and their hash', async () => {
    const text = JSON.stringify(smallTrajectory());
    const { trajectory, bytes, hash } = await readTrajectory(write('good.json', text));
    expect(trajectory).toEqual(smallTrajectory());
    expect(new TextDecoder().decode(bytes)).toBe(text);
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('refuses with every fault by its path, in an error that can be shown', async () => {
    const error = await refusalOf(
      write('faults.json', JSON.stringify({ ...smallTrajectory(), owner: 'x', zone: 'y' })),
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error.toWire()).toEqual({
      code: 'evaluation.invalid',
      message:
        'The trajectory has 2 faults. Correct them and read it again:\n$.zone is no IANA time zone\n' +
        '$.owner never speaks: it has to be the speaker of a turn',
      retry: 'after-user-action',
      details: { faults: 2, path: '$.zone' },
    });
    const one = await refusalOf(write('fault.json', JSON.stringify(withChange(['turns', 0, 'text'], undefined))));
    expect(one.message).toBe('The trajectory has a fault. Correct it and read it again: $.turns[0].text is missing');
  });

  it.each([
    ['no JSON', '{"format": my secret', /^is not JSON( \(at character \d+\))?$/],
    ['nothing', '', /^is not JSON/],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), /^is not UTF-8$/],
    ['JSON that is no object', '"x"', /^has to be an object$/],
  ])('refuses %s, and quotes nothing of it', async (_, bytes, reason) => {
    const error = await refusalOf(write('bad.json', bytes));
    expect(error.faults).toEqual([{ path: '$', reason: expect.stringMatching(reason) }]);
    expect(error.message).not.toContain('secret');
  });

  it('refuses what is not there, what is no file and what is too large', async () => {
    expect((await refusalOf(join(folder, 'none.json'))).faults).toEqual([
      { path: '$', reason: 'cannot be opened (ENOENT)' },
    ]);
    expect((await refusalOf(folder)).faults).toEqual([{ path: '$', reason: 'is not a file' }]);
    const large = write('large.json', ' '.repeat(1_048_577));
    expect((await refusalOf(large, 1_048_576)).faults).toEqual([{ path: '$', reason: 'is larger than 1 MiB' }]);
  });
});
