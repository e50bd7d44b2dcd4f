import { z } from 'zod';
import { NER_TYPES } from '../codex/tag/ner-decode.pure.ts';
import { WireError } from '../contract/errors.ts';

/** What the engine and the inference host say to each other; both ends parse every message (design section 2). */

export const ChatMessage = z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const EmbedderSpec = z.strictObject({
  modelId: z.string(),
  modelPath: z.string(),
  tokenizerPath: z.string(),
  /** SHA-256 of the weights, as the catalogue states it: part of the embedding space's name. */
  sha256: z.string(),
  dimension: z.number().int().positive(),
  pooling: z.string(),
  queryPrefix: z.string(),
  passagePrefix: z.string(),
  /** Window in tokens, special tokens included. */
  maxTokens: z.number().int().min(8),
  overlapTokens: z.number().int().min(0),
  threads: z.number().int().min(1),
});
export type EmbedderSpec = z.infer<typeof EmbedderSpec>;

export const ChatSpec = z.strictObject({
  modelPath: z.string(),
  contextTokens: z.number().int().min(256),
  gpu: z.union([z.literal('auto'), z.literal(false)]),
  /** 0 lets llama.cpp use the machine's math cores. */
  threads: z.number().int().min(0),
});
export type ChatSpec = z.infer<typeof ChatSpec>;

export const EmbedKind = z.enum(['query', 'passage']);
export type EmbedKind = z.infer<typeof EmbedKind>;

/** Absent: the one used last. */
const modelPath = z.string().optional();

export const GenerateParams = z.strictObject({
  modelPath,
  prompt: z.union([
    z.strictObject({ messages: z.array(ChatMessage).min(1) }),
    z.strictObject({ raw: z.string().min(1) }),
  ]),
  maxTokens: z.number().int().min(1),
  temperature: z.number().min(0),
  seed: z.number().int().min(0),
  topP: z.number().min(0).max(1),
  /** 1 is off. Leave it off where the answer must quote. */
  repeatPenalty: z.number().min(1),
  stop: z.array(z.string().min(1)),
  jsonSchema: z.record(z.string(), z.unknown()).nullable(),
});
export type GenerateParams = z.infer<typeof GenerateParams>;

export const HostRequest = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('loadEmbedder'), params: EmbedderSpec }),
  z.strictObject({
    method: z.literal('embed'),
    params: z.strictObject({
      texts: z.array(z.string()),
      kind: EmbedKind,
      /** Words of each text whose tokens are kept for late interaction. */
      tokenWords: z.array(z.number().int().min(0)),
    }),
  }),
  z.strictObject({ method: z.literal('tag'), params: z.strictObject({ texts: z.array(z.string()) }) }),
  z.strictObject({ method: z.literal('loadChat'), params: ChatSpec }),
  /** Without a path all of them go. */
  z.strictObject({ method: z.literal('unloadChat'), params: z.strictObject({ modelPath }) }),
  z.strictObject({ method: z.literal('generate'), params: GenerateParams }),
  z.strictObject({
    method: z.literal('countTokens'),
    params: z.strictObject({ texts: z.array(z.string()), modelPath }),
  }),
  z.strictObject({
    method: z.literal('tokenizeMessages'),
    params: z.strictObject({ messages: z.array(ChatMessage), modelPath }),
  }),
  z.strictObject({ method: z.literal('describe'), params: z.strictObject({}) }),
]);
export type HostRequest = z.infer<typeof HostRequest>;
export type HostMethod = HostRequest['method'];

export const ToHost = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('request'), id: z.number().int(), request: HostRequest }),
  z.strictObject({ type: z.literal('cancel'), id: z.number().int() }),
]);
export type ToHost = z.infer<typeof ToHost>;

const Floats = z.custom<Float32Array>((value) => value instanceof Float32Array);
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** One row per chunk: which text it came from and the characters it covers. Vectors lie in one flat array. */
export const EmbedReply = z.strictObject({
  vectors: Floats,
  chunks: z.array(
    z.strictObject({
      text: z.number().int(),
      from: z.number().int(),
      to: z.number().int(),
      tokens: z.number().int(),
    }),
  ),
  /** Token states of the first window of each text, flat in order of the texts: signs for passages, floats for questions. */
  states: z.strictObject({
    /** Kept tokens of each text. */
    counts: z.array(z.number().int()),
    bits: Bytes,
    floats: Floats,
    /** The whole word that each kept token of a question belongs to. */
    words: z.array(z.string()),
  }),
});
export type EmbedReply = z.infer<typeof EmbedReply>;

/** A named entity in a text, by UTF-16 offsets; the score is how likely its type is. */
export const TaggedSpan = z.strictObject({
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  type: z.enum(NER_TYPES),
  score: z.number().min(0).max(1),
});
export type TaggedSpan = z.infer<typeof TaggedSpan>;

export const GenerateReply = z.strictObject({
  text: z.string(),
  tokens: z.number().int(),
  promptTokens: z.number().int(),
  cachedTokens: z.number().int(),
  promptMs: z.number(),
  ms: z.number(),
  stopReason: z.enum(['end', 'length', 'stopped']),
});
export type GenerateReply = z.infer<typeof GenerateReply>;

export const ChatDescription = z.strictObject({
  modelName: z.string(),
  modelPath: z.string(),
  device: z.enum(['cpu', 'metal', 'cuda', 'vulkan']),
  gpuName: z.string().nullable(),
  gpuLayers: z.number().int(),
  /** Why the processor is used although a graphics card was asked for. */
  cpuReason: z.string().nullable(),
  contextTokens: z.number().int(),
  trainedContextTokens: z.number().int().nullable(),
  threads: z.number(),
  modelBytes: z.number(),
  contextBytes: z.number(),
  loadMs: z.number(),
});
export type ChatDescription = z.infer<typeof ChatDescription>;

export const HostDescription = z.strictObject({
  pid: z.number().int(),
  rssBytes: z.number(),
  /** The one used last. */
  chat: ChatDescription.nullable(),
  /** All that are loaded, the one used last at the end. */
  chats: z.array(ChatDescription),
  embedder: z.strictObject({ modelId: z.string(), threads: z.number().int(), loadMs: z.number() }).nullable(),
});
export type HostDescription = z.infer<typeof HostDescription>;

export const Replies = {
  loadEmbedder: z.strictObject({ loadMs: z.number() }),
  embed: EmbedReply,
  tag: z.strictObject({ texts: z.array(z.array(TaggedSpan)) }),
  loadChat: ChatDescription,
  unloadChat: z.strictObject({}),
  generate: GenerateReply,
  countTokens: z.strictObject({ counts: z.array(z.number().int()) }),
  tokenizeMessages: z.strictObject({ tokens: z.array(z.number().int()), text: z.string() }),
  describe: HostDescription,
} as const satisfies Record<HostMethod, z.ZodType>;
export type Reply<M extends HostMethod> = z.infer<(typeof Replies)[M]>;

export const FromHost = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready'), pid: z.number().int() }),
  /** Signs of life: prompt tokens evaluated, model bytes loaded, windows embedded. */
  z.strictObject({ type: z.literal('progress'), id: z.number().int(), done: z.number(), total: z.number() }),
  z.strictObject({ type: z.literal('delta'), id: z.number().int(), seq: z.number().int(), text: z.string() }),
  z.strictObject({ type: z.literal('result'), id: z.number().int(), value: z.unknown() }),
  z.strictObject({ type: z.literal('error'), id: z.number().int(), error: WireError }),
]);
export type FromHost = z.infer<typeof FromHost>;
