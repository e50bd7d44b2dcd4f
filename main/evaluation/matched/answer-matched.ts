import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { throwIfAborted } from '../../lib/abort.ts';
import { keyOf, type Observation, type Observed } from '../format/observation.ts';
import type { Trajectory } from '../format/trajectory.ts';
import type { JudgeModel } from '../judge/judge-model.ts';
import { openLineLog, readLines } from '../judge/line-log.ts';
import { declareBeforeLines } from '../lib/declare-once.ts';
import { ANSWER_PROMPT_HASH, buildAnswerPrompt, fitContext } from './answer-prompt.pure.ts';
import { openRun, type RunReader } from './read-run.ts';

/** What all arms of one folder of matched answers have in common; `matched/header.json`. */
export const MatchedHeader = z.strictObject({
  format: z.literal('lsrep-matched'),
  version: z.literal(1),
  model: z.string(),
  modelHash: z.string().nullable(),
  /** What was asked left the machine. */
  isRemote: z.boolean(),
  promptHash: z.string(),
  /** Tokens of context that every arm may have; null: as the run gave them. */
  budgetTokens: z.int().min(1).nullable(),
  maxTokens: z.int().min(1),
  /** The model is too small for its answers to mean anything: it only shows the path. */
  isModelTooSmall: z.boolean(),
});
export type MatchedHeader = z.infer<typeof MatchedHeader>;

const Key = { arm: z.string(), trajectory: z.string(), checkpoint: z.string(), probe: z.string() };

/** One answer that the common model gave from what one arm had supplied. */
export const MatchedLine = z.discriminatedUnion('status', [
  z.strictObject({
    ...Key,
    status: z.literal('answered'),
    answer: z.string(),
    contextTokens: z.int(),
    promptTokens: z.int().nullable(),
  }),
  z.strictObject({ ...Key, status: z.literal('failed'), code: z.string(), message: z.string() }),
]);
export type MatchedLine = z.infer<typeof MatchedLine>;

export type MatchedInput = {
  readonly runFolder: string;
  readonly model: JudgeModel;
  readonly isModelTooSmall: boolean;
  /** Null: all arms of the run. */
  readonly arms: readonly string[] | null;
  readonly budgetTokens: number | null;
  readonly maxTokens: number;
};

export type MatchedWatch = {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

const matchedPath = (folder: string, arm: string, trajectory: string): string =>
  join(folder, 'matched', arm, `${trajectory}.jsonl`);

/**
 * Lets one model answer every question of a run from what each arm supplied: same model, prompt and budget for all. What was
 * answered before is not asked again.
 */
export async function answerMatched(input: MatchedInput, watch: MatchedWatch): Promise<MatchedHeader> {
  const run = await openRun(input.runFolder);
  const arms = chooseArms(run, input.arms);
  const header = await declare(input);
  const total = arms.length * run.header.trajectories.reduce((sum, { observations }) => sum + observations, 0);
  let done = 0;
  for (const { id } of run.header.trajectories) {
    const trajectory = await run.readTrajectory(id);
    for (const arm of arms) {
      await answerUnit({ ...input, run, trajectory, arm }, watch.signal, () => {
        done += 1;
        watch.onProgress(done, total);
      });
    }
  }
  return header;
}

export function chooseArms(run: RunReader, wanted: readonly string[] | null): readonly string[] {
  const known = run.header.arms.map(({ name }) => name);
  const missing = (wanted ?? []).find((name) => !known.includes(name));
  if (missing !== undefined) throw new AppError('usage.invalid', 'The run has no arm of that name. See its run.json.');
  return wanted ?? known;
}

async function declare({ runFolder, model, budgetTokens, maxTokens, isModelTooSmall }: MatchedInput) {
  const header: MatchedHeader = {
    ...{ format: 'lsrep-matched', version: 1, model: model.name, modelHash: model.hash, isRemote: model.isRemote },
    ...{ promptHash: ANSWER_PROMPT_HASH, budgetTokens, maxTokens, isModelTooSmall },
  };
  await declareBeforeLines(
    join(runFolder, 'matched', 'header.json'),
    header,
    'This run has answers of another model, prompt or budget. Delete its folder "matched" to answer it anew.',
  );
  return header;
}

type UnitAnswering = MatchedInput & {
  readonly run: RunReader;
  readonly trajectory: Trajectory;
  readonly arm: string;
};

async function answerUnit(unit: UnitAnswering, signal: AbortSignal, onDone: () => void): Promise<void> {
  const { run, runFolder, trajectory, arm } = unit;
  const observations = await run.readObservations(arm, trajectory.id);
  const path = matchedPath(runFolder, arm, trajectory.id);
  const log = await openLineLog({ path, schema: MatchedLine, keyOf });
  try {
    for (const observation of observations) {
      throwIfAborted(signal);
      if (!log.has(keyOf(observation))) await log.append(await answerOne(unit, observation, signal));
      onDone();
    }
  } finally {
    await log.close();
  }
}

async function answerOne(unit: UnitAnswering, observation: Observation, signal: AbortSignal): Promise<MatchedLine> {
  const { arm, trajectory, checkpoint, probe } = observation;
  const key = { arm, trajectory, checkpoint, probe };
  // Nothing was supplied, so there is nothing to answer from: it stays what it was.
  if (observation.status === 'failed')
    return { ...key, status: 'failed', code: observation.code, message: observation.message };
  const prompt = await buildPrompt(unit, observation);
  const asked = { messages: prompt.messages, schema: null, maxTokens: unit.maxTokens };
  try {
    const { text, promptTokens } = await unit.model.complete(asked, signal);
    return { ...key, status: 'answered', answer: text.trim(), contextTokens: prompt.tokens, promptTokens };
  } catch (error) {
    throwIfAborted(signal);
    // A model that cannot be reached or asked stops the work, which goes on later; one bad answer does not.
    if (!(error instanceof AppError) || error.code !== 'system.timeout') throw error;
    return { ...key, status: 'failed', code: error.code, message: error.message };
  }
}

async function buildPrompt({ run, trajectory, budgetTokens }: UnitAnswering, observed: Observed) {
  const question = trajectory.probes.find(({ id }) => id === observed.probe)?.question;
  const askedAt = trajectory.checkpoints.find(({ id }) => id === observed.checkpoint)?.at;
  if (question === undefined || askedAt === undefined)
    throw new AppError('evaluation.invalid', 'The run observed a probe that its trajectory does not have.');
  const { pieces, tokens } = fitContext(await run.readContext(observed, trajectory), budgetTokens);
  return { messages: buildAnswerPrompt({ question, askedAt, context: pieces }), tokens };
}

/** The matched answers of one unit. */
export const readMatched = (folder: string, arm: string, trajectory: string): Promise<readonly MatchedLine[]> =>
  readLines(matchedPath(folder, arm, trajectory), MatchedLine);

/** Which model answered; null where a run has no matched answers. */
export async function findMatchedHeader(folder: string): Promise<MatchedHeader | null> {
  try {
    return MatchedHeader.parse(JSON.parse(await readFile(join(folder, 'matched', 'header.json'), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new AppError('evaluation.invalid', 'The header of the matched answers is damaged.', { cause: error });
  }
}

/**
 * Observations with the common model's answers in place of the arm's own. One that nobody answered yet is left out, and so
 * counts as missing.
 */
export function withMatched(
  observations: readonly Observation[],
  lines: readonly MatchedLine[],
): readonly Observation[] {
  const byKey = new Map(lines.map((line) => [keyOf(line), line]));
  return observations.flatMap((observation): readonly Observation[] => {
    const line = byKey.get(keyOf(observation));
    if (line === undefined) return [];
    if (observation.status === 'failed') return [observation];
    if (line.status === 'failed') return [{ t: 'observation', ...line }];
    const { answer, promptTokens, contextTokens } = line;
    return [{ ...observation, answer, promptTokens, contextTokens, mode: 'model', isAbstaining: null, cited: [] }];
  });
}
