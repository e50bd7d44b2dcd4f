import { join } from 'node:path';
import { writeWhole } from '../../evaluation/run/unit-file.ts';
import { type Args, requireWords } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { printJson, printLine } from '../print.ts';
import { countOf } from '../text.pure.ts';
import { makePublic, requireOut } from './choose.ts';

/** `lsrep generate`: writes the app's own histories, the same ones from the same seed. */
export async function generate(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  requireWords(words, []);
  const folder = requireOut(cli, args);
  const made = makePublic(args);
  for (const { trajectory, bytes } of made) await writeWhole(join(folder, `${trajectory.id}.json`), bytes);
  const rows = made.map(({ trajectory, hash }) => ({
    ...{ id: trajectory.id, turns: trajectory.turns.length, probes: trajectory.probes.length, hash },
  }));
  if (args.has('json')) printJson(cli.stdout, { folder, trajectories: rows });
  else printLine(cli.stdout, `${countOf(rows.length, 'history', 'histories')} in ${folder}.`);
  return 0;
}
