import { z } from 'zod';
import { EntityId, FactObject, RevisionId, RevisionStatus } from './codex.ts';
import { Role } from './conversations.ts';
import { call, stream } from './define.ts';
import { ConversationId, Instant, SpaceId, TraceId, TurnId } from './ids.ts';
import { FragmentKind, LegName, LegOutcome, RankedFragment, RecallSettings } from './recall.ts';

/** `asked`: questions that Palimpsest answered; `imported`: questions of the user in chats with other programs. */
export const CheckUpSource = z.enum(['asked', 'imported']);
export type CheckUpSource = z.infer<typeof CheckUpSource>;

/** What is different from how memory works now; what is left out stays. A chat model is never asked. */
export const CheckUpChange = z.strictObject({
  legs: z.array(LegName).readonly().optional(),
  noLegs: z.array(LegName).readonly().optional(),
  settings: RecallSettings.omit({ rewrites: true }).optional(),
  k: z.int().min(1).max(50).optional(),
  budgetTokens: z.int().min(1).max(1_000_000).optional(),
});
export type CheckUpChange = z.infer<typeof CheckUpChange>;

/** A fragment as a check-up shows it: never more than the beginning of its words. */
export const CheckedFragment = z.strictObject({
  /** The turn, or the passage, that it is. */
  id: z.string(),
  rank: z.int().min(1),
  kind: FragmentKind,
  turnId: TurnId.nullable(),
  conversationId: ConversationId.nullable(),
  /** What its conversation, or its document, is called. */
  title: z.string(),
  speaker: z.string(),
  role: Role,
  at: Instant.nullable(),
  excerpt: z.string(),
  tokens: z.int(),
  /** The legs that found it. */
  legs: z.array(LegName).readonly(),
  /** How what it states stood when the question was asked, and how it stands now. */
  statusThen: RankedFragment.shape.status,
  statusNow: RankedFragment.shape.status,
});
export type CheckedFragment = z.infer<typeof CheckedFragment>;

/** What one of the two settings finds for a question. */
export const CheckedSide = z.strictObject({
  /** Best first. */
  fragments: z.array(CheckedFragment).readonly(),
  tokens: z.int(),
  /** Nothing found is likely to answer the question. */
  abstain: z.boolean(),
  support: z.number(),
  legs: z.array(z.strictObject({ leg: LegName, outcome: LegOutcome, selected: z.int() })).readonly(),
});
export type CheckedSide = z.infer<typeof CheckedSide>;

/** Places in both lists of what stands elsewhere than before. */
export const CheckedMove = z.strictObject({ id: z.string(), before: z.int(), after: z.int() });
export type CheckedMove = z.infer<typeof CheckedMove>;

/** A fact that an answer rested on and that is no longer so. */
export const StaleFact = z.strictObject({
  /** By which it can be looked at and corrected. */
  id: RevisionId,
  subject: z.strictObject({ id: EntityId, name: z.string() }),
  relation: z.string(),
  object: FactObject,
  status: RevisionStatus,
  /** What took its place; null where nothing did. */
  now: z.strictObject({ id: RevisionId, object: FactObject }).nullable(),
});
export type StaleFact = z.infer<typeof StaleFact>;

/** What the ledger says to a question: the sentence, and what became of the question. */
const Told = z.strictObject({ outcome: z.enum(['known', 'over', 'conflict', 'unknown']), text: z.string() });

/** What time has done to a question, whatever the settings. */
export const CheckedLife = z.strictObject({
  /** Null where it asks for no fact. */
  toldThen: Told.nullable(),
  toldNow: Told.nullable(),
  /** Facts that the answer rested on and that no longer hold. */
  staleFacts: z.array(StaleFact).readonly(),
  /** Turns that the answer rested on (its citations; else the best that is found) whose facts no longer hold. */
  staleTurns: z.array(TurnId).readonly(),
  /** `gained`: nothing answered it then and something would now. `lost`: the reverse. */
  support: z.enum(['same', 'gained', 'lost']),
  /** The best that would be found today; null where nothing is likely to answer it. */
  today: CheckedFragment.nullable(),
});
export type CheckedLife = z.infer<typeof CheckedLife>;

/** What a change does to what is found; `other` also where only the word on whether anything answers is another. */
export const CheckedDifference = z.enum(['same', 'order', 'less', 'more', 'other']);
export type CheckedDifference = z.infer<typeof CheckedDifference>;

export const CheckedQuestion = z.strictObject({
  turnId: TurnId,
  conversationId: ConversationId,
  title: z.string(),
  text: z.string(),
  askedAt: Instant,
  source: CheckUpSource,
  /** As memory is set now. */
  a: CheckedSide,
  /** With the change. */
  b: CheckedSide,
  onlyA: z.array(z.string()).readonly(),
  onlyB: z.array(z.string()).readonly(),
  moved: z.array(CheckedMove).readonly(),
  difference: CheckedDifference,
  isStale: z.boolean(),
  life: CheckedLife,
});
export type CheckedQuestion = z.infer<typeof CheckedQuestion>;

export const CheckUpSummary = z.strictObject({
  questions: z.int(),
  /** Of them, by what the change does. */
  differences: z.record(CheckedDifference, z.int()),
  stale: z.int(),
  gained: z.int(),
  lost: z.int(),
  /** Questions for which something likely to answer them is found. */
  supported: z.strictObject({ a: z.int(), b: z.int() }),
  tokens: z.strictObject({ a: z.int(), b: z.int() }),
  /** For how many questions each leg gave something. */
  legs: z.array(z.strictObject({ leg: LegName, a: z.int(), b: z.int() })).readonly(),
  /** Questions that were forgotten or removed while the check-up ran. */
  gone: z.int(),
});
export type CheckUpSummary = z.infer<typeof CheckUpSummary>;

const Found = z.strictObject({
  count: z.int(),
  /** When the first and the last of them were asked. */
  from: Instant.nullable(),
  to: Instant.nullable(),
});

export const CheckUpQuestions = z.strictObject({
  asked: Found,
  imported: Found,
  /** Questions without a time: there is no day to ask them on. */
  undated: z.int(),
  /** Of conversations that do not save, or in which memory may not be used. */
  withheld: z.int(),
  /** Memory may not be used anywhere: nothing is asked. */
  isUsingOff: z.boolean(),
});
export type CheckUpQuestions = z.infer<typeof CheckUpQuestions>;

export const CheckUpInput = z.strictObject({
  spaceId: SpaceId.optional(),
  /** Absent: those that were asked here, and imported ones only where there are none. */
  source: CheckUpSource.optional(),
  limit: z.int().min(1).max(1_000).optional(),
  /** The newest, or evenly over the whole history. */
  spread: z.enum(['newest', 'even']).optional(),
  change: CheckUpChange,
});
export type CheckUpInput = z.infer<typeof CheckUpInput>;

export const CheckUpChunk = z.strictObject({
  done: z.int(),
  total: z.int(),
  /** Null in the first, and for a question that is gone. */
  question: CheckedQuestion.nullable(),
  /** Of all so far, so that what is stopped is summed up as well. */
  summary: CheckUpSummary,
});
export type CheckUpChunk = z.infer<typeof CheckUpChunk>;

/** The user's own questions, asked again of memory as it is: of their own day, as it is set and with something changed. */
export const checkUp = {
  /** What could be asked again, in one space. */
  'checkUp.questions': call({
    input: z.strictObject({ spaceId: SpaceId.optional() }),
    output: CheckUpQuestions,
  }),
  /** In the order of time. Leaves nothing behind: no trace, no use, no word of it anywhere. Gives way to answers in chat. */
  'checkUp.run': stream({ input: CheckUpInput, chunk: CheckUpChunk, output: CheckUpSummary }),
  /** One question in both settings as two traces, which stay like any other, so that they can be read side by side. */
  'checkUp.open': call({
    input: z.strictObject({ turnId: TurnId, change: CheckUpChange }),
    output: z.strictObject({ before: TraceId, after: TraceId }),
  }),
};
