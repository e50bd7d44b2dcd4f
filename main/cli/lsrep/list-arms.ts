import { ARM_SETS, ARMS } from '../../evaluation/run/arms.pure.ts';
import { type Args, requireWords } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { printJson, printLine } from '../print.ts';

/** `lsrep arms`: the arms there are, and the sets of them. */
export async function listArms(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  requireWords(words, []);
  const sets = Object.fromEntries(Object.entries(ARM_SETS).map(([name, arms]) => [name, arms.map((arm) => arm.name)]));
  if (args.has('json')) printJson(cli.stdout, { arms: ARMS, sets });
  else {
    for (const { name } of ARMS) printLine(cli.stdout, name);
    for (const [name, arms] of Object.entries(sets)) printLine(cli.stdout, `\nset ${name}: ${arms.join(', ')}`);
  }
  return 0;
}
