import {
  type ChatHistoryItem,
  type ChatWrapper,
  getLlama,
  InsufficientMemoryError,
  JinjaTemplateChatWrapper,
  type Llama,
  type LlamaContextSequence,
  LlamaGrammarEvaluationState,
  LlamaLogLevel,
  type LlamaModel,
  LlamaText,
  resolveChatWrapper,
  type Token,
} from 'node-llama-cpp';
import { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { ChatDescription, ChatMessage, ChatSpec, GenerateParams, GenerateReply } from './contract.ts';
import { isCompleteJson } from './json-end.pure.ts';
import { createStopFilter } from './stops.pure.ts';

export type Generation = {
  readonly params: GenerateParams;
  readonly signal: AbortSignal;
  readonly onDelta: (text: string) => void;
  /** Prompt tokens evaluated so far: a sign of life in a long prompt. */
  readonly onPrompt: (done: number, total: number) => void;
};

export type ChatModel = {
  readonly describe: () => ChatDescription;
  readonly generate: (generation: Generation) => Promise<GenerateReply>;
  readonly countTokens: (texts: readonly string[]) => readonly number[];
  /** The prompt exactly as `generate` would evaluate it, answer header included. */
  readonly tokenizeMessages: (messages: readonly ChatMessage[]) => { readonly tokens: number[]; readonly text: string };
  readonly dispose: () => Promise<void>;
};

/** A slice of the prompt takes about this long, so a cancel in a long prompt is noticed. */
const SLICE_TARGET_MS = 120;
const MIN_SLICE_TOKENS = 32;
const MAX_SLICE_TOKENS = 512;
const PENALTY_TOKENS = 64;

/**
 * One core is left to the rest of the computer: llama.cpp's threads wait for each other by spinning, so that on a busy
 * machine with every core taken one answer took minutes, and with one thread fewer seconds (measured on two cores).
 */
const spareThreads = (cores: number): number => Math.max(1, cores - 1);

type Loaded = {
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly sequence: LlamaContextSequence;
  readonly wrapper: ChatWrapper;
  readonly clock: Clock;
};

/** Loads weights and one context sequence whose evaluated prefix is reused from call to call. */
export async function loadChatModel(
  spec: ChatSpec,
  {
    clock,
    llamas,
    onProgress,
  }: { readonly clock: Clock; readonly llamas: Llamas; readonly onProgress: (fraction: number) => void },
): Promise<ChatModel> {
  const startMs = clock.monotonicMs();
  const { llama, cpuReason, release } = await llamas.take(spec.gpu);
  const parts: LlamaModel[] = [];
  const dispose = async (): Promise<void> => {
    for (const part of parts.splice(0)) await part.dispose(); // with its context
    await release();
  };
  try {
    const model = await llama.loadModel({
      modelPath: spec.modelPath,
      onLoadProgress: onProgress,
      gpuLayers: { fitContext: { contextSize: spec.contextTokens } },
    });
    parts.push(model);
    const trained = model.fileInsights.trainContextSize ?? null;
    const maxTokens = Math.min(spec.contextTokens, trained ?? spec.contextTokens);
    const context = await model.createContext({
      contextSize: { min: Math.min(512, maxTokens), max: maxTokens },
      threads: spec.threads === 0 ? spareThreads(llama.cpuMathCores) : spec.threads,
      batchSize: MAX_SLICE_TOKENS,
    });
    const wrapper = resolveTemplate(model);
    const loaded: Loaded = { llama, model, sequence: context.getSequence(), wrapper, clock };
    const gpuName = llama.gpu === false ? null : ((await llama.getGpuDeviceNames())[0] ?? null);
    const loadMs = clock.monotonicMs() - startMs;
    return {
      describe: () => ({
        modelName: model.fileInfo.metadata.general?.name ?? model.filename ?? 'unnamed model',
        modelPath: spec.modelPath,
        device: model.gpuLayers > 0 && llama.gpu !== false ? llama.gpu : 'cpu',
        gpuName,
        gpuLayers: model.gpuLayers,
        cpuReason,
        contextTokens: context.contextSize,
        trainedContextTokens: trained,
        threads: context.idealThreads,
        modelBytes: model.size,
        contextBytes: context.stateSize,
        loadMs,
      }),
      generate: (generation) => generate(loaded, generation),
      countTokens: (texts) => texts.map((text) => model.tokenize(text).length),
      tokenizeMessages: (messages) => {
        const { tokens, text } = buildPrompt(loaded, { messages });
        return { tokens, text };
      },
      dispose,
    };
  } catch (error) {
    await dispose();
    throw toLoadError(error);
  }
}

/** The file's own template, run as written: the library's look-alikes drop its default system message. */
function resolveTemplate(model: LlamaModel): ChatWrapper {
  const template = model.fileInfo.metadata.tokenizer?.chat_template;
  if (typeof template === 'string' && template !== '') {
    try {
      return new JinjaTemplateChatWrapper({ template, tokenizer: model.tokenizer, reasoning: false });
    } catch {
      // A template that this engine cannot run: the library knows most model families by name as well.
      return resolveChatWrapper(model, { warningLogs: false });
    }
  }
  return resolveChatWrapper(model, { warningLogs: false });
}

type OpenLlama = { readonly llama: Llama; readonly cpuReason: string | null };

/** Models share what is opened for a kind of device; it closes with the last of them. */
export type Llamas = {
  readonly take: (gpu: ChatSpec['gpu']) => Promise<OpenLlama & { readonly release: () => Promise<void> }>;
};

export function createLlamas(): Llamas {
  const opened = new Map<ChatSpec['gpu'], { readonly opening: Promise<OpenLlama>; users: number }>();
  return {
    take: async (gpu) => {
      const entry = opened.get(gpu) ?? { opening: openLlama(gpu), users: 0 };
      opened.set(gpu, entry);
      entry.users += 1;
      const release = async (): Promise<void> => {
        entry.users -= 1;
        if (entry.users > 0) return;
        if (opened.get(gpu) === entry) opened.delete(gpu);
        await (await entry.opening.catch(() => null))?.llama.dispose(); // what never opened holds nothing
      };
      try {
        return { ...(await entry.opening), release };
      } catch (error) {
        await release();
        throw error;
      }
    },
  };
}

/** Prebuilt binaries only: nothing is compiled or fetched on the user's machine. */
async function openLlama(gpu: ChatSpec['gpu']): Promise<OpenLlama> {
  const options = {
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    // llama.cpp prints prompts and paths when it complains; nothing of that is kept.
    logLevel: LlamaLogLevel.error,
    logger: () => undefined,
  } as const;
  if (gpu === false) return { llama: await getLlama({ ...options, gpu: false }), cpuReason: null };
  try {
    const llama = await getLlama({ ...options, gpu: 'auto' });
    return { llama, cpuReason: llama.gpu === false ? 'No usable graphics card, or no build for it, was found.' : null };
  } catch {
    // The processor build always works where Palimpsest does; the reason is shown, not hidden.
    return { llama: await getLlama({ ...options, gpu: false }), cpuReason: 'The graphics card build did not start.' };
  }
}

function toLoadError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutOfMemory(error)) {
    return new AppError(
      'inference.out-of-memory',
      'There is not enough memory for this model. Close other programs, or choose a smaller model or context.',
      { cause: error },
    );
  }
  return new AppError('model.damaged', 'This model file could not be loaded. Verify it, or choose another model.', {
    cause: error,
  });
}

function isOutOfMemory(error: unknown): boolean {
  return (
    error instanceof InsufficientMemoryError ||
    (error instanceof Error &&
      /insufficient|not enough|too large for|failed to allocate|out of memory/i.test(error.message))
  );
}

type Prompt = {
  readonly tokens: Token[];
  readonly text: string;
  readonly stopTokens: ReadonlySet<Token>;
  readonly stopTexts: readonly string[];
};

/** What users wrote is tokenised as plain text: a `<|im_end|>` in it never becomes a control token. */
function buildPrompt(
  { model, wrapper }: Loaded,
  prompt: GenerateParams['prompt'] | { messages: readonly ChatMessage[] },
): Prompt {
  const { bos, shouldPrependBosToken } = model.tokens;
  const start = (tokens: readonly Token[]): Token[] =>
    shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : [...tokens];
  if ('raw' in prompt) {
    return { tokens: start(model.tokenize(prompt.raw)), text: prompt.raw, stopTokens: new Set(), stopTexts: [] };
  }
  const chatHistory: ChatHistoryItem[] = prompt.messages.map(toHistoryItem);
  // An empty answer at the end makes the template write the header that the model continues.
  if (prompt.messages.at(-1)?.role !== 'assistant') chatHistory.push({ type: 'model', response: [] });
  const { contextText, stopGenerationTriggers } = wrapper.generateContextState({ chatHistory });
  const stopTokens = new Set<Token>();
  const stopTexts: string[] = [];
  for (const trigger of stopGenerationTriggers) {
    const [first] = trigger.tokenize(model.tokenizer);
    if (first !== undefined && model.isSpecialToken(first)) stopTokens.add(first);
    else if (trigger.values.every((value) => typeof value === 'string')) stopTexts.push(trigger.toString());
  }
  const tokens = start(contextText.tokenize(model.tokenizer));
  return { tokens, text: model.detokenize(tokens, true), stopTokens, stopTexts };
}

function toHistoryItem({ role, content }: ChatMessage): ChatHistoryItem {
  if (role === 'system') return { type: 'system', text: LlamaText(content).toJSON() };
  return role === 'user' ? { type: 'user', text: content } : { type: 'model', response: [content] };
}

async function generate(loaded: Loaded, generation: Generation): Promise<GenerateReply> {
  const { sequence, clock } = loaded;
  const { params, signal } = generation;
  const startMs = clock.monotonicMs();
  const prompt = buildPrompt(loaded, params.prompt);
  const room = sequence.contextSize - prompt.tokens.length - 1;
  if (room < 1) {
    throw new AppError('request.invalid', 'The prompt is longer than the context of this model.', {
      retry: 'never',
      details: { promptTokens: prompt.tokens.length, contextTokens: sequence.contextSize },
    });
  }
  const cachedTokens = await evaluatePrompt(loaded, prompt.tokens, generation);
  const promptMs = clock.monotonicMs() - startMs;
  const common = { promptTokens: prompt.tokens.length, cachedTokens, promptMs };
  const written = signal.aborted
    ? ({ text: '', tokens: 0, stopReason: 'stopped' } as const)
    : await write(loaded, prompt, {
        ...generation,
        params: { ...params, maxTokens: Math.min(params.maxTokens, room) },
      });
  return { ...written, ...common, ms: clock.monotonicMs() - startMs };
}

/** Evaluates what differs from the last call, in slices; returns how many tokens were already there. */
async function evaluatePrompt(
  { sequence, clock }: Loaded,
  tokens: readonly Token[],
  { signal, onPrompt }: Generation,
): Promise<number> {
  const body = tokens.slice(0, -1); // the last token is evaluated with the first answer token
  await sequence.adaptStateToTokens(body, false);
  const cached = sequence.nextTokenIndex;
  let sliceTokens = MIN_SLICE_TOKENS;
  for (let at = cached; at < body.length && !signal.aborted; ) {
    const slice = body.slice(at, at + sliceTokens);
    const startMs = clock.monotonicMs();
    await sequence.evaluateWithoutGeneratingNewTokens(slice);
    const perToken = Math.max(0.01, (clock.monotonicMs() - startMs) / slice.length);
    sliceTokens = Math.min(MAX_SLICE_TOKENS, Math.max(MIN_SLICE_TOKENS, Math.round(SLICE_TARGET_MS / perToken)));
    at += slice.length;
    onPrompt(at, tokens.length);
  }
  return cached;
}

async function write(
  loaded: Loaded,
  prompt: Prompt,
  { params, signal, onDelta }: Generation,
): Promise<Pick<GenerateReply, 'text' | 'tokens' | 'stopReason'>> {
  const { model, sequence } = loaded;
  const filter = createStopFilter([...params.stop, ...prompt.stopTexts]);
  const written: Token[] = [];
  let pending: Token[] = [];
  let text = '';
  const show = (shown: string): void => {
    if (shown === '') return;
    text += shown;
    onDelta(shown);
  };
  const finish = (stopReason: GenerateReply['stopReason']) => {
    show(filter.flush());
    return { text: params.jsonSchema === null ? text : text.trim(), tokens: written.length, stopReason };
  };
  const last = prompt.tokens.at(-1);
  if (last === undefined) throw new AppError('request.invalid', 'The prompt is empty.', { retry: 'never' });
  for await (const token of sequence.evaluate([last], await buildSampling(loaded, params, written))) {
    if (signal.aborted) return finish('stopped');
    if (model.isEogToken(token) || prompt.stopTokens.has(token)) return finish('end');
    pending.push(token);
    const piece = model.detokenize(pending, false, written.slice(-8));
    written.push(token);
    // A character may span tokens; it is shown when it is whole.
    if (!piece.endsWith('\ufffd') || pending.length >= 8) {
      pending = [];
      const { text: shown, isStopped } = filter.push(piece);
      show(shown);
      if (isStopped) return finish('end');
      if (params.jsonSchema !== null && isCompleteJson(text)) return finish('end');
    }
    if (written.length >= params.maxTokens) return finish('length');
  }
  return finish('length');
}

async function buildSampling({ llama, model }: Loaded, params: GenerateParams, written: readonly Token[]) {
  const grammar = params.jsonSchema === null ? null : await createGrammar(llama, params.jsonSchema);
  return {
    temperature: params.temperature,
    seed: params.seed,
    topP: params.topP,
    yieldEogToken: true,
    ...(grammar === null ? {} : { grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }) }),
    ...(params.repeatPenalty === 1
      ? {}
      : {
          repeatPenalty: {
            punishTokens: () => written.slice(-PENALTY_TOKENS),
            maxPunishTokens: PENALTY_TOKENS,
            penalty: params.repeatPenalty,
          },
        }),
  };
}

async function createGrammar(llama: Llama, schema: Readonly<Record<string, unknown>>) {
  try {
    // What is not a schema is refused by the call itself.
    return await llama.createGrammarForJsonSchema(schema as Parameters<Llama['createGrammarForJsonSchema']>[0]);
  } catch (cause) {
    throw new AppError('request.invalid', 'This answer schema cannot be turned into a grammar.', {
      retry: 'never',
      cause,
    });
  }
}
