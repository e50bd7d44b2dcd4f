import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { AdapterName, readSet } from '../../evaluation/adapters/read-set.ts';
import type { Arm } from '../../evaluation/format/arm.ts';
import { type ReadTrajectory, readTrajectory, readTrajectoryBytes } from '../../evaluation/format/read-trajectory.ts';
import type { Trajectory } from '../../evaluation/format/trajectory.ts';
import { type ReadGate, readGate, takeOneGate } from '../../evaluation/gates/read-gate.ts';
import { ARM_SETS, ARMS } from '../../evaluation/run/arms.pure.ts';
import { type Args, usageError } from '../args.ts';
import type { Cli } from '../context.ts';

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

/** A trajectory as its file has it. */
export const bytesOf = (trajectory: Trajectory): Buffer => Buffer.from(`${JSON.stringify(trajectory, null, 1)}\n`);

/** The folder of the run. */
export function requireOut(cli: Cli, args: Args): string {
  const out = args.text('out');
  if (out === undefined) throw usageError('--out is missing: a folder to write to.');
  return resolve(cli.cwd, out);
}

/** The trajectories that a command names: files, or the histories of a public set. */
export async function chooseTrajectories(
  cli: Cli,
  args: Args,
  files: readonly string[],
): Promise<readonly ReadTrajectory[]> {
  const set = args.choices('set', AdapterName.options)?.[0];
  const [first, second] = files;
  if (first === undefined) throw usageError('FILE is missing: a trajectory, or with --set the files of a public set.');
  if (set === undefined) {
    const read: ReadTrajectory[] = [];
    for (const file of files) read.push(await readTrajectory(resolve(cli.cwd, file)));
    return refuseTwice(read);
  }
  if (second !== undefined) throw usageError('--set takes one file or folder.');
  const limit = args.integer('limit', { min: 1, max: 100_000 }) ?? Number.POSITIVE_INFINITY;
  const read: ReadTrajectory[] = [];
  for await (const trajectory of readSet({ name: set, path: resolve(cli.cwd, first) })) {
    if (read.length >= limit) break;
    read.push(readTrajectoryBytes(bytesOf(trajectory)));
  }
  return read;
}

function refuseTwice(read: readonly ReadTrajectory[]): readonly ReadTrajectory[] {
  const ids = read.map(({ trajectory }) => trajectory.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return read;
  throw new AppError('evaluation.invalid', `Two of the files are the trajectory ${twice}. Give each once.`);
}

/** The gate of a run, with its bytes: the run keeps them. */
export async function chooseGate(
  cli: Cli,
  args: Args,
): Promise<{ readonly gate: ReadGate; readonly bytes: Uint8Array } | null> {
  const read: { gate: ReadGate; bytes: Uint8Array }[] = [];
  for (const file of args.all('gate')) {
    const bytes = await readFile(resolve(cli.cwd, file)).catch(() => {
      throw new AppError('evaluation.invalid', 'The gate cannot be read. Check its path.');
    });
    read.push({ gate: readGate(bytes), bytes });
  }
  takeOneGate(read.map(({ gate }) => gate));
  return read[0] ?? null;
}
