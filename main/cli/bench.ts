import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireWords } from './args.ts';
import { measureChat } from './bench-chat.ts';
import { measureDay } from './bench-day.ts';
import { measureAdding, openBenchEngine, readMemory, runImport, writeTurns } from './bench-load.ts';
import { measureRecall } from './bench-recall.ts';
import { type BenchSeries, type BenchTurn, generateBenchTurns, makeBenchTurns } from './bench-text.pure.ts';
import { measureTidying } from './bench-tidying.ts';
import type { Cli, Command } from './context.ts';
import { createProgress, printJson, printLine } from './print.ts';
import { alignColumns } from './text.pure.ts';

/** What can only be measured, or made, without an engine round it. */
export type BenchParts = {
  readonly measureEmbedder: (
    turns: readonly BenchTurn[],
  ) => Promise<{ readonly turnsPerSecond: number; readonly chunksPerTurn: number }>;
  readonly measureJournal: (
    folder: string,
    turns: readonly BenchTurn[],
  ) => Promise<{ readonly recordsPerSecond: number; readonly singleMs: number }>;
  /** The ledger of facts alone, with so many claims. */
  readonly measureLedger: (folder: string, claims: number) => Promise<Figures>;
  /** Has nothing left to be read for facts in a folder: what else is measured would otherwise share the processor with it. */
  readonly markRead: (dataFolder: string) => Promise<void>;
  /**
   * Puts a mean of its words' vectors, and its words' token states, in a data folder's cache for each turn: hundreds of
   * times quicker than the embedder. The engine then takes them as it takes anything that was embedded before.
   */
  readonly makeVectors: (dataFolder: string, turns: () => Iterable<BenchTurn>) => Promise<void>;
};

export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

const DEFAULT_TURNS = 10_000;
const SEED = 20_240_229;
/** The parts alone need no more than this to settle. */
const ALONE_TURNS = 10_000;
/** From here on recall is measured at a tenth of the turns as well: how it grows. */
const GROWTH_FROM = 10_000;
const ADDED_TURNS = 60;
const OTHER_SPACE = 'bench other';

type Bench = {
  readonly cli: Cli;
  readonly parts: BenchParts;
  readonly folder: string;
  readonly step: (text: string) => void;
  readonly isMade: boolean;
};

/** `palimpsest bench`: the performance suite, in a folder of its own that is removed at the end. */
export const createBench = (openParts: (cli: Cli) => Promise<BenchParts>): Command => ({
  name: 'bench',
  usage: 'bench [--turns N] [--made-vectors] [--day|--tidying] | --ledger N',
  summary: 'measure start, import, recall and chat on this computer',
  options: {
    turns: { type: 'string' },
    'made-vectors': { type: 'boolean' },
    day: { type: 'boolean' },
    tidying: { type: 'boolean' },
    ledger: { type: 'string' },
  },
  flags: [
    ['--turns N', `how many turns to make up, import and search (default: ${DEFAULT_TURNS})`],
    ['--made-vectors', "give turns the mean of their words' vectors: minutes instead of half an hour for 100,000"],
    ['--day', 'measure a day of upkeep instead: what it costs, and what it costs an answer'],
    ['--tidying', 'measure instead what watching and tidying cost, and questions that are asked meanwhile'],
    ['--ledger N', 'measure only the ledger of facts, with N claims'],
  ],
  run: async (cli, args) => {
    requireWords(args.words, []);
    const claims = args.integer('ledger', { min: 100, max: 1_000_000 });
    const count = args.integer('turns', { min: 100, max: 1_000_000 }) ?? DEFAULT_TURNS;
    const isMade = args.has('made-vectors');
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'));
    const progress = createProgress(cli.stderr);
    try {
      const parts = await openParts(cli);
      const bench = { cli, parts, folder, step: progress.show, isMade };
      const figures =
        claims !== undefined
          ? await parts.measureLedger(folder, claims)
          : args.has('day')
            ? await measureUpkeep(bench, count)
            : args.has('tidying')
              ? await measureOnlyTidying(bench, count)
              : await measure(bench, count);
      progress.end();
      if (args.has('json')) printJson(cli.stdout, { vectors: isMade ? 'made' : 'embedded', ...figures });
      else printFigures(cli, figures, isMade);
      return 0;
    } finally {
      progress.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Turns that come in together: the early ones, all others, those of another space, and those that come one by one. */
function planSeries(count: number) {
  const early = count >= GROWTH_FROM ? Math.floor(count / 10) : 0;
  return {
    early,
    main: { count, seed: SEED } satisfies BenchSeries,
    other: { count: Math.ceil(count / 4), seed: SEED + 3, prefix: 'other', space: OTHER_SPACE } satisfies BenchSeries,
    added: { count: ADDED_TURNS, seed: SEED + 5, prefix: 'added' } satisfies BenchSeries,
  };
}

async function measure(run: Bench, count: number): Promise<Figures> {
  const { parts, step, folder, isMade } = run;
  const data = join(folder, 'data');
  const series = planSeries(count);
  const alone = makeBenchTurns(Math.min(count, ALONE_TURNS), SEED);
  step('The journal alone');
  const journal = await parts.measureJournal(join(folder, 'journal-alone'), alone);
  step('The embedder alone');
  const embedder = await parts.measureEmbedder(isMade ? alone.slice(0, 1_000) : alone);
  step('Starts');
  const first = await openBenchEngine(run.cli, data);
  await first.close();
  const second = await openBenchEngine(run.cli, data);
  await second.close();
  step('Vectors');
  // Turns that are added one by one always find theirs: what is measured is besides embedding.
  await parts.makeVectors(data, function* () {
    yield* generateBenchTurns(series.added);
    if (!isMade) return;
    yield* generateBenchTurns(series.main);
    yield* generateBenchTurns(series.other);
  });
  const filled = await measureFilling(run, data, series);
  const reopened = await measureReopened(run, data, series);
  return {
    start: { firstMs: first.startMs, secondMs: second.startMs },
    journal,
    embedder,
    ...filled,
    ...reopened,
  };
}

/** The same turns, and a day of upkeep over them. */
async function measureUpkeep({ cli, parts, folder, step, isMade }: Bench, count: number): Promise<Figures> {
  const data = join(folder, 'data');
  const turns = planSeries(count).main;
  step('Vectors');
  await parts.makeVectors(data, function* () {
    if (isMade) yield* generateBenchTurns(turns);
  });
  return measureDay({ cli, folder, data, turns, step });
}

/** What watching and tidying cost where so many turns have their vectors. */
async function measureOnlyTidying({ cli, parts, folder, step, isMade }: Bench, count: number): Promise<Figures> {
  const data = join(folder, 'data');
  const { main } = planSeries(count);
  step('Vectors');
  if (isMade) await parts.makeVectors(data, () => generateBenchTurns(main));
  const path = join(folder, 'turns.jsonl');
  await writeTurns(path, generateBenchTurns(main), () => true);
  const filling = await openBenchEngine(cli, data);
  await runImport(filling.client, path, step).finally(filling.close);
  await parts.markRead(data);
  const engine = await openBenchEngine(cli, data);
  try {
    return await measureTidying(engine.client, step);
  } finally {
    await engine.close();
  }
}

type Series = ReturnType<typeof planSeries>;

/** A folder from nothing to all its turns. */
async function measureFilling(run: Bench, data: string, series: Series): Promise<Figures> {
  const { step, folder } = run;
  const { early } = series;
  const files = {
    early: join(folder, 'early.jsonl'),
    rest: join(folder, 'rest.jsonl'),
  };
  await writeTurns(files.early, generateBenchTurns(series.main), (n) => n < early);
  await writeTurns(files.rest, generateBenchTurns(series.main), (n) => n >= early);
  const engine = await openBenchEngine(run.cli, data);
  try {
    const { client } = engine;
    const figures: Record<string, Figures[string]> = {};
    const recallAt = async (name: string) => {
      step(`Recall, ${name}`);
      for (const [part, values] of Object.entries(await measureRecall(client, { seed: SEED + 1 })))
        figures[`${part}, ${name}`] = values;
    };
    if (early > 0) {
      await runImport(client, files.early, step);
      await recallAt(`${early} turns`);
    }
    figures.import = await runImport(client, files.rest, step);
    await recallAt(`${series.main.count} turns`);
    step('Turns one by one');
    Object.assign(figures, await measureAdding(client, folder, [...generateBenchTurns(series.added)]));
    figures['memory after import'] = await readMemory();
    return figures;
  } finally {
    await engine.close();
  }
}

/** The same folder opened again: cold, then with a second space beside the first. */
async function measureReopened(run: Bench, data: string, series: Series): Promise<Figures> {
  const { step, folder } = run;
  step('Start with all turns');
  const engine = await openBenchEngine(run.cli, data);
  try {
    const { client } = engine;
    const cold = await engine.firstRecall();
    const figures: Record<string, Figures[string]> = { 'cold start': { statusMs: engine.startMs, ...cold } };
    figures['memory after start'] = await readMemory();
    const path = join(folder, 'other.jsonl');
    await writeTurns(path, generateBenchTurns(series.other), () => true);
    await runImport(client, path, step);
    step('Recall with two spaces');
    const spaces = { home: undefined, [OTHER_SPACE]: OTHER_SPACE };
    for (const [name, spaceId] of Object.entries(spaces)) {
      const measured = await measureRecall(client, { seed: SEED + 1, spaceId });
      for (const part of ['pre-flight', 'index queries alone', 'ratio'] as const) {
        const values = measured[part];
        const turns = spaceId === undefined ? series.main.count : series.other.count;
        if (values) figures[`${part}, ${turns} turns in one of two spaces`] = values;
      }
      step(`Recall with two spaces: ${name}`);
    }
    step('Chat');
    const chat = await measureChat(client, SEED + 2);
    return chat === null ? figures : { ...figures, chat };
  } finally {
    await engine.close();
  }
}

function printFigures(cli: Cli, figures: Figures, isMade: boolean): void {
  if (isMade) printLine(cli.stdout, "Vectors of turns are means of their words' vectors, not the embedder's own.");
  const rows = Object.entries(figures).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value], index) => [
      index === 0 ? group : '',
      name,
      value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 }),
    ]),
  );
  for (const line of alignColumns(rows)) printLine(cli.stdout, line);
}
