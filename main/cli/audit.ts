import { resolve } from 'node:path';
import {
  type AuditExportReport,
  type AuditProgress,
  type AuditReport,
  ConversationId,
  type InputOf,
} from '../contract/index.ts';
import { type Args, requireWords, usageError } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { createProgress, printJson, printLine, printWrapped, stylesFor } from './print.ts';
import { getSpace } from './space.ts';
import { alignColumns, countOf, sizeOf, timeOf, toPlain } from './text.pure.ts';
import { beginOf, checkTimes, createTimeReader } from './times.ts';
import { withEngine } from './with-engine.ts';

/** `palimpsest audit`: one file that shows what was believed, when and why, and the check of such a file. */
export const audit: Command = {
  name: 'audit',
  usage: 'audit export --out FILE [--space S] [--conversation ID] [--from T] [--to T] | audit verify FILE [--key K]',
  summary: 'write a file that a stranger can open and check, or check one',
  options: {
    out: { type: 'string' },
    space: { type: 'string' },
    conversation: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    'valid-at': { type: 'string' },
    'known-at': { type: 'string' },
    'redact-bodies': { type: 'boolean' },
    'redact-names': { type: 'boolean' },
    'no-sign': { type: 'boolean' },
    force: { type: 'boolean' },
    key: { type: 'string' },
  },
  flags: [
    ['--out FILE', 'where to write the bundle, a zip'],
    ['--space S', 'only this space, by its name or id'],
    ['--conversation ID', 'only this conversation'],
    ['--from T, --to T', 'only what was said in this time, the last day included'],
    ['--valid-at T', 'what was true then (default: now)'],
    ['--known-at T', 'by what was known then (default: now)'],
    ['--redact-bodies', 'no words of anybody: commitments in their place'],
    ['--redact-names', 'names become Person 1, Place 1; records that hold one are covered up'],
    ['--no-sign', 'without the signature of this vault'],
    ['--force', 'overwrite a file that is there'],
    ['--key K', 'verify: the fingerprint or public key that must have signed it'],
  ],
  run: async (cli, args) => {
    const [what, ...rest] = args.words;
    if (what === 'export') return runExport(cli, args, rest);
    if (what === 'verify') return runVerify(cli, args, rest);
    throw usageError('Say what to do: audit export or audit verify.');
  },
};

const VERIFY_FLAGS = ['key'];
const EXPORT_FLAGS = ['out', 'space', 'conversation', 'from', 'to', 'valid-at', 'known-at'];
const EXPORT_SWITCHES = ['redact-bodies', 'redact-names', 'no-sign', 'force'];

async function runVerify(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const [file] = requireWords(words, ['FILE']);
  const foreign = [
    ...EXPORT_FLAGS.filter((flag) => args.text(flag) !== undefined),
    ...EXPORT_SWITCHES.filter(args.has),
  ];
  if (foreign[0] !== undefined) throw usageError(`--${foreign[0]} is for audit export.`);
  const path = resolve(cli.cwd, file ?? '');
  const report = await cli.verifyBundle({ path, key: args.text('key') ?? null, signal: cli.signal });
  if (args.has('json')) printJson(cli.stdout, report);
  else printVerified(cli, report);
  return report.ok ? 0 : 1;
}

/** The fingerprint in groups, as it is read out. */
const inGroups = (fingerprint: string): string => fingerprint.replace(/(.{8})(?=.)/g, '$1 ');

function printVerified(cli: Cli, report: AuditReport): void {
  const out = cli.stdout;
  const { bold } = stylesFor(out, cli.env);
  printLine(
    out,
    bold(report.ok ? 'Unbroken and unchanged.' : `Not sound: ${countOf(report.problems.length, 'problem')}.`),
  );
  for (const { check, message, fix } of report.problems) {
    printWrapped(out, `- ${toPlain(message)} [${check}]`, '  ');
    if (fix !== '') printWrapped(out, `What to do: ${fix}`, '    ');
  }
  for (const note of report.notes) printWrapped(out, `Note: ${toPlain(note)}`, '  ');
  if (report.fingerprint !== null) printLine(out, `  Key: ${inGroups(report.fingerprint)}`);
  const rows = Object.entries(report.counts).map(([name, n]) => [`  ${name}`, n.toLocaleString('en-US')]);
  for (const line of alignColumns(rows)) printLine(out, line);
}

async function runExport(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  requireWords(words, []);
  const out = args.text('out');
  if (out === undefined) throw usageError('--out FILE is missing.');
  for (const flag of VERIFY_FLAGS)
    if (args.text(flag) !== undefined) throw usageError(`--${flag} is for audit verify.`);
  checkTimes(args, ['from', 'to', 'valid-at', 'known-at']);
  const dataFolder = getExistingDataFolder(cli, args);
  return withEngine(cli, { dataFolder }, async (client): Promise<ExitCode> => {
    const readTime = createTimeReader(client);
    const conversation = args.text('conversation');
    const input: InputOf<'audit.export'> = {
      ...{ path: resolve(cli.cwd, out), isOverwriting: args.has('force') },
      spaceId: await getSpace(client, args.text('space')),
      conversationId: conversation === undefined ? undefined : ConversationId.parse(conversation),
      from: await readTime(beginOf(args.text('from')), '--from'),
      to: await readTime(args.text('to'), '--to'),
      validAt: await readTime(args.text('valid-at'), '--valid-at'),
      knownAt: await readTime(args.text('known-at'), '--known-at'),
      ...{ isBodiesCovered: args.has('redact-bodies'), isNamesCovered: args.has('redact-names') },
      isSigned: !args.has('no-sign'),
    };
    const progress = createProgress(cli.stderr);
    const onChunk = (chunk: AuditProgress): void => {
      if (chunk.kind === 'step') progress.show(sayStep(chunk));
    };
    const report = await client.stream('audit.export', input, { onChunk, signal: cli.signal }).finally(progress.end);
    if (args.has('json')) printJson(cli.stdout, report);
    else printExported(cli, report);
    return 0;
  });
}

function sayStep({ step, done, total }: Extract<AuditProgress, { kind: 'step' }>): string {
  const n = done.toLocaleString('en-US');
  if (step === 'resolving') return 'Resolving what was believed';
  return step === 'reading' ? `Read ${n} of ${countOf(total, 'record')}` : `Wrote ${n} of ${countOf(total, 'record')}`;
}

function printExported(cli: Cli, { counts, bytes, ms, fingerprint, tracesLeftOut }: AuditExportReport): void {
  const out = cli.stdout;
  const { scope, bodies, names } = counts.covered;
  const covered = scope + bodies + names;
  const what = `${countOf(counts.records, 'record')}, ${countOf(counts.facts, 'fact')} and ${countOf(counts.traces, 'trace')}`;
  printWrapped(out, `Wrote ${what} (${sizeOf(bytes)}) in ${timeOf(ms)}.`, '  ');
  if (covered > 0)
    printWrapped(out, `Covered up: ${countOf(covered, 'record')}, of which the bundle holds commitments.`, '  ');
  if (counts.names > 0)
    printWrapped(
      out,
      'Names that Palimpsest does not know, and yours, are not covered: look through the bundle.',
      '  ',
    );
  if (tracesLeftOut > 0)
    printWrapped(out, `Left out: ${countOf(tracesLeftOut, 'trace')} that quote what is covered up.`, '  ');
  printWrapped(
    out,
    fingerprint === null
      ? 'Not signed: nobody can tell whether somebody wrote it anew.'
      : `Signed. Tell whoever gets it, in another way than with the file, the key: ${inGroups(fingerprint)}`,
    '  ',
  );
}
