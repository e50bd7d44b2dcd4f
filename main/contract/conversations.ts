import { z } from 'zod';
import { call, event } from './define.ts';
import { DocumentId } from './documents.ts';
import { ConversationId, Instant, SpaceId, TraceId, TurnId } from './ids.ts';
import { ConversationSource } from './programs.ts';

export const Role = z.enum(['user', 'assistant', 'other', 'system']);
export type Role = z.infer<typeof Role>;

export const Conversation = z.strictObject({
  id: ConversationId,
  title: z.string(),
  spaceId: SpaceId,
  source: ConversationSource,
  startedAt: Instant,
  /** When the newest turn was said. */
  updatedAt: Instant,
  turnCount: z.int(),
  isTemporary: z.boolean(),
});
export type Conversation = z.infer<typeof Conversation>;

/** Evidence behind part of a reply: `quote` is a verbatim span of the text of `turnIds[0]`. */
export const Citation = z.strictObject({
  n: z.int().min(1),
  turnIds: z.array(TurnId).readonly(),
  quote: z.string(),
  speaker: z.string(),
  /** Whose words they are; null where the turn is not here any more. */
  role: Role.nullable(),
  at: Instant.nullable(),
  conversationId: ConversationId.nullable(),
  /** Where it stands, if it was not said but is written: `index` is its place among the passages of the document. */
  document: z.strictObject({ id: DocumentId, name: z.string(), page: z.int().nullable(), index: z.int() }).optional(),
});
export type Citation = z.infer<typeof Citation>;

/** `model`: a local model wrote it. `evidence`: quotes only, no model. `unknown`: nothing supports an answer. */
export const AnswerMode = z.enum(['model', 'evidence', 'unknown']);
export type AnswerMode = z.infer<typeof AnswerMode>;

export const Attachment = z.strictObject({
  kind: z.enum(['image', 'file', 'audio', 'other']),
  name: z.string().nullable(),
  caption: z.string().nullable(),
  text: z.string().nullable(),
});
export type Attachment = z.infer<typeof Attachment>;

export const Turn = z.strictObject({
  id: TurnId,
  conversationId: ConversationId,
  parentId: TurnId.nullable(),
  role: Role,
  speaker: z.string(),
  text: z.string(),
  at: Instant.nullable(),
  isTimeInferred: z.boolean(),
  zone: z.string(),
  session: z.string().nullable(),
  status: z.enum(['complete', 'stopped', 'interrupted']),
  attachments: z.array(Attachment).readonly(),
  /** Ids of all turns with the same parent, this one included, oldest first: ‹2 / 3›. */
  siblings: z.array(TurnId).readonly(),
  /** Only on replies that Palimpsest gave. */
  answer: z
    .strictObject({
      mode: AnswerMode,
      modelName: z.string().nullable(),
      traceId: TraceId.nullable(),
      citations: z.array(Citation).readonly(),
      tokensPerSecond: z.number().nullable(),
    })
    .nullable(),
});
export type Turn = z.infer<typeof Turn>;

const Page = { limit: z.int().min(1).max(500), offset: z.int().min(0) };

export const SearchHit = z.strictObject({
  conversationId: ConversationId,
  conversationTitle: z.string(),
  turnId: TurnId.nullable(),
  speaker: z.string().nullable(),
  role: Role.nullable(),
  at: Instant.nullable(),
  /** A window of the text round the match; `[from, to)` are offsets of the match in it, in UTF-16 units. */
  excerpt: z.string(),
  from: z.int(),
  to: z.int(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const conversations = {
  'conversations.list': call({
    input: z.strictObject({ spaceId: SpaceId.optional(), ...Page }),
    output: z.strictObject({ items: z.array(Conversation).readonly(), total: z.int() }),
  }),
  'conversations.get': call({ input: z.strictObject({ id: ConversationId }), output: Conversation }),
  /** The active path, oldest first; `offset` counts from its start. */
  'conversations.turns': call({
    input: z.strictObject({ id: ConversationId, ...Page }),
    output: z.strictObject({ turns: z.array(Turn).readonly(), total: z.int() }),
  }),
  'conversations.rename': call({
    input: z.strictObject({ id: ConversationId, title: z.string().trim().min(1).max(200) }),
    output: Conversation,
  }),
  /** Takes it out of lists, search and recall. Its words stay in the journal until they are forgotten; `restore` undoes. */
  'conversations.remove': call({
    input: z.strictObject({ id: ConversationId }),
    output: z.strictObject({ turns: z.int() }),
  }),
  'conversations.restore': call({ input: z.strictObject({ id: ConversationId }), output: Conversation }),
  /** Makes the branch through `turnId` the active path. */
  'conversations.chooseBranch': call({
    input: z.strictObject({ id: ConversationId, turnId: TurnId }),
    output: z.strictObject({ total: z.int() }),
  }),
  /** Substring search over titles and turns; two-character CJK words and emoji match. */
  'conversations.search': call({
    input: z.strictObject({ query: z.string().trim().min(1).max(400), limit: z.int().min(1).max(200) }),
    output: z.strictObject({ hits: z.array(SearchHit).readonly(), ms: z.number() }),
  }),
  'drafts.get': call({
    input: z.strictObject({ key: z.string().max(512) }),
    output: z.strictObject({ text: z.string() }),
  }),
  'drafts.set': call({
    input: z.strictObject({ key: z.string().max(512), text: z.string().max(1_000_000) }),
    output: z.strictObject({}),
  }),
  'conversations.changed': event(z.strictObject({ ids: z.array(ConversationId).readonly() })),
};
