import type { ChatChunk, ChatReply } from '../contract/chat.ts';
import type { Turn } from '../contract/conversations.ts';
import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE, type SpaceId, type TraceId, type TurnId } from '../contract/ids.ts';
import type { Classification, Trace } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import type { EmbeddedText } from '../inference/client.ts';
import { listWishesFor, NO_WISHES } from '../procedures/wishes-for-answer.ts';
import { type Recalled, recall } from '../retrieval/recall.ts';
import { buildTrace } from '../retrieval/trace.ts';
import { answerFromSlots } from '../slots/answer-from-slots.pure.ts';
import { listSlotTexts } from '../slots/slots.ts';
import type { TurnRow } from '../stores/rows.ts';
import type { ChatModel } from './chat-model.ts';
import { type HeadsReader, listCorrectionsOf } from './classify/active-heads.ts';
import { classify } from './classify/cascade.pure.ts';
import { HEADS } from './classify/heads.pure.ts';
import { type Contract, toContract } from './contract/contract.pure.ts';
import { findDerivation } from './contract/find-derivation.ts';
import { type Drafted, draftAnswer } from './draft-answer.ts';
import type { Chosen, Router } from './router/router.ts';
import type { TemporaryChats } from './temporary.ts';
import { type OwnSwitches, openThread, type Thread } from './thread.ts';
import { viewTurns } from './view-turns.ts';

/** What chat needs beside everything else. */
export type ChatCtx = Ctx & {
  readonly chatModel: ChatModel;
  readonly router: Router;
  readonly heads: HeadsReader;
  readonly temporary: TemporaryChats;
};

export type AskOptions = {
  readonly asOf?: string | undefined;
  readonly knownAt?: string | undefined;
  readonly budgetTokens?: number | null | undefined;
  readonly clusterId?: string | undefined;
  readonly isMemoryUsed?: boolean | undefined;
};

export type Ask = AskOptions &
  OwnSwitches & {
    readonly text: string;
    readonly conversationId?: string | undefined;
    readonly spaceId?: SpaceId | undefined;
    readonly isTemporary?: boolean | undefined;
    readonly insteadOf?: string | undefined;
  };

export type AskWatch = { readonly signal: AbortSignal; readonly push: (chunk: ChatChunk) => Promise<void> };

/** Turns of the live conversation that a prompt may hold; how many fit is decided by tokens. */
export const RECENT_TURNS = 24;

async function openFor(ctx: ChatCtx, ask: Ask): Promise<Thread> {
  if (ask.conversationId !== undefined) {
    return ctx.temporary.has(ask.conversationId)
      ? ctx.temporary.open(ask.conversationId)
      : openThread(ctx, ask.conversationId, null);
  }
  const spaceId = ask.spaceId ?? DEFAULT_SPACE;
  if (ask.isTemporary === true) return ctx.temporary.start(spaceId);
  const { isSaving, isUsing } = ask;
  return openThread(ctx, ctx.ids.uuid(), { spaceId, own: { isSaving, isUsing } });
}

/** The user says something: it is on disk before anything else happens, then it is answered. */
export async function askQuestion(ctx: ChatCtx, ask: Ask, watch: AskWatch): Promise<ChatReply> {
  const thread = await openFor(ctx, ask);
  const parentTurnId = ask.insteadOf === undefined ? await thread.leafId() : await thread.parentOf(ask.insteadOf);
  const turn = await thread.say({
    turnId: ctx.ids.uuid(),
    parentTurnId,
    role: 'user',
    speaker: ctx.settings.get().ownerName || 'You',
    text: ask.text,
    status: 'complete',
  });
  return answerTurn(ctx, { thread, turn, options: ask }, watch);
}

/** Answers a turn again; the reply that was there stays as a sibling. */
export async function answerAgain(
  ctx: ChatCtx,
  again: AskOptions & { readonly conversationId: string; readonly replyId: string },
  watch: AskWatch,
): Promise<ChatReply> {
  const thread = await openFor(ctx, { ...again, text: '' });
  const questionId = await thread.parentOf(again.replyId);
  const [question] = questionId === null ? [] : await thread.pathTo(questionId, 1);
  if (question === undefined || question.role === 'assistant') {
    throw new AppError('turn.not-found', 'There is no question to answer here.');
  }
  const turn = await viewQuestion(ctx, thread, question);
  return answerTurn(ctx, { thread, turn, options: again }, watch);
}

async function viewQuestion(ctx: ChatCtx, thread: Thread, row: TurnRow): Promise<Turn> {
  if (thread.isTemporary) {
    const turn = ctx.temporary.turns(thread.id).find(({ id }) => id === row.id);
    if (turn) return turn;
  }
  const [turn] = await viewTurns(ctx.db.read, [row]);
  if (!turn) throw new AppError('turn.not-found', 'This turn is not here any more.');
  return turn;
}

type Answering = { readonly thread: Thread; readonly turn: Turn; readonly options: AskOptions };

type WithheldBy = Trace['withheldBy'];

type Consented = {
  /** Who says that memory stays out of this answer; null where it may be used. */
  readonly withheldBy: WithheldBy;
  /** Whether what is said here becomes part of memory. */
  readonly isSaved: boolean;
};

async function readSwitches(thread: Thread, { isMemoryUsed }: AskOptions): Promise<Consented> {
  const { save, use } = await thread.consent();
  const off = use.isOn || use.by === 'temporary' ? null : use.by;
  return { isSaved: save.isOn, withheldBy: isMemoryUsed === false ? 'request' : off };
}

async function answerTurn(ctx: ChatCtx, { thread, turn, options }: Answering, watch: AskWatch): Promise<ChatReply> {
  await watch.push({ kind: 'saved', conversation: await thread.view(), turn });
  const { withheldBy, isSaved } = await readSwitches(thread, options);
  const path = await thread.pathTo(turn.id, RECENT_TURNS + 1);
  const recent = path.filter(({ id, text }) => id !== turn.id && text !== '');
  const embedded = await embedForHeads(ctx, turn.text);
  const vector = embedded?.chunks[0]?.vector ?? null;
  const { heads } = await ctx.heads.current();
  const corrections = thread.isTemporary ? [] : await listCorrectionsOf(ctx, turn.id);
  const classification = classify(turn.text, { turnsSoFar: path.length, vector, heads, corrections });
  await watch.push({ kind: 'stage', stage: 'recalling', memories: 0 });
  const chosen = await ctx.router.choose({
    ...{ conversationId: thread.id, isTemporary: thread.isTemporary, text: turn.text, signal: watch.signal },
    ...{ turnIds: path.map(({ id }) => id), ranked: vector === null ? null : heads.rank(vector) },
  });
  try {
    const asked = { thread, turn, options: { ...options, isMemoryUsed: withheldBy === null }, withheldBy, isSaved };
    return await answerWith(ctx, { ...asked, recent, classification, embedded, chosen }, watch);
  } finally {
    chosen.release();
  }
}

type AnswerWith = Asked &
  Consented & {
    readonly recent: readonly TurnRow[];
    readonly embedded: EmbeddedText | null;
    readonly chosen: Chosen;
  };

async function answerWith(ctx: ChatCtx, input: AnswerWith, watch: AskWatch): Promise<ChatReply> {
  const { thread, turn, options, recent, classification, embedded, chosen, withheldBy, isSaved } = input;
  const { model, problem: modelProblem } = chosen;
  const recalled = await recallFor(ctx, {
    ...{ thread, turn, recent, classification, options, embedded },
    hasModel: model !== null,
  });
  const contract = await findContract(ctx, { thread, turn, classification, options });
  const { spaceId } = thread;
  const wishes =
    withheldBy === null ? await listWishesFor(ctx, { text: turn.text, spaceId, embedded, recalled }) : NO_WISHES;
  const slots = withheldBy === null ? await listSlotTexts(ctx, { spaceId, knownAt: options.knownAt }) : [];
  await watch.push({
    kind: 'stage',
    stage: model === null ? 'writing' : 'reading',
    memories: recalled?.fragments.length ?? 0,
  });
  const drafted = await draftAnswer(
    ctx,
    {
      ...{
        question: turn,
        recent,
        classification,
        recalled,
        contract,
        model,
        modelProblem,
        options,
        slots,
        wishes,
        withheldBy,
      },
      fromSlots: answerFromSlots(turn.text, slots),
      isSaved,
    },
    watch,
  );
  const route = drafted.modelName === null ? null : chosen.report;
  if (thread.isTemporary && route !== null) ctx.router.noteTemporary(thread.id, route);
  return keepAnswer(ctx, { thread, turn, recent, classification, recalled, drafted, route, withheldBy, isSaved });
}

type Asked = Answering & { readonly classification: Classification };

/** What the Codex says to the question, if it asks for a fact and memory may be used. */
async function findContract(ctx: Ctx, { thread, turn, classification, options }: Asked): Promise<Contract | null> {
  if (options.isMemoryUsed === false) return null;
  const { asOf, knownAt } = options;
  const { spaceId } = thread;
  const { operation } = classification;
  const now = asOf === undefined ? ctx.clock.now() : new Date(asOf);
  return toContract(await findDerivation(ctx, { text: turn.text, spaceId, operation, now, knownAt }), now);
}

/** Above this a question is not embedded for the heads: what was pasted says nothing about what is wanted. */
const CLASSIFIED_CHARS = 2_000;

/** The question's vector, where the heads were trained on such; null costs the heads' opinion and nothing else. */
export async function embedForHeads(ctx: ChatCtx, text: string): Promise<EmbeddedText | null> {
  if (ctx.embedding.name !== HEADS.space || text.length > CLASSIFIED_CHARS) return null;
  try {
    return (await ctx.inference.embed({ texts: [text], kind: 'query' }))[0] ?? null;
  } catch (error) {
    // The vector leg says why when it fails in its turn.
    ctx.log('classify.not-embedded', { kind: error instanceof Error ? error.name : typeof error });
    return null;
  }
}

type Recalling = {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly recent: readonly TurnRow[];
  readonly classification: Classification;
  readonly options: AskOptions;
  readonly embedded: EmbeddedText | null;
  readonly hasModel: boolean;
};

/** Fragments that an answer may rest on; questions that need coverage get a wider pool. */
const WIDE = new Set<Classification['operation']>(['list', 'count', 'summary', 'event_order']);
const FRAGMENTS = { narrow: 12, wide: 40 };

async function recallFor(ctx: Ctx, input: Recalling): Promise<Recalled | null> {
  const { thread, turn, recent, classification, options, embedded, hasModel } = input;
  if (options.isMemoryUsed === false || classification.reliance === 'zero_shot') return null;
  return recall(
    ctx,
    {
      query: turn.text.slice(0, 20_000),
      k: WIDE.has(classification.operation) ? FRAGMENTS.wide : FRAGMENTS.narrow,
      spaceId: thread.spaceId,
      // A model reads the recent turns anyway; without one they are quoted like any other.
      excludeTurnIds: [turn.id, ...(hasModel ? recent.map(({ id }) => id as TurnId) : [])],
      ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
      ...(options.knownAt === undefined ? {} : { knownAt: options.knownAt }),
      ...(options.clusterId === undefined ? {} : { clusterId: options.clusterId }),
    },
    { countTokens: async (texts) => texts.map(ctx.counter.count), isEvidenceOnly: true, embedded },
  );
}

type Keeping = {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly recent: readonly TurnRow[];
  readonly classification: Classification;
  readonly recalled: Recalled | null;
  readonly drafted: Drafted;
  readonly route: Chosen['report'];
  readonly withheldBy: WithheldBy;
  readonly isSaved: boolean;
};

/** The reply, what it rests on and its trace; nothing of a temporary chat is kept. */
async function keepAnswer(ctx: Ctx, keeping: Keeping): Promise<ChatReply> {
  const { thread, turn, recent, classification, recalled, drafted, route, withheldBy, isSaved } = keeping;
  // A turn before it that was forgotten meanwhile was told to the model, and may be quoted in the reply.
  if (!thread.isTemporary) ctx.fence.assertLeft(recent.map(({ id }) => id));
  const replyId = ctx.ids.uuid();
  const traceId = thread.isTemporary ? null : (ctx.ids.uuid() as TraceId);
  if (traceId !== null) {
    ctx.traces.put(
      buildTrace(ctx, {
        id: traceId,
        query: turn.text,
        spaceId: thread.spaceId,
        recalled,
        classification,
        prompt: drafted.prompt,
        citations: drafted.citations,
        inPrompt: drafted.inPrompt,
        budgetTokens: drafted.budgetTokens,
        counter: drafted.counter,
        questionTurnId: turn.id,
        replyTurnId: replyId as TurnId,
        conversationId: thread.id,
        derivation: drafted.derivation,
        wishes: drafted.wishes,
        route,
        withheldBy,
      }),
    );
  }
  const replyTurn = await thread.say(
    {
      turnId: replyId,
      parentTurnId: turn.id,
      role: 'assistant',
      speaker: 'Palimpsest',
      text: drafted.text,
      status: drafted.status,
    },
    {
      questionTurnId: turn.id,
      traceId,
      mode: drafted.mode,
      modelId: drafted.modelName,
      citations: drafted.citations.map(({ n, turnId, quote }) => ({ n, turnIds: [turnId], quote })),
      inPrompt: [...drafted.inPrompt],
      isAccess: true,
      tokensPerSecond: drafted.tokensPerSecond,
      ...(route === null
        ? {}
        : { route: { modelId: route.modelId, intent: route.intent, confidence: route.confidence } }),
    },
  );
  return {
    conversationId: thread.id,
    turn: turn.id,
    reply: replyTurn.id,
    answer: drafted.text,
    citations: replyTurn.answer?.citations ?? [],
    mode: drafted.mode,
    status: drafted.status,
    notice: drafted.notice,
    trace: traceId,
    isSaved,
    replyTurn,
  };
}
