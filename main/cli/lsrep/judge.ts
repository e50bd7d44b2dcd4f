import { resolve } from 'node:path';
import { exportCalibration, readCalibration } from '../../evaluation/judge/calibration.ts';
import { judgeRun } from '../../evaluation/judge/judge-run.ts';
import type { JudgeSummary } from '../../evaluation/judge/judge-summary.pure.ts';
import { type Args, requireWords } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { createProgress, printJson, printLine } from '../print.ts';
import { alignColumns, countOf } from '../text.pure.ts';
import { namesOf } from './answer.ts';
import { chooseModel } from './choose-model.ts';

const SHEET_ITEMS = 50;

/** `lsrep judge`: a model grades the answers of a run, blind to the arms. */
export async function judge(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const [given = ''] = requireWords(words, ['DIR']);
  const parts = await cli.openEvaluationParts();
  const progress = createProgress(cli.stderr);
  try {
    const summary = await judgeRun(
      {
        ...(await chooseModel(cli, args, parts)),
        ...{ runFolder: resolve(cli.cwd, given), arms: namesOf(args), arePairsCompared: args.has('pairs') },
        answers: args.choices('answers', ['own', 'matched'])?.[0] ?? 'own',
        limit: args.integer('limit', { min: 1, max: 100_000 }) ?? null,
        seed: seedOf(args),
      },
      {
        signal: cli.signal,
        onProgress: (done, total) => progress.show(`Judged ${done} of ${total}`),
      },
    );
    progress.end();
    if (args.has('json')) printJson(cli.stdout, summary);
    else print(cli, summary);
    return 0;
  } finally {
    progress.end();
    await parts.close();
  }
}

const seedOf = (args: Args): number => args.integer('seed', { min: 0, max: 999_999_999 }) ?? 1;

/** `lsrep sheet`: answers for a person to grade, without arms and without the judge's grades. */
export async function sheet(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const [given = '', file = ''] = requireWords(words, ['DIR', 'FILE']);
  const wanted = args.integer('limit', { min: 1, max: 100_000 }) ?? SHEET_ITEMS;
  const place = { runFolder: resolve(cli.cwd, given), path: resolve(cli.cwd, file) };
  const items = await exportCalibration({ ...place, items: wanted, seed: seedOf(args) });
  if (args.has('json')) printJson(cli.stdout, { items, path: place.path });
  else
    printLine(
      cli.stdout,
      `${countOf(items, 'answer')} to grade in ${file}. Then: palimpsest lsrep calibrate ${given} ${file}`,
    );
  return 0;
}

/** `lsrep calibrate`: how far the judge grades as the person does who filled in the sheet. */
export async function calibrate(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const [given = '', file = ''] = requireWords(words, ['DIR', 'FILE']);
  const found = await readCalibration(resolve(cli.cwd, given), resolve(cli.cwd, file));
  if (args.has('json')) {
    printJson(cli.stdout, found);
    return 0;
  }
  const { items, same, kappa, weightedKappa, binary, ungraded, unreadable } = found;
  printLine(cli.stdout, `The same grade for ${same} of ${items}; kappa ${say(kappa)}, weighted ${say(weightedKappa)}.`);
  printLine(cli.stdout, `Right against wrong: ${say(binary.accuracy)} the same, kappa ${say(binary.kappa)}.`);
  if (ungraded > 0) printLine(cli.stdout, `${countOf(ungraded, 'row')} without a grade.`);
  if (unreadable > 0) printLine(cli.stdout, `${countOf(unreadable, 'reply', 'replies')} of the judge were no grade.`);
  return 0;
}

const say = (value: number | null): string => (value === null ? 'not to be said' : value.toFixed(2));

function print(cli: Cli, { arms, pairs, consistency, warning }: JudgeSummary): void {
  const rows = arms.map(({ arm, answers, score, stale, unreadable }) => [
    ...[arm, String(answers), score === null ? '–' : score.toFixed(3), String(stale), String(unreadable)],
  ]);
  for (const line of alignColumns([['arm', 'answers', 'score', 'stale', 'no grade'], ...rows]))
    printLine(cli.stdout, line);
  for (const { first, second, firstBetter, secondBetter, ties, inconsistent } of pairs)
    printLine(
      cli.stdout,
      `${first} against ${second}: ${firstBetter} to ${secondBetter}, ${ties} even, ${inconsistent} changed with the place.`,
    );
  if (consistency.of > 0)
    printLine(cli.stdout, `The place changed nothing in ${consistency.consistent} of ${consistency.of}.`);
  if (warning !== null) printLine(cli.stdout, warning);
}
