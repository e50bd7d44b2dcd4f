import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { Credential } from '../contract/index.ts';
import { type Args, usageError } from './args.ts';
import type { Cli, OptionSpec } from './context.ts';

/** What every command takes to open a protected folder. Never the secret itself: other users can read a command line. */
export const CREDENTIAL_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  'passphrase-file': { type: 'string' },
  'recovery-key-file': { type: 'string' },
};

export const CREDENTIAL_FLAGS: readonly (readonly [string, string])[] = [
  ['--passphrase-file FILE', 'opens a protected folder (or PALIMPSEST_PASSPHRASE)'],
  ['--recovery-key-file FILE', 'the same with its recovery key (or PALIMPSEST_RECOVERY_KEY)'],
];

/** What opens a protected folder, from a file or the environment; null where nothing was given. */
export async function findCredential(cli: Cli, args: Args): Promise<Credential | null> {
  const passphraseFile = args.text('passphrase-file');
  const recoveryFile = args.text('recovery-key-file');
  if (passphraseFile !== undefined && recoveryFile !== undefined)
    throw usageError('Give --passphrase-file or --recovery-key-file, not both.');
  if (recoveryFile !== undefined) return { kind: 'recovery', recoveryKey: await readSecret(cli, recoveryFile) };
  if (passphraseFile !== undefined) return { kind: 'passphrase', passphrase: await readSecret(cli, passphraseFile) };
  const { PALIMPSEST_PASSPHRASE: passphrase, PALIMPSEST_RECOVERY_KEY: recoveryKey } = cli.env;
  if (passphrase) return { kind: 'passphrase', passphrase };
  return recoveryKey ? { kind: 'recovery', recoveryKey } : null;
}

/** A secret in a file of its own; the line end that editors add is no part of it. */
export async function readSecret(cli: Cli, path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(resolve(cli.cwd, path), 'utf8');
  } catch (error) {
    throw new AppError('vault.wrong-key', `The file ${path} cannot be read. Check the path and its permissions.`, {
      cause: error,
    });
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret !== '') return secret;
  throw new AppError('vault.wrong-key', `The file ${path} is empty.`);
}
