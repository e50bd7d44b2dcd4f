import { AppError } from '../contract/errors.ts';
import { isAbort, throwIfAborted } from '../lib/abort.ts';
import type { Clock } from '../lib/clock.ts';
import { createLane } from '../lib/lane.ts';
import type { Log } from '../lib/log.ts';
import { planBatches } from './batches.pure.ts';
import type {
  ChatDescription,
  ChatMessage,
  ChatSpec,
  EmbedderSpec,
  EmbedKind,
  EmbedReply,
  GenerateParams,
  GenerateReply,
  HostDescription,
  TaggedSpan,
} from './contract.ts';
import { deferred } from './deferred.ts';
import type { HostLauncher } from './launch.ts';
import { type EmbeddingSpaceId, embeddingSpaceId } from './space.ts';
import { createSupervisor, type InferenceState, type Limits } from './supervise.ts';

export type { ChatDescription, ChatMessage, EmbedderSpec, EmbedKind, HostDescription, TaggedSpan } from './contract.ts';
export type { HostLauncher, HostProcess } from './launch.ts';
export { launchNodeHost } from './launch.ts';
export { type EmbeddingSpaceId, embeddingSpaceId } from './space.ts';
export type { InferenceState, Limits } from './supervise.ts';

/** One stretch of a text and its vector; long texts have several, overlapping, that cover all of it. */
export type EmbeddedChunk = {
  readonly vector: Float32Array;
  /** UTF-16 offsets into the text as given. */
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
};

/** What a text becomes: vectors of its chunks, and the states of its first tokens for late interaction. */
export type EmbeddedText = {
  readonly chunks: readonly EmbeddedChunk[];
  /** Of a passage: one sign bit a dimension for each kept token, rotated. */
  readonly bits: Uint8Array;
  /** Of a question: kept tokens as rotated vectors of length 1, flat, and the word that each belongs to. */
  readonly tokens: { readonly vectors: Float32Array; readonly words: readonly string[] };
};

/** Words of a passage whose tokens are kept. Of a long answer the beginning says what it is about; more adds nothing. */
export const TOKEN_WORDS = { said: 160, assistant: 64, question: 48 } as const;

export type GenerateInput = {
  /** A loaded chat model; absent: the one used last. */
  readonly modelPath?: string;
  readonly prompt: GenerateParams['prompt'];
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly seed?: number;
  readonly topP?: number;
  readonly repeatPenalty?: number;
  readonly stop?: readonly string[];
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
};
export type GenerateResult = GenerateReply;

export type GenerateWatch = {
  readonly signal?: AbortSignal;
  readonly onDelta?: (text: string) => void;
  /** Prompt tokens evaluated, of all: the wait before the first word. */
  readonly onPrompt?: (done: number, total: number) => void;
};

/** What the engine asks of local models. Small enough that a test can stand in for it. */
export type Inference = {
  readonly state: () => InferenceState;
  /** Null when no embedder is configured. */
  readonly spaceId: EmbeddingSpaceId | null;
  /** Per text one chunk or more; a query always has exactly one. */
  readonly embed: (
    input: {
      readonly texts: readonly string[];
      readonly kind: EmbedKind;
      /** For each text; `TOKEN_WORDS` says how many are worth it. */
      readonly tokenWords?: readonly number[];
    },
    watch?: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, total: number) => void },
  ) => Promise<readonly EmbeddedText[]>;
  /** People, places, organisations, works and products in each text; fails as embedding does, and with other embedders. */
  readonly tag: (
    input: { readonly texts: readonly string[] },
    watch?: { readonly signal?: AbortSignal },
  ) => Promise<readonly (readonly TaggedSpan[])[]>;
  /** An abort resolves with what was written so far and `stopReason: 'stopped'`. */
  readonly generate: (input: GenerateInput, watch?: GenerateWatch) => Promise<GenerateResult>;
  readonly countTokens: (texts: readonly string[], modelPath?: string) => Promise<readonly number[]>;
  readonly tokenizeMessages: (
    messages: readonly ChatMessage[],
    modelPath?: string,
  ) => Promise<{ readonly tokens: readonly number[]; readonly text: string }>;
  /** What is loaded stays so: who loads decides what has to go first. */
  readonly loadChat: (
    modelPath: string,
    options?: Partial<Omit<ChatSpec, 'modelPath'>> & { readonly onProgress?: (fraction: number) => void },
  ) => Promise<ChatDescription>;
  /** Without a path all chat models go; the embedder never does. */
  readonly unloadChat: (modelPath?: string) => Promise<void>;
  readonly describe: () => Promise<HostDescription>;
  /** Starts again after it gave up; the user's button. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Texts in one message to the host; the host batches by tokens, this only bounds a message and a retry. */
const MESSAGE = { maxTokens: 131_072, maxRows: 128 };
/** How long an aborted answer waits for the host's own end before it is closed from this side. */
const STOP_GRACE_MS = 150;
const DEFAULT_CONTEXT_TOKENS = 8192;

/** The engine's side of the inference process: starts it when first needed, restarts it, and keeps its models loaded. */
export function createInference(options: {
  readonly launch: HostLauncher;
  readonly embedder: EmbedderSpec | null;
  readonly log: Log;
  readonly clock: Clock;
  readonly onState?: (state: InferenceState) => void;
  readonly limits?: Partial<Limits>;
}): Inference {
  const { embedder, clock } = options;
  const host = createSupervisor(options);
  const chatLane = createLane();
  const passageLane = createLane();

  return {
    state: host.state,
    spaceId: embedder === null ? null : embeddingSpaceId(embedder),
    embed: ({ texts, kind, tokenWords }, watch = {}) => {
      const dimension = embedder?.dimension ?? 0;
      const words = tokenWords ?? texts.map(() => (kind === 'query' ? TOKEN_WORDS.question : TOKEN_WORDS.said));
      const send = async (part: readonly number[]): Promise<EmbedReply> => {
        throwIfAborted(watch.signal);
        const params = {
          texts: part.map((index) => texts[index] ?? ''),
          kind,
          tokenWords: part.map((index) => words[index] ?? 0),
        };
        return host.call('embed', { method: 'embed', params }, { isIdempotent: true, signal: watch.signal });
      };
      const lane = kind === 'query' ? <T>(task: () => Promise<T>) => task() : passageLane.run;
      return abortable(watch.signal, embedParts(texts, { dimension, lane, send, onProgress: watch.onProgress }));
    },
    tag: ({ texts }, { signal } = {}) => {
      const send = async (part: readonly number[]) => {
        throwIfAborted(signal);
        const request = { method: 'tag', params: { texts: part.map((index) => texts[index] ?? '') } } as const;
        return (await passageLane.run(() => host.call('tag', request, { isIdempotent: true, signal }))).texts;
      };
      return abortable(signal, tagParts(texts, send));
    },
    generate: (input, watch = {}) => generate(input, watch, { host, clock, lane: chatLane }),
    countTokens: async (texts, modelPath) => {
      const params = { texts: [...texts], ...pathOf(modelPath) };
      return (await host.call('countTokens', { method: 'countTokens', params }, { isIdempotent: true })).counts;
    },
    tokenizeMessages: (messages, modelPath) => {
      const params = { messages: [...messages], ...pathOf(modelPath) };
      return host.call('tokenizeMessages', { method: 'tokenizeMessages', params }, { isIdempotent: true });
    },
    loadChat: (modelPath, { onProgress, ...spec } = {}) =>
      chatLane.run(() =>
        host.loadChat(
          { contextTokens: DEFAULT_CONTEXT_TOKENS, gpu: 'auto', threads: 0, ...spec, modelPath },
          onProgress,
        ),
      ),
    unloadChat: (modelPath) => chatLane.run(() => host.unloadChat(modelPath)),
    describe: () => host.call('describe', { method: 'describe', params: {} }, { isIdempotent: true }),
    restart: host.restart,
    close: host.close,
  };
}

const pathOf = (modelPath: string | undefined) => (modelPath === undefined ? {} : { modelPath });

type EmbedPlan = {
  readonly dimension: number;
  readonly lane: <T>(task: () => Promise<T>) => Promise<T>;
  readonly send: (part: readonly number[]) => Promise<EmbedReply>;
  readonly onProgress: ((done: number, total: number) => void) | undefined;
};

/** Texts of similar length go together, so little is padded; results come back in the caller's order. */
async function embedParts(texts: readonly string[], plan: EmbedPlan): Promise<readonly EmbeddedText[]> {
  const chunks: EmbeddedChunk[][] = texts.map(() => []);
  const states: Omit<EmbeddedText, 'chunks'>[] = [];
  let done = 0;
  for (const part of planBatches(
    texts.map((text) => text.length + 1),
    MESSAGE,
  )) {
    const reply = await plan.lane(() => plan.send(part));
    reply.chunks.forEach(({ text, ...chunk }, row) => {
      const vector = reply.vectors.slice(row * plan.dimension, (row + 1) * plan.dimension);
      chunks[part[text] ?? -1]?.push({ ...chunk, vector });
    });
    for (const [n, state] of splitStates(reply, plan.dimension).entries()) states[part[n] ?? -1] = state;
    done += part.length;
    plan.onProgress?.(done, texts.length);
  }
  const none = { bits: new Uint8Array(), tokens: { vectors: new Float32Array(), words: [] } };
  return chunks.map((own, index) => ({ ...none, ...states[index], chunks: own }));
}

/** As many messages as it takes; results come back in the caller's order. */
async function tagParts(
  texts: readonly string[],
  send: (part: readonly number[]) => Promise<readonly (readonly TaggedSpan[])[]>,
): Promise<readonly (readonly TaggedSpan[])[]> {
  const spans: (readonly TaggedSpan[])[] = texts.map(() => []);
  const lengths = texts.map((text) => text.length + 1);
  for (const part of planBatches(lengths, MESSAGE)) {
    const reply = await send(part);
    part.forEach((index, n) => {
      spans[index] = reply[n] ?? [];
    });
  }
  return spans;
}

/** The flat token states of a reply, text by text. */
function splitStates({ states }: EmbedReply, dimension: number): readonly Omit<EmbeddedText, 'chunks'>[] {
  const bytes = Math.ceil(dimension / 8);
  let from = 0;
  return states.counts.map((count) => {
    const to = from + count;
    const state = {
      bits: states.bits.slice(from * bytes, to * bytes),
      tokens: { vectors: states.floats.slice(from * dimension, to * dimension), words: states.words.slice(from, to) },
    };
    from = to;
    return state;
  });
}

type GenerateDeps = {
  readonly host: ReturnType<typeof createSupervisor>;
  readonly clock: Clock;
  readonly lane: ReturnType<typeof createLane>;
};

function generate(input: GenerateInput, watch: GenerateWatch, deps: GenerateDeps): Promise<GenerateResult> {
  const startMs = deps.clock.monotonicMs();
  let text = '';
  let pieces = 0;
  let isOver = false;
  const stopped = (): GenerateResult => {
    const ms = deps.clock.monotonicMs() - startMs;
    return { text, tokens: pieces, promptTokens: 0, cachedTokens: 0, promptMs: 0, ms, stopReason: 'stopped' };
  };
  const params: GenerateParams = {
    temperature: 0,
    seed: 0,
    topP: 1,
    repeatPenalty: 1,
    ...input,
    stop: [...(input.stop ?? [])],
    jsonSchema: input.jsonSchema ?? null,
  };
  const result = deps.lane.run(async () => {
    if (watch.signal?.aborted) return stopped();
    return deps.host.call(
      'generate',
      { method: 'generate', params },
      {
        isIdempotent: false,
        signal: watch.signal,
        onProgress: watch.onPrompt,
        onDelta: (piece) => {
          if (isOver) return;
          text += piece;
          pieces += 1;
          watch.onDelta?.(piece);
        },
      },
    );
  });
  const answered = result.catch((error: unknown) => {
    if (isAbort(error)) return stopped();
    throw error;
  });
  if (!watch.signal) return answered;
  const early = whenAborted(watch.signal, STOP_GRACE_MS, stopped);
  return Promise.race([answered, early.promise]).finally(() => {
    isOver = true;
    early.cancel();
  });
}

/** Resolves a while after the abort: a host deep in native work must not keep the user's stop button waiting. */
function whenAborted<T>(signal: AbortSignal, graceMs: number, value: () => T) {
  const { promise, resolve } = deferred<T>();
  let timer: NodeJS.Timeout | undefined;
  const arm = (): void => {
    timer = setTimeout(() => resolve(value()), graceMs);
  };
  if (signal.aborted) arm();
  else signal.addEventListener('abort', arm, { once: true });
  return {
    promise,
    cancel: () => {
      signal.removeEventListener('abort', arm);
      clearTimeout(timer);
    },
  };
}

async function abortable<T>(signal: AbortSignal | undefined, task: Promise<T>): Promise<T> {
  if (!signal) return task;
  const { promise, reject } = deferred<never>();
  const leave = (): void => reject(new AppError('request.aborted', 'Stopped.', { retry: 'never' }));
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([task, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
    task.catch(() => undefined); // the loser of the race has no other listener
  }
}
