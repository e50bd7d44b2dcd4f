import type { ChatChunk } from '../contract/chat.ts';
import type { AnswerMode, Turn } from '../contract/conversations.ts';
import { AppError } from '../contract/errors.ts';
import type { Classification, Trace } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import type { GenerateResult } from '../inference/client.ts';
import type { ChatMessage } from '../inference/contract.ts';
import { type AnswerWish, wishBlock } from '../procedures/wish-block.pure.ts';
import type { ToldWish, Wishes } from '../procedures/wishes-for-answer.ts';
import { openSummaries } from '../retrieval/open-summaries.ts';
import { cutLong } from '../retrieval/ranking/excerpt.pure.ts';
import { pack } from '../retrieval/ranking/pack.pure.ts';
import type { Recalled } from '../retrieval/recall.ts';
import type { Fragment } from '../retrieval/select.ts';
import type { SlotText } from '../slots/slot-text.pure.ts';
import type { TurnRow } from '../stores/rows.ts';
import type { AskOptions } from './answer-turn.ts';
import { assembleMessages, type Memory, markCut } from './assemble.pure.ts';
import { planBudget } from './budget.pure.ts';
import type { LoadedModel } from './chat-model.ts';
import { checkAnswer } from './check-answer.pure.ts';
import { type Cited, citeAnswer, type Evidence, quoteEvidence } from './cite.pure.ts';
import type { FactMemory } from './contract/cite-contract.pure.ts';
import { type Contract, checkInputOf, isTold, toTraceDerivation } from './contract/contract.pure.ts';
import { draftFromEvidence, draftUnknown } from './draft-evidence.ts';
import { factEvidence, toEvidence, whenOf } from './evidence.ts';
import { SHORT_HEADING } from './fixed-replies.pure.ts';

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
  readonly derivation: Trace['derivation'];
  /** What stood in the prompt of how the person wants this answered. */
  readonly wishes: readonly AnswerWish[];
};

export type Draft = {
  readonly question: Turn;
  readonly recent: readonly TurnRow[];
  readonly classification: Classification;
  readonly recalled: Recalled | null;
  /** What the ledger says, where the question asks for a fact. */
  readonly contract: Contract | null;
  readonly model: LoadedModel | null;
  /** Why there is no model although one was chosen. */
  readonly modelProblem: string | null;
  readonly options: AskOptions;
  /** What the person set down for every answer. */
  readonly slots: readonly SlotText[];
  /** How the person wants this answered, and what they want where that is asked. */
  readonly wishes: Wishes;
  /** What of it answers the question by itself. */
  readonly fromSlots: string | null;
  /** Whether what is said here becomes part of memory. */
  readonly isSaved: boolean;
  /** Who said that memory stays out of this. */
  readonly withheldBy: Trace['withheldBy'];
};

type Watch = { readonly signal: AbortSignal; readonly push: (chunk: ChatChunk) => Promise<void> };

const UNSUPPORTED = 'The model’s words could not be traced to your history. The closest quotes follow them.';
/** Quotes put under an answer that rests on none. */
const CLOSEST_QUOTES = 3;
/** Facts of one derivation that a prompt holds. */
const FACTS = 12;

/** Writes the reply: by the model from what was recalled, or without one as quotes alone. */
export async function draftAnswer(ctx: Ctx, whole: Draft, watch: Watch): Promise<Drafted> {
  const { fragments, summaryOf } = await openSummaries(ctx, whole.recalled?.fragments ?? []);
  const draft = { ...whole, recalled: whole.recalled && { ...whole.recalled, fragments } };
  const drafted = await draftOpened(ctx, draft, watch);
  // The trace tells of summaries too, by their own ids.
  const summaries = new Set(drafted.inPrompt.flatMap((id) => summaryOf.get(id) ?? []));
  return summaries.size === 0 ? drafted : { ...drafted, inPrompt: [...drafted.inPrompt, ...summaries] };
}

async function draftOpened(ctx: Ctx, draft: Draft, watch: Watch): Promise<Drafted> {
  const { recalled, model } = draft;
  const isEmpty = recalled !== null && (recalled.abstain || recalled.fragments.length === 0);
  if (model === null) return draftFromEvidence(ctx, draft, isEmpty);
  const isSetDown = draft.fromSlots !== null || draft.wishes.told.length > 0;
  if (isEmpty && draft.recent.length === 0 && isAboutPerson(draft) && !isTold(draft.contract) && !isSetDown)
    return draftUnknown(ctx, draft);
  return draftWithModel(ctx, { ...draft, model }, watch);
}

const isAboutPerson = ({ classification }: Draft): boolean =>
  classification.stage === 'rules' &&
  classification.reliance === 'long_term_memory' &&
  classification.operation !== 'instruction' &&
  classification.operation !== 'chat';

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
    result = await draft.model.inference.generate(input, { signal: watch.signal, onDelta });
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
    inPrompt: [
      ...new Set([
        ...fitted.facts.map(({ turnId }) => turnId),
        ...fitted.memories.map(({ id }) => id),
        ...fitted.wishes.map(({ id }) => id),
      ]),
    ],
    wishes: fitted.wishes,
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

/** Small models copy the form of a memory and begin with its number or a name. */
function withoutSpeaker(text: string, evidence: readonly Evidence[]): string {
  const bare = text.replace(/^\s*\[?\d{1,2}\]?\s*\n+(?=\s*\p{L})/u, '');
  const name = /^\s*([^:\n]{1,40}):\s+/.exec(bare);
  const isCopied = name !== null && evidence.some(({ speaker }) => speaker === name[1]?.trim());
  return isCopied || /^\s*Known:\s/.test(bare) ? bare.slice(name?.[0].length ?? 0) : bare;
}

type Finished = Pick<Drafted, 'text' | 'citations' | 'mode' | 'notice' | 'derivation'>;
type Finish = {
  readonly text: string;
  readonly status: Drafted['status'];
  readonly draft: WithModel;
  readonly fitted: Fitted;
};

function finishText({ text, status, draft, fitted }: Finish): Finished {
  const { contract, question } = draft;
  const evidence = listEvidence(fitted);
  const said = withoutSpeaker(text, evidence);
  const memories = evidence.map(({ text: words, turnId }) => ({
    text: words,
    isAssistant: fitted.memories.some(({ id, item }) => id === turnId && item.role === 'assistant'),
  }));
  const checked =
    contract === null
      ? { text: said, removed: [] }
      : checkAnswer(said, checkInputOf(contract, question.text, memories));
  const cited = citeAnswer(checked.text, evidence, question.text);
  const derivation = toTraceDerivation(contract, checked.removed);
  const isMemoryWanted =
    draft.recalled !== null && !draft.recalled.abstain && draft.classification.reliance === 'long_term_memory';
  const isUnbacked =
    !cited.isSupported &&
    draft.fromSlots === null &&
    isMemoryWanted &&
    status === 'complete' &&
    draft.classification.operation !== 'instruction';
  const base = { derivation, mode: 'model' as const };
  if (!isUnbacked) return { ...base, text: cited.text, citations: cited.citations, notice: null };
  const rank = new Map((draft.recalled?.fragments ?? []).map(({ id }, index) => [id, index]));
  const best = [...evidence]
    .sort((a, b) => (rank.get(a.turnId) ?? 0) - (rank.get(b.turnId) ?? 0))
    .slice(0, CLOSEST_QUOTES);
  const quotes = quoteEvidence(question.text, best, { heading: SHORT_HEADING });
  return { ...base, text: `${cited.text}\n\n${quotes.text}`, citations: quotes.citations, notice: UNSUPPORTED };
}

/** Everything that stood in the prompt under a number: what the ledger says first. */
const listEvidence = ({ facts, memories, zone }: Fitted) => [
  ...facts.map((fact) => factEvidence(fact, zone)),
  ...memories.map((fragment, index) => toEvidence(fragment, facts.length + index + 1)),
];

type Fitted = {
  readonly messages: readonly ChatMessage[];
  /** What the ledger says, with the first numbers. */
  readonly facts: readonly FactMemory[];
  readonly zone: string;
  /** In the order of their numbers, which go on from there. */
  readonly memories: readonly Fragment[];
  readonly wishes: readonly AnswerWish[];
  readonly replyTokens: number;
  readonly budgetTokens: number;
  readonly report: NonNullable<Trace['prompt']>;
};

/**
 * The prompt in exact tokens of the model. Memories are packed within their own allowance, which does not shrink while a
 * conversation grows; recent turns share what is left, newest first.
 */
async function fitPrompt(ctx: Ctx, draft: WithModel): Promise<Fitted> {
  const { recalled, question, model, recent, slots } = draft;
  const plan = planBudget({
    contextTokens: model.description.contextTokens,
    promptTokensPerSecond: model.speed.promptTokensPerSecond,
    wanted: draft.options.budgetTokens === undefined ? ctx.settings.get().budgetTokens : draft.options.budgetTokens,
  });
  const focusOn = { idf: recalled?.idf ?? new Map<string, number>(), analyse: ctx.memory.analyse };
  const wishes = draft.wishes.followed;
  // How something is to be done is no evidence: it stands apart, as a wish.
  const evidence = (recalled?.fragments ?? []).filter(({ item }) => item.kind !== 'procedure');
  const fragments = evidence.map((fragment) => {
    const cut = recalled?.settings.excerpts ? cutLong(fragment.text, focusOn) : null;
    return cut === null ? fragment : { ...fragment, text: markCut(fragment.text, cut) };
  });
  const derived = draft.contract?.cited.memories.slice(0, FACTS) ?? [];
  const facts = [...derived, ...toldFacts(draft.wishes.told, derived.length)];
  const known = facts.map((fact) => toKnown(fact, ctx.zone()));
  const [factTokens = 0, ...counts] = await model.inference.countTokens([
    `${known.map(({ text }) => text).join('\n')}${wishBlock(wishes)}`,
    ...fragments.map(({ item, text }) => `[10] 10 September 2024, ${item.speaker}: ${text}\n`),
  ]);
  const measured = fragments.map((fragment, index) => ({ ...fragment, tokens: counts[index] ?? 0 }));
  const packed = pack(measured, Math.max(0, plan.memoryTokens - factTokens), recalled?.settings.packing);
  // Evidence is read in the order in which it was said.
  const memories = [...packed.taken].sort(
    (a, b) => (a.item.saidAt?.getTime() ?? 0) - (b.item.saidAt?.getTime() ?? 0) || (a.id < b.id ? -1 : 1),
  );
  const numbered: readonly Memory[] = [
    ...known,
    ...memories.map((fragment, index) => ({
      n: facts.length + index + 1,
      speaker: fragment.item.speaker,
      when: whenOf(fragment),
      text: fragment.text,
    })),
  ];
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: ctx.zone(), dateStyle: 'full' }).format(
    draft.options.asOf === undefined ? ctx.clock.now() : new Date(draft.options.asOf),
  );
  const limit = model.description.contextTokens - plan.replyTokens;
  let kept = await keepRecent(model, recent, plan.recentTokens);
  for (;;) {
    const messages = assembleMessages({
      memories: numbered,
      recent: kept,
      question: question.text,
      today,
      slots,
      wishes,
    });
    const { tokens, text } = await model.inference.tokenizeMessages(messages);
    if (tokens.length <= limit || kept.length === 0) {
      if (tokens.length > limit)
        throw new AppError(
          'request.invalid',
          'This is longer than the model can read. Shorten it, or choose a model with a larger context.',
        );
      const report = {
        promptTokens: tokens.length,
        memoryTokens: packed.usedTokens + factTokens,
        recentTokens: kept.reduce((sum, { tokens }) => sum + tokens, 0),
        replyReserve: plan.replyTokens,
        contextTokens: model.description.contextTokens,
        modelName: model.ready.model.name,
        device: model.description.device,
        text,
      };
      return {
        ...{ messages, facts, zone: ctx.zone(), memories, wishes },
        replyTokens: plan.replyTokens,
        budgetTokens: plan.memoryTokens,
        report,
      };
    }
    kept = kept.slice(Math.max(1, Math.ceil(kept.length / 4)));
  }
}

/** What the person wants done, where that is the question, quoted from the turns that taught it. */
const toldFacts = (told: readonly ToldWish[], before: number): readonly FactMemory[] =>
  told
    .flatMap(({ source, trigger, steps }) =>
      source === null ? [] : [{ ...source, text: `${trigger}: ${steps.join('; ')} (“${source.quote}”)` }],
    )
    .map((fact, index) => ({ ...fact, n: before + index + 1 }));

/** The derived sentence is marked as such; the turns beside it are quoted as they were said. */
const toKnown = (fact: FactMemory, zone: string): Memory => ({
  n: fact.n,
  speaker: fact.n === 1 ? 'Known' : fact.speaker,
  when: fact.n === 1 ? null : factEvidence(fact, zone).when,
  text: fact.text,
});

type Measured = TurnRow & { readonly tokens: number };

async function keepRecent(
  { inference }: LoadedModel,
  recent: readonly TurnRow[],
  allowedTokens: number,
): Promise<readonly Measured[]> {
  const counts = await inference.countTokens(recent.map(({ text }) => text));
  let used = 0;
  let from = recent.length;
  while (from > 0 && used + (counts[from - 1] ?? 0) <= allowedTokens) {
    from -= 1;
    used += counts[from] ?? 0;
  }
  return recent.slice(from).map((turn, index) => ({ ...turn, tokens: counts[from + index] ?? 0 }));
}
