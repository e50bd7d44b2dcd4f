import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTrajectoryBytes } from '../../../../main/evaluation/format/read-trajectory.ts';
import { declareRun } from '../../../../main/evaluation/run/run.ts';
import { makeTrajectory } from '../report/made-run.ts';
import { ARM } from '../systems/made.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-declare-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const HASH = 'a'.repeat(64);
const parts = { version: '1', hashes: async () => ({ code: HASH, models: {}, config: HASH }) };
const history = (id: string) => readTrajectoryBytes(Buffer.from(JSON.stringify(makeTrajectory(id, 'home', 3))));
const declare = (arms: readonly string[], histories: readonly string[]) =>
  declareRun(
    {
      ...{ folder, answerer: 'contract', seed: 1, isStateShared: false, gate: null, shouldKeepTraces: false },
      arms: arms.map((name) => ({ ...ARM, name })),
      trajectories: histories.map(history),
    },
    parts,
  );

describe('the declaration of a run', () => {
  it.each([
    ['arms', ['vector', 'other', 'vector'], ['life']],
    ['arms', ['Vector', 'vector'], ['life']],
    ['histories', ['vector'], ['life', 'Life']],
  ])('refuses two %s whose files would be one', async (what, arms, histories) => {
    await expect(declare(arms, histories)).rejects.toMatchObject({
      code: 'evaluation.invalid',
      message: expect.stringContaining(`Two ${what}`),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is the same when it is made again', async () => {
    const first = await declare(['vector', 'other'], ['life', 'lives']);
    expect(await declare(['vector', 'other'], ['life', 'lives'])).toEqual(first);
  });
});
