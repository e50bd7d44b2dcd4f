import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, LegName, Trace } from '../contract/index.ts';
import { systemClock } from '../lib/clock.ts';
import { requireWords } from './args.ts';
import { type BenchTurn, makeBenchQueries, makeBenchTurns, quantile } from './bench-text.pure.ts';
import type { Cli, CliEngine, Command } from './context.ts';
import { createProgress, printJson, printLine } from './print.ts';
import { alignColumns } from './text.pure.ts';

/** What can only be measured without an engine round it. */
export type BenchParts = {
  readonly measureEmbedder: (
    turns: readonly BenchTurn[],
  ) => Promise<{ readonly turnsPerSecond: number; readonly chunksPerTurn: number }>;
  readonly measureJournal: (
    folder: string,
    turns: readonly BenchTurn[],
  ) => Promise<{ readonly recordsPerSecond: number; readonly singleMs: number }>;
};

const DEFAULT_TURNS = 10_000;
const QUERIES = 200;
const WARM_UP = 10;
const SEED = 20_240_229;
/** The smallest of the design's budgets: what is compared is the computer, not how much it is given to read. */
const CHAT_BUDGET_TOKENS = 768;

type Bench = {
  readonly cli: Cli;
  readonly parts: BenchParts;
  readonly folder: string;
  readonly step: (text: string) => void;
};

/** `palimpsest bench`: the performance suite, in a folder of its own that is removed at the end. */
export const createBench = (openParts: (cli: Cli) => Promise<BenchParts>): Command => ({
  name: 'bench',
  usage: 'bench [--turns N]',
  summary: 'measure start, import, recall and chat on this computer',
  options: { turns: { type: 'string' } },
  flags: [['--turns N', `how many turns to make up, import and search (default: ${DEFAULT_TURNS})`]],
  run: async (cli, args) => {
    requireWords(args.words, []);
    const count = args.integer('turns', { min: 100, max: 1_000_000 }) ?? DEFAULT_TURNS;
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'));
    const progress = createProgress(cli.stderr);
    try {
      const figures = await measure({ cli, parts: await openParts(cli), folder, step: progress.show }, count);
      progress.end();
      if (args.has('json')) printJson(cli.stdout, figures);
      else printFigures(cli, figures);
      return 0;
    } finally {
      progress.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

async function measure(run: Bench, count: number): Promise<Figures> {
  const { cli, parts, step } = run;
  const turns = makeBenchTurns(count, SEED);
  step('The journal alone');
  const journal = await parts.measureJournal(join(run.folder, 'journal-alone'), turns);
  step(`The embedder alone, ${count} turns`);
  const embedder = await parts.measureEmbedder(turns);
  step('Starts');
  const firstMs = await measureStart(run);
  const secondMs = await measureStart(run);
  const engine = await cli.openEngine({ dataFolder: join(run.folder, 'data'), mode: 'command line' });
  try {
    const client = engine.client();
    const ingest = await measureIngest(run, client, turns);
    step('Recall');
    const recall = await measureRecall(client);
    step('Chat');
    const chat = await measureChat(client);
    const memory = await readMemory();
    client.close();
    return {
      start: { firstMs, secondMs },
      journal,
      embedder,
      ingest: { ...ingest, ratioToEmbedder: ingest.turnsPerSecond / embedder.turnsPerSecond },
      ...recall,
      ...(chat === null ? {} : { chat }),
      memory,
    };
  } finally {
    await engine.close();
  }
}

/** From nothing to the first answer of the contract. */
async function measureStart({ cli, folder }: Bench): Promise<number> {
  const fromMs = systemClock.monotonicMs();
  const engine: CliEngine = await cli.openEngine({ dataFolder: join(folder, 'data'), mode: 'command line' });
  const client = engine.client();
  await client.call('app.status', {});
  const ms = systemClock.monotonicMs() - fromMs;
  client.close();
  await engine.close();
  return ms;
}

async function measureIngest({ folder, step }: Bench, client: Client, turns: readonly BenchTurn[]) {
  const path = join(folder, 'turns.jsonl');
  await writeFile(path, `${turns.map((turn) => JSON.stringify(turn)).join('\n')}\n`);
  const fromMs = systemClock.monotonicMs();
  let savedMs = 0;
  await client.stream(
    'imports.run',
    { files: [{ path }], format: 'jsonl', isDryRun: false, shouldWait: true },
    {
      onChunk: (chunk) => {
        if (chunk.kind === 'acked') savedMs = systemClock.monotonicMs() - fromMs;
        if (chunk.kind === 'indexing') step(`Import: ${chunk.done} of ${chunk.total} vectors`);
      },
    },
  );
  const ms = systemClock.monotonicMs() - fromMs;
  const perSecond = (n: number) => (turns.length / n) * 1000;
  return { turns: turns.length, savedPerSecond: perSecond(savedMs), turnsPerSecond: perSecond(ms) };
}

async function measureRecall(client: Client): Promise<Figures> {
  const queries = makeBenchQueries(QUERIES + WARM_UP, SEED + 1);
  const traces: Trace[] = [];
  const calls: number[] = [];
  for (const [index, query] of queries.entries()) {
    const fromMs = systemClock.monotonicMs();
    const { traceId } = await client.call('memory.recall', { query });
    const ms = systemClock.monotonicMs() - fromMs;
    if (index < WARM_UP) continue;
    calls.push(ms);
    traces.push(await client.call('traces.get', { id: traceId }));
  }
  const spread = (values: readonly number[]) => ({ p50Ms: quantile(values, 0.5), p95Ms: quantile(values, 0.95) });
  const leg = (name: LegName) =>
    spread(traces.flatMap(({ legs }) => legs.filter((each) => each.leg === name).map(({ ms }) => ms)));
  const embedMs = traces.map(({ timings }) => timings.embedMs);
  return {
    recall: spread(calls),
    'recall without embedding': spread(calls.map((ms, index) => ms - (embedMs[index] ?? 0))),
    'query embedding': spread(embedMs),
    'lexical leg': leg('lexical'),
    'episodic leg, with embedding': leg('episodic'),
    'neighbourhood leg': leg('neighbourhood'),
    'fusion and packing': spread(traces.map(({ timings }) => timings.fuseMs)),
  };
}

/** Two answers: the first loads the model. Null without a chat model. */
async function measureChat(client: Client) {
  if ((await client.call('app.status', {})).chatModel === null) return null;
  const [first, second] = makeBenchQueries(2, SEED + 2);
  const cold = await ask(client, first ?? '');
  const warm = await ask(client, second ?? '');
  return {
    firstWordColdMs: cold.firstWordMs,
    firstWordMs: warm.firstWordMs,
    tokensPerSecond: warm.tokensPerSecond,
  };
}

async function ask(client: Client, text: string) {
  const fromMs = systemClock.monotonicMs();
  let firstWordMs = 0;
  const reply = await client.stream(
    'chat.ask',
    { text, budgetTokens: CHAT_BUDGET_TOKENS },
    {
      onChunk: (chunk) => {
        if (chunk.kind === 'delta' && firstWordMs === 0) firstWordMs = systemClock.monotonicMs() - fromMs;
      },
    },
  );
  return { firstWordMs, tokensPerSecond: reply.replyTurn.answer?.tokensPerSecond ?? 0 };
}

const MB = 1_000_000;

/** This process holds the engine; its child is the inference process (seen on Linux only). */
async function readMemory(): Promise<Readonly<Record<string, number>>> {
  const engineMb = process.memoryUsage().rss / MB;
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').catch(() => '');
  const [host] = children.trim().split(' ').filter(Boolean);
  const status = host === undefined ? '' : await readFile(`/proc/${host}/status`, 'utf8').catch(() => '');
  const hostKb = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return { engineMb, ...(hostKb === undefined ? {} : { inferenceMb: (Number(hostKb) * 1024) / MB }) };
}

function printFigures(cli: Cli, figures: Figures): void {
  const rows = Object.entries(figures).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value], index) => [
      index === 0 ? group : '',
      name,
      value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 }),
    ]),
  );
  for (const line of alignColumns(rows)) printLine(cli.stdout, line);
}
