import { z } from 'zod';
import { EdgeDecay } from './codex.ts';
import { Role, Turn } from './conversations.ts';
import { call, stream } from './define.ts';
import { ConversationId, Instant, SpaceId, TraceId, TurnId } from './ids.ts';
import { RouteReport } from './models.ts';

/** Named for what they do; `neighbourhood` adds the turns around a hit. */
export const LegName = z.enum(['lexical', 'episodic', 'graph', 'procedural', 'document', 'summary', 'neighbourhood']);
export type LegName = z.infer<typeof LegName>;

/** What a leg can return (design section 1, fragment). */
export const FragmentKind = z.enum(['turn', 'document', 'procedure', 'summary']);
export type FragmentKind = z.infer<typeof FragmentKind>;

/** Everything of a retrieval that can be switched by itself: what is left out stays as the recipe has it. */
export const RecallSettings = z.strictObject({
  /** `ice`: weighted reciprocal ranks, as the paper has them. */
  ranker: z.enum(['learned', 'ice']).optional(),
  /** Late interaction over token states. */
  rerank: z.boolean().optional(),
  decay: z.boolean().optional(),
  /** What disuse does to facts (design section 8, edge decay). */
  edgeDecay: EdgeDecay.optional(),
  /** At least one fragment of every leg that found something relevant. */
  diversity: z.boolean().optional(),
  sessionDiversity: z.boolean().optional(),
  packing: z.enum(['per token', 'by score']).optional(),
  /** Long turns as the part that the question is about. */
  excerpts: z.boolean().optional(),
  /** What is read of a turn: its words; the summary of its sitting; or that where it has aged and loses nothing by it. */
  injection: z.enum(['raw', 'summary', 'earned']).optional(),
  /** The summary leg: for overviews and for what no turn says by itself, or for every question. */
  summaries: z.enum(['needed', 'always']).optional(),
  /** Turns of the topics that most of the best belong to come a little earlier. */
  topics: z.boolean().optional(),
  /** What Palimpsest concluded itself leads to its turns as what was said does. */
  reflections: z.boolean().optional(),
  /** A hypothetical answer and sub-questions by the chat model. */
  rewrites: z.boolean().optional(),
});
export type RecallSettings = z.infer<typeof RecallSettings>;

/** How far a turn has aged (design section 8): it changes what is injected and never what is found. */
export const Tier = z.enum(['active', 'archived', 'cold']);
export type Tier = z.infer<typeof Tier>;

export const LegScore = z.strictObject({ rank: z.int().min(1), score: z.number() });

export const RankedFragment = z.strictObject({
  rank: z.int().min(1),
  kind: FragmentKind,
  /** What was said, or of something long the part that the question is about. */
  text: z.string(),
  /** Where `text` is only a part: its characters in the whole, and the tokens of the whole. */
  excerpt: z.strictObject({ from: z.int(), to: z.int(), wholeTokens: z.int() }).nullable(),
  /** A document's name and place; null for what was said. */
  source: z
    .strictObject({ id: z.string(), name: z.string(), page: z.int().nullable(), from: z.int(), to: z.int() })
    .nullable(),
  /** The evidence, strongest first. */
  turns: z.array(TurnId).readonly(),
  /** Neighbours that came along. */
  context: z.array(TurnId).readonly(),
  score: z.number(),
  legs: z.partialRecord(LegName, LegScore),
  speaker: z.string(),
  role: Role,
  /** Null for what was not said in a conversation. */
  conversationId: ConversationId.nullable(),
  conversationTitle: z.string(),
  at: Instant.nullable(),
  /** The source gave no time: `at` is that of its neighbours, or nothing. */
  isTimeInferred: z.boolean(),
  session: z.string().nullable(),
  /** By the ledger: `active` unless every fact that the turn states was over, wrong or disputed on the day asked about. */
  status: z.enum(['active', 'superseded', 'ended', 'corrected', 'retracted', 'conflicted']),
  validFrom: Instant.nullable(),
  validTo: Instant.nullable(),
  /** Only where it is not active. */
  tier: Tier.optional(),
  tokens: z.int(),
});
export type RankedFragment = z.infer<typeof RankedFragment>;

export const RecallInput = z.strictObject({
  query: z.string().min(1).max(20_000),
  k: z.int().min(1).max(1000).optional(),
  budgetTokens: z.int().min(1).max(1_000_000).optional(),
  asOf: Instant.optional(),
  knownAt: Instant.optional(),
  spaceId: SpaceId.optional(),
  /** Only turns of this topic (see `topics.list`). */
  clusterId: z.string().min(1).max(512).optional(),
  legs: z.array(LegName).readonly().optional(),
  noLegs: z.array(LegName).readonly().optional(),
  settings: RecallSettings.optional(),
  /** Turns that must not come back, such as the live conversation's own. */
  excludeTurnIds: z.array(TurnId).readonly().optional(),
});
export type RecallInput = z.infer<typeof RecallInput>;

export const RecallResult = z.strictObject({
  results: z.array(RankedFragment).readonly(),
  /** Nothing found is likely to answer the question. */
  abstain: z.boolean(),
  /** Calibrated chance that the first results hold the answer, 0 to 1. */
  support: z.number(),
  tokens: z.int(),
  ms: z.number(),
  traceId: TraceId,
});
export type RecallResult = z.infer<typeof RecallResult>;

export const LegOutcome = z.enum(['contributed', 'nothing relevant', 'empty store', 'disabled', 'failed']);
export type LegOutcome = z.infer<typeof LegOutcome>;

/** The five stages of design section 7, in fragments. */
export const LegReport = z.strictObject({
  leg: LegName,
  eligible: z.int(),
  executed: z.int(),
  produced: z.int(),
  selected: z.int(),
  inPrompt: z.int(),
  ms: z.number(),
  startedMs: z.number(),
  outcome: LegOutcome,
  why: z.string().nullable(),
  method: z.string(),
});
export type LegReport = z.infer<typeof LegReport>;

export const CandidateFate = z.enum([
  'in prompt',
  'selected',
  'below the line',
  'same text',
  'did not fit',
  'neighbour',
]);

export type CandidateFate = z.infer<typeof CandidateFate>;

export const TraceCandidate = z.strictObject({
  rank: z.int(),
  kind: FragmentKind.default('turn'),
  /** Null where the fragment is not a turn. */
  turnId: TurnId.nullable(),
  /** Of any fragment; empty in traces of before other fragments than turns. */
  id: z.string().default(''),
  conversationId: ConversationId.nullable(),
  /** First characters of the fragment. Traces are subject to forget. */
  excerpt: z.string(),
  speaker: z.string(),
  /** Null in traces of before it was noted. */
  role: Role.nullable().default(null),
  at: Instant.nullable(),
  score: z.number(),
  legs: z.partialRecord(LegName, LegScore),
  tokens: z.int(),
  fate: CandidateFate,
  why: z.string().nullable(),
  /** What made its score, by the name of the feature: value × weight. */
  parts: z.record(z.string(), z.number()).default({}),
  /** Place among what was packed, in the order in which it is read; null where it was not packed. */
  packed: z.int().nullable().default(null),
  citation: z.int().nullable(),
  /** Only where it is not active. */
  tier: Tier.optional(),
});
export type TraceCandidate = z.infer<typeof TraceCandidate>;

export const OperationType = z.enum([
  'fact',
  'list',
  'count',
  'temporal_lookup',
  'temporal_arithmetic',
  'event_order',
  'summary',
  'preference',
  'instruction',
  'chat',
]);
export type OperationType = z.infer<typeof OperationType>;
export const Reliance = z.enum(['zero_shot', 'long_term_memory', 'real_time_search']);
export type Reliance = z.infer<typeof Reliance>;

export const Classification = z.strictObject({
  operation: OperationType,
  reliance: Reliance,
  /** Most likely first; empty where no head said so. */
  topics: z.array(z.string()).readonly().default([]),
  intents: z.array(z.string()).readonly().default([]),
  stage: z.enum(['rules', 'head', 'override']),
  confidence: z.number(),
  why: z.string(),
});
export type Classification = z.infer<typeof Classification>;

/** What was read out of the question before anything was searched. */
export const QuestionReading = z.strictObject({
  /** As BM25 was asked. */
  words: z.array(z.string()).readonly(),
  /** Speakers and other names of this history that the question names. */
  names: z.array(z.string()).readonly(),
  isAboutAssistant: z.boolean(),
  /** The time that the question is about, and the words that say so. */
  period: z.strictObject({ from: Instant, to: Instant, words: z.string() }).nullable(),
  operation: OperationType,
  /** By the chat model, where that was asked for. */
  rewrites: z.array(z.string()).readonly(),
});
export type QuestionReading = z.infer<typeof QuestionReading>;

/** Why a sentence of the model could not stand. */
export const RemovedWhy = z.enum(['superseded', 'uncited', 'miscounted', 'withheld']);
export type RemovedWhy = z.infer<typeof RemovedWhy>;

/** What code derived from the Codex for the answer (design section 6): the steps are kept here and shown nowhere else. */
export const TraceDerivation = z.strictObject({
  operation: OperationType,
  subject: z.string(),
  relations: z.array(z.string()).readonly(),
  outcome: z.enum(['known', 'over', 'conflict', 'unknown']),
  steps: z.array(z.string()).readonly(),
  /** The sentence that the answer may show; empty where nothing is recorded. */
  surface: z.string(),
  revisions: z.array(z.string()).readonly(),
  /** Sentences of the model that it took the place of. */
  removed: z.array(z.strictObject({ sentence: z.string(), why: RemovedWhy })).readonly(),
});
export type TraceDerivation = z.infer<typeof TraceDerivation>;

/** How the user wants things done, as it stood in the prompt: about every answer, or because the question was its occasion. */
export const TraceWish = z.strictObject({
  id: z.string(),
  trigger: z.string(),
  steps: z.array(z.string()).readonly(),
  by: z.enum(['always', 'asked']),
});
export type TraceWish = z.infer<typeof TraceWish>;

export const Trace = z.strictObject({
  id: TraceId,
  at: Instant,
  query: z.string(),
  spaceId: SpaceId,
  asOf: Instant.nullable(),
  knownAt: Instant.nullable(),
  /** The topic that was searched alone; null where everything was. */
  clusterId: z.string().nullable().default(null),
  generation: z.int(),
  classification: Classification.nullable(),
  question: QuestionReading.nullable().default(null),
  /** Null where the question asks for no fact, and in traces of before the Codex. */
  derivation: TraceDerivation.nullable().default(null),
  /** Which model answered and why; null where none did, and in traces of before the router. */
  route: RouteReport.nullable().default(null),
  /** What the answer was asked to follow; empty in traces of before habits. */
  wishes: z.array(TraceWish).readonly().default([]),
  settings: RecallSettings.default({}),
  support: z.number().nullable().default(null),
  abstain: z.boolean().default(false),
  legs: z.array(LegReport).readonly(),
  candidates: z.array(TraceCandidate).readonly(),
  budget: z.strictObject({
    tokens: z.int().nullable(),
    used: z.int(),
    counter: z.string(),
    isExact: z.boolean(),
  }),
  prompt: z
    .strictObject({
      promptTokens: z.int(),
      memoryTokens: z.int(),
      recentTokens: z.int(),
      replyReserve: z.int(),
      contextTokens: z.int(),
      modelName: z.string(),
      device: z.string(),
      text: z.string(),
    })
    .nullable(),
  config: z.strictObject({ hash: z.string(), embeddingSpace: z.string(), recipe: z.string() }),
  timings: z.strictObject({
    totalMs: z.number(),
    embedMs: z.number(),
    legsMs: z.number(),
    fuseMs: z.number(),
    rerankMs: z.number().default(0),
    packMs: z.number().default(0),
  }),
  questionTurnId: TurnId.nullable(),
  replyTurnId: TurnId.nullable(),
  conversationId: ConversationId.nullable(),
  /** Who said that memory may not be used for this; null where nobody did. */
  withheldBy: z.enum(['request', 'settings', 'space', 'conversation']).nullable().default(null),
  /** The trace that this one ran again with something changed. */
  replayOf: TraceId.nullable().default(null),
});
export type Trace = z.infer<typeof Trace>;

/** Enough of a trace to choose it from a list. */
export const TraceSummary = z.strictObject({
  id: TraceId,
  at: Instant,
  query: z.string(),
  recipe: z.string(),
  settings: RecallSettings,
  abstain: z.boolean(),
  replayOf: TraceId.nullable(),
  /** Null for a search that no conversation asked for. */
  conversationId: ConversationId.nullable(),
});
export type TraceSummary = z.infer<typeof TraceSummary>;

/** What is left out stays as the trace had it. */
export const ReplayInput = z.strictObject({
  id: TraceId,
  legs: z.array(LegName).readonly().optional(),
  noLegs: z.array(LegName).readonly().optional(),
  settings: RecallSettings.optional(),
  k: z.int().min(1).max(1000).optional(),
  /** Null takes the limit away. */
  budgetTokens: z.int().min(1).max(1_000_000).nullable().optional(),
});
export type ReplayInput = z.infer<typeof ReplayInput>;

export const recall = {
  'memory.recall': call({ input: RecallInput, output: RecallResult }),
  /** Waits until every turn has its vectors; aborting only ends the waiting. */
  'memory.settle': stream({
    input: z.strictObject({}),
    chunk: z.strictObject({ done: z.int(), total: z.int(), turnsPerSecond: z.number() }),
    output: z.strictObject({ pending: z.int() }),
  }),
  /** A turn with what was said round it: what a citation opens. */
  'turns.get': call({
    input: z.strictObject({ id: TurnId, around: z.int().min(0).max(20) }),
    output: z.strictObject({
      turn: Turn,
      conversationTitle: z.string(),
      before: z.array(Turn).readonly(),
      after: z.array(Turn).readonly(),
      /** Place of the turn on the active path, or null when it lies on another branch. */
      pathOffset: z.int().nullable(),
    }),
  }),
  'traces.get': call({ input: z.strictObject({ id: TraceId }), output: Trace }),
  /** Newest first; `query` is looked for in the questions, without regard to case. */
  'traces.list': call({
    input: z.strictObject({ limit: z.int().min(1).max(200), query: z.string().max(1_000).optional() }),
    output: z.strictObject({ traces: z.array(TraceSummary).readonly() }),
  }),
  /** Asks the question of a trace again with something changed. The answer is a new trace; nothing counts as used. */
  'traces.replay': call({ input: ReplayInput, output: Trace }),
};
