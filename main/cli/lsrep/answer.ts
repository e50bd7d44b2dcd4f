import { resolve } from 'node:path';
import { answerMatched } from '../../evaluation/matched/answer-matched.ts';
import { type MatchedSummary, scoreMatched } from '../../evaluation/matched/score-matched.ts';
import { type Args, requireWords } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { createProgress, printJson, printLine } from '../print.ts';
import { alignColumns } from '../text.pure.ts';
import { chooseModel } from './choose-model.ts';

const MAX_TOKENS = 200;

/** `lsrep answer`: one model answers from what each arm of a run supplied; the same command goes on where it stopped. */
export async function answer(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const [given = ''] = requireWords(words, ['DIR']);
  const runFolder = resolve(cli.cwd, given);
  const parts = await cli.openEvaluationParts();
  const progress = createProgress(cli.stderr);
  try {
    const chosen = await chooseModel(cli, args, parts);
    const budgetTokens = args.integer('budget', { min: 1, max: 1_000_000 }) ?? null;
    await answerMatched(
      { ...chosen, runFolder, arms: namesOf(args), budgetTokens, maxTokens: MAX_TOKENS },
      {
        signal: cli.signal,
        onProgress: (done, total) => progress.show(`Answered ${done} of ${total}`),
      },
    );
    const summary = await scoreMatched(runFolder);
    progress.end();
    if (args.has('json')) printJson(cli.stdout, summary);
    else print(cli, summary);
    return 0;
  } finally {
    progress.end();
    await parts.close();
  }
}

/** Arms by name; null: all of the run. */
export function namesOf(args: Args): readonly string[] | null {
  const names = args.all('arms').flatMap((each) => each.split(',').map((part) => part.trim()));
  return names.length === 0 ? null : names;
}

function print(cli: Cli, { arms, warning, header }: MatchedSummary): void {
  const rows = arms.map(({ arm, questions, answered, right, stale, abstaining, contextTokens }) => [
    ...[arm, `${right} of ${questions}`, String(stale), String(abstaining), String(questions - answered)],
    contextTokens === null ? '–' : contextTokens.toFixed(0),
  ]);
  const head = ['arm', 'right', 'stale', 'does not know', 'missing', 'tokens'];
  for (const line of alignColumns([head, ...rows])) printLine(cli.stdout, line);
  printLine(cli.stdout, `Answered by ${header.model}, the same words and budget for every arm.`);
  if (warning !== null) printLine(cli.stdout, warning);
}
