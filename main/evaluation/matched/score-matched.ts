import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { indexTrajectory, scoreUnit } from '../score/score-observation.ts';
import type { ScoredObservation } from '../score/scored.ts';
import { findMatchedHeader, type MatchedHeader, readMatched, withMatched } from './answer-matched.ts';
import { openRun } from './read-run.ts';

export type MatchedFigures = {
  readonly arm: string;
  /** Everything that the run asks of an arm: the denominator, whatever came back. */
  readonly questions: number;
  readonly answered: number;
  readonly right: number;
  readonly stale: number;
  readonly abstaining: number;
  /** Mean tokens of context over what was answered; null where nothing was. */
  readonly contextTokens: number | null;
};

export type MatchedSummary = {
  readonly header: MatchedHeader;
  /** Said wherever these figures are shown, where they mean nothing. */
  readonly warning: string | null;
  readonly arms: readonly MatchedFigures[];
};

export const TOO_SMALL =
  'These answers are of a model that is too small to answer: they show the path, and the figures mean nothing.';

/** Scores the common model's answers by the same code that scores the arms' own; `matched/summary.json`. */
export async function scoreMatched(runFolder: string): Promise<MatchedSummary> {
  const header = await findMatchedHeader(runFolder);
  if (header === null) throw new AppError('evaluation.invalid', 'No model has answered for this run yet.');
  const run = await openRun(runFolder);
  const scored: ScoredObservation[] = [];
  const answeredArms = new Set<string>();
  for (const { id } of run.header.trajectories) {
    const index = indexTrajectory(await run.readTrajectory(id));
    for (const { name } of run.header.arms) {
      const lines = await readMatched(runFolder, name, id);
      if (lines.length > 0) answeredArms.add(name);
      scored.push(...scoreUnit(index, name, withMatched(await run.readObservations(name, id), lines)));
    }
  }
  const arms = run.header.arms.map(({ name }) => name).filter((name) => answeredArms.has(name));
  const summary: MatchedSummary = {
    header,
    warning: header.isModelTooSmall ? TOO_SMALL : null,
    arms: arms.map((arm) => figuresOf(arm, scored)),
  };
  await writeFile(join(runFolder, 'matched', 'summary.json'), `${JSON.stringify(summary, null, 1)}\n`);
  return summary;
}

function figuresOf(arm: string, scored: readonly ScoredObservation[]): MatchedFigures {
  const own = scored.filter((one) => one.arm === arm);
  const answered = own.filter(({ answer }) => answer !== null);
  const tokens = answered.reduce((sum, { contextTokens }) => sum + (contextTokens ?? 0), 0);
  return {
    arm,
    questions: own.length,
    answered: answered.length,
    right: own.filter(({ answer }) => answer?.isCorrect === true).length,
    stale: own.filter(({ answer }) => answer?.isStale === true).length,
    abstaining: own.filter(({ answer }) => answer?.isAbstaining === true).length,
    contextTokens: answered.length === 0 ? null : Math.round((tokens / answered.length) * 100) / 100,
  };
}
