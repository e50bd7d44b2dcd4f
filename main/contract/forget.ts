import { z } from 'zod';
import { call, event, stream } from './define.ts';
import { ConversationId, Instant, SpaceId, TurnId } from './ids.ts';

const id = z.string().min(1).max(512);

/** What to forget, as the user says it. */
export const ForgetSelection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('turns'), turnIds: z.array(TurnId).min(1).max(100_000).readonly() }),
  /** A part of one turn; offsets in UTF-16 units. */
  z.strictObject({ kind: z.literal('text'), turnId: TurnId, from: z.int().min(0), to: z.int().min(1) }),
  z.strictObject({ kind: z.literal('conversation'), conversationIds: z.array(ConversationId).min(1).readonly() }),
  /** The entity, everything that was said of it and every turn that names it. */
  z.strictObject({ kind: z.literal('entity'), spaceId: SpaceId, entityId: id }),
  /** Everything that holds these words, as a phrase; null: in every space. */
  z.strictObject({ kind: z.literal('about'), words: z.string().trim().min(1).max(500), spaceId: SpaceId.nullable() }),
  /** Said in this time, both ends included. */
  z.strictObject({ kind: z.literal('time'), from: Instant, to: Instant, spaceId: SpaceId.nullable() }),
  z.strictObject({ kind: z.literal('document'), documentIds: z.array(id).min(1).readonly() }),
  z.strictObject({ kind: z.literal('space'), spaceId: SpaceId }),
  z.strictObject({ kind: z.literal('everything') }),
]);
export type ForgetSelection = z.infer<typeof ForgetSelection>;

export const ForgetChoice = z.strictObject({
  selection: ForgetSelection,
  /** Other turns that say the same words go too. */
  isWithRepeats: z.boolean(),
  /** Turns of the selection that the user took out of it again in the preview. */
  except: z.array(TurnId).readonly(),
});
export type ForgetChoice = z.infer<typeof ForgetChoice>;

/** How much goes, by kind; a kind that has none is 0. */
export const ForgetCounts = z.strictObject({
  turns: z.int(),
  /** Of these, answers that go because they repeat or cite what goes. */
  answers: z.int(),
  conversations: z.int(),
  /** Of chats that stay: titles that say it, and are made anew. */
  titles: z.int().default(0),
  documents: z.int(),
  chunks: z.int(),
  revisions: z.int(),
  claims: z.int(),
  entities: z.int(),
  summaries: z.int(),
  procedures: z.int(),
  reflections: z.int(),
  /** Topics whose label or members change. */
  clusters: z.int(),
  slots: z.int(),
  corrections: z.int(),
  traces: z.int(),
  embeddings: z.int(),
  drafts: z.int(),
});
export type ForgetCounts = z.infer<typeof ForgetCounts>;

const Shown = z.strictObject({
  kind: z.enum([
    'turn',
    'fact',
    'entity',
    'summary',
    'procedure',
    'reflection',
    'slot',
    'document',
    'conversation',
    'title',
  ]),
  id,
  text: z.string(),
  at: Instant.nullable(),
  /** Who said it. */
  speaker: z.string().nullable(),
});

export const ForgetPreview = z.strictObject({
  /** Of the plan: `forget.run` refuses to go on with another one. */
  fingerprint: z.string(),
  counts: ForgetCounts,
  /** What goes, the selection first, at most 200. */
  goes: z.array(Shown.extend({ why: z.enum(['chosen', 'repeats', 'answers', 'rests-on-it']) })).readonly(),
  /** Beliefs that keep other evidence, and how many turns say so; at most 200. */
  stays: z.array(Shown.extend({ otherEvidence: z.int() })).readonly(),
  /** Turns that say the same words and stay, unless `isWithRepeats`. */
  repeats: z.array(Shown).readonly(),
  /** Backups made by this app that hold it. */
  backups: z.array(z.strictObject({ id, path: z.string(), at: Instant })).readonly(),
});
export type ForgetPreview = z.infer<typeof ForgetPreview>;

/** In this order. Until `erasing` begins it can be stopped without a trace, afterwards never. */
export const ForgetStepName = z.enum([
  'waiting',
  'erasing',
  'removing',
  'clearing',
  'compacting',
  'scanning',
  'closing',
]);
export type ForgetStepName = z.infer<typeof ForgetStepName>;
export const ForgetProgress = z.strictObject({
  forgetId: id,
  step: ForgetStepName,
  done: z.number(),
  /** Null where nobody knows. Seconds for `waiting`, bytes for `scanning`. */
  total: z.number().nullable(),
});
export type ForgetProgress = z.infer<typeof ForgetProgress>;

/** What was proved, without a forgotten word. */
export const ForgetReceipt = z.strictObject({
  id,
  at: Instant,
  /** How it was chosen. */
  kind: z.string(),
  counts: ForgetCounts,
  /** Record numbers whose bodies were erased; their commitments stay in the chain. */
  erasedRecords: z.int(),
  /** The record that closes it. */
  seq: z.int(),
  hash: z.string(),
  scan: z.strictObject({
    files: z.int(),
    bytes: z.number(),
    needles: z.int(),
    /** Places where it was still found; 0 is the proof. */
    found: z.int(),
    /** Pieces of the forgotten text that other turns say too, which stayed by the user's choice. */
    saidElsewhere: z.int(),
    /** Of a protected folder: encrypted files that were searched under its key, and those whose ciphertext only could be. */
    openedFiles: z.int().optional(),
    shutFiles: z.int().optional(),
    ms: z.number(),
  }),
  /** Backups that still hold it. */
  backups: z.int(),
  tombstones: z.int(),
  ms: z.number(),
});
export type ForgetReceipt = z.infer<typeof ForgetReceipt>;

export const forgetCalls = {
  /** What would go and what would stay; changes nothing. */
  'forget.preview': call({ input: ForgetChoice, output: ForgetPreview }),
  /** Waits for the grace period, then forgets. Aborting during `waiting` changes nothing; later it only stops listening. */
  'forget.run': stream({
    input: ForgetChoice.extend({ fingerprint: z.string(), graceSeconds: z.int().min(0).max(60) }),
    chunk: ForgetProgress,
    output: ForgetReceipt,
  }),
  /** The one that is under way, for a page that was opened meanwhile. */
  'forget.current': call({ input: z.strictObject({}), output: ForgetProgress.nullable() }),
  'forget.receipts': call({
    input: z.strictObject({ offset: z.int().min(0), limit: z.int().min(1).max(200) }),
    output: z.strictObject({ receipts: z.array(ForgetReceipt).readonly(), total: z.int() }),
  }),
  /** It went a step on, or is over. */
  'forget.changed': event(z.strictObject({ current: ForgetProgress.nullable() })),
};
