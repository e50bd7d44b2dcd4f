import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../contract/index.ts';
import { systemClock } from '../lib/clock.ts';
import type { Figures } from './bench.ts';
import { askBench } from './bench-chat.ts';
import { runImport, writeTurns } from './bench-load.ts';
import { spread } from './bench-recall.ts';
import { type BenchSeries, generateBenchTurns, makeBenchQueries } from './bench-text.pure.ts';
import type { Cli } from './context.ts';

const DAY_MS = 86_400_000;
const QUESTIONS = 20;
const IDLE_MS = 30_000;
const TICKS_PER_SECOND = 100;

type Day = {
  readonly cli: Cli;
  readonly folder: string;
  readonly data: string;
  readonly turns: BenchSeries;
  readonly step: (text: string) => void;
};

/** A day of use with all workers: what upkeep costs, what it costs an answer, and what is left running when nobody asks. */
export async function measureDay({ cli, folder, data, turns, step }: Day): Promise<Figures> {
  const path = join(folder, 'day.jsonl');
  await writeTurns(path, generateBenchTurns(turns), () => true);
  const engine = await cli.openEngine({ dataFolder: data, mode: 'browser' });
  const client = engine.client();
  try {
    await client.call('workers.setPaused', { isPaused: true });
    const { turnsPerSecond } = await runImport(client, path, step);
    step('The first upkeep');
    const first = await runAll(client, 0);
    step("A day's upkeep");
    const daily = await runAll(client, 1);
    const answers = await measureAnswers(client, turns.seed + 1, step);
    step('Nothing to do');
    const idle = await measureIdle(client);
    return {
      import: { turns: turns.count, turnsPerSecond },
      'upkeep the first time, seconds': first,
      'upkeep of a day, seconds': daily,
      ...answers,
      idle,
    };
  } finally {
    client.close();
    await engine.close();
  }
}

async function runAll(client: Client, days: number): Promise<Readonly<Record<string, number>>> {
  const from = new Date(systemClock.now().getTime() + days * DAY_MS).toISOString();
  const { runs } = await client.stream(
    'workers.simulate',
    { workers: 'all', days, from },
    { onChunk: () => undefined },
  );
  const seconds = runs.map(({ worker, ms }) => [worker, ms / 1000] as const);
  return { ...Object.fromEntries(seconds), all: seconds.reduce((sum, [, s]) => sum + s, 0) };
}

/** Pairs of questions, one with every worker at work and one with none, in turn first: the machine is the same for both. */
async function measureAnswers(client: Client, seed: number, step: (text: string) => void): Promise<Figures> {
  const times: Record<'off' | 'on', number[]> = { off: [], on: [] };
  const queries = makeBenchQueries(QUESTIONS * 2 + 1, seed);
  const upkeep = createUpkeep(client);
  await askBench(client, queries[0] ?? '');
  for (let pair = 0; pair < QUESTIONS; pair += 1) {
    step(`Questions with and without upkeep: ${pair + 1} of ${QUESTIONS}`);
    const order = pair % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const);
    for (const [at, how] of order.entries()) {
      const stop = how === 'on' ? await upkeep.begin() : async () => undefined;
      const { firstWordMs } = await askBench(client, queries[1 + pair * 2 + at] ?? '');
      await stop();
      times[how].push(firstWordMs);
    }
  }
  const [off, on] = [spread(times.off), spread(times.on)];
  return {
    'first word, upkeep off': off,
    'first word, all workers at work': on,
    'on to off': { p50: on.p50Ms / off.p50Ms, p95: on.p95Ms / off.p95Ms },
  };
}

/** Days of upkeep one after the other, so that there is always something to do. */
function createUpkeep(client: Client) {
  let from = new Date(systemClock.now().getTime() + 2 * DAY_MS).toISOString();
  return {
    /** Resolves when a worker is at work; what it resolves to ends it. */
    begin: async (): Promise<() => Promise<void>> => {
      const controller = new AbortController();
      let isBegun = (): void => undefined;
      const begun = new Promise<void>((resolve) => {
        isBegun = resolve;
      });
      const working = client.stream(
        'workers.simulate',
        { workers: 'all', days: 1_000, from },
        {
          signal: controller.signal,
          onChunk: ({ at }) => {
            from = at;
            isBegun();
          },
        },
      );
      const ended = working.then(
        () => undefined,
        (error: unknown) => {
          if (!controller.signal.aborted) throw error;
        },
      );
      await Promise.race([begun, ended]);
      return async () => {
        controller.abort();
        await ended;
      };
    },
  };
}

/** Seconds of processor a second, of this process and of the inference process (Linux only), while nothing is asked. */
async function measureIdle(client: Client): Promise<Readonly<Record<string, number>>> {
  await client.call('workers.setPaused', { isPaused: false });
  await client.stream('workers.simulate', { workers: 'all', days: 0 }, { onChunk: () => undefined });
  const [before, hostBefore] = [process.cpuUsage(), await readHostTicks()];
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const { user, system } = process.cpuUsage(before);
  const hostTicks = (await readHostTicks()) - hostBefore;
  return {
    enginePercent: (user + system) / 10 / IDLE_MS,
    inferencePercent: (hostTicks / TICKS_PER_SECOND / (IDLE_MS / 1000)) * 100,
  };
}

async function readHostTicks(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').catch(() => '');
  const [host] = children.trim().split(' ').filter(Boolean);
  const stat = host === undefined ? '' : await readFile(`/proc/${host}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
