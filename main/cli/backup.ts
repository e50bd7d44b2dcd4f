import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BackupProgress, BackupReport, BackupsOverview, Client } from '../contract/index.ts';
import { AppError } from '../contract/index.ts';
import { type Args, requireWords, usageError } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { createProgress, printJson, printLine, printWrapped } from './print.ts';
import { alignColumns, countOf, sizeOf, timeOf } from './text.pure.ts';
import { withEngine } from './with-engine.ts';

/** `palimpsest backup`: a copy of everything that cannot be made again, verified, and small after the first. */
export const backupCommand: Command = {
  name: 'backup',
  usage: 'backup [--out DIR] [--passphrase-file F] [--list | --verify ID | --rewrite | --new-passphrase-file F]',
  summary: 'make a backup of your history, or list and check the ones there are',
  options: {
    out: { type: 'string' },
    list: { type: 'boolean' },
    verify: { type: 'string' },
    rewrite: { type: 'boolean' },
    'passphrase-file': { type: 'string' },
    'new-passphrase-file': { type: 'string' },
  },
  flags: [
    ['--out DIR', 'the folder of backups (without it: the one chosen in the app, else backups in the data folder)'],
    ['--list', 'show the backups there are, newest first'],
    ['--verify ID', 'read every byte of one again'],
    ['--rewrite', 'take what was forgotten since out of the backups that still hold it'],
    ['--passphrase-file F', 'a file with the passphrase on its first line (or PALIMPSEST_PASSPHRASE); given'],
    ['', 'for the first time it encrypts this backup and later ones. Lost, it cannot be replaced'],
    ['--new-passphrase-file F', 'change the passphrase to the one in this file, and do nothing else'],
  ],
  run: async (cli, args) => {
    requireWords(args.words, []);
    const chosen = ['list', 'rewrite'].filter((flag) => args.has(flag)).length;
    const others = [args.text('verify'), args.text('new-passphrase-file')].filter((text) => text !== undefined).length;
    if (chosen + others > 1)
      throw usageError('--list, --verify, --rewrite and --new-passphrase-file exclude one another.');
    const dataFolder = getExistingDataFolder(cli, args);
    return withEngine(cli, { dataFolder }, (client) => choose(cli, args, client));
  },
};

async function choose(cli: Cli, args: Args, client: Client): Promise<ExitCode> {
  const folder = args.text('out') === undefined ? {} : { folder: resolve(cli.cwd, args.text('out') ?? '') };
  if (args.has('list')) return list(cli, args, await client.call('backups.list', {}));
  const passphrase = await readPassphrase(cli, args);
  const given = passphrase === undefined ? {} : { passphrase };
  const [verify, changed] = [args.text('verify'), args.text('new-passphrase-file')];
  if (changed !== undefined) {
    const current = passphrase === undefined ? {} : { current: passphrase };
    await client.call('backups.setPassphrase', {
      passphrase: await readFirstLine(cli, changed),
      ...current,
      ...folder,
    });
    const text = 'The passphrase was changed. Copies of the folder made before need the earlier one.';
    return say(cli, args, { value: { changed: true }, text });
  }
  const watch = watchOf(cli);
  try {
    if (verify !== undefined) {
      const checked = await client.stream('backups.verify', { id: verify, ...folder, ...given }, watch);
      const text = checked.problem ?? `Every byte of it is as it was saved: ${countOf(checked.records, 'record')}.`;
      say(cli, args, { value: checked, text });
      return checked.ok ? 0 : 1;
    }
    if (args.has('rewrite')) {
      const done = await client.stream('backups.rewrite', given, watch);
      const text = `Took what was forgotten out of ${countOf(done.rewritten.length, 'backup')}.`;
      return say(cli, args, { value: done, text });
    }
    const report = await client.stream('backups.run', { ...folder, ...given }, watch);
    return say(cli, args, { value: report, text: sentence(report) });
  } finally {
    watch.end();
  }
}

function say(cli: Cli, args: Args, { value, text }: { readonly value: unknown; readonly text: string }): ExitCode {
  if (args.has('json')) printJson(cli.stdout, value);
  else printWrapped(cli.stdout, text);
  return 0;
}

const sentence = ({ records, bytes, totalBytes, isIncremental, isEncrypted, path, ms }: BackupReport): string => {
  const size = isIncremental ? `${sizeOf(bytes)} new of ${sizeOf(totalBytes)}` : sizeOf(totalBytes);
  const lock = isEncrypted ? 'encrypted' : 'not encrypted';
  return `Backed up ${countOf(records, 'record')} (${size}, ${lock}) and read it back in ${timeOf(ms)}: ${path}`;
};

function list(cli: Cli, args: Args, overview: BackupsOverview): ExitCode {
  if (args.has('json')) {
    printJson(cli.stdout, overview);
    return 0;
  }
  if (overview.problem !== null) printWrapped(cli.stderr, overview.problem);
  if (overview.backups.length === 0) printLine(cli.stdout, 'There are no backups yet. "palimpsest backup" makes one.');
  const rows = overview.backups.map(({ id, bytes, records, isEncrypted, state, folder }) => [
    id,
    ...[sizeOf(bytes), countOf(records, 'record'), isEncrypted ? 'encrypted' : 'open', state, folder],
  ]);
  for (const line of alignColumns(rows)) printLine(cli.stdout, line);
  return overview.problem === null ? 0 : 1;
}

const STEPS: Readonly<Record<BackupProgress['step'], string>> = {
  reading: 'Saved',
  verifying: 'Read back',
  restoring: 'Restored',
  removing: 'Removed',
};

/** Progress on a terminal, and the end of it. */
export function watchOf(cli: Cli) {
  const progress = createProgress(cli.stderr);
  return {
    signal: cli.signal,
    end: progress.end,
    onChunk: ({ step, done, total }: BackupProgress): void =>
      progress.show(`${STEPS[step]} ${done.toLocaleString('en-US')} of ${countOf(total, 'record')}`),
  };
}

/** The passphrase of `--passphrase-file`, else of the environment; undefined where there is none. */
export async function readPassphrase(cli: Cli, args: Args): Promise<string | undefined> {
  const file = args.text('passphrase-file');
  if (file !== undefined) return readFirstLine(cli, file);
  return cli.env.PALIMPSEST_PASSPHRASE || undefined;
}

async function readFirstLine(cli: Cli, file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(resolve(cli.cwd, file), 'utf8');
  } catch (error) {
    throw new AppError('usage.invalid', 'The file with the passphrase cannot be read. Check its name.', {
      cause: error,
    });
  }
  const line = text.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? '';
  if (line === '') throw usageError('The first line of the file with the passphrase is empty.');
  return line;
}
