import { resolve } from 'node:path';
import { ConversationId, ExportFormat, type ExportProgress, type ExportReport } from '../contract/index.ts';
import { type Args, requireWords, usageError } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { chooseDataFolder } from './data-folder.ts';
import { createProgress, printJson, printLine } from './print.ts';
import { getSpace } from './space.ts';
import { countOf, sizeOf, timeOf } from './text.pure.ts';
import { beginOf, checkTimes, createTimeReader } from './times.ts';
import { withEngine } from './with-engine.ts';

/** `palimpsest export`: the user's history and memory for other programs, or for reading. */
export const exportCommand: Command = {
  name: 'export',
  usage:
    'export --out FILE|- [--format jsonl|md|json|csv|chatgpt] [--space S] [--conversation ID] [--from T] [--to T] [--force]',
  summary: 'write your conversations and facts to a file for other programs, or for reading',
  options: {
    format: { type: 'string' },
    out: { type: 'string' },
    space: { type: 'string' },
    conversation: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    force: { type: 'boolean' },
  },
  flags: [
    ['--out FILE', 'where to write; - is the standard output'],
    ['--format F', 'jsonl (one turn a line; Palimpsest reads it back as it was; the default),'],
    ['', 'md (to read), json (everything, facts and documents too), csv (facts), chatgpt'],
    ['--space S', 'only this space, by its name or id'],
    ['--conversation ID', 'only this conversation'],
    ['--from T, --to T', 'only what was said (csv: learnt) in this time, the last day included'],
    ['--force', 'overwrite a file that is there'],
  ],
  run: async (cli, args) => {
    requireWords(args.words, []);
    const out = args.text('out');
    if (out === undefined) throw usageError('--out FILE is missing.');
    const format = args.choices('format', ExportFormat.options)?.[0] ?? 'jsonl';
    checkTimes(args, ['from', 'to']);
    const path = out === '-' ? null : resolve(cli.cwd, out);
    return withEngine(cli, { dataFolder: chooseDataFolder(cli, args) }, async (client): Promise<ExitCode> => {
      const readTime = createTimeReader(client);
      const [from, to] = [
        await readTime(beginOf(args.text('from')), '--from'),
        await readTime(args.text('to'), '--to'),
      ];
      const progress = createProgress(cli.stderr);
      const onChunk = (chunk: ExportProgress): void => {
        if (chunk.kind === 'text') cli.stdout.write(chunk.text);
        else progress.show(`Wrote ${chunk.done.toLocaleString('en-US')} of ${countOf(chunk.total, unitOf(format))}`);
      };
      const spaceId = await getSpace(client, args.text('space'));
      const report = await client
        .stream(
          'exports.run',
          {
            ...{ format, path, isOverwriting: args.has('force'), spaceId, from, to },
            conversationId: readConversation(args),
          },
          { onChunk, signal: cli.signal },
        )
        .finally(progress.end);
      print(cli, report, args.has('json'));
      return 0;
    });
  },
};

const unitOf = (format: ExportFormat): 'turn' | 'fact' => (format === 'csv' ? 'fact' : 'turn');

const readConversation = (args: Args): ConversationId | undefined => {
  const text = args.text('conversation');
  return text === undefined ? undefined : ConversationId.parse(text);
};

/** Beside the export where that takes the standard output. */
function print(cli: Cli, report: ExportReport, isJson: boolean): void {
  const output = report.path === null ? cli.stderr : cli.stdout;
  if (isJson) {
    printJson(output, report);
    return;
  }
  const what = [
    ...(report.format === 'csv'
      ? []
      : [`${countOf(report.turns, 'turn')} of ${countOf(report.conversations, 'conversation')}`]),
    ...(report.format === 'csv' || report.format === 'json' ? [countOf(report.facts, 'fact')] : []),
  ];
  printLine(output, `Wrote ${what.join(', ')} (${sizeOf(report.bytes)}) in ${timeOf(report.ms)}.`);
}
