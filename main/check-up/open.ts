import type { CheckUpChange } from '../contract/check-up.ts';
import { AppError } from '../contract/errors.ts';
import { type ConversationId, DEFAULT_SPACE, type TraceId, type TurnId } from '../contract/ids.ts';
import type { Trace } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { buildTrace } from '../retrieval/trace.ts';
import { type PreparedQuestion, prepareQuestion, recallQuietly, withChange } from './ask-again.ts';

type Opening = { readonly turnId: TurnId; readonly change: CheckUpChange };

/** One question in both settings as traces that stay, the second of which names the first as its origin. */
export async function openAsTraces(
  ctx: Ctx,
  { turnId, change }: Opening,
  signal: AbortSignal,
): Promise<{ readonly before: TraceId; readonly after: TraceId }> {
  const question = await prepareQuestion(ctx, turnId);
  if (question === null) {
    const text = 'This question is not here any more, or may not be asked of memory now. Run the check-up again.';
    throw new AppError('turn.not-found', text);
  }
  const before = await toTrace(ctx, question, { change: {}, replayOf: null, signal });
  const after = await toTrace(ctx, question, { change, replayOf: before.id, signal });
  ctx.traces.put(before);
  ctx.traces.put(after);
  return { before: before.id, after: after.id };
}

type Tracing = {
  readonly change: CheckUpChange;
  readonly replayOf: TraceId | null;
  readonly signal: AbortSignal;
};

async function toTrace(ctx: Ctx, question: PreparedQuestion, { change, replayOf, signal }: Tracing): Promise<Trace> {
  const { row, ofItsDay, embedded } = question;
  const recalled = await recallQuietly(ctx, { input: withChange(ofItsDay, change), embedded, signal });
  const trace = buildTrace(ctx, {
    id: ctx.ids.uuid() as TraceId, // made here
    query: row.text,
    spaceId: ofItsDay.spaceId ?? DEFAULT_SPACE,
    recalled,
    classification: null,
    prompt: null,
    citations: [],
    inPrompt: [],
    budgetTokens: change.budgetTokens ?? null,
    counter: { name: ctx.counter.name, isExact: true, usedTokens: recalled.usedTokens },
    // Kept, so that what removes or forgets the question reaches this trace as well.
    questionTurnId: row.id as TurnId, // read from the store
    replyTurnId: null,
    conversationId: row.conversationId as ConversationId, // likewise
  });
  return { ...trace, replayOf };
}
