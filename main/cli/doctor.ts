import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError, type DoctorReport, type ErrorCode } from '../contract/index.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { type Args, requireWords, usageError } from './args.ts';
import type { Cli, Command } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { createProgress, printJson, printLine, printWrapped, stylesFor } from './print.ts';
import { alignColumns, countOf, timeOf, toPlain } from './text.pure.ts';
import { withEngine } from './with-engine.ts';

/** Folders that cannot be opened are what a doctor is for; they are looked at without opening them. */
const DAMAGED: readonly ErrorCode[] = ['journal.damaged', 'store.damaged'];

/** `palimpsest doctor`: checks everything in a data folder, and says what is wrong and what to do. */
export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor [--rebuild] [--repair] [--residue [--words FILE|-] [--profile DIR…]]',
  summary: 'check the journal, the database, the models and the disk',
  options: {
    rebuild: { type: 'boolean' },
    repair: { type: 'boolean' },
    residue: { type: 'boolean' },
    words: { type: 'string' },
    profile: { type: 'string', multiple: true },
  },
  flags: [
    ['--rebuild', 'make the database anew from the journal and compare'],
    ['--repair', 'mend what can be mended without losing anything'],
    ['--residue', 'look for what is left of what was forgotten'],
    [
      '--words FILE',
      'look for each line of the file in every byte of every file; - reads stdin; nothing of it is printed',
    ],
    ['--profile DIR', "look there too, such as in the desktop app's own profile; may be given several times"],
  ],
  run: async (cli, args) => {
    requireWords(args.words, []);
    const dataFolder = getExistingDataFolder(cli, args);
    const report = await examine(cli, args, dataFolder);
    if (args.has('json')) printJson(cli.stdout, report);
    else printReport(cli, report);
    return report.ok ? 0 : 1;
  },
};

async function examine(cli: Cli, args: Args, dataFolder: string): Promise<DoctorReport> {
  const progress = createProgress(cli.stderr);
  const residue = await readResidue(cli, args);
  const input = {
    ...{ shouldRebuild: args.has('rebuild'), shouldRepair: args.has('repair') },
    ...(residue === null ? {} : { residue }),
  };
  try {
    return await withEngine(cli, { dataFolder }, (client) =>
      client.stream('doctor.run', input, {
        onChunk: ({ step }) => progress.show(step),
        signal: cli.signal,
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError && DAMAGED.includes(error.code))) throw error;
    const report = await cli.inspectDataFolder(dataFolder);
    if (!report.ok) return report;
    // Opening found what the inspection did not; a doctor must not call that healthy.
    const problem = { check: error.code, file: null, seq: null, id: null, message: error.message, fix: '' };
    return { ...report, ok: false, problems: [problem] };
  } finally {
    progress.end();
  }
}

/** What to look for; null where nobody asked. Words and folders are of no use without looking. */
async function readResidue(cli: Cli, args: Args) {
  const path = args.text('words');
  const profiles = args.all('profile').map((folder) => resolve(cli.cwd, folder));
  if (!args.has('residue')) {
    if (path !== undefined || profiles.length > 0) throw usageError('--words and --profile go with --residue.');
    return null;
  }
  if (profiles.some((folder) => !existsSync(folder))) throw usageError('--profile takes a folder that is there.');
  return { words: path === undefined ? [] : await readWords(cli, path), profiles };
}

async function readWords(cli: Cli, path: string): Promise<readonly string[]> {
  const stream = path === '-' ? cli.stdin : createReadStream(resolve(cli.cwd, path));
  try {
    const lines = (await text(addAbortSignal(cli.signal, stream))).split(/\r?\n/).map((line) => line.trim());
    return lines.filter((line) => line !== '');
  } catch (error) {
    throwIfAborted(cli.signal);
    throw new AppError('usage.invalid', 'The file after --words cannot be read.', { retry: 'never', cause: error });
  }
}

function printReport(cli: Cli, report: DoctorReport): void {
  const out = cli.stdout;
  const { bold } = stylesFor(out, cli.env);
  printLine(out, bold(report.ok ? 'Everything is in order.' : `${countOf(report.problems.length, 'problem')}:`));
  for (const { check, message, fix, file, seq } of report.problems) {
    const place = [file, seq === null ? null : `record ${seq}`].filter((part) => part !== null).join(', ');
    printWrapped(out, `- ${message}${place === '' ? '' : ` (${place})`} [${check}]`, '  ');
    if (fix !== '') printWrapped(out, `What to do: ${fix}`, '    ');
  }
  for (const note of report.notes) printWrapped(out, `Note: ${note}`, '  ');
  const rows = Object.entries(report.counts).map(([name, n]) => [`  ${toPlain(name)}`, n.toLocaleString('en-US')]);
  for (const line of alignColumns(rows)) printLine(out, line);
  printLine(out, `  Checked in ${timeOf(report.ms)}.`);
}
