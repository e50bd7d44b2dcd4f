import { Answerer } from '../../evaluation/format/arm.ts';
import { checkRegistration } from '../../evaluation/gates/read-gate.ts';
import { writeGate } from '../../evaluation/run/report-run.ts';
import { planHeader, type RunProgress, runAll } from '../../evaluation/run/run.ts';
import type { Args } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { createProgress, printJson, printLine } from '../print.ts';
import { countOf } from '../text.pure.ts';
import { chooseArms, chooseGate, chooseTrajectories, requireOut } from './choose.ts';
import { chooseSystems } from './choose-systems.ts';
import { leftOf } from './time-left.pure.ts';
import { countWorkers, listWorkerFlags, startWorkers } from './workers.ts';

/** `lsrep run`: replays histories in every arm; the same command goes on with what was stopped. */
export async function run(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const folder = requireOut(cli, args);
  const systems = await chooseSystems(cli, args);
  const arms = [...chooseArms(args), ...systems.arms];
  const answerer = args.choices('answerer', Answerer.options)?.[0] ?? 'contract';
  const seed = args.integer('seed', { min: 0, max: 999_999_999 }) ?? 1;
  const chosen = await chooseGate(cli, args);
  const trajectories = await chooseTrajectories(cli, args, words);
  const gate = chosen === null ? null : { name: chosen.gate.gate.name, hash: chosen.gate.hash };
  const plan = {
    ...{ folder, trajectories, arms, answerer, seed, gate },
    isStateShared: args.has('shared-state'),
    shouldKeepTraces: !args.has('no-traces'),
  };
  if (chosen !== null) checkRegistration(chosen.gate, planHeader(plan));
  const parts = await cli.openEvaluationParts();
  const progress = createProgress(cli.stderr);
  const left = leftOf(parts.monotonicMs);
  const count = Math.min(countWorkers(args, parts), trajectories.length);
  // Each of several workers tells of its own history alone, from which nobody can say when all are done.
  const onProgress = (at: RunProgress): void => progress.show(`${describe(at)}${count === 1 ? left(at) : ''}`);
  const workers = { parts, folder, argv: listWorkerFlags(args), onProgress };
  try {
    const header = await runAll(
      plan,
      {
        ...{ parts, openArm: systems.open(folder, parts) },
        ...(count === 1 ? {} : { workers: startWorkers(count, workers) }),
        onDeclared: async () => {
          if (chosen !== null) await writeGate(folder, chosen.bytes);
        },
      },
      { signal: cli.signal, onProgress },
    );
    progress.end();
    const observations = header.trajectories.reduce((sum, one) => sum + one.observations, 0) * arms.length;
    if (args.has('json')) printJson(cli.stdout, { folder, observations, arms: arms.map(({ name }) => name) });
    else {
      printLine(cli.stdout, `${countOf(observations, 'observation')} in ${folder}.`);
      printLine(cli.stdout, `Now: palimpsest lsrep report ${folder}`);
    }
    return 0;
  } finally {
    progress.end();
    await parts.close();
  }
}

function describe({ unit, units, trajectory, arms, checkpoint, phase, done, total }: RunProgress): string {
  const who = arms.length === 1 ? (arms[0] ?? '') : countOf(arms.length, 'arm');
  return `${unit} of ${units}: ${trajectory}, ${who}, ${checkpoint}: ${phase} ${done} of ${total}`;
}
