import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { openQuietPage, requestInPage } from '../../scripts/lib/request-in-page.mjs';
import { openDisplay } from './display.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

export type Runtime = { readonly binary: string } | { readonly missing: string };

/** The Electron that tests use: the one the environment names, else the one `npm test` fetched. */
export function findRuntime(): Runtime {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(repository, '.cache/electron');
  const binary = join(folder, 'electron');
  if (process.platform !== 'linux') return { missing: 'the Electron test runtime exists for Linux only' };
  if (!existsSync(binary)) return { missing: 'no Electron test runtime in .cache/electron; `npm test` fetches it' };
  if (!process.env.DISPLAY && spawnSync('Xvfb', ['-help']).error)
    return { missing: 'no display and no Xvfb to make one (Debian package xvfb)' };
  return { binary };
}

/** For `describe.skipIf`: skipping is said aloud. */
export function isRuntimeMissing(): boolean {
  const runtime = findRuntime();
  if ('missing' in runtime) console.warn(`SKIPPED: Electron tests, because there is ${runtime.missing}.`);
  return 'missing' in runtime;
}

/** Chromium may look up nothing but this computer, also before the app has set its own rules. */
const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--password-store=basic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

export type Shell = AsyncDisposable & {
  readonly app: ElectronApplication;
  readonly folder: string;
  readonly dataFolder: string;
  /** What the app and its processes wrote to the terminal so far. */
  readonly readOutput: () => string;
  readonly firstPage: () => Promise<Page>;
  /** One request of the contract, from a page of the app. The page is left for a quiet one first. */
  readonly request: (key: string, input: object) => Promise<Awaited<ReturnType<typeof requestInPage>>>;
};

export type ShellOptions = {
  /** Profile and data of an earlier start; absent: fresh ones, removed at the end. */
  readonly folder?: string;
  readonly dataFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Chromium writes every network event to `network.json` in the folder. */
  readonly shouldLogNetwork?: boolean;
};

/** The command line of a start that shares nothing with the user's own Palimpsest. */
export function buildArguments(options: {
  readonly folder: string;
  readonly dataFolder: string;
  readonly app?: string;
}) {
  return [
    options.app ?? repository,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--user-data-dir=${join(options.folder, 'profile')}`,
    ...CHROMIUM_FLAGS,
    // One word: Chromium sorts switches before other words.
    `--data=${options.dataFolder}`,
  ];
}

/** Starts the built app in the real Electron. */
export async function launchShell(options: ShellOptions = {}): Promise<Shell> {
  const runtime = findRuntime();
  if ('missing' in runtime) throw new Error(runtime.missing);
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'palimpsest-shell-')));
  const dataFolder = options.dataFolder ?? join(folder, 'data');
  const display = await openDisplay();
  const app = await _electron.launch({
    executablePath: runtime.binary,
    args: [
      ...buildArguments({ app: join(repository, 'test/builders/held-shell.mjs'), folder, dataFolder }),
      ...(options.shouldLogNetwork ? [`--log-net-log=${join(folder, 'network.json')}`] : []),
    ],
    cwd: folder,
    env: { ...process.env, ...options.env, DISPLAY: display.name, DBUS_SESSION_BUS_ADDRESS: 'disabled:' } as Record<
      string,
      string
    >,
  });
  let output = '';
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  return {
    app,
    folder,
    dataFolder,
    readOutput: () => output,
    firstPage: () => app.firstWindow(),
    request: async (key, input) => {
      const page = await app.firstWindow();
      await page.waitForLoadState('load');
      if (!page.url().endsWith('.css')) await openQuietPage(page);
      return page.evaluate(requestInPage, { key, input });
    },
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await display[Symbol.asyncDispose]();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
