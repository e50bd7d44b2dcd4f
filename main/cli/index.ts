import { AppError } from '../contract/errors.ts';
import { type Args, readArgs } from './args.ts';
import { audit } from './audit.ts';
import { backupCommand } from './backup.ts';
import { createBench } from './bench.ts';
import { chat } from './chat.ts';
import { checkUpCommand } from './check-up.ts';
import type { Cli, Command, ExitCode, OptionSpec } from './context.ts';
import { CREDENTIAL_FLAGS, CREDENTIAL_OPTIONS, findCredential } from './credential.ts';
import { doctor } from './doctor.ts';
import { exportCommand } from './export.ts';
import { facts } from './facts.ts';
import { forget } from './forget.ts';
import { importCommand } from './import.ts';
import { lsrep } from './lsrep/lsrep.ts';
import { models } from './models.ts';
import { printLine } from './print.ts';
import { protect } from './protect.ts';
import { recall } from './recall.ts';
import { restore } from './restore.ts';
import { serve, start } from './serve.ts';
import { alignColumns, toPlain } from './text.pure.ts';
import { trace } from './trace.ts';
import { workers } from './workers.ts';

const COMMANDS: readonly Command[] = [
  start,
  serve,
  chat,
  importCommand,
  exportCommand,
  backupCommand,
  restore,
  recall,
  checkUpCommand,
  facts,
  forget,
  audit,
  trace,
  workers,
  models,
  protect,
  doctor,
  lsrep,
  createBench((cli) => cli.openBenchParts()),
];

const COMMON: Readonly<Record<string, OptionSpec>> = {
  data: { type: 'string' },
  json: { type: 'boolean' },
  ...CREDENTIAL_OPTIONS,
  help: { type: 'boolean', short: 'h' },
};

const COMMON_FLAGS: Command['flags'] = [
  ['--data DIR', 'the data folder (or PALIMPSEST_DATA; else the place this system keeps data in)'],
  ['--json', 'JSON on stdout, for scripts'],
  ...CREDENTIAL_FLAGS,
  ['--help', 'this text'],
];

/** Runs one command line and resolves to its exit code: 0 done, 1 failed, 2 wrong usage. It never rejects. */
export async function runCli(cli: Cli, argv: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === '--version') {
    printLine(cli.stdout, cli.version);
    return 0;
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    printOverview(name === undefined ? cli.stderr : cli.stdout);
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) {
    const names = COMMANDS.map((each) => each.name).join(', ');
    printLine(cli.stderr, `palimpsest: there is no command "${toPlain(name)}". Commands: ${names}.`);
    return 2;
  }
  try {
    const args = readArgs(rest, { ...COMMON, ...command.options });
    if (args.has('help')) {
      printHelp(cli, command);
      return 0;
    }
    return await command.run(await withCredential(cli, args), args);
  } catch (error) {
    return report(cli, command, error);
  }
}

/** Whatever opens a folder opens a protected one with what was given. */
async function withCredential(cli: Cli, args: Args): Promise<Cli> {
  const credential = await findCredential(cli, args);
  if (credential === null) return cli;
  const openEngine: Cli['openEngine'] = (input) => cli.openEngine({ credential, ...input });
  // Not copied: its stdin is opened by whoever looks at it.
  return Object.create(cli, { openEngine: { value: openEngine } });
}

/** The edge of the command line: every failure becomes one sentence and a code. */
function report(cli: Cli, command: Command, error: unknown): ExitCode {
  if (error instanceof AppError && error.code === 'usage.invalid') {
    printLine(cli.stderr, `${toPlain(error.message)} Usage: palimpsest ${command.usage}`);
    return 2;
  }
  // The message of an unexpected error may quote private text; its name is enough to report it by.
  const text =
    error instanceof AppError
      ? toPlain(error.message)
      : `Something went wrong inside Palimpsest (${error instanceof Error ? error.name : typeof error}). Nothing that was saved is lost.`;
  printLine(cli.stderr, text);
  return 1;
}

function printOverview(output: Cli['stdout']): void {
  printLine(output, 'Palimpsest: a private chat app that remembers, and shows why.\n');
  printLine(output, 'Usage: palimpsest <command> [--data DIR] [--json] [--help]\n');
  for (const line of alignColumns(COMMANDS.map((each) => [`  ${each.name}`, each.summary]))) printLine(output, line);
  printLine(output, '\n`palimpsest <command> --help` says more about one of them.');
}

function printHelp(cli: Cli, command: Command): void {
  printLine(cli.stdout, `${command.summary}\n\nUsage: palimpsest ${command.usage}\n`);
  const rows = [...command.flags, ...COMMON_FLAGS].map(([flag, does]) => [`  ${flag}`, does]);
  for (const line of alignColumns(rows)) printLine(cli.stdout, line);
}
