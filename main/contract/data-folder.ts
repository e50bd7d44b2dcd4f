export type Place = {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
};

/** Where programs of this platform keep a user's data: the same folder for the window, the browser and the command line. */
export function planDataFolder({ platform, env, homeFolder }: Place): string {
  if (platform === 'win32') return `${env.APPDATA || `${homeFolder}\\AppData\\Roaming`}\\Palimpsest\\vault`;
  if (platform === 'darwin') return `${homeFolder}/Library/Application Support/Palimpsest/vault`;
  // The XDG rules: a relative path there counts as unset.
  const asked = env.XDG_DATA_HOME ?? '';
  return `${asked.startsWith('/') ? asked.replace(/\/$/, '') : `${homeFolder}/.local/share`}/palimpsest`;
}
