import { posix, win32 } from 'node:path';

export type Place = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
};

/** Where programs of this platform keep a user's data. */
export function planDataFolder({ platform, env, homeFolder }: Place): string {
  if (platform === 'win32') {
    return win32.join(env.APPDATA || win32.join(homeFolder, 'AppData', 'Roaming'), 'Palimpsest', 'vault');
  }
  if (platform === 'darwin') return posix.join(homeFolder, 'Library', 'Application Support', 'Palimpsest', 'vault');
  // The XDG rules: a relative path there counts as unset.
  const asked = env.XDG_DATA_HOME ?? '';
  return posix.join(posix.isAbsolute(asked) ? asked : posix.join(homeFolder, '.local', 'share'), 'palimpsest');
}
