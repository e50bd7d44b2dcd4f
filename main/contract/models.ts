import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { ConversationId, ModelId, UploadId } from './ids.ts';

export const ModelState = z.enum(['ready', 'not-downloaded', 'partial', 'downloading', 'damaged']);

/** What the user takes a model for, beside everything that no other is set for. */
export const ModelRole = z.enum(['writing', 'coding', 'small']);
export type ModelRole = z.infer<typeof ModelRole>;
/** What kind of model a question calls for. */
export const RouteIntent = z.enum(['general', ...ModelRole.options]);
export type RouteIntent = z.infer<typeof RouteIntent>;

export const ModelInfo = z.strictObject({
  id: ModelId,
  name: z.string(),
  task: z.enum(['embedding', 'chat']),
  licence: z.string(),
  sizeBytes: z.number(),
  doneBytes: z.number(),
  contextTokens: z.int(),
  memoryBytes: z.number(),
  /** An estimate against this computer's memory. */
  fit: z.enum(['fits', 'tight', 'too large']),
  state: ModelState,
  problem: z.string().nullable(),
  isBundled: z.boolean(),
  isAdded: z.boolean(),
  /** False for what ships, and for files in a folder of the user's that is read in place. */
  isRemovable: z.boolean(),
  isSelected: z.boolean(),
  roles: z.array(ModelRole).readonly(),
  isLoaded: z.boolean(),
  languages: z.array(z.string()).readonly(),
  notes: z.string(),
  /** Hosts a download would talk to, in order; empty when it comes from a folder. */
  hosts: z.array(z.string()).readonly(),
});
export type ModelInfo = z.infer<typeof ModelInfo>;

export const FetchProgress = z.strictObject({
  doneBytes: z.number(),
  totalBytes: z.number(),
  bytesPerSecond: z.number(),
  source: z.string(),
  step: z.enum(['connecting', 'downloading', 'verifying', 'installing']),
});
export type FetchProgress = z.infer<typeof FetchProgress>;

/** Who answers in a conversation, and why. */
export const ConversationModel = z.strictObject({
  /** Null where no chat model is here. */
  model: z.strictObject({ id: ModelId, name: z.string() }).nullable(),
  isFixed: z.boolean(),
  /** Why it cannot answer just now, fit to show. */
  problem: z.string().nullable(),
  choices: z
    .array(
      z.strictObject({
        id: ModelId,
        name: z.string(),
        roles: z.array(RouteIntent).readonly(),
        fit: z.enum(['fits', 'tight', 'too large']),
      }),
    )
    .readonly(),
});
export type ConversationModel = z.infer<typeof ConversationModel>;

/** Which model gave an answer. */
export const RouteReport = z.strictObject({
  modelId: z.string(),
  modelName: z.string(),
  intent: RouteIntent,
  confidence: z.number(),
  isFixed: z.boolean(),
  /** Goes on from "because". */
  why: z.string(),
});
export type RouteReport = z.infer<typeof RouteReport>;

const One = z.strictObject({ id: ModelId });

export const models = {
  'models.list': call({
    input: z.strictObject({}),
    output: z.strictObject({
      models: z.array(ModelInfo).readonly(),
      folder: z.string(),
      computer: z.strictObject({ cores: z.int(), memoryBytes: z.number(), gpu: z.string().nullable() }),
      /** What chat models take now, and may take: several of them together, and one alone. */
      memory: z.strictObject({ usedBytes: z.number(), togetherBytes: z.number(), aloneBytes: z.number() }),
    }),
  }),
  /** Aborting pauses: what has arrived is kept and continued next time. */
  'models.fetch': stream({ input: One, chunk: FetchProgress, output: ModelInfo }),
  'models.select': call({ input: One, output: ModelInfo }),
  /** A role belongs to one model: whoever had it gives it up. */
  'models.setRole': call({
    input: z.strictObject({ id: ModelId, role: ModelRole, isOn: z.boolean() }),
    output: ModelInfo,
  }),
  'models.inConversation': call({
    input: z.strictObject({ conversationId: ConversationId }),
    output: ConversationModel,
  }),
  /** Null leaves the choice to Palimpsest again. */
  'models.choose': call({
    input: z.strictObject({ conversationId: ConversationId, modelId: ModelId.nullable() }),
    output: ConversationModel,
  }),
  /** Loads the likely model in the background, if the user has chosen one and it fits beside what is loaded. */
  'models.warmUp': call({
    input: z.strictObject({ conversationId: ConversationId.nullable() }),
    output: z.strictObject({}),
  }),
  /** Deletes the file (or, for an added reference, only the entry). */
  'models.remove': call({ input: One, output: z.strictObject({}) }),
  'models.verify': call({ input: One, output: ModelInfo }),
  'models.add': call({
    input: z.strictObject({
      file: z.union([z.strictObject({ path: z.string().min(1) }), z.strictObject({ uploadId: UploadId })]),
      name: z.string().max(200).optional(),
    }),
    output: ModelInfo,
  }),
  'models.changed': event(z.strictObject({})),
};
