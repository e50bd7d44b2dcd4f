import type { ConversationId, TraceId, TurnId } from '../contract/ids.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { RankedFragment, RecallInput, RecallResult } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { listTitles } from '../stores/conversations.ts';
import { recall } from './recall.ts';
import type { Fragment } from './select.ts';
import { buildTrace } from './trace.ts';

function toRanked(fragment: Fragment, index: number, titles: ReadonlyMap<string, string>): RankedFragment {
  const { turn } = fragment;
  return {
    rank: index + 1,
    kind: 'turn',
    text: fragment.text,
    excerpt: null,
    source: null,
    turns: [turn.id as TurnId], // read from the store
    context: fragment.context as readonly TurnId[],
    score: fragment.score,
    legs: fragment.legs,
    speaker: turn.speaker,
    role: turn.role,
    conversationId: turn.conversationId as ConversationId,
    conversationTitle: titles.get(turn.conversationId) ?? '',
    at: turn.saidAt?.toISOString() ?? null,
    isTimeInferred: turn.isTimeInferred,
    session: turn.session,
    status: 'active',
    validFrom: null,
    validTo: null,
    tokens: fragment.tokens,
  };
}

/** A recall by itself: ranked fragments and a trace. Nothing counts as used, since no answer used it. */
export async function recallForClient(ctx: Ctx, input: RecallInput): Promise<RecallResult> {
  const recalled = await recall(ctx, input, { countTokens: async (texts) => texts.map(ctx.counter.count) });
  const titles = await listTitles(
    ctx.db.read,
    recalled.fragments.map(({ turn }) => turn.conversationId),
  );
  const id = ctx.ids.uuid() as TraceId; // made here
  ctx.traces.put(
    buildTrace(ctx, {
      id,
      query: input.query,
      spaceId: input.spaceId ?? DEFAULT_SPACE,
      recalled,
      classification: null,
      prompt: null,
      citations: [],
      inPrompt: [],
      budgetTokens: input.budgetTokens ?? null,
      counter: { name: ctx.counter.name, isExact: true, usedTokens: recalled.usedTokens },
      questionTurnId: null,
      replyTurnId: null,
      conversationId: null,
    }),
  );
  return {
    results: recalled.fragments.map((fragment, index) => toRanked(fragment, index, titles)),
    abstain: recalled.abstain,
    support: recalled.abstain ? 0 : 1,
    tokens: recalled.usedTokens,
    ms: recalled.timings.totalMs,
    traceId: id,
  };
}
