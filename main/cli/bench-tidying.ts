import type { Client } from '../contract/index.ts';
import { WorkerName } from '../contract/lifecycle.ts';
import { systemClock } from '../lib/clock.ts';
import type { Figures } from './bench.ts';
import { spread } from './bench-recall.ts';
import { makeBenchQueries } from './bench-text.pure.ts';

const SEED = 41;
const LOOKS = 3;
/** Days of ageing before the tidying: what a table of lives is like that many updates have gone through. */
const AGED_DAYS = 10;
/** Between two questions that are asked while upkeep runs: long enough that it gets on. */
const ASK_EVERY_MS = 150;
const ASKED_BEFORE = 20;

/** What upkeep costs, and what it costs a question that is asked meanwhile. */
export async function measureTidying(client: Client, step: (text: string) => void): Promise<Figures> {
  step('Upkeep: questions alone');
  const queries = makeBenchQueries(1_000, SEED);
  const alone: number[] = [];
  for (const query of queries.slice(0, ASKED_BEFORE)) alone.push(await askOnce(client, query));
  step('Upkeep: ageing');
  const aged = await timed(() =>
    client.stream('workers.simulate', { workers: ['decay'], days: AGED_DAYS }, { onChunk: () => undefined }),
  );
  step('Upkeep: watching');
  const thorough = await timed(() => check(client, true));
  const looks: Timing[] = [];
  for (let n = 0; n < LOOKS; n += 1) looks.push(await timed(() => check(client, false)));
  step('Upkeep: tidying');
  // Whatever else is due would go first, and be measured with it.
  for (const worker of WorkerName.options)
    await client.call('workers.setOn', { worker, isOn: worker === 'maintenance' });
  const quiet = await runWorker(client, 'maintenance');
  step('Upkeep: tidying while questions are asked');
  await client.stream('workers.simulate', { workers: ['decay'], days: 10 }, { onChunk: () => undefined });
  const meanwhile: number[] = [];
  const asking = { isOver: false };
  const questions = askUntil(client, { queries: queries.slice(ASKED_BEFORE), asking, waits: meanwhile });
  const busy = await runWorker(client, 'maintenance').finally(() => {
    asking.isOver = true;
  });
  await questions;
  const best = looks.reduce((a, b) => (a.cpuMs < b.cpuMs ? a : b));
  return {
    'watch, hourly': { ms: best.ms, cpuMs: best.cpuMs },
    'watch, daily': { ms: thorough.ms, cpuMs: thorough.cpuMs },
    'ageing, a day': { ms: aged.ms / AGED_DAYS, cpuMs: aged.cpuMs / AGED_DAYS },
    'daily tidying': quiet,
    'daily tidying while asked': busy,
    'recall before': { ...spread(alone), maxMs: Math.max(...alone) },
    'recall while tidying': { ...spread(meanwhile), maxMs: Math.max(...meanwhile, 0), asked: meanwhile.length },
  };
}

type Timing = { readonly ms: number; readonly cpuMs: number };

async function timed(work: () => Promise<unknown>): Promise<Timing> {
  const fromMs = systemClock.monotonicMs();
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return { ms: systemClock.monotonicMs() - fromMs, cpuMs: (user + system) / 1000 };
}

const check = (client: Client, isThorough: boolean) =>
  client.stream('health.check', { isThorough }, { onChunk: () => undefined });

async function askOnce(client: Client, query: string): Promise<number> {
  const fromMs = systemClock.monotonicMs();
  await client.call('memory.recall', { query });
  return systemClock.monotonicMs() - fromMs;
}

type Asking = {
  readonly queries: readonly string[];
  readonly asking: { readonly isOver: boolean };
  readonly waits: number[];
};

async function askUntil(client: Client, { queries, asking, waits }: Asking): Promise<void> {
  for (const query of queries) {
    if (asking.isOver) return;
    waits.push(await askOnce(client, query));
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** One run as its own report tells it. */
async function runWorker(client: Client, worker: WorkerName): Promise<Figures[string]> {
  const ended = new Promise<void>((resolve, reject) => {
    let id = '';
    const off = client.on('workers.changed', () => {
      client.call('workers.history', { worker, limit: 1 }).then(({ jobs }) => {
        if (jobs[0]?.id !== id || jobs[0].state === 'running' || jobs[0].state === 'waiting') return;
        off();
        resolve();
      }, reject);
    });
    client.call('workers.runNow', { worker }).then((job) => {
      id = job.id;
    }, reject);
  });
  const { cpuMs } = await timed(() => ended);
  const [job] = (await client.call('workers.history', { worker, limit: 1 })).jobs;
  return { ms: job?.ms ?? 0, cpuMs, ...job?.counts };
}
