import { type Args, requireWords } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { chooseDataFolder } from './data-folder.ts';
import { printJson, printLine } from './print.ts';
import { withEngine } from './with-engine.ts';

const options: Command['options'] = { port: { type: 'string' }, 'no-open': { type: 'boolean' } };
const flags: Command['flags'] = [
  ['--port N', 'listen on this port (default: any free one)'],
  ['--no-open', 'print the address and open nothing'],
];

/** `palimpsest serve`: the app in the user's own browser. */
export const serve: Command = {
  name: 'serve',
  usage: 'serve [--port N] [--no-open]',
  summary: 'open Palimpsest in your browser',
  options,
  flags,
  run: (cli, args) => runServer(cli, args),
};

/** `palimpsest start`: the launcher opens the desktop window where it can; whoever comes here gets the browser. */
export const start: Command = {
  name: 'start',
  usage: 'start [--port N] [--no-open]',
  summary: 'open the desktop app, or your browser where there is none',
  options,
  flags,
  run: (cli, args) => runServer(cli, args),
};

async function runServer(cli: Cli, args: Args): Promise<ExitCode> {
  requireWords(args.words, []);
  const port = args.integer('port', { min: 0, max: 65_535 }) ?? 0;
  return withEngine(
    cli,
    { dataFolder: chooseDataFolder(cli, args), mode: 'browser' },
    async (_client, engine): Promise<ExitCode> => {
      const server = await cli.startServer({ engine, port });
      try {
        if (args.has('json')) printJson(cli.stdout, { url: server.url, token: server.token });
        else printLine(cli.stdout, server.url);
        printLine(
          cli.stderr,
          'Palimpsest is running. The address is a key to your memory: keep it to yourself. Ctrl+C stops.',
        );
        if (!args.has('no-open') && !cli.signal.aborted && !(await isOpened(cli, server.invite())))
          printLine(cli.stderr, 'No browser could be opened here. Open the address above yourself.');
        await aborted(cli.signal);
      } finally {
        await server.close();
      }
      return 0;
    },
  );
}

/** The opener may run as long as the browser does, so it is waited for only until the user stops. */
function isOpened(cli: Cli, url: string): Promise<boolean> {
  return Promise.race([cli.openBrowser(url), aborted(cli.signal).then(() => true)]);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
