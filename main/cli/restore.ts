import { resolve } from 'node:path';
import { ConversationId } from '../contract/index.ts';
import { type Args, requireWords, usageError } from './args.ts';
import { readPassphrase, watchOf } from './backup.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { printJson, printWrapped } from './print.ts';
import { countOf, timeOf } from './text.pure.ts';
import { withEngine } from './with-engine.ts';

/** `palimpsest restore`: a backup as a new data folder, or conversations of it into the present one. */
export const restore: Command = {
  name: 'restore',
  usage: 'restore BACKUP (--to DIR | --conversation ID) [--at ID] [--passphrase-file F]',
  summary: 'bring a backup back into a new folder, or one conversation of it into this one',
  options: {
    to: { type: 'string' },
    at: { type: 'string' },
    conversation: { type: 'string', multiple: true },
    'passphrase-file': { type: 'string' },
  },
  flags: [
    ['BACKUP', 'the folder of backups, or the file of one backup'],
    ['--to DIR', 'a new or an empty folder; nothing is ever overwritten'],
    ['--at ID', 'which backup of the folder (without it: the newest)'],
    ['--conversation ID', 'bring this conversation into the data folder of --data instead; what is there stays'],
    ['--passphrase-file F', 'a file with the passphrase on its first line (or PALIMPSEST_PASSPHRASE)'],
    ['', 'An old backup also brings back what was forgotten after it was made.'],
  ],
  run: async (cli, args) => {
    const [path] = requireWords(args.words, ['BACKUP']);
    const to = args.text('to');
    const conversation = args.text('conversation');
    if ((to === undefined) === (conversation === undefined))
      throw usageError('Give either --to DIR or --conversation ID.');
    const place = resolve(cli.cwd, path ?? '');
    const passphrase = await readPassphrase(cli, args);
    const from = { path: place, at: args.text('at'), passphrase };
    return to === undefined
      ? restoreConversation(cli, args, { ...from, id: conversation ?? '' })
      : restoreFolder(cli, args, { ...from, to: resolve(cli.cwd, to) });
  },
};

type From = { readonly path: string; readonly at: string | undefined; readonly passphrase: string | undefined };

async function restoreFolder(cli: Cli, args: Args, input: From & { readonly to: string }): Promise<ExitCode> {
  const watch = watchOf(cli);
  try {
    const done = await cli.restoreBackup(input, watch);
    if (args.has('json')) printJson(cli.stdout, done);
    else {
      printWrapped(cli.stdout, `Restored ${countOf(done.records, 'record')} to ${done.folder} in ${timeOf(done.ms)}.`);
      printWrapped(cli.stdout, 'What was forgotten after this backup was made is back in that folder.');
    }
    return 0;
  } finally {
    watch.end();
  }
}

async function restoreConversation(cli: Cli, args: Args, input: From & { readonly id: string }): Promise<ExitCode> {
  const { id, folder } = await cli.findBackup(input);
  const watch = watchOf(cli);
  const given = input.passphrase === undefined ? {} : { passphrase: input.passphrase };
  try {
    const conversationIds = [ConversationId.parse(input.id)];
    const report = await withEngine(cli, { dataFolder: getExistingDataFolder(cli, args) }, (client) =>
      client.stream('backups.restoreConversations', { id, folder, conversationIds, ...given }, watch),
    );
    if (args.has('json')) printJson(cli.stdout, report);
    else {
      const skipped = Object.values(report.skipped).reduce((sum, n) => sum + n, 0);
      printWrapped(
        cli.stdout,
        `Brought back ${countOf(report.imported, 'turn')}; ${skipped} were there already or were forgotten.`,
      );
    }
    return 0;
  } finally {
    watch.end();
  }
}
