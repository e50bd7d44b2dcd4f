import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planDataFolder } from '../contract/data-folder.ts';
import { AppError } from '../contract/errors.ts';
import type { Args } from './args.ts';
import type { Cli } from './context.ts';

/** What only a Palimpsest folder has; one is enough, because a damaged folder must still be found. */
const SIGNS = ['vault.json', 'head.json', 'journal'];

/** The folder that a command works on: `--data`, else the environment, else the platform's own place. */
export function chooseDataFolder(cli: Cli, args: Args): string {
  const asked = args.text('data') ?? (cli.env.PALIMPSEST_DATA || undefined);
  return asked === undefined ? planDataFolder(cli) : resolve(cli.cwd, asked);
}

/** As `chooseDataFolder`, for commands that only read: a mistyped folder must never become a new empty one. */
export function getExistingDataFolder(cli: Cli, args: Args): string {
  const folder = chooseDataFolder(cli, args);
  if (SIGNS.some((name) => existsSync(join(folder, name)))) return folder;
  throw new AppError('store.not-found', `There is no Palimpsest data in ${folder}. Check the folder after --data.`);
}
