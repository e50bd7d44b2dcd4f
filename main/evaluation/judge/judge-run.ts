import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { throwIfAborted } from '../../lib/abort.ts';
import { declareBeforeLines } from '../lib/declare-once.ts';
import { type Seeded, seeded } from '../lib/seeded.pure.ts';
import { chooseArms } from '../matched/answer-matched.ts';
import { openRun } from '../matched/read-run.ts';
import { buildGradePrompt, GRADE_PROMPT_HASH, GRADE_SCHEMA, Grade, parseStrict } from './grade-prompt.pure.ts';
import type { Completing, JudgeModel } from './judge-model.ts';
import { type JudgeSummary, summariseJudging } from './judge-summary.pure.ts';
import { JudgeHeader, JudgeLine, keyOfJudged } from './judged.ts';
import { type JudgedItem, readItems } from './judged-items.ts';
import { anonymise, choose, pairUp } from './judging-order.pure.ts';
import { type LineLog, openLineLog, readLines } from './line-log.ts';
import {
  buildPairPrompt,
  PAIR_PROMPT_HASH,
  PAIR_SCHEMA,
  Preference,
  type Preference as Preferred,
} from './pair-prompt.pure.ts';

export type JudgeInput = {
  readonly runFolder: string;
  readonly model: JudgeModel;
  readonly isModelTooSmall: boolean;
  /** Null: all arms of the run. */
  readonly arms: readonly string[] | null;
  readonly answers: JudgeHeader['answers'];
  readonly arePairsCompared: boolean;
  /** Questions, each with all arms; null: all. */
  readonly limit: number | null;
  readonly seed: number;
};

export type JudgeWatch = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void };

/** Enough for the longest reply that the schema allows. */
const MAX_TOKENS = 60;

const linesPath = (folder: string): string => join(folder, 'judge', 'lines.jsonl');

/**
 * Lets a model grade the answers of a run: arms nameless, in an order of chance, each pair looked at twice with its places
 * swapped. Optional, and never the only score. What was judged before is not asked again.
 */
export async function judgeRun(input: JudgeInput, watch: JudgeWatch): Promise<JudgeSummary> {
  const { runFolder, seed, limit, answers } = input;
  const run = await openRun(runFolder);
  const arms = chooseArms(run, input.arms);
  const chance = seeded(`judge ${seed}`);
  const header = describeJudging(input, arms, chance);
  await declare(runFolder, header);
  const items = choose(await readItems({ run, runFolder, arms, answers }), limit, chance);
  const tasks = items.flatMap((item) => planItem(item, input, chance));
  const log = await openLineLog({ path: linesPath(runFolder), schema: JudgeLine, keyOf: keyOfJudged });
  try {
    for (const [done, task] of tasks.entries()) {
      throwIfAborted(watch.signal);
      if (!log.has(task.key)) await record(log, task, { ...input, signal: watch.signal });
      watch.onProgress(done + 1, tasks.length);
    }
  } finally {
    await log.close();
  }
  const summary = summariseJudging(header, log.lines);
  await writeFile(join(runFolder, 'judge', 'summary.json'), `${JSON.stringify(summary, null, 1)}\n`);
  return summary;
}

function describeJudging(input: JudgeInput, arms: readonly string[], chance: Seeded): JudgeHeader {
  const { model, isModelTooSmall, seed, limit, answers, arePairsCompared } = input;
  return {
    ...{ format: 'lsrep-judge', version: 1, model: model.name, modelHash: model.hash, isRemote: model.isRemote },
    ...{ isModelTooSmall, temperature: 0, gradePromptHash: GRADE_PROMPT_HASH, pairPromptHash: PAIR_PROMPT_HASH },
    ...{ seed, limit, answers, arePairsCompared },
    letters: Object.fromEntries([...anonymise(arms, chance)].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A folder holds one judging: figures of two prompts or models cannot be mixed. */
const declare = (runFolder: string, header: JudgeHeader): Promise<void> =>
  declareBeforeLines(
    join(runFolder, 'judge', 'header.json'),
    header,
    'This run was judged by another model, prompt, seed or choice of arms. Delete its folder "judge" to judge it anew.',
  );

type Task = { readonly key: string; readonly judge: (ask: Ask) => Promise<JudgeLine> };
type Ask = (completing: Completing) => Promise<string>;

function planItem(item: JudgedItem, { arePairsCompared }: JudgeInput, chance: Seeded): readonly Task[] {
  const { trajectory, checkpoint, probe } = item;
  const place = { trajectory, checkpoint, probe };
  const own = chance.fork(`${trajectory} ${checkpoint} ${probe}`);
  const arms = own.shuffle([...item.answers.keys()].toSorted());
  const grades = arms.map((arm): Task => {
    const base = { t: 'grade' as const, ...place, arm };
    return {
      key: keyOfJudged({ ...base, grade: null }),
      judge: async (ask) => ({ ...base, grade: await grade(ask, item, arm) }),
    };
  });
  if (!arePairsCompared) return grades;
  const pairs = pairUp(arms, own.fork('pairs')).map(({ first, second }): Task => {
    const base = { t: 'pair' as const, ...place, first, second };
    return {
      key: keyOfJudged({ ...base, look: null, swapped: null }),
      judge: async (ask) => ({
        ...base,
        look: await compare(ask, item, [first, second]),
        swapped: await compare(ask, item, [second, first]),
      }),
    };
  });
  return [...grades, ...pairs];
}

async function grade(ask: Ask, { text, answers }: JudgedItem, arm: string): Promise<Grade | null> {
  const messages = buildGradePrompt({ ...text, answer: answers.get(arm) ?? '' });
  return parseStrict(Grade, await ask({ messages, schema: GRADE_SCHEMA, maxTokens: MAX_TOKENS }));
}

async function compare(
  ask: Ask,
  { text, answers }: JudgedItem,
  [a, b]: readonly [string, string],
): Promise<Preferred | null> {
  const messages = buildPairPrompt(text, answers.get(a) ?? '', answers.get(b) ?? '');
  const said = parseStrict(Preference, await ask({ messages, schema: PAIR_SCHEMA, maxTokens: MAX_TOKENS }));
  return said?.better ?? null;
}

async function record(
  log: LineLog<JudgeLine>,
  task: Task,
  { model, signal }: JudgeInput & { readonly signal: AbortSignal },
): Promise<void> {
  await log.append(await task.judge(async (completing) => (await model.complete(completing, signal)).text));
}

/** The grades that a judging gave; null where the run was not judged. */
export async function findJudging(
  runFolder: string,
): Promise<{ readonly header: JudgeHeader; readonly lines: readonly JudgeLine[] } | null> {
  let text: string;
  try {
    text = await readFile(join(runFolder, 'judge', 'header.json'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const header = parseStrict(JudgeHeader, text);
  if (header === null) throw new AppError('evaluation.invalid', 'The header of the judging is damaged.');
  return { header, lines: await readLines(linesPath(runFolder), JudgeLine) };
}
