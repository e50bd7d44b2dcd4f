import { WorkerName, type WorkerRunReport } from '../contract/lifecycle.ts';
import { type Args, usageError } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { showMoment } from './instant.pure.ts';
import { createProgress, printJson, printLine } from './print.ts';
import { countOf } from './text.pure.ts';
import { checkTimes, createTimeReader, readZone } from './times.ts';
import { withEngine } from './with-engine.ts';

const USAGE = 'Say: workers list, or workers run NAME. NAME is all, or one of';

function readNames(word: string): 'all' | readonly WorkerName[] {
  if (word === 'all') return 'all';
  return word.split(',').map((part) => {
    const name = WorkerName.safeParse(part.trim());
    if (!name.success) throw usageError(`There is no worker of that name. ${USAGE} ${WorkerName.options.join(', ')}.`);
    return name.data;
  });
}

/** `palimpsest workers`: what is done in the background, now, or on a clock that runs ahead. */
export const workers: Command = {
  name: 'workers',
  usage: 'workers run NAME|all [--days N] | workers list',
  summary: 'do background work now, or for simulated days to come: ageing, summaries, topics, checks',
  options: { days: { type: 'string' }, from: { type: 'string' } },
  flags: [
    ['--days N', 'as if N days went by, each worker at its own times (0: once, now)'],
    ['--from ISO', 'the simulated clock starts here (now)'],
  ],
  run: async (cli, args) => {
    const [verb, name, ...more] = args.words;
    if (verb === 'list' && name === undefined) return list(cli, args);
    if (verb !== 'run' || name === undefined || more.length > 0)
      throw usageError(`${USAGE} ${WorkerName.options.join(', ')}.`);
    return simulate(cli, args, readNames(name));
  },
};

function list(cli: Cli, args: Args): Promise<ExitCode> {
  return withEngine(cli, { dataFolder: getExistingDataFolder(cli, args) }, async (client): Promise<ExitCode> => {
    const state = await client.call('workers.list', {}, cli.signal);
    if (args.has('json')) {
      printJson(cli.stdout, state);
      return 0;
    }
    const zone = await readZone(client);
    for (const { name, isOn, last, nextAt } of state.workers) {
      const next = isOn && nextAt !== null ? `next ${showMoment(nextAt, zone)}` : 'off';
      printLine(cli.stdout, `${name.padEnd(18)}${next.padEnd(24)}${last?.summary ?? 'not run yet'}`);
    }
    return 0;
  });
}

function simulate(cli: Cli, args: Args, names: 'all' | readonly WorkerName[]): Promise<ExitCode> {
  checkTimes(args, ['from']);
  const days = args.integer('days', { min: 0, max: 36_500 }) ?? 0;
  return withEngine(cli, { dataFolder: getExistingDataFolder(cli, args) }, async (client): Promise<ExitCode> => {
    const from = await createTimeReader(client)(args.text('from'), '--from');
    const progress = createProgress(cli.stderr);
    const { runs } = await client
      .stream(
        'workers.simulate',
        { workers: names, days, ...(from === undefined ? {} : { from }) },
        {
          onChunk: ({ worker, at, done, total }) =>
            progress.show(`${worker} ${days === 0 ? '' : at.slice(0, 10)} (${done + 1} of ${total})`),
          signal: cli.signal,
        },
      )
      .finally(progress.end);
    const failed = runs.filter(({ state }) => state === 'failed');
    if (args.has('json')) {
      const only = names !== 'all' && names.length === 1 ? { worker: names[0], ...runs.at(-1)?.counts } : {};
      printJson(cli.stdout, { ...only, days, runs });
    } else for (const line of describe(runs)) printLine(cli.stdout, line);
    return failed.length === 0 ? 0 : 1;
  });
}

/** Of each worker how often it ran, and what the last run says. */
function describe(runs: readonly WorkerRunReport[]): readonly string[] {
  const names = [...new Set(runs.map(({ worker }) => worker))];
  return names.map((name) => {
    const own = runs.filter(({ worker }) => worker === name);
    const last = own.at(-1);
    const often = own.length === 1 ? '' : ` (${countOf(own.length, 'run')}; the last:)`;
    return `${name}${often} ${last?.state === 'failed' ? 'failed: ' : ''}${last?.summary ?? ''}`;
  });
}
