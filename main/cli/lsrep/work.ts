import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { readTrajectory } from '../../evaluation/format/read-trajectory.ts';
import { findHeader, type RunProgress, runHistories } from '../../evaluation/run/run.ts';
import { type Args, requireWords } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { printJson } from '../print.ts';
import { chooseSystems } from './choose-systems.ts';
import { plainFailure } from './plain-failure.ts';

/** `lsrep work`: one history of a run that is declared, for the process that shares the run out. */
export async function work(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const [folder = '', id = ''] = requireWords(words, ['DIR', 'TRAJECTORY']);
  const header = await findHeader(folder);
  const declared = header?.trajectories.find((one) => one.id === id);
  if (header === null || declared === undefined)
    throw new AppError('evaluation.invalid', 'There is no such history in this run.');
  const trajectory = await readTrajectory(join(folder, 'trajectories', `${id}.json`));
  const systems = await chooseSystems(cli, args);
  const parts = await cli.openEvaluationParts();
  const release = await parts.takeFolder(join(folder, 'work', `${id}.lock`));
  try {
    const { arms, answerer, seed, isStateShared } = header;
    await runHistories(
      {
        ...{ folder, arms, answerer, seed, isStateShared, trajectories: [trajectory] },
        shouldKeepTraces: !args.has('no-traces'),
      },
      { ids: [id], parts, openArm: systems.open(folder, parts) },
      { signal: cli.signal, onProgress: tellNow(cli, parts.monotonicMs) },
    );
    return 0;
  } catch (error) {
    const failure = plainFailure(error);
    if (failure instanceof AppError)
      printJson(cli.stderr, { failed: { code: failure.code, message: failure.message } });
    throw failure;
  } finally {
    await release();
    await parts.close();
  }
}

const EVERY_MS = 500;

/** Every observation would be more words than work. */
function tellNow(cli: Cli, nowMs: () => number): (progress: RunProgress) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (nowMs() - toldMs < EVERY_MS) return;
    toldMs = nowMs();
    printJson(cli.stderr, { progress });
  };
}
