import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Client } from '../contract/index.ts';
import { systemClock } from '../lib/clock.ts';
import type { Figures } from './bench.ts';
import { preflightMs, recallOnce, spread } from './bench-recall.ts';
import { type BenchTurn, makeBenchQueries } from './bench-text.pure.ts';
import type { Cli } from './context.ts';

const QUERY_SEED = 7;

/** An engine over a folder, with the time from nothing to the first answer of the contract. */
export async function openBenchEngine(cli: Cli, dataFolder: string) {
  const fromMs = systemClock.monotonicMs();
  const engine = await cli.openEngine({ dataFolder, mode: 'command line' });
  const client = engine.client();
  await client.call('app.status', {});
  const startMs = systemClock.monotonicMs() - fromMs;
  return {
    client,
    startMs,
    /** The first question waits for the copy in memory and for the embedder. */
    firstRecall: async () => {
      const [query = ''] = makeBenchQueries(1, QUERY_SEED);
      await client.call('memory.recall', { query });
      const answeredMs = systemClock.monotonicMs() - fromMs;
      return { firstRecallMs: answeredMs, ...(await readLoaded(dataFolder)) };
    },
    close: async () => {
      client.close();
      await engine.close();
    },
  };
}

const Loaded = z.object({
  event: z.literal('memory.loaded'),
  fragments: z.number(),
  vectors: z.number(),
  terms: z.number(),
  ms: z.number(),
});

/** The log's last word on how long the copy in memory took to read. */
async function readLoaded(dataFolder: string) {
  const log = await readFile(join(dataFolder, 'logs', 'engine.log'), 'utf8');
  const last = log
    .trim()
    .split('\n')
    .flatMap((line) => Loaded.safeParse(JSON.parse(line)).data ?? [])
    .at(-1);
  if (last === undefined) return {};
  return { memoryLoadedMs: last.ms, fragments: last.fragments, vectors: last.vectors, terms: last.terms };
}

const lineOf = (turn: BenchTurn): string => `${JSON.stringify(turn)}\n`;

/** Some turns of a series as JSON Lines, without holding them all. */
export async function writeTurns(
  path: string,
  turns: Iterable<BenchTurn>,
  isWanted: (n: number) => boolean,
): Promise<void> {
  const file = createWriteStream(path);
  let n = 0;
  for (const turn of turns) {
    if (isWanted(n) && !file.write(lineOf(turn))) await once(file, 'drain');
    n += 1;
  }
  file.end();
  await once(file, 'finish');
}

/** An import until its last vector. */
export async function runImport(client: Client, path: string, step: (text: string) => void) {
  const fromMs = systemClock.monotonicMs();
  let savedMs = 0;
  const report = await client.stream(
    'imports.run',
    { files: [{ path }], format: 'jsonl', isDryRun: false, shouldWait: true },
    {
      onChunk: (chunk) => {
        if (chunk.kind === 'acked') {
          savedMs = systemClock.monotonicMs() - fromMs;
          step('Import: saving');
        }
        if (chunk.kind === 'indexing') step(`Import: ${chunk.done} of ${chunk.total} vectors`);
      },
    },
  );
  const ms = systemClock.monotonicMs() - fromMs;
  const perSecond = (n: number) => (report.imported / n) * 1000;
  return { turns: report.imported, savedPerSecond: perSecond(savedMs), turnsPerSecond: perSecond(ms) };
}

/**
 * One turn at a time, from the call to the moment at which words and vector are found. The vectors lie in the cache, so
 * nothing of it is embedding. Whatever the next question costs more than the one after it is part of adding.
 */
export async function measureAdding(client: Client, folder: string, turns: readonly BenchTurn[]): Promise<Figures> {
  const queries = makeBenchQueries(turns.length, QUERY_SEED);
  const path = join(folder, 'one.jsonl');
  const commits: number[] = [];
  const firsts: number[] = [];
  const added: number[] = [];
  for (const [index, turn] of turns.entries()) {
    await writeFile(path, lineOf(turn));
    const fromMs = systemClock.monotonicMs();
    await client.stream(
      'imports.run',
      { files: [{ path }], format: 'jsonl', isDryRun: false, shouldWait: true },
      { onChunk: () => undefined },
    );
    const commitMs = systemClock.monotonicMs() - fromMs;
    const query = queries[index] ?? '';
    const first = preflightMs((await recallOnce(client, { query })).trace);
    const second = preflightMs((await recallOnce(client, { query })).trace);
    commits.push(commitMs);
    firsts.push(first);
    added.push(commitMs + Math.max(0, first - second));
  }
  return {
    'adding one turn': spread(added),
    'of it, until tables and vectors': spread(commits),
    'pre-flight right after a turn': spread(firsts),
  };
}

const MB = 1_000_000;

/** This process holds the engine; its child is the inference process (seen on Linux only). */
export async function readMemory(): Promise<Readonly<Record<string, number>>> {
  const engineMb = process.memoryUsage().rss / MB;
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').catch(() => '');
  const [host] = children.trim().split(' ').filter(Boolean);
  const status = host === undefined ? '' : await readFile(`/proc/${host}/status`, 'utf8').catch(() => '');
  const hostKb = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return { engineMb, ...(hostKb === undefined ? {} : { inferenceMb: (Number(hostKb) * 1024) / MB }) };
}
