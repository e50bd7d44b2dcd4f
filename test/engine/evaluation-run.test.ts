import { readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Arm } from '../../main/evaluation/format/arm.ts';
import type { Observed, UnitLine } from '../../main/evaluation/format/observation.ts';
import { readTrajectory } from '../../main/evaluation/format/read-trajectory.ts';
import { ARMS } from '../../main/evaluation/run/arms.pure.ts';
import type { EvaluationParts } from '../../main/evaluation/run/parts.ts';
import { type RunPlan, runAll } from '../../main/evaluation/run/run.ts';
import { readUnit, unitPath } from '../../main/evaluation/run/unit-file.ts';
import { openEvaluationParts } from '../../main/evaluation-parts.ts';
import { makeTrajectory, writeTrajectory } from './made-trajectory.ts';
import { type Folder, makeFolder, repository } from './open-folder.ts';

let folder: Folder;
let parts: EvaluationParts;
let file: string;
beforeAll(async () => {
  folder = await makeFolder();
  parts = await openEvaluationParts({ appRoot: repository, version: 'test', env: {} });
  file = await writeTrajectory(join(folder.path, 'moved.json'), makeTrajectory());
});
afterAll(async () => {
  await parts.close();
  await folder[Symbol.asyncDispose]();
});

const arms = (...names: readonly string[]): readonly Arm[] => ARMS.filter(({ name }) => names.includes(name));
const never = new AbortController().signal;

async function run(name: string, over: Partial<RunPlan> = {}, signal: AbortSignal = never): Promise<string> {
  const out = join(folder.path, name);
  const plan: RunPlan = {
    ...{ folder: out, trajectories: [await readTrajectory(file)], arms: arms('full', 'vector'), answerer: 'contract' },
    ...{ seed: 1, isStateShared: true, gate: null, shouldKeepTraces: false, ...over },
  };
  await runAll(plan, { parts, openArm: () => parts.openPalimpsest }, { signal, onProgress: () => undefined });
  return out;
}

/** Every unit file of a run, by name. */
async function readUnits(out: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(join(out, 'units'), { recursive: true })).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(
    names.sort().map(async (name) => [name, await readFile(join(out, 'units', name), 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}

const observationsOf = (lines: readonly UnitLine[]): readonly Observed[] =>
  lines.flatMap((line) => (line.t === 'observation' && line.status === 'observed' ? [line] : []));
const at = (lines: readonly UnitLine[], checkpoint: string, probe: string): Observed | undefined =>
  observationsOf(lines).find((line) => line.checkpoint === checkpoint && line.probe === probe);

describe('a run', () => {
  it('asks at every checkpoint each probe whose origin has passed, and answers with what holds then', async () => {
    const lines = await readUnit(await run('first'), 'full', 'moved');
    expect(observationsOf(lines).map(({ checkpoint, probe }) => `${checkpoint} ${probe}`)).toEqual([
      ...['k1 home', 'k1 home-before', 'k1 sister', 'k2 home', 'k2 home-before', 'k2 sister', 'k2 boiler'],
      ...['k3 home', 'k3 home-before', 'k3 sister', 'k3 boiler', 'k3 choir'],
    ]);
    const claim = (checkpoint: string, probe: string) => at(lines, checkpoint, probe)?.answer?.split('\n')[0];
    expect([claim('k1', 'home'), claim('k2', 'home'), claim('k3', 'home-before')]).toEqual([
      expect.stringContaining('Trento'),
      expect.stringContaining('Bergen'),
      expect.stringContaining('Trento'),
    ]);
    expect(at(lines, 'k3', 'boiler')?.supplied.flatMap(({ turns }) => turns)).toContain('document:moved-d1');
    expect(lines.flatMap((line) => (line.t === 'state' ? [[line.turns, line.documents, line.pending]] : []))).toEqual([
      [11, 0, 0],
      [20, 1, 0],
      [21, 1, 0],
    ]);
  });

  it('supplies nothing that arrived after its checkpoint', async () => {
    const lines = await readUnit(await run('first'), 'full', 'moved');
    const { trajectory } = await readTrajectory(file);
    const arrives = new Map(trajectory.turns.map((turn) => [turn.id, Date.parse(turn.at)]));
    const checkpoints = new Map(trajectory.checkpoints.map(({ id, at: time }) => [id, Date.parse(time)]));
    for (const { checkpoint, supplied } of observationsOf(lines))
      for (const id of supplied.flatMap(({ turns, context }) => [...turns, ...context]))
        expect(arrives.get(id) ?? 0).toBeLessThanOrEqual(checkpoints.get(checkpoint) ?? 0);
  });

  it('comes out byte for byte the same again, and with a memory of its own for each arm', async () => {
    const first = await readUnits(await run('first'));
    expect(await readUnits(await run('again'))).toEqual(first);
    expect(await readUnits(await run('alone', { isStateShared: false }))).toEqual(first);
  });

  it('goes on where it was stopped, keeps a torn line as evidence, and comes out the same', async () => {
    const whole = await readUnits(await run('first'));
    const out = join(folder.path, 'stopped');
    const stop = new AbortController();
    const plan = { trajectories: [await readTrajectory(file)], arms: arms('full', 'vector') };
    let asked = 0;
    await expect(
      runAll(
        {
          folder: out,
          ...plan,
          answerer: 'contract',
          seed: 1,
          isStateShared: true,
          gate: null,
          shouldKeepTraces: false,
        },
        { parts, openArm: () => parts.openPalimpsest },
        {
          signal: stop.signal,
          onProgress: ({ phase }) => {
            if (phase === 'asking') asked += 1;
            if (asked === 9) stop.abort();
          },
        },
      ),
    ).rejects.toThrow();
    const path = unitPath(out, 'full', 'moved');
    const { length } = await readFile(path);
    await truncate(path, length - 7);
    await run('stopped');
    expect(await readUnits(out)).toEqual(whole);
    expect(await readdir(join(out, 'evidence'))).toEqual(['full.moved.1.cut']);
  });

  it('writes all of a use before the next question, so that asking which counts comes out the same again too', async () => {
    const [first, again] = [
      await run('used', { arms: arms('access') }),
      await run('used again', { arms: arms('access') }),
    ];
    expect(await readUnits(again)).toEqual(await readUnits(first));
    const lines = observationsOf(await readUnit(first, 'access', 'moved'));
    for (const [index, { checkpoint, transition }] of lines.entries()) {
      const next = lines[index + 1];
      if (next?.checkpoint === checkpoint) expect(next.transition?.recordsBefore).toBe(transition?.recordsAfter);
    }
  });

  it('counts the use of what answers read only where that is declared', async () => {
    const out = await run('access', { arms: arms('full', 'access') });
    const grown = async (arm: string) =>
      observationsOf(await readUnit(out, arm, 'moved')).map(({ transition }) =>
        transition === null ? null : transition.recordsAfter > transition.recordsBefore,
      );
    expect(new Set(await grown('full'))).toEqual(new Set([false]));
    expect(new Set(await grown('access'))).toEqual(new Set([true]));
  });

  it('refuses to mix with another run in the same folder', async () => {
    await run('first');
    await expect(run('first', { seed: 2 })).rejects.toMatchObject({ code: 'evaluation.other-run' });
  });
});
