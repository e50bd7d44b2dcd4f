import type { ChatChunk } from '../contract/chat.ts';
import type { AnswerMode, Turn } from '../contract/conversations.ts';
import { AppError } from '../contract/errors.ts';
import type { Classification, Trace } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import type { GenerateResult } from '../inference/client.ts';
import type { ChatMessage } from '../inference/contract.ts';
import { cutLong } from '../retrieval/ranking/excerpt.pure.ts';
import { pack } from '../retrieval/ranking/pack.pure.ts';
import type { Recalled } from '../retrieval/recall.ts';
import type { Fragment } from '../retrieval/select.ts';
import type { TurnRow } from '../stores/rows.ts';
import type { AskOptions } from './answer-turn.ts';
import { assembleMessages, type Memory, markCut } from './assemble.pure.ts';
import { planBudget } from './budget.pure.ts';
import type { LoadedModel } from './chat-model.ts';
import { type Cited, citeAnswer, type Evidence, quoteEvidence } from './cite.pure.ts';

export type Drafted = {
  readonly text: string;
  readonly citations: readonly Cited[];
  readonly mode: AnswerMode;
  readonly status: 'complete' | 'stopped' | 'interrupted';
  readonly notice: string | null;
  readonly modelName: string | null;
  readonly inPrompt: readonly string[];
  readonly prompt: Trace['prompt'];
  readonly budgetTokens: number | null;
  readonly counter: { readonly name: string; readonly isExact: boolean; readonly usedTokens: number };
  readonly tokensPerSecond: number | null;
};

export type Draft = {
  readonly question: Turn;
  readonly recent: readonly TurnRow[];
  readonly classification: Classification;
  readonly recalled: Recalled | null;
  readonly model: LoadedModel | null;
  /** Why there is no model although one was chosen. */
  readonly modelProblem: string | null;
  readonly options: AskOptions;
};

type Watch = { readonly signal: AbortSignal; readonly push: (chunk: ChatChunk) => Promise<void> };

const EVIDENCE_HEADING = 'No chat model is installed, so these are the closest words from your own history:';
const UNKNOWN = 'Nothing that was said answers this. It is not known here.';
const NOTED =
  'Kept: your words are in your history and can be found. There is no chat model to reply; get one under Models.';
const NO_MODEL_NO_MEMORY =
  'No chat model is installed, and this needs none of your memories. Get a model under Models to talk about anything.';
const UNSUPPORTED = 'The model’s words could not be traced to your history. The closest quotes follow them.';
/** Quotes put under an answer that rests on none. */
const CLOSEST_QUOTES = 3;

const whenOf = (fragment: Fragment): string | null =>
  fragment.item.saidAt === null
    ? null
    : new Intl.DateTimeFormat('en-GB', { timeZone: fragment.item.zone, dateStyle: 'long' }).format(
        fragment.item.saidAt,
      );

/** Exports call the owner of the folder "user"; the owner is spoken to. */
const nameOf = ({ item }: Fragment): string =>
  item.role === 'user' && /^(user|me|human|i)$/i.test(item.speaker) ? 'You' : item.speaker;

const toEvidence = (fragment: Fragment, n: number): Evidence & { readonly when: string | null } => ({
  n,
  turnId: fragment.id,
  speaker: nameOf(fragment),
  text: fragment.text,
  // A turn that says nothing itself is quoted from what was attached to it.
  source: fragment.item.ownText.trim() === '' ? fragment.item.text : fragment.item.ownText,
  when: whenOf(fragment),
});

/** Writes the reply: by the model from what was recalled, or without one as quotes alone. */
export async function draftAnswer(ctx: Ctx, draft: Draft, watch: Watch): Promise<Drafted> {
  const { recalled, model } = draft;
  const isEmpty = recalled !== null && (recalled.abstain || recalled.fragments.length === 0);
  if (model === null) return draftFromEvidence(ctx, draft, isEmpty);
  if (isEmpty && draft.recent.length === 0 && isAboutPerson(draft)) {
    return { ...blank(ctx, draft), text: UNKNOWN, mode: 'unknown', modelName: null };
  }
  return draftWithModel(ctx, { ...draft, model }, watch);
}

const isAboutPerson = ({ classification }: Draft): boolean =>
  classification.stage === 'rules' &&
  classification.reliance === 'long_term_memory' &&
  classification.operation !== 'instruction' &&
  classification.operation !== 'chat';

function blank(ctx: Ctx, draft: Draft) {
  return {
    citations: [],
    status: 'complete' as const,
    notice: draft.modelProblem,
    inPrompt: [],
    prompt: null,
    budgetTokens: null,
    counter: { name: ctx.counter.name, isExact: false, usedTokens: draft.recalled?.usedTokens ?? 0 },
    tokensPerSecond: null,
  };
}

function draftFromEvidence(ctx: Ctx, draft: Draft, isEmpty: boolean): Drafted {
  const { recalled, question } = draft;
  const base = { ...blank(ctx, draft), modelName: null };
  if (recalled === null) return { ...base, text: NO_MODEL_NO_MEMORY, mode: 'unknown' };
  if (draft.classification.operation === 'chat') return { ...base, text: NOTED, mode: 'unknown' };
  if (isEmpty) return { ...base, text: UNKNOWN, mode: 'unknown' };
  const relevant = recalled.fragments.filter(({ isRelevant }) => isRelevant);
  const quoted = relevant.length > 0 ? relevant : recalled.fragments;
  const heading = draft.modelProblem === null ? EVIDENCE_HEADING : 'These are the closest words from your own history:';
  const cited = quoteEvidence(
    question.text,
    quoted.map((fragment, index) => toEvidence(fragment, index + 1)),
    heading,
  );
  return {
    ...base,
    text: cited.text,
    citations: cited.citations,
    mode: 'evidence',
    inPrompt: quoted.map(({ id }) => id),
  };
}

type WithModel = Draft & { readonly model: LoadedModel };

async function draftWithModel(ctx: Ctx, draft: WithModel, watch: Watch): Promise<Drafted> {
  const fitted = await fitPrompt(ctx, draft);
  let streamed = '';
  let status: Drafted['status'] = 'complete';
  let notice: string | null = null;
  let result: GenerateResult | null = null;
  let isWriting = false;
  const onDelta = (text: string): void => {
    streamed += text;
    const stage = isWriting
      ? []
      : [{ kind: 'stage' as const, stage: 'writing' as const, memories: fitted.memories.length }];
    isWriting = true;
    for (const chunk of [...stage, { kind: 'delta' as const, text }]) {
      watch.push(chunk).catch(() => undefined); // a reader that has gone is seen by its signal
    }
  };
  try {
    const input = {
      prompt: { messages: [...fitted.messages] },
      maxTokens: fitted.replyTokens,
      temperature: 0,
      seed: 1,
      repeatPenalty: 1.1,
    };
    result = await ctx.inference.generate(input, { signal: watch.signal, onDelta });
    draft.model.noteSpeed(result);
    if (result.stopReason === 'stopped') status = 'stopped';
    if (result.stopReason === 'length') notice = 'The answer was cut at its length limit.';
  } catch (error) {
    // The turn is on disk; what the model wrote before it stopped is kept with it and marked.
    if (!(error instanceof AppError) || !error.code.startsWith('inference.')) throw error;
    status = 'interrupted';
    notice = 'The model stopped in the middle of the answer. Your turn and the words so far are saved.';
    ctx.log('answer.interrupted', { code: error.code });
  }
  const finished = finishText({ text: result?.text ?? streamed, status, draft, fitted });
  return {
    ...finished,
    status,
    notice: notice ?? finished.notice,
    modelName: draft.model.ready.model.name,
    inPrompt: fitted.memories.map(({ id }) => id),
    prompt: fitted.report,
    budgetTokens: fitted.budgetTokens,
    counter: {
      name: draft.model.ready.model.name,
      isExact: true,
      usedTokens: fitted.report.memoryTokens,
    },
    tokensPerSecond:
      result && result.ms > result.promptMs ? (result.tokens * 1000) / (result.ms - result.promptMs) : null,
  };
}

/** Small models copy the form of a memory and begin with a name. */
function withoutSpeaker(text: string, evidence: readonly Evidence[]): string {
  const name = /^\s*([^:\n]{1,40}):\s+/.exec(text);
  const isCopied = name !== null && evidence.some(({ speaker }) => speaker === name[1]?.trim());
  return isCopied ? text.slice(name[0].length) : text;
}

type Finish = {
  readonly text: string;
  readonly status: Drafted['status'];
  readonly draft: WithModel;
  readonly fitted: Fitted;
};

function finishText({ text, status, draft, fitted }: Finish): Pick<Drafted, 'text' | 'citations' | 'mode' | 'notice'> {
  const evidence = fitted.memories.map((fragment, index) => toEvidence(fragment, index + 1));
  const cited = citeAnswer(withoutSpeaker(text, evidence), evidence, draft.question.text);
  const isMemoryWanted =
    draft.recalled !== null && !draft.recalled.abstain && draft.classification.reliance === 'long_term_memory';
  const isUnbacked =
    !cited.isSupported && isMemoryWanted && status === 'complete' && draft.classification.operation !== 'instruction';
  if (!isUnbacked) return { text: cited.text, citations: cited.citations, mode: 'model', notice: null };
  const rank = new Map((draft.recalled?.fragments ?? []).map(({ id }, index) => [id, index]));
  const best = [...evidence]
    .sort((a, b) => (rank.get(a.turnId) ?? 0) - (rank.get(b.turnId) ?? 0))
    .slice(0, CLOSEST_QUOTES);
  const quotes = quoteEvidence(draft.question.text, best, 'Closest words from your history:');
  return { text: `${cited.text}\n\n${quotes.text}`, citations: quotes.citations, mode: 'model', notice: UNSUPPORTED };
}

type Fitted = {
  readonly messages: readonly ChatMessage[];
  /** In the order of their numbers. */
  readonly memories: readonly Fragment[];
  readonly replyTokens: number;
  readonly budgetTokens: number;
  readonly report: NonNullable<Trace['prompt']>;
};

/**
 * The prompt in exact tokens of the model. Memories are packed within their own allowance, which does not shrink while a
 * conversation grows; recent turns share what is left, newest first.
 */
async function fitPrompt(ctx: Ctx, draft: WithModel): Promise<Fitted> {
  const { recalled, question, model, recent } = draft;
  const plan = planBudget({
    contextTokens: model.description.contextTokens,
    promptTokensPerSecond: model.speed.promptTokensPerSecond,
    wanted: draft.options.budgetTokens === undefined ? ctx.settings.get().budgetTokens : draft.options.budgetTokens,
  });
  const focusOn = { idf: recalled?.idf ?? new Map<string, number>(), analyse: ctx.memory.analyse };
  const fragments = (recalled?.fragments ?? []).map((fragment) => {
    const cut = recalled?.settings.excerpts ? cutLong(fragment.text, focusOn) : null;
    return cut === null ? fragment : { ...fragment, text: markCut(fragment.text, cut) };
  });
  const counts = await ctx.inference.countTokens(
    fragments.map(({ item, text }) => `[10] 10 September 2024, ${item.speaker}: ${text}\n`),
  );
  const measured = fragments.map((fragment, index) => ({ ...fragment, tokens: counts[index] ?? 0 }));
  const packed = pack(measured, plan.memoryTokens, recalled?.settings.packing);
  // Evidence is read in the order in which it was said.
  const memories = [...packed.taken].sort(
    (a, b) => (a.item.saidAt?.getTime() ?? 0) - (b.item.saidAt?.getTime() ?? 0) || (a.id < b.id ? -1 : 1),
  );
  const numbered: readonly Memory[] = memories.map((fragment, index) => ({
    n: index + 1,
    speaker: fragment.item.speaker,
    when: whenOf(fragment),
    text: fragment.text,
  }));
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: ctx.zone(), dateStyle: 'full' }).format(
    draft.options.asOf === undefined ? ctx.clock.now() : new Date(draft.options.asOf),
  );
  const limit = model.description.contextTokens - plan.replyTokens;
  let kept = await keepRecent(ctx, recent, plan.recentTokens);
  for (;;) {
    const messages = assembleMessages({ memories: numbered, recent: kept, question: question.text, today });
    const { tokens, text } = await ctx.inference.tokenizeMessages(messages);
    if (tokens.length <= limit || kept.length === 0) {
      if (tokens.length > limit)
        throw new AppError(
          'request.invalid',
          'This is longer than the model can read. Shorten it, or choose a model with a larger context.',
        );
      const report = {
        promptTokens: tokens.length,
        memoryTokens: packed.usedTokens,
        recentTokens: kept.reduce((sum, { tokens }) => sum + tokens, 0),
        replyReserve: plan.replyTokens,
        contextTokens: model.description.contextTokens,
        modelName: model.ready.model.name,
        device: model.description.device,
        text,
      };
      return { messages, memories, replyTokens: plan.replyTokens, budgetTokens: plan.memoryTokens, report };
    }
    kept = kept.slice(Math.max(1, Math.ceil(kept.length / 4)));
  }
}

type Measured = TurnRow & { readonly tokens: number };

async function keepRecent(ctx: Ctx, recent: readonly TurnRow[], allowedTokens: number): Promise<readonly Measured[]> {
  const counts = await ctx.inference.countTokens(recent.map(({ text }) => text));
  let used = 0;
  let from = recent.length;
  while (from > 0 && used + (counts[from - 1] ?? 0) <= allowedTokens) {
    from -= 1;
    used += counts[from] ?? 0;
  }
  return recent.slice(from).map((turn, index) => ({ ...turn, tokens: counts[from + index] ?? 0 }));
}
