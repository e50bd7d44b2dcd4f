import { countObservations } from '../../evaluation/run/plan.pure.ts';
import type { Args } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { printJson, printLine } from '../print.ts';
import { countOf } from '../text.pure.ts';
import { chooseTrajectories } from './choose.ts';

/** `lsrep check`: whether files are trajectories, and what is in them. */
export async function checkFiles(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const trajectories = await chooseTrajectories(cli, args, words);
  const rows = trajectories.map(({ trajectory, hash }) => ({
    ...{ id: trajectory.id, hash, turns: trajectory.turns.length, checkpoints: trajectory.checkpoints.length },
    ...{ probes: trajectory.probes.length, observations: countObservations(trajectory) },
  }));
  if (args.has('json')) printJson(cli.stdout, { trajectories: rows });
  else
    for (const { id, turns, checkpoints, probes, observations } of rows)
      printLine(
        cli.stdout,
        `${id}: ${countOf(turns, 'turn')}, ${countOf(checkpoints, 'checkpoint')}, ${countOf(probes, 'probe')}, ${countOf(observations, 'observation')} an arm.`,
      );
  return 0;
}
