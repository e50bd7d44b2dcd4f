import { resolve } from 'node:path';
import { Answerer, type Arm } from '../evaluation/format/arm.ts';
import { readTrajectory } from '../evaluation/format/read-trajectory.ts';
import { ARM_SETS, ARMS } from '../evaluation/run/arms.pure.ts';
import { type RunProgress, runAll } from '../evaluation/run/run.ts';
import { type Args, requireWords, usageError } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { createProgress, printJson, printLine } from './print.ts';
import { countOf } from './text.pure.ts';

const VERBS = 'run, arms';

/** `palimpsest lsrep`: evaluates a memory along its life. */
export const lsrep: Command = {
  name: 'lsrep',
  usage: 'lsrep run FILE… --out DIR [--arms A,B|SET] | lsrep arms',
  summary: 'evaluate a memory along its life: replay histories, ask at every checkpoint, report (LSREP)',
  options: {
    out: { type: 'string' },
    arms: { type: 'string', multiple: true },
    answerer: { type: 'string' },
    seed: { type: 'string' },
    'shared-state': { type: 'boolean' },
    'no-traces': { type: 'boolean' },
  },
  flags: [
    ['--out DIR', 'the folder of the run: a run that was stopped goes on there'],
    ['--arms A,B', `arms, or a set of them: ${Object.keys(ARM_SETS).join(', ')} (baseline)`],
    ['--answerer A', `who answers: ${Answerer.options.join(', ')} (contract)`],
    ['--shared-state', 'arms that differ only in how they ask share one memory (declared in the report)'],
    ['--seed N', 'of ids and of everything drawn (1)'],
    ['--no-traces', 'without the full traces, which hold the texts and take much space'],
  ],
  run: (cli, args) => {
    const [verb] = args.words;
    if (verb === 'run') return run(cli, args);
    if (verb === 'arms') return listArms(cli, args);
    throw usageError(`Say what to do: ${VERBS}.`);
  },
};

function chooseArms(args: Args): readonly Arm[] {
  const names = args.all('arms').flatMap((each) => each.split(',').map((part) => part.trim()));
  const chosen = (names.length === 0 ? ['baseline'] : names).flatMap((name) => {
    const set = Object.hasOwn(ARM_SETS, name) ? ARM_SETS[name] : undefined;
    const own = set ?? ARMS.filter((arm) => arm.name === name);
    if (own.length === 0) throw usageError(`There is no arm or set of arms ${name}. \`lsrep arms\` lists them.`);
    return own;
  });
  return [...new Map(chosen.map((arm) => [arm.name, arm])).values()];
}

function listArms(cli: Cli, args: Args): Promise<ExitCode> {
  requireWords(args.words, ['arms']);
  if (args.has('json'))
    printJson(cli.stdout, {
      arms: ARMS,
      sets: Object.fromEntries(Object.entries(ARM_SETS).map(([name, arms]) => [name, arms.map((arm) => arm.name)])),
    });
  else for (const { name } of ARMS) printLine(cli.stdout, name);
  return Promise.resolve(0);
}

function requireOut(cli: Cli, args: Args): string {
  const out = args.text('out');
  if (out === undefined) throw usageError('--out is missing: the folder that the run is kept in.');
  return resolve(cli.cwd, out);
}

async function run(cli: Cli, args: Args): Promise<ExitCode> {
  const [, ...files] = args.words;
  if (files.length === 0) throw usageError('FILE is missing: a trajectory.');
  const folder = requireOut(cli, args);
  const arms = chooseArms(args);
  const answerer = args.choices('answerer', Answerer.options)?.[0] ?? 'contract';
  const seed = args.integer('seed', { min: 0, max: 999_999_999 }) ?? 1;
  const trajectories = [];
  for (const file of files) trajectories.push(await readTrajectory(resolve(cli.cwd, file)));
  const parts = await cli.openEvaluationParts();
  const progress = createProgress(cli.stderr);
  try {
    const header = await runAll(
      {
        ...{ folder, trajectories, arms, answerer, seed, gate: null },
        isStateShared: args.has('shared-state'),
        shouldKeepTraces: !args.has('no-traces'),
      },
      { parts, openArm: () => parts.openPalimpsest },
      { signal: cli.signal, onProgress: (at) => progress.show(describe(at)) },
    );
    progress.end();
    const observations = header.trajectories.reduce((sum, one) => sum + one.observations, 0) * arms.length;
    if (args.has('json')) printJson(cli.stdout, { folder, observations });
    else printLine(cli.stdout, `${countOf(observations, 'observation')} in ${folder}.`);
    return 0;
  } finally {
    progress.end();
    await parts.close();
  }
}

const PHASES = { reading: 'reading', upkeep: 'upkeep', asking: 'asking' } as const;

function describe({ unit, units, trajectory, arms, checkpoint, phase, done, total }: RunProgress): string {
  const who = arms.length === 1 ? (arms[0] ?? '') : countOf(arms.length, 'arm');
  return `${unit} of ${units}: ${trajectory}, ${who}, ${checkpoint}: ${PHASES[phase]} ${done} of ${total}`;
}
