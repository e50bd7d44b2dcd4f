import type { Client, RankedFragment, RecallResult } from '../contract/index.ts';
import { requireWords, usageError } from './args.ts';
import type { Cli, Command } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { showMoment } from './instant.pure.ts';
import { createProgress, printJson, printLine, printWrapped, stylesFor } from './print.ts';
import { answerBatch, openBatch } from './recall-batch.ts';
import { RECALL_FLAGS, RECALL_OPTIONS, readRecallFlags } from './recall-flags.ts';
import { toJsonResult } from './recall-json.pure.ts';
import { getSpace } from './space.ts';
import { countOf, timeOf, toPlain } from './text.pure.ts';
import { checkTimes, createTimeReader, readZone } from './times.ts';
import { withEngine } from './with-engine.ts';

const TIME_FLAGS = ['as-of', 'known-at'];

/** `palimpsest recall`: what memory returns for a query, or for each line of a batch. */
export const recall: Command = {
  name: 'recall',
  usage:
    'recall "query" | --batch FILE|- [--k N] [--budget T] [--as-of ISO] [--known-at ISO] [--leg a,b] [--no-leg x] [--space S] [--ranker R] [--packing P] [--no-…] [--no-access] [--no-wait]',
  summary: 'find what was said, with its sources and scores',
  options: {
    batch: { type: 'string' },
    'as-of': { type: 'string' },
    'known-at': { type: 'string' },
    ...RECALL_OPTIONS,
    'no-access': { type: 'boolean' },
    'no-wait': { type: 'boolean' },
  },
  flags: [
    ['--batch FILE', 'one JSON query a line, {id, query, …}; - reads stdin; one result a line comes out'],
    ['--as-of TIME', 'as if it were then; that moment is included'],
    ['--known-at TIME', 'only what was known then (default: now)'],
    ...RECALL_FLAGS,
    ['--no-wait', 'do not wait for turns that have no vectors yet'],
    ['--no-access', 'do not count as a use of what is found'],
  ],
  run: async (cli, args) => {
    const flags = readRecallFlags(args);
    checkTimes(args, TIME_FLAGS);
    const batch = args.text('batch');
    const query = batch === undefined ? requireWords(args.words, ['"query"'])[0] : undefined;
    if (batch !== undefined && args.words.length > 0) throw usageError('Give a query or --batch, not both.');
    if (query?.trim() === '') throw usageError('The query is empty.');
    const dataFolder = getExistingDataFolder(cli, args);
    const lines = batch === undefined ? null : await openBatch(cli, batch);
    return withEngine(cli, { dataFolder }, async (client) => {
      const readTime = createTimeReader(client);
      const [asOf, knownAt] = await Promise.all(TIME_FLAGS.map((flag) => readTime(args.text(flag), `--${flag}`)));
      const spaceId = await getSpace(client, flags.spaceId);
      const common = { ...flags, asOf, knownAt, spaceId };
      if (!args.has('no-wait')) await settle(cli, client);
      if (lines !== null) return answerBatch({ cli, client, readTime, lines, common });
      const result = await client.call('memory.recall', { ...common, query: query ?? '' }, cli.signal);
      if (args.has('json')) printJson(cli.stdout, toJsonResult(null, result));
      else printResult(cli, result, await readZone(client));
      return 0;
    });
  },
};

/** After an interrupted import or a rebuild a script would otherwise get answers from half an index. */
async function settle(cli: Cli, client: Client): Promise<void> {
  const progress = createProgress(cli.stderr);
  try {
    await client.stream(
      'memory.settle',
      {},
      {
        onChunk: ({ done, total }) => progress.show(`Making vectors: ${done} of ${countOf(total, 'turn')}…`),
        signal: cli.signal,
      },
    );
  } finally {
    progress.end();
  }
}

function printResult(cli: Cli, result: RecallResult, zone: string): void {
  const { bold, dim } = stylesFor(cli.stdout, cli.env);
  for (const fragment of result.results) {
    printLine(cli.stdout, `${bold(`${fragment.rank}. ${describe(fragment, zone)}`)}`);
    printWrapped(cli.stdout, fragment.text, '   ');
    if (fragment.excerpt !== null) {
      const part = `part of ${countOf(fragment.excerpt.wholeTokens, 'token')}, characters ${fragment.excerpt.from} to ${fragment.excerpt.to}`;
      printLine(cli.stdout, dim(`   ${part}`));
    }
    const legs = Object.entries(fragment.legs).map(([leg, score]) => `${leg} ${score.rank}`);
    printLine(
      cli.stdout,
      dim(
        `   ${[`score ${fragment.score.toPrecision(3)}`, ...legs, ...(fragment.tier ? [fragment.tier] : [])].join(' · ')} · ${toPlain(fragment.turns.join(' '))}`,
      ),
    );
    printLine(cli.stdout);
  }
  const found = result.results.length === 0 ? 'Nothing was found' : countOf(result.results.length, 'fragment');
  const unsure = result.abstain && result.results.length > 0 ? ', none of which seems to answer the query' : '';
  const support = result.results.length > 0 ? `, support ${result.support.toFixed(2)}` : '';
  const cost = `${countOf(result.tokens, 'token')}, ${timeOf(result.ms)}`;
  printLine(cli.stdout, dim(`${found}${unsure}${support}. ${cost}, trace ${result.traceId}`));
}

function describe({ at, source, speaker, conversationTitle }: RankedFragment, zone: string): string {
  const when = at === null ? 'no date' : showMoment(at, zone);
  const page = source === null || source.page === null ? '' : `, page ${source.page}`;
  const parts = source === null ? [speaker, when, conversationTitle] : [`${source.name}${page}`, when];
  return toPlain(parts.filter((part) => part !== '').join(' · ')).replaceAll('\n', ' ');
}
