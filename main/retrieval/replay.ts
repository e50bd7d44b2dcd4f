import { AppError } from '../contract/errors.ts';
import type { TraceId, TurnId } from '../contract/ids.ts';
import type { LegName, RecallInput, ReplayInput, Trace, TraceSummary } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { findConversation } from '../stores/conversations.ts';
import { findTurn, listPath } from '../stores/episodes.ts';
import { recall } from './recall.ts';
import { buildTrace } from './trace.ts';

/** Looking for words in old questions ends here: each file has to be opened. */
const MOST_READ = 5_000;
/** As many turns before a question stand in its prompt, and so are not recalled for it (see `answer-turn.ts`). */
const RECENT_TURNS = 24;
const MAX_QUERY_CHARS = 20_000;
const DEFAULT_K = 10;

/** The newest traces, without those of conversations that were removed: their questions are not shown again. */
export async function listTraces(
  ctx: Ctx,
  { limit, query }: { readonly limit: number; readonly query?: string | undefined },
): Promise<readonly TraceSummary[]> {
  const wanted = query?.trim().toLocaleLowerCase() ?? '';
  const removed = new Map<string, boolean>();
  const found: TraceSummary[] = [];
  let read = 0;
  for await (const summary of ctx.traces.summaries()) {
    read += 1;
    const isWanted = wanted === '' || summary.query.toLocaleLowerCase().includes(wanted);
    const { conversationId } = summary;
    if (isWanted && conversationId !== null && !removed.has(conversationId))
      removed.set(conversationId, await isGone(ctx, conversationId));
    if (isWanted && removed.get(conversationId ?? '') !== true) found.push(summary);
    if (found.length === limit || read === MOST_READ) break;
  }
  return found.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

/**
 * Runs the question of a trace again, as of the same moment and in the same space, with something changed. What comes of it
 * is a trace of its own that names its origin; no answer uses it, so that nothing counts as used.
 */
export async function replayTrace(ctx: Ctx, input: ReplayInput, signal: AbortSignal): Promise<Trace> {
  const origin = await ctx.traces.get(input.id);
  await assertReadable(ctx, origin);
  const budgetTokens = input.budgetTokens === undefined ? origin.budget.tokens : input.budgetTokens;
  const recalled = await recall(ctx, await toRecallInput(ctx, origin, { ...input, budgetTokens }), {
    countTokens: async (texts) => texts.map(ctx.counter.count),
    isEvidenceOnly: origin.questionTurnId !== null,
    signal,
  });
  const trace: Trace = {
    ...buildTrace(ctx, {
      id: ctx.ids.uuid() as TraceId, // made here
      query: origin.query,
      spaceId: origin.spaceId,
      recalled,
      classification: origin.classification,
      prompt: null,
      citations: [],
      inPrompt: [],
      budgetTokens,
      counter: { name: ctx.counter.name, isExact: true, usedTokens: recalled.usedTokens },
      // Kept, so that what removes or forgets the question reaches this trace as well.
      questionTurnId: origin.questionTurnId,
      replyTurnId: null,
      conversationId: origin.conversationId,
    }),
    replayOf: origin.id,
  };
  ctx.traces.put(trace);
  return trace;
}

type Change = ReplayInput & { readonly budgetTokens: number | null };

async function toRecallInput(ctx: Ctx, origin: Trace, change: Change): Promise<RecallInput> {
  const off = origin.legs.filter(({ outcome }) => outcome === 'disabled').map(({ leg }): LegName => leg);
  const areLegsChosen = change.legs !== undefined || change.noLegs !== undefined;
  return {
    query: origin.query.slice(0, MAX_QUERY_CHARS),
    k: change.k ?? guessK(origin),
    spaceId: origin.spaceId,
    settings: { ...origin.settings, ...change.settings },
    excludeTurnIds: await listExcluded(ctx, origin),
    ...(change.budgetTokens === null ? {} : { budgetTokens: change.budgetTokens }),
    ...(origin.clusterId === null ? {} : { clusterId: origin.clusterId }),
    ...(origin.asOf === null ? {} : { asOf: origin.asOf }),
    ...(origin.knownAt === null ? {} : { knownAt: origin.knownAt }),
    ...(areLegsChosen ? { legs: change.legs, noLegs: change.noLegs } : { noLegs: off }),
  };
}

const CHOSEN: ReadonlySet<string> = new Set(['in prompt', 'selected', 'did not fit']);

/** How many the trace was asked for: all that were chosen, where others were left below the line. */
function guessK({ candidates }: Trace): number {
  const chosen = candidates.filter(({ fate }) => CHOSEN.has(fate)).length;
  const isCutOff = candidates.some(({ fate, why }) => fate === 'below the line' && why === null);
  return isCutOff ? Math.max(1, chosen) : Math.max(DEFAULT_K, chosen);
}

/** For an answer: the question itself, its answer, and the turns that stood in the prompt anyhow. */
async function listExcluded(ctx: Ctx, { questionTurnId, replyTurnId }: Trace): Promise<readonly TurnId[]> {
  if (questionTurnId === null) return [];
  const path = await listPath(ctx.db.read, questionTurnId);
  const recent = path.slice(-(RECENT_TURNS + 1)) as TurnId[]; // read from the store
  return replyTurnId === null ? recent : [...recent, replyTurnId];
}

async function isGone(ctx: Ctx, conversationId: string): Promise<boolean> {
  return (await findConversation(ctx.db.read, conversationId))?.isRemoved ?? true;
}

/** A question that may not be read any more is not asked again either. */
async function assertReadable(ctx: Ctx, { query, questionTurnId, conversationId }: Trace): Promise<void> {
  const isHere =
    query !== '' &&
    (conversationId === null || !(await isGone(ctx, conversationId))) &&
    (questionTurnId === null || (await findTurn(ctx.db.read, questionTurnId)) !== null);
  if (isHere) return;
  const text =
    'The question of this trace is not here any more, so it cannot be asked again. If its conversation was removed, restore it first.';
  throw new AppError('turn.not-found', text, { retry: 'after-user-action' });
}
