import { readConsent } from '../consent/consent.ts';
import type { AnswerInput, MemoryAnswer } from '../contract/answers.ts';
import type { Turn } from '../contract/conversations.ts';
import { AppError } from '../contract/errors.ts';
import { type ConversationId, DEFAULT_SPACE, type SpaceId, type TraceId, type TurnId } from '../contract/ids.ts';
import type { Classification } from '../contract/recall.ts';
import type { Consent } from '../contract/spaces.ts';
import { listWishesFor, NO_WISHES } from '../procedures/wishes-for-answer.ts';
import { type Recalled, recall } from '../retrieval/recall.ts';
import { listRanked } from '../retrieval/recall-for-client.ts';
import { buildTrace } from '../retrieval/trace.ts';
import { answerFromSlots } from '../slots/answer-from-slots.pure.ts';
import { listSlotTexts } from '../slots/slots.ts';
import type { TurnRow } from '../stores/rows.ts';
import { type ChatCtx, embedForHeads, RECENT_TURNS } from './answer-turn.ts';
import type { LoadedModel } from './chat-model.ts';
import { classify } from './classify/cascade.pure.ts';
import { type Contract, toContract } from './contract/contract.pure.ts';
import { findDerivation } from './contract/find-derivation.ts';
import { type Drafted, draftAnswer } from './draft-answer.ts';
import { openThread } from './thread.ts';
import { listSources, viewCitation } from './view-turns.ts';

/** Answers one question from what was declared, and leaves nothing behind but its trace. */
export async function answerQuestion(ctx: ChatCtx, given: AnswerInput, signal: AbortSignal): Promise<MemoryAnswer> {
  const { spaceId, path } = await openPlace(ctx, given);
  const input = { ...given, spaceId };
  const embedded = await embedForHeads(ctx, input.query);
  const { heads } = await ctx.heads.current();
  const vector = embedded?.chunks[0]?.vector ?? null;
  const classification = classify(input.query, { turnsSoFar: path.length, vector, heads, corrections: [] });
  const model = input.answerer === 'model' ? await openModel(ctx, input) : null;
  const { answerer: _, conversationId: _id, isMemoryFull: _full, ...asked } = input;
  // Without a model recent turns are quoted like any other, as in chat.
  const recent = input.answerer === 'contract' ? [] : path;
  const excluded = [...(input.excludeTurnIds ?? []), ...recent.map(({ id }) => id as TurnId)];
  const recalled = await recall(
    ctx,
    { ...asked, excludeTurnIds: excluded },
    { countTokens: async (texts) => texts.map(ctx.counter.count), isEvidenceOnly: true, embedded, signal },
  );
  const parts = { input, recent, classification, recalled, embedded };
  const drafted = input.answerer === 'none' ? null : await draft(ctx, { ...parts, model }, signal);
  return report(ctx, { ...parts, drafted });
}

type Place = {
  readonly spaceId: SpaceId;
  /** The newest turns of the conversation that goes on; none in a new one. */
  readonly path: readonly TurnRow[];
};

/** Where it is asked, which is one space; refused where memory may not be used there, as an answer in chat goes without. */
async function openPlace(ctx: ChatCtx, { conversationId, spaceId }: AnswerInput): Promise<Place> {
  if (conversationId === undefined) {
    const place = { conversationId: null, spaceId: spaceId ?? DEFAULT_SPACE };
    assertUsing(await readConsent(ctx, place));
    return { spaceId: place.spaceId, path: [] };
  }
  const thread = await openThread(ctx, conversationId, null);
  if (spaceId !== undefined && spaceId !== thread.spaceId)
    throw new AppError('request.invalid', 'This conversation is of another space. Name its own space, or none.');
  assertUsing(await thread.consent());
  const leaf = await thread.leafId();
  const path = leaf === null ? [] : await thread.pathTo(leaf, RECENT_TURNS);
  return { spaceId: thread.spaceId, path: path.filter(({ text }) => text !== '') };
}

function assertUsing({ use }: Consent): void {
  if (use.isOn) return;
  const text =
    'Memory may not be used here, so nothing is answered from it. Let it be used in the settings, the space or the conversation, and ask again.';
  throw new AppError('request.invalid', text);
}

async function openModel(ctx: ChatCtx, { query }: AnswerInput): Promise<LoadedModel> {
  const loaded = await ctx.chatModel.ensure();
  if (loaded !== null) return loaded;
  const text = `There is no chat model to answer ${query.length > 0 ? 'this question' : 'questions'}. Get one under Models, or ask without one.`;
  throw new AppError('model.not-downloaded', text);
}

type Parts = {
  readonly input: AnswerInput;
  readonly recent: readonly TurnRow[];
  readonly classification: Classification;
  readonly recalled: Recalled;
  readonly embedded: Awaited<ReturnType<typeof embedForHeads>>;
};

async function draft(
  ctx: ChatCtx,
  parts: Parts & { readonly model: LoadedModel | null },
  signal: AbortSignal,
): Promise<Drafted> {
  const { input, recent, classification, recalled, embedded, model } = parts;
  const spaceId = input.spaceId ?? DEFAULT_SPACE;
  const { isMemoryFull, knownAt } = input;
  const slots = isMemoryFull ? await listSlotTexts(ctx, { spaceId, knownAt }) : [];
  const wishes = isMemoryFull
    ? await listWishesFor(ctx, { text: input.query, spaceId, embedded, recalled })
    : NO_WISHES;
  return draftAnswer(
    ctx,
    {
      ...{ question: toTurn(ctx, input), recent, classification, recalled, model, modelProblem: null },
      ...{ slots, wishes, withheldBy: null, isSaved: false },
      contract: isMemoryFull ? await readContract(ctx, input, classification) : null,
      fromSlots: answerFromSlots(input.query, slots),
      options: { asOf: input.asOf, knownAt, budgetTokens: input.budgetTokens },
    },
    { signal, push: async () => undefined },
  );
}

async function readContract(ctx: ChatCtx, input: AnswerInput, { operation }: Classification): Promise<Contract | null> {
  const now = input.asOf === undefined ? ctx.clock.now() : new Date(input.asOf);
  const { query: text, knownAt } = input;
  return toContract(
    await findDerivation(ctx, { text, spaceId: input.spaceId ?? DEFAULT_SPACE, operation, now, knownAt }),
    now,
  );
}

/** The question as a turn that nobody keeps. */
const toTurn = (ctx: ChatCtx, { query, conversationId }: AnswerInput): Turn => ({
  id: ctx.ids.uuid() as TurnId, // made here
  conversationId: conversationId ?? (ctx.ids.uuid() as ConversationId), // made here
  parentId: null,
  role: 'user',
  speaker: ctx.settings.get().ownerName || 'You',
  text: query,
  at: ctx.clock.now().toISOString(),
  isTimeInferred: false,
  zone: ctx.zone(),
  session: null,
  status: 'complete',
  attachments: [],
  siblings: [],
  answer: null,
});

type Reporting = Parts & { readonly drafted: Drafted | null };

async function report(ctx: ChatCtx, reporting: Reporting): Promise<MemoryAnswer> {
  const { input, recent, classification, recalled, drafted } = reporting;
  const fragments = await listRanked(ctx, recalled.fragments);
  const inPrompt =
    drafted?.modelName === null || drafted === null ? recalled.fragments.map(({ id }) => id) : drafted.inPrompt;
  const traceId = ctx.ids.uuid() as TraceId; // made here
  const citations = drafted?.citations ?? [];
  const sources = await listSources(
    ctx.db.read,
    citations.map(({ turnId }) => turnId),
  );
  ctx.traces.put(
    buildTrace(ctx, {
      ...{ id: traceId, query: input.query, spaceId: input.spaceId ?? DEFAULT_SPACE, recalled, classification },
      ...{ prompt: drafted?.prompt ?? null, citations, inPrompt, budgetTokens: input.budgetTokens ?? null },
      counter: drafted?.counter ?? { name: ctx.counter.name, isExact: true, usedTokens: recalled.usedTokens },
      ...{ questionTurnId: null, replyTurnId: null, conversationId: input.conversationId ?? null },
      derivation: drafted?.derivation ?? null,
      wishes: drafted?.wishes ?? [],
    }),
  );
  const read = recent.map(({ id, speaker, text }) => ({
    id: id as TurnId, // read from the store
    tokens: ctx.counter.count(`${speaker}: ${text}`),
  }));
  return {
    answer: drafted?.text ?? null,
    mode: drafted?.mode ?? null,
    citations: citations.map(({ n, turnId, quote }) => viewCitation({ n, turnIds: [turnId], quote }, sources)),
    abstain: drafted === null ? recalled.abstain : drafted.mode === 'unknown',
    fragments,
    recent: read,
    tokens: read.reduce((sum, { tokens }) => sum + tokens, recalled.usedTokens),
    promptTokens: drafted?.prompt?.promptTokens ?? null,
    traceId,
  };
}
