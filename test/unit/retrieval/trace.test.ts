import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE, type TraceId } from '../../../main/contract/ids.ts';
import { type LegName, Trace } from '../../../main/contract/recall.ts';
import { fixedClock } from '../../../main/lib/clock.ts';
import type { Recalled } from '../../../main/retrieval/recall.ts';
import { DEFAULT_RECIPE } from '../../../main/retrieval/recipes.ts';
import { describeLegs, toTraceCandidates } from '../../../main/retrieval/report.pure.ts';
import type { Fragment, Selection } from '../../../main/retrieval/select.ts';
import { buildTrace, type TraceParts } from '../../../main/retrieval/trace.ts';

const fragment = (id: string, legs: Fragment['legs'] = { lexical: { rank: 1, score: 1 } }): Fragment => ({
  id,
  item: {
    ...{ id, kind: 'turn', text: `words  of\n${id}`, ownText: `words of ${id}`, textHash: id, evidence: [id] },
    ...{ speaker: 'Ada', role: 'user', conversationId: 'c', session: null, source: null },
    ...{ saidAt: new Date('2024-05-01T10:00:00Z'), isTimeInferred: false, zone: 'UTC' },
    ...{ isAnswer: false, isAsked: false },
  },
  text: `words  of\n${id}`,
  excerpt: null,
  score: 1,
  tokens: 3,
  parts: { lexical: 1 },
  legs,
  context: [],
  standing: { status: 'active', from: null, to: null },
  isRelevant: true,
  tier: 'active',
});

const A = fragment('a');
const B = fragment('b', { lexical: { rank: 2, score: 0.5 }, episodic: { rank: 1, score: 1 } });
const C = fragment('c', {});
const D = fragment('d', {});

const run = (leg: LegName, ids: readonly string[], over: object = {}) => ({
  leg,
  eligible: 9,
  executed: 9,
  produced: ids.map((_, doc) => ({ doc, score: 1 })),
  startedMs: 0,
  ms: 1,
  outcome: null,
  why: null,
  method: leg,
  ...over,
});

const selection: Selection = {
  fragments: [A, B],
  considered: [A, B, C],
  fates: new Map([
    ['a', { fate: 'selected', why: null }],
    ['b', { fate: 'selected', why: null }],
    ['c', { fate: 'same text', why: 'same text as number 1' }],
  ]),
  usedTokens: 6,
};

const runs = [
  run('lexical', ['a', 'b']),
  run('episodic', ['c']),
  run('graph', [], { eligible: 0, outcome: 'empty store' }),
  run('neighbourhood', ['b'], { outcome: 'failed', why: 'too slow' }),
];

const recalled: Recalled = {
  fragments: [A, B],
  selection,
  runs,
  usedTokens: 6,
  abstain: false,
  support: 0.8,
  settings: DEFAULT_RECIPE.settings,
  reading: {
    ...{ words: ['where'], names: [], isAboutAssistant: false, period: null, operation: 'fact', rewrites: [] },
  },
  idf: new Map(),
  generation: 12,
  recipe: DEFAULT_RECIPE,
  scope: { spaceId: 'home', asOf: new Date('2024-06-01T00:00:00Z'), knownAt: null },
  timings: { totalMs: 5, embedMs: 1, legsMs: 3, fuseMs: 2, rerankMs: 0, packMs: 0 },
};

/** The little of a context that a trace takes. */
const ctx = {
  clock: fixedClock(new Date('2024-07-01T00:00:00Z')),
  generation: () => 99,
  embedding: { name: 'space', id: 1, modelName: 'm' },
} as unknown as Parameters<typeof buildTrace>[0];

const parts: TraceParts = {
  id: 't' as TraceId,
  query: 'Where?',
  spaceId: DEFAULT_SPACE,
  recalled,
  classification: null,
  prompt: null,
  citations: [],
  inPrompt: [],
  budgetTokens: 768,
  counter: { name: 'm', isExact: true, usedTokens: 6 },
  questionTurnId: null,
  replyTurnId: null,
  conversationId: null,
};

const PROMPT = {
  promptTokens: 9,
  memoryTokens: 3,
  recentTokens: 0,
  replyReserve: 5,
  contextTokens: 99,
  modelName: 'm',
  device: 'cpu',
  text: '…',
};

describe('retrieval/trace', () => {
  it('counts what of each leg was selected, and says how it ended', () => {
    expect(
      describeLegs(runs, [A, B, D], new Set()).map(({ leg, produced, selected, outcome, why }) => [
        leg,
        produced,
        selected,
        outcome,
        why,
      ]),
    ).toEqual([
      ['lexical', 2, 2, 'contributed', null],
      ['episodic', 1, 1, 'contributed', null],
      ['graph', 0, 0, 'empty store', null],
      ['neighbourhood', 1, 0, 'failed', 'too slow'],
    ]);
  });

  it('says of every candidate what became of it, copies too', () => {
    expect(
      toTraceCandidates(selection).map(({ turnId, rank, fate, why, excerpt }) => [turnId, rank, fate, why, excerpt]),
    ).toEqual([
      ['a', 1, 'selected', null, 'words of a'],
      ['b', 2, 'selected', null, 'words of b'],
      ['c', 3, 'same text', 'same text as number 1', 'words of c'],
    ]);
  });

  it('fits the contract and holds the moment, the generation and the hash of the recipe', () => {
    const trace = buildTrace(ctx, parts);
    expect(Trace.parse(trace)).toEqual(trace);
    expect(trace).toMatchObject({ at: '2024-07-01T00:00:00.000Z', generation: 12, asOf: '2024-06-01T00:00:00.000Z' });
    expect(trace.config).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      embeddingSpace: 'space',
      recipe: DEFAULT_RECIPE.name,
    });
  });

  it('marks what reached the prompt with its number, and what was selected and did not fit', () => {
    const trace = buildTrace(ctx, { ...parts, prompt: PROMPT, inPrompt: ['b'], citations: [{ n: 1, turnId: 'b' }] });
    expect(trace.candidates.map(({ fate, citation }) => [fate, citation])).toEqual([
      ['did not fit', null],
      ['in prompt', 1],
      ['same text', null],
    ]);
    expect(trace.legs.map(({ inPrompt }) => inPrompt)).toEqual([1, 1, 0, 0]); // a leg answers only for what it found itself
  });

  it('is whole where nothing was recalled', () => {
    const trace = buildTrace(ctx, { ...parts, recalled: null });
    expect(Trace.parse(trace)).toMatchObject({ legs: [], candidates: [], generation: 99, config: { recipe: 'none' } });
  });
});
