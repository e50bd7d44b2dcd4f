import { basename, resolve } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { ImportFormat, type ImportProgress, type ImportReport } from '../contract/index.ts';
import { usageError } from './args.ts';
import type { Cli, Command } from './context.ts';
import { chooseDataFolder } from './data-folder.ts';
import { showDay } from './instant.pure.ts';
import { createProgress, printJson, printLine } from './print.ts';
import { findSpace } from './space.ts';
import { alignColumns, countOf, sizeOf, timeOf, toPlain } from './text.pure.ts';
import { readZone } from './times.ts';
import { withEngine } from './with-engine.ts';

const FORMATS = ['auto', ...ImportFormat.options] as const;

/** `palimpsest import`: reads exports of other apps into memory. */
export const importCommand: Command = {
  name: 'import',
  usage: 'import FILE… [--format F] [--space S] [--dry-run] [--no-wait]',
  summary:
    'import conversations from files or folders of an export, or documents (PDF, Word, web pages, Markdown, text)',
  options: {
    format: { type: 'string' },
    space: { type: 'string' },
    'dry-run': { type: 'boolean' },
    'no-wait': { type: 'boolean' },
  },
  flags: [
    ['--format F', `${FORMATS.join(', ')} (default: auto, by content)`],
    ['--space S', 'put the conversations into this space'],
    ['--dry-run', 'read and report, and change nothing'],
    ['--no-wait', 'return when all is saved, before it can be found by meaning'],
  ],
  run: async (cli, args) => {
    if (args.words.length === 0) throw usageError('FILE is missing.');
    const format = args.choices('format', FORMATS)?.[0] ?? 'auto';
    const space = args.text('space');
    const isJson = args.has('json');
    return withEngine(cli, { dataFolder: chooseDataFolder(cli, args) }, async (client) => {
      const spaceId = await findSpace(client, space);
      const progress = createProgress(cli.stderr);
      const onChunk = isJson ? showAcks(cli) : (chunk: ImportProgress) => progress.show(describe(chunk));
      const report = await client
        .stream(
          'imports.run',
          {
            files: args.words.map((path) => ({ path: resolve(cli.cwd, path) })),
            format,
            isDryRun: args.has('dry-run'),
            shouldWait: !args.has('no-wait'),
            spaceId,
          },
          { onChunk, signal: cli.signal },
        )
        .catch((error: unknown) => rethrowWithName(error, args.words))
        .finally(progress.end);
      const unsaved = report.notes['not-saved'] ?? 0;
      if (unsaved > 0 && !isJson) printLine(cli.stderr, notSaved(unsaved, report.isDryRun));
      if (isJson) printJson(cli.stdout, report);
      else printReport(cli, report, await readZone(client));
      return report.isCancelled ? 1 : 0;
    });
  },
};

const notSaved = (n: number, isDryRun: boolean): string =>
  `Saving is off there: ${countOf(n, 'turn')} ${isDryRun ? 'would be' : 'are'} kept to be read only, and no part of memory.`;

/** Of several files, a failure must say which it was about. */
function rethrowWithName(error: unknown, files: readonly string[]): never {
  const name = error instanceof AppError && files.length > 1 ? files[Number(error.details.file)] : undefined;
  if (!(error instanceof AppError) || name === undefined) throw error;
  throw new AppError(error.code, `${toPlain(name)}: ${error.message}`, { cause: error });
}

function showAcks(cli: Cli) {
  return (chunk: ImportProgress): void => {
    if (chunk.kind === 'acked') printJson(cli.stderr, { acked: chunk.n });
  };
}

function describe(chunk: ImportProgress): string {
  switch (chunk.kind) {
    case 'reading':
      if (chunk.pages !== undefined)
        return `Reading ${toPlain(basename(chunk.file))}: page ${chunk.pages.done} of ${chunk.pages.total}`;
      return `Reading ${toPlain(basename(chunk.file))}: ${sizeOf(chunk.readBytes)} of ${sizeOf(chunk.totalBytes)}, ${countOf(chunk.read, 'turn')}`;
    case 'acked':
      return `Saved ${countOf(chunk.n, 'turn')}`;
    case 'indexing':
      return `Making ${chunk.done} of ${countOf(chunk.total, 'turn')} findable, ${Math.round(chunk.turnsPerSecond)} a second`;
  }
}

/** What is counted: of documents their passages, of all else turns. */
const unitOf = (files: ImportReport['files']): 'turn' | 'passage' =>
  files.length > 0 && files.every(({ format }) => format === 'document') ? 'passage' : 'turn';

function printReport(cli: Cli, report: ImportReport, zone: string): void {
  const out = cli.stdout;
  const did = report.isDryRun ? 'Would import' : 'Imported';
  const unit = unitOf(report.files);
  const end = report.isCancelled ? ' (stopped; what was saved stays, and a second run adds the rest)' : '';
  printLine(
    out,
    `${did} ${countOf(report.imported, unit)} of ${report.read.toLocaleString('en-US')} in ${timeOf(report.ms)}${end}.`,
  );
  const rows = [
    ...(unit === 'turn' ? [['conversations', report.conversations.toLocaleString('en-US')]] : []),
    ...(report.earliest !== null && report.latest !== null
      ? [['period', `${showDay(report.earliest, zone)} to ${showDay(report.latest, zone)}`]]
      : []),
    ...Object.entries(report.skipped).map(([reason, n]) => ['skipped', `${n.toLocaleString('en-US')}  ${reason}`]),
    ...Object.entries(report.notes).map(([reason, n]) => ['noted', `${n.toLocaleString('en-US')}  ${reason}`]),
    ...(report.files.length > 1
      ? report.files.map((file) => [
          'file',
          `${toPlain(file.name)} (${file.format}): ${countOf(file.imported, unitOf([file]))}`,
        ])
      : []),
    ...(report.pendingVectors > 0
      ? [['pending', `${countOf(report.pendingVectors, unit)} not yet findable by meaning`]]
      : []),
  ];
  for (const line of alignColumns(rows.map(([name = '', value = '']) => [`  ${name}`, value]))) printLine(out, line);
}
