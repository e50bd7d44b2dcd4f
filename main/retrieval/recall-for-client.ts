import type { ConversationId, TraceId, TurnId } from '../contract/ids.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { RankedFragment, RecallInput, RecallResult } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { listTitles } from '../stores/conversations.ts';
import { recall } from './recall.ts';
import type { Fragment } from './select.ts';
import { buildTrace } from './trace.ts';

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function toRanked(fragment: Fragment, index: number, titles: ReadonlyMap<string, string>): RankedFragment {
  const { item } = fragment;
  return {
    rank: index + 1,
    kind: item.kind,
    text: fragment.text,
    excerpt: fragment.excerpt,
    source: item.source,
    turns: item.evidence as readonly TurnId[], // read from the store
    context: fragment.context as readonly TurnId[],
    score: fragment.score,
    legs: fragment.legs,
    speaker: item.speaker,
    role: item.role,
    conversationId: item.conversationId as ConversationId | null,
    conversationTitle: titles.get(item.conversationId ?? '') ?? '',
    at: item.saidAt?.toISOString() ?? null,
    isTimeInferred: item.isTimeInferred,
    session: item.session,
    status: fragment.standing.status,
    validFrom: isoOf(fragment.standing.from),
    validTo: isoOf(fragment.standing.to),
    tokens: fragment.tokens,
    ...(fragment.tier === 'active' ? {} : { tier: fragment.tier }),
  };
}

/** Fragments as a client sees them, best first. */
export async function listRanked(ctx: Ctx, fragments: readonly Fragment[]): Promise<readonly RankedFragment[]> {
  const titles = await listTitles(
    ctx.db.read,
    fragments.flatMap(({ item }) => item.conversationId ?? []),
  );
  return fragments.map((fragment, index) => toRanked(fragment, index, titles));
}

/** A recall by itself: ranked fragments and a trace. Nothing counts as used, since no answer used it. */
export async function recallForClient(ctx: Ctx, input: RecallInput): Promise<RecallResult> {
  const recalled = await recall(ctx, input, { countTokens: async (texts) => texts.map(ctx.counter.count) });
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
    results: await listRanked(ctx, recalled.fragments),
    abstain: recalled.abstain,
    support: recalled.support,
    tokens: recalled.usedTokens,
    ms: recalled.timings.totalMs,
    traceId: id,
  };
}
