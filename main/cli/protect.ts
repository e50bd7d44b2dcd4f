import { AppError } from '../contract/errors.ts';
import type { Client, Credential, ProtectionProgress, ProtectionStatus } from '../contract/index.ts';
import { type Args, requireWords, usageError } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { findCredential, readSecret } from './credential.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { createProgress, printJson, printLine, printWrapped, stylesFor } from './print.ts';

const ACTIONS = ['status', 'set', 'rotate', 'remove', 'recovery'] as const;
type Action = (typeof ACTIONS)[number];

/** `palimpsest protect`: encrypts a data folder under a passphrase, changes that, and takes it away. */
export const protect: Command = {
  name: 'protect',
  usage: 'protect --status | --set [--new-passphrase-file FILE] | --rotate | --remove | --recovery',
  summary: 'encrypt the data folder under a passphrase, or say how it is protected',
  options: {
    status: { type: 'boolean' },
    set: { type: 'boolean' },
    rotate: { type: 'boolean' },
    remove: { type: 'boolean' },
    recovery: { type: 'boolean' },
    'new-passphrase-file': { type: 'string' },
  },
  flags: [
    ['--status', 'what is protected, and against whom'],
    ['--set', 'set a passphrase, or another one'],
    ['--new-passphrase-file FILE', 'the passphrase to set (or PALIMPSEST_NEW_PASSPHRASE)'],
    ['--rotate', 'make new keys and write everything anew under them; the old ones open nothing any more'],
    ['--remove', 'lay the folder open again'],
    ['--recovery', 'make a recovery key; the one before opens nothing any more'],
  ],
  run: async (cli, args) => {
    requireWords(args.words, []);
    const action = chooseAction(args);
    const dataFolder = getExistingDataFolder(cli, args);
    const engine = await cli.openEngine({ dataFolder, mode: 'command line', isLockedAllowed: action === 'status' });
    try {
      const client = engine.client();
      try {
        return await ACTS[action]({ cli, args, client });
      } finally {
        client.close();
      }
    } finally {
      await engine.close();
    }
  },
};

function chooseAction(args: Args): Action {
  const asked = ACTIONS.filter((action) => args.has(action));
  if (asked.length > 1) throw usageError(`Give one of ${ACTIONS.map((action) => `--${action}`).join(', ')}.`);
  return asked[0] ?? 'status';
}

type Acting = { readonly cli: Cli; readonly args: Args; readonly client: Client };

const ACTS: Readonly<Record<Action, (acting: Acting) => Promise<ExitCode>>> = {
  status: async (acting) => show(acting, await acting.client.call('protection.status', {})),
  set: async (acting) => {
    const { cli, args, client } = acting;
    const { kind } = await client.call('protection.status', {});
    const by = await findCredential(cli, args);
    const passphrase = await getNewPassphrase(acting, kind === 'none' ? by : null);
    const status = await withProgress(cli, (onChunk) =>
      client.stream('protection.setPassphrase', { passphrase, by: kind === 'none' ? null : by }, { onChunk }),
    );
    return show(acting, status);
  },
  rotate: async (acting) => {
    const { cli, args, client } = acting;
    const by = await getCredential(acting);
    const { ways } = await client.call('protection.status', {});
    const made = await withProgress(cli, (onChunk) => client.stream('protection.rotate', { by }, { onChunk }));
    if (args.has('json')) {
      printJson(cli.stdout, made);
      return 0;
    }
    const lost = ways.filter((way) => !made.status.ways.includes(way));
    if (lost.includes('keychain'))
      printWrapped(cli.stderr, 'The keychain is no way in any more: let it open the folder again in the desktop app.');
    if (lost.includes('recovery'))
      printWrapped(cli.stderr, 'The recovery key from before opens nothing any more. Make a new one with --recovery.');
    if (made.recoveryKey !== null) printRecoveryKey(cli, made.recoveryKey);
    return show(acting, made.status);
  },
  remove: async (acting) => {
    const by = await getCredential(acting);
    const status = await withProgress(acting.cli, (onChunk) =>
      acting.client.stream('protection.remove', { by }, { onChunk }),
    );
    return show(acting, status);
  },
  recovery: async (acting) => {
    const { cli, args, client } = acting;
    const made = await client.call('protection.makeRecoveryKey', { by: await getCredential(acting) });
    if (args.has('json')) printJson(cli.stdout, made);
    else printRecoveryKey(cli, made.recoveryKey);
    return 0;
  },
};

function printRecoveryKey(cli: Cli, recoveryKey: string): void {
  printLine(cli.stdout, recoveryKey);
  printLine(cli.stderr, 'Write this down and keep it apart from this computer: it is not shown again.');
}

async function getCredential({ cli, args, client }: Acting): Promise<Credential> {
  const by = await findCredential(cli, args);
  if (by !== null) return by;
  const { kind } = await client.call('protection.status', {});
  if (kind === 'none') throw new AppError('vault.not-protected', 'This data folder is not protected. Use --set first.');
  throw new AppError('vault.locked', 'Give the passphrase in PALIMPSEST_PASSPHRASE or with --passphrase-file FILE.');
}

/** A folder without a passphrase can be given one by the ordinary way too. */
async function getNewPassphrase({ cli, args }: Acting, by: Credential | null): Promise<string> {
  const path = args.text('new-passphrase-file');
  const passphrase =
    path === undefined
      ? cli.env.PALIMPSEST_NEW_PASSPHRASE || (by?.kind === 'passphrase' ? by.passphrase : '')
      : await readSecret(cli, path);
  if (passphrase === '')
    throw usageError('Give the new passphrase in PALIMPSEST_NEW_PASSPHRASE or with --new-passphrase-file FILE.');
  if (passphrase.length < 8) throw usageError('A passphrase has at least eight characters; a sentence is better.');
  return passphrase;
}

const STEPS: Readonly<Record<ProtectionProgress['step'], string>> = {
  checking: 'Checking the passphrase',
  closing: 'Closing the folder',
  journal: 'Writing the journal anew',
  files: 'Writing the files anew',
  database: 'Removing the old database',
  opening: 'Making the database anew',
};

async function withProgress<T>(
  cli: Cli,
  work: (onChunk: (chunk: ProtectionProgress) => void) => Promise<T>,
): Promise<T> {
  const progress = createProgress(cli.stderr);
  try {
    return await work(({ step, done, total }) => {
      const share = total === null || total === 0 ? '' : `, ${Math.floor((done / total) * 100)} %`;
      progress.show(`${STEPS[step]}${share}`);
    });
  } finally {
    progress.end();
  }
}

function show({ cli, args }: Acting, status: ProtectionStatus): ExitCode {
  if (args.has('json')) {
    printJson(cli.stdout, status);
    return 0;
  }
  const { bold } = stylesFor(cli.stdout, cli.env);
  printWrapped(cli.stdout, status.says);
  for (const { against, isProtected, says } of status.points) {
    printLine(cli.stdout);
    printLine(cli.stdout, bold(`${against}: ${isProtected ? 'protected' : 'not protected'}`));
    printWrapped(cli.stdout, says, '  ');
  }
  return 0;
}
