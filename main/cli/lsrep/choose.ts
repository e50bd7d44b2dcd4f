import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import type { LeftOut } from '../../evaluation/adapters/converted.pure.ts';
import { AdapterName, readSet } from '../../evaluation/adapters/read-set.ts';
import type { Arm } from '../../evaluation/format/arm.ts';
import {
  type ReadTrajectory,
  readTrajectory,
  readTrajectoryBytes,
  TrajectoryFaults,
} from '../../evaluation/format/read-trajectory.ts';
import type { Trajectory } from '../../evaluation/format/trajectory.ts';
import { type ReadGate, readGate, takeOneGate } from '../../evaluation/gates/read-gate.ts';
import { generateTrajectory } from '../../evaluation/generator/generate.pure.ts';
import { toFile } from '../../evaluation/generator/manifest.pure.ts';
import { PUBLIC_PLAN, PUBLIC_SEED } from '../../evaluation/generator/plan.pure.ts';
import { ARM_SETS, ARMS } from '../../evaluation/run/arms.pure.ts';
import { type Args, usageError } from '../args.ts';
import type { Cli } from '../context.ts';
import { printLine } from '../print.ts';
import { countOf, toPlain } from '../text.pure.ts';

/** The arms that were asked for, each once. */
export function chooseArms(args: Args): readonly Arm[] {
  const names = args.all('arms').flatMap((each) => each.split(',').map((part) => part.trim()));
  const chosen = (names.length === 0 ? ['baseline'] : names).flatMap((name) => {
    const own = Object.hasOwn(ARM_SETS, name) ? ARM_SETS[name] : ARMS.filter((arm) => arm.name === name);
    if (own === undefined || own.length === 0)
      throw usageError('There is no such arm or set of arms. `lsrep arms` lists them.');
    return own;
  });
  return [...new Map(chosen.map((arm) => [arm.name, arm])).values()];
}

const read = (trajectory: Trajectory): ReadTrajectory => readTrajectoryBytes(Buffer.from(toFile(trajectory)));

/** The folder of the run. */
export function requireOut(cli: Cli, args: Args): string {
  const out = args.text('out');
  if (out === undefined) throw usageError('--out is missing: a folder to write to.');
  return resolve(cli.cwd, out);
}

/** The trajectories that a command names: files, histories of a public set, or those that the app makes itself. */
export async function chooseTrajectories(
  cli: Cli,
  args: Args,
  files: readonly string[],
): Promise<readonly ReadTrajectory[]> {
  const set = args.choices('set', AdapterName.options)?.[0];
  if (args.has('public')) {
    if (set !== undefined || files.length > 0)
      throw usageError('--public needs no files: the app makes these histories itself.');
    return makePublic(args);
  }
  const [first, second] = files;
  if (first === undefined)
    throw usageError('FILE is missing: a trajectory; or say --public, or --set with the files of a public set.');
  if (set === undefined) return refuseTwice(await readOwn(cli, files));
  if (second !== undefined) throw usageError('--set takes one file or folder.');
  return readPublished(cli, args, { name: set, path: resolve(cli.cwd, first) });
}

/** Every file is read, so that all faults are told at once; each file by its place in the command. */
async function readOwn(cli: Cli, files: readonly string[]): Promise<readonly ReadTrajectory[]> {
  const own: ReadTrajectory[] = [];
  const refused: string[] = [];
  for (const [index, file] of files.entries()) {
    try {
      own.push(await readTrajectory(resolve(cli.cwd, file)));
    } catch (error) {
      if (files.length === 1 || !(error instanceof TrajectoryFaults)) throw error;
      refused.push(`File ${index + 1} of ${files.length}: ${error.message}`);
    }
  }
  if (refused.length > 0) throw new AppError('evaluation.invalid', refused.join('\n'));
  return own;
}

const limitOf = (args: Args): number => args.integer('limit', { min: 1, max: 100_000 }) ?? Number.POSITIVE_INFINITY;

/** What a set's own faults leave out is said: a denominator must not shrink unseen. */
async function readPublished(
  cli: Cli,
  args: Args,
  set: { readonly name: AdapterName; readonly path: string },
): Promise<readonly ReadTrajectory[]> {
  const limit = limitOf(args);
  const histories: ReadTrajectory[] = [];
  const onLeftOut = (history: string, leftOut: readonly LeftOut[]): void => {
    const reasons = [...new Set(leftOut.map(({ reason }) => reason))].join(', ');
    printLine(cli.stderr, `${toPlain(history)}: ${countOf(leftOut.length, 'question')} left out (${reasons}).`);
  };
  for await (const trajectory of readSet({ ...set, onLeftOut })) {
    histories.push(read(trajectory));
    if (histories.length >= limit) break;
  }
  return histories;
}

/** The histories of the plan, by its own seed or by another for fresh ones. */
export function makePublic(args: Args): readonly ReadTrajectory[] {
  const most = args.integer('most-turns', { min: 1, max: 1_000_000 }) ?? Number.POSITIVE_INFINITY;
  const seed = args.integer('of-seed', { min: 0, max: 999_999_999 }) ?? PUBLIC_SEED;
  const planned = PUBLIC_PLAN.filter(({ turns }) => turns <= most).slice(0, limitOf(args));
  if (planned.length === 0) throw usageError('No history of the plan is that short.');
  return planned.map((one) => read(generateTrajectory({ ...one, seed })));
}

function refuseTwice(histories: readonly ReadTrajectory[]): readonly ReadTrajectory[] {
  const ids = histories.map(({ trajectory }) => trajectory.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return histories;
  throw new AppError('evaluation.invalid', `Two of the files are the trajectory ${twice}. Give each once.`);
}

/** The gate of a run, with its bytes: the run keeps them. */
export async function chooseGate(
  cli: Cli,
  args: Args,
): Promise<{ readonly gate: ReadGate; readonly bytes: Uint8Array } | null> {
  const given: { gate: ReadGate; bytes: Uint8Array }[] = [];
  for (const file of args.all('gate')) {
    const bytes = await readFile(resolve(cli.cwd, file)).catch(() => {
      throw new AppError('evaluation.invalid', 'The gate cannot be read. Check its path.');
    });
    given.push({ gate: readGate(bytes), bytes });
  }
  takeOneGate(given.map(({ gate }) => gate));
  return given[0] ?? null;
}
