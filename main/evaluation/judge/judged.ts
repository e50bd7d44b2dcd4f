import { z } from 'zod';
import { PlainId } from '../format/trajectory.ts';
import { Grade } from './grade-prompt.pure.ts';

/** What a judging declares before it begins; `judge/header.json` of a run's folder. */
export const JudgeHeader = z.strictObject({
  format: z.literal('lsrep-judge'),
  version: z.literal(1),
  model: z.string(),
  modelHash: z.string().nullable(),
  isRemote: z.boolean(),
  /** The model is too small for its grades to mean anything: it only shows the path. */
  isModelTooSmall: z.boolean(),
  temperature: z.literal(0),
  gradePromptHash: z.string(),
  pairPromptHash: z.string(),
  seed: z.int(),
  /** Letters by arm: what a judge and a person labelling see instead of names. */
  letters: z.record(PlainId, z.string()),
  /** Questions that were chosen by the seed, each with all arms; null: all. */
  limit: z.int().min(1).nullable(),
  /** Answers are the arms' own, or the common model's. */
  answers: z.enum(['own', 'matched']),
  arePairsCompared: z.boolean(),
});
export type JudgeHeader = z.infer<typeof JudgeHeader>;

const Place = { trajectory: z.string(), checkpoint: z.string(), probe: z.string() };

/** One look at one answer; `grade` null: what the judge said was no grade, and counts as 0. */
export const GradeLine = z.strictObject({ t: z.literal('grade'), ...Place, arm: z.string(), grade: Grade.nullable() });
export type GradeLine = z.infer<typeof GradeLine>;

const Look = z.enum(['A', 'B', 'tie']).nullable();
/** Two looks at one pair: `first` stands at A in `look` and at B in `swapped`. Null: what the judge said was no choice. */
export const PairLine = z.strictObject({
  t: z.literal('pair'),
  ...Place,
  first: z.string(),
  second: z.string(),
  look: Look,
  swapped: Look,
});
export type PairLine = z.infer<typeof PairLine>;

export const JudgeLine = z.discriminatedUnion('t', [GradeLine, PairLine]);
export type JudgeLine = z.infer<typeof JudgeLine>;

export const keyOfJudged = (line: JudgeLine): string =>
  (line.t === 'grade'
    ? [line.t, line.trajectory, line.checkpoint, line.probe, line.arm]
    : [line.t, line.trajectory, line.checkpoint, line.probe, line.first, line.second]
  ).join('\u0000');
