import { join, resolve } from 'node:path';

export type DataFolderSources = {
  readonly argv: readonly string[];
  /** `PALIMPSEST_DATA`, when set. */
  readonly fromEnv: string | undefined;
  readonly userData: string;
  readonly cwd: string;
};

function findFlag(argv: readonly string[], flag: string): string | null {
  for (const [index, word] of argv.entries()) {
    if (word.startsWith(`${flag}=`)) return word.slice(flag.length + 1);
    if (word === flag) return argv[index + 1] ?? null;
  }
  return null;
}

/** The folder that holds the user's memory: `--data`, else the environment, else beside the app's own settings. */
export function chooseDataFolder({ argv, fromEnv, userData, cwd }: DataFolderSources): string {
  const asked = findFlag(argv, '--data') || fromEnv;
  return asked ? resolve(cwd, asked) : join(userData, 'vault');
}
