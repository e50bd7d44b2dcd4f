import { z } from 'zod';
import { Role, Turn } from './conversations.ts';
import { call, stream } from './define.ts';
import { ConversationId, Instant, SpaceId, TraceId, TurnId } from './ids.ts';

/** Legs of this version, named for what they do; `neighbourhood` adds the turns around a hit. */
export const LegName = z.enum(['lexical', 'episodic', 'neighbourhood']);
export type LegName = z.infer<typeof LegName>;

export const LegScore = z.strictObject({ rank: z.int().min(1), score: z.number() });

export const RankedFragment = z.strictObject({
  rank: z.int().min(1),
  kind: z.enum(['turn']),
  text: z.string(),
  /** The evidence, strongest first. */
  turns: z.array(TurnId).readonly(),
  /** Neighbours that came along. */
  context: z.array(TurnId).readonly(),
  score: z.number(),
  legs: z.partialRecord(LegName, LegScore),
  speaker: z.string(),
  role: Role,
  conversationId: ConversationId,
  conversationTitle: z.string(),
  at: Instant.nullable(),
  /** The source gave no time: `at` is that of its neighbours, or nothing. */
  isTimeInferred: z.boolean(),
  session: z.string().nullable(),
  status: z.enum(['active']),
  validFrom: Instant.nullable(),
  validTo: Instant.nullable(),
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
  legs: z.array(LegName).readonly().optional(),
  noLegs: z.array(LegName).readonly().optional(),
  /** Turns that must not come back, such as the live conversation's own. */
  excludeTurnIds: z.array(TurnId).readonly().optional(),
});
export type RecallInput = z.infer<typeof RecallInput>;

export const RecallResult = z.strictObject({
  results: z.array(RankedFragment).readonly(),
  abstain: z.boolean(),
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
  turnId: TurnId,
  conversationId: ConversationId,
  /** First characters of the turn. Traces are subject to forget. */
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
  citation: z.int().nullable(),
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
  stage: z.enum(['rules', 'override']),
  confidence: z.number(),
  why: z.string(),
});
export type Classification = z.infer<typeof Classification>;

export const Trace = z.strictObject({
  id: TraceId,
  at: Instant,
  query: z.string(),
  spaceId: SpaceId,
  asOf: Instant.nullable(),
  knownAt: Instant.nullable(),
  generation: z.int(),
  classification: Classification.nullable(),
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
  timings: z.strictObject({ totalMs: z.number(), embedMs: z.number(), legsMs: z.number(), fuseMs: z.number() }),
  questionTurnId: TurnId.nullable(),
  replyTurnId: TurnId.nullable(),
  conversationId: ConversationId.nullable(),
});
export type Trace = z.infer<typeof Trace>;

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
};
