import { AppError, type DoctorReport, type ErrorCode } from '../contract/index.ts';
import { type Args, requireWords } from './args.ts';
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
  usage: 'doctor [--rebuild] [--repair]',
  summary: 'check the journal, the database, the models and the disk',
  options: { rebuild: { type: 'boolean' }, repair: { type: 'boolean' } },
  flags: [
    ['--rebuild', 'make the database anew from the journal and compare'],
    ['--repair', 'mend what can be mended without losing anything'],
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
  const input = { shouldRebuild: args.has('rebuild'), shouldRepair: args.has('repair') };
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
