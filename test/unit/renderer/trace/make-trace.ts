import type { LegReport, Trace, TraceCandidate, TraceId } from '../../../../main/contract/index.ts';
import { Trace as TraceSchema } from '../../../../main/contract/index.ts';

export const makeLeg = (patch: Partial<LegReport> = {}): LegReport => ({
  ...{ leg: 'lexical', eligible: 12_480, executed: 12_480, produced: 60, selected: 9, inPrompt: 3 },
  ...{ ms: 11, startedMs: 0, outcome: 'contributed', why: null, method: 'BM25' },
  ...patch,
});

export const makeCandidate = (patch: Partial<TraceCandidate> = {}): TraceCandidate => ({
  ...{ rank: 1, kind: 'turn', turnId: null, id: 'a', conversationId: null, excerpt: 'said', speaker: 'Ada' },
  ...{ role: 'user', at: null, score: 1, legs: {}, tokens: 10, fate: 'selected', why: null, parts: {} },
  ...{ packed: null, citation: null },
  ...patch,
});

/** A trace as it comes over the wire: what is not named has its default. */
export const makeTrace = (patch: Partial<Trace> = {}): Trace =>
  TraceSchema.parse({
    id: 't' as TraceId,
    at: '2024-05-01T10:00:00Z',
    query: 'Where?',
    spaceId: 'home',
    asOf: null,
    knownAt: null,
    generation: 1,
    classification: null,
    legs: [],
    candidates: [],
    budget: { tokens: null, used: 0, counter: 'c', isExact: true },
    prompt: null,
    config: { hash: 'h', embeddingSpace: 's', recipe: 'six-legs-1' },
    timings: { totalMs: 0, embedMs: 0, legsMs: 0, fuseMs: 0 },
    questionTurnId: null,
    replyTurnId: null,
    conversationId: null,
    ...patch,
  });
