import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { registerGate } from '../../evaluation/gates/read-gate.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Args, usageError } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { chooseTrajectories } from './choose.ts';

/** `lsrep register`: a gate's thresholds with the hashes of the data that they are for; to be committed before the run. */
export async function register(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const [file, ...files] = words;
  if (file === undefined)
    throw usageError('GATE is missing: a file of thresholds, such as docs/lsrep/gates/public.json.');
  const bytes = await readFile(resolve(cli.cwd, file)).catch(() => {
    throw new AppError('evaluation.invalid', 'The gate cannot be read. Check its path.');
  });
  const chosen = await chooseTrajectories(cli, args, files);
  const trajectories = chosen.map(({ trajectory: { id }, hash }) => ({ id, hash }));
  const registeredAt = `${systemClock.now().toISOString()}, version ${cli.version}`;
  cli.stdout.write(registerGate(bytes, { trajectories, registeredAt }));
  return 0;
}
