import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Cli } from './cli/context.ts';
import { runCli } from './cli/index.ts';
import { systemClock } from './lib/clock.ts';
import { systemIds } from './lib/ids.ts';

/** Built files lie in out/main, whichever of them this module was bundled into. */
const appRoot = resolve(import.meta.dirname, '../..');

/** Runs one command in this process and ends it. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const stop = new AbortController();
  watchSignals(stop);
  watchBugs();
  const code = await runCli(await makeCli(stop.signal), argv);
  await Promise.all([process.stdout, process.stderr].map(flush));
  // Everything is closed and written. Leftover handles (a pipe that stays open on stdin) must not keep the process.
  process.exit(code);
}

/** The first signal stops the command, which closes the folder in order; a second one means now. */
function watchSignals(stop: AbortController): void {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
  for (const [signal, number] of Object.entries(numbers))
    process.on(signal, () => (stop.signal.aborted ? process.exit(128 + number) : stop.abort()));
  // A worker whose run is gone must not go on writing into it.
  process.on('disconnect', () => stop.abort());
  // `palimpsest recall … | head` closes our stdout: nobody reads, so there is nothing left to do.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop.abort());
}

/** The edge of the process: Node would print the message and the code around it, which may hold what the user wrote. */
function watchBugs(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      const name = error instanceof Error ? error.name : typeof error;
      process.stderr.write(`Palimpsest had to stop because of a fault of its own (${name}). Nothing saved is lost.\n`);
      process.exit(1);
    });
}

async function makeCli(signal: AbortSignal): Promise<Cli> {
  const version = await readVersion();
  const env = process.env;
  return {
    version,
    env,
    platform: process.platform,
    homeFolder: homedir(),
    cwd: process.cwd(),
    get stdin() {
      return process.stdin; // opened only by a command that reads it
    },
    stdout: process.stdout,
    stderr: process.stderr,
    signal,
    // Loaded when needed: the engine is large, and `--help` or a mistyped flag should answer at once.
    openEngine: async (input) => (await import('./engine.ts')).openEngine({ ...input, appRoot, version, env }),
    openBenchParts: async () => (await import('./bench-parts.ts')).createBenchParts(appRoot),
    openEvaluationParts: async () =>
      (await import('./evaluation-parts.ts')).openEvaluationParts({ appRoot, version, env }),
    inspectDataFolder: async (folder) => (await import('./engine.ts')).inspectDataFolder(folder),
    verifyBundle: async (input) => (await import('./audit/verify-file.ts')).verifyBundleFile(input),
    restoreBackup: async (input, watch) =>
      (await import('./engine.ts')).restoreBackupAt(input, { clock: systemClock, ids: systemIds }, watch),
    findBackup: async (input) => (await import('./engine.ts')).findBackupAt(input),
    startServer: async ({ engine, port }) => {
      const { startBrowserServer } = await import('./serve/server.ts');
      const rendererFolder = join(appRoot, 'out/renderer');
      return startBrowserServer({ rendererFolder, port, connect: engine.connect, ids: systemIds, clock: systemClock });
    },
    openBrowser: async (url) =>
      (await import('./serve/open-browser.ts')).openBrowser({ platform: process.platform, env }, url),
  };
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(appRoot, 'package.json'), 'utf8')) as { version: string };
  return version;
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    if (stream.destroyed || !stream.writable) done();
    else stream.write('', () => done());
  });
}
