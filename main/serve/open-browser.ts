import { spawn } from 'node:child_process';

export type Surroundings = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The program that opens an address, or null where nothing could show it. */
export function planBrowser({ platform, env }: Surroundings, url: string): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open', url];
  // `start` takes its first quoted word as a window title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', url];
  // Without a display, xdg-open falls back to a text browser that would take over the terminal.
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', url] : null;
}

/** Opens the user's browser; false when that did not work, which is never an error. */
export function openBrowser(surroundings: Surroundings, url: string): Promise<boolean> {
  const plan = planBrowser(surroundings, url);
  if (plan === null) return Promise.resolve(false);
  const [program, ...args] = plan;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // The opener may live as long as the browser does, and must not keep this process alive.
    child.unref();
  });
}
