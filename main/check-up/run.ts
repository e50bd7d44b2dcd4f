import type {
  CheckedQuestion,
  CheckUpChunk,
  CheckUpInput,
  CheckUpSource,
  CheckUpSummary,
} from '../contract/check-up.ts';
import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { prepareQuestion } from './ask-again.ts';
import { type CheckWatch, checkQuestion } from './check-question.ts';
import { chooseQuestions } from './choose.pure.ts';
import { listPastQuestions, type PastQuestion } from './questions.ts';
import { addGone, addQuestion, NOTHING_CHECKED } from './summary.pure.ts';

const DEFAULT_LIMIT = 100;

export type RunWatch = CheckWatch & { readonly push: (chunk: CheckUpChunk) => Promise<void> };

/**
 * Asks the user's own questions again, one after another in the order of time, and keeps nothing: what is told goes to
 * whoever asked, and is gone with the page.
 */
export async function runCheckUp(ctx: Ctx, input: CheckUpInput, watch: RunWatch): Promise<CheckUpSummary> {
  const chosen = await choose(ctx, input);
  let summary = NOTHING_CHECKED;
  await watch.push({ done: 0, total: chosen.length, question: null, summary });
  for (const [index, { id }] of chosen.entries()) {
    throwIfAborted(watch.signal);
    await watch.giveWay();
    const prepared = await prepareQuestion(ctx, id);
    const question = prepared && (await checkQuestion(ctx, { question: prepared, change: input.change }, watch));
    const told = question !== null && isLeft(ctx, question) ? question : null;
    summary = told === null ? addGone(summary) : addQuestion(summary, told);
    throwIfAborted(watch.signal);
    await watch.push({ done: index + 1, total: chosen.length, question: told, summary });
  }
  return summary;
}

/** Whether nothing that it tells was forgotten while it was asked. */
function isLeft(ctx: Ctx, { turnId, a, b, life }: CheckedQuestion): boolean {
  const told = [...a.fragments, ...b.fragments, ...(life.today === null ? [] : [life.today])];
  try {
    ctx.fence.assertLeft([turnId, ...told.map(({ id }) => id)]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'forget.changed') return false;
    throw error;
  }
}

async function choose(ctx: Ctx, input: CheckUpInput): Promise<readonly PastQuestion[]> {
  const past = await listPastQuestions(ctx, input.spaceId ?? DEFAULT_SPACE);
  if (past.isUsingOff) {
    const text =
      'Memory may not be used anywhere, so no question is asked of it. Let it be used in the settings, and start again.';
    throw new AppError('request.invalid', text);
  }
  const source: CheckUpSource =
    input.source ?? (past.questions.some((question) => question.source === 'asked') ? 'asked' : 'imported');
  return chooseQuestions(
    past.questions.filter((question) => question.source === source),
    { limit: input.limit ?? DEFAULT_LIMIT, spread: input.spread ?? 'newest' },
  );
}
