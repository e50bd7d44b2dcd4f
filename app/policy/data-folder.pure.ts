import { resolve } from 'node:path';
import { type Place, planDataFolder } from '../../main/contract/data-folder.ts';

export type DataFolderSources = Place & {
  readonly argv: readonly string[];
  /** `PALIMPSEST_DATA`, when set. */
  readonly fromEnv: string | undefined;
  readonly cwd: string;
};

function findFlag(argv: readonly string[], flag: string): string | null {
  for (const [index, word] of argv.entries()) {
    if (word.startsWith(`${flag}=`)) return word.slice(flag.length + 1);
    if (word === flag) return argv[index + 1] ?? null;
  }
  return null;
}

/** The folder that holds the user's memory: `--data`, else `PALIMPSEST_DATA`, else where the command line looks too. */
export function chooseDataFolder({ argv, fromEnv, cwd, ...place }: DataFolderSources): string {
  const asked = findFlag(argv, '--data') || fromEnv;
  return asked ? resolve(cwd, asked) : planDataFolder(place);
}
