import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCli, runCliProcess, startCli } from './cli-process.ts';
import { makeTrajectory, writeTrajectory } from './made-trajectory.ts';
import { seeded } from './make-turns.ts';
import { type Folder, makeFolder } from './open-folder.ts';

/** SIGKILLs of a run; the issue asks for `PALIMPSEST_KILLS=50`. */
const KILLS = Number(process.env.PALIMPSEST_KILLS ?? 3);
/** A run of two small histories takes about this long here. */
const MOST_MS = 12_000;

let folder: Folder;
let files: readonly string[];
beforeAll(async () => {
  buildCli();
  folder = await makeFolder();
  files = await Promise.all(
    ['one', 'two'].map((id) => writeTrajectory(join(folder.path, `${id}.json`), makeTrajectory(id, 4))),
  );
}, 240_000);
afterAll(() => folder[Symbol.asyncDispose]());

const argv = (out: string, more: readonly string[] = []): readonly string[] => [
  ...[
    'lsrep',
    'run',
    ...files,
    '--out',
    out,
    '--arms',
    'full,vector,access',
    '--shared-state',
    '--no-traces',
    '--json',
  ],
  ...more,
];

/** The report as bytes: what anybody sees of a run. */
async function readReport(out: string): Promise<string> {
  const ended = await runCliProcess(['lsrep', 'report', out, '--resamples', '200', '--json']);
  expect(ended.code, ended.err).toBe(0);
  return readFile(join(out, 'report.json'), 'utf8');
}

async function runToEnd(out: string, more: readonly string[] = []): Promise<void> {
  const { code, err } = await runCliProcess(argv(out, more));
  expect(code, err).toBe(0);
}

it(`a run that is killed ${KILLS} times comes to the same report`, async () => {
  const whole = join(folder.path, 'whole');
  await runToEnd(whole);
  const expected = await readReport(whole);
  const random = seeded(29);
  let kills = 0;
  for (let n = 0; kills < KILLS; n += 1) {
    const out = join(folder.path, `killed ${n}`);
    // Killed again and again until it is done: each kill meets it at another place.
    for (let tries = 0; kills < KILLS && tries < 6; tries += 1) {
      await using running = startCli(argv(out));
      await Promise.race([running.ended, pause(500 + random() * MOST_MS)]);
      running.child.kill('SIGKILL');
      if ((await running.ended).code !== null) break;
      kills += 1;
    }
    await runToEnd(out);
    expect(await readReport(out), `run ${n} after ${kills} kills`).toBe(expected);
    await rm(out, { recursive: true, force: true });
  }
}, 3_600_000);

it('several workers come to the same report as one', async () => {
  const whole = join(folder.path, 'whole');
  if (!existsSync(join(whole, 'report.json'))) await runToEnd(whole);
  const out = join(folder.path, 'shared out');
  await runToEnd(out, ['--parallel', '2']);
  expect(await readReport(out)).toBe(await readReport(whole));
  expect((await readdir(out)).sort()).toEqual([
    ...['observations', 'report.html', 'report.json', 'run.json', 'trajectories', 'units', 'work'],
  ]);
}, 600_000);
