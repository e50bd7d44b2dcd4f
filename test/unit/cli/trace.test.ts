import { describe, expect, it } from 'vitest';
import { Trace } from '../../../main/contract/index.ts';
import { linesOf, makeDataFolder, runWith } from './helpers.ts';

const ID = '0197d3a0-0000-7000-8000-000000000001';
/** As a trace of before settings, support and readings were noted lies in its file. */
const older = {
  id: ID,
  at: '2024-06-01T10:00:00.000Z',
  query: 'Where does Clara live?',
  spaceId: 'default',
  asOf: null,
  knownAt: null,
  generation: 3,
  classification: null,
  legs: [],
  candidates: [],
  budget: { tokens: 768, used: 6, counter: 'bundled', isExact: true },
  prompt: null,
  config: { hash: 'abc', embeddingSpace: 'space', recipe: 'six-legs-1' },
  timings: { totalMs: 30, embedMs: 12, legsMs: 20, fuseMs: 4 },
  questionTurnId: null,
  replyTurnId: null,
  conversationId: null,
};
const candidate = {
  rank: 1,
  turnId: null,
  id: 'p1',
  conversationId: null,
  excerpt: 'Clara moved to Lisbon.',
  speaker: 'Ada',
  at: null,
  score: 1.25,
  legs: { lexical: { rank: 2, score: 3 } },
  tokens: 6,
  fate: 'selected',
  why: null,
  parts: { window: 0.001, own: 1.5, length: -0.25 },
  packed: 2,
  citation: null,
};
const newer = {
  ...older,
  question: {
    words: ['clara', 'live'],
    names: ['Clara'],
    isAboutAssistant: true,
    period: { from: '2024-05-01T00:00:00.000Z', to: '2024-05-31T23:59:59.999Z', words: 'in May' },
    operation: 'fact',
    rewrites: ['Clara lives in Lisbon.'],
  },
  settings: { ranker: 'learned', rerank: false },
  support: 0.125,
  abstain: true,
  candidates: [candidate],
  timings: { ...older.timings, rerankMs: 3, packMs: 2 },
};

async function show(trace: object, more: readonly string[] = []) {
  const ran = await runWith(['trace', ID, ...more, '--data', makeDataFolder()], {
    handlers: { 'traces.get': async () => Trace.parse(trace) },
  });
  return { ...ran, lines: ran.out.split('\n').map((line) => line.trimEnd()) };
}

describe('cli trace', () => {
  it('shows how the question was read, what made a score, and in which order things are read', async () => {
    const { lines, code } = await show(newer);
    expect(code).toBe(0);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Question',
        '  asks for  fact, of the assistant',
        '  words     clara live',
        '  names     Clara',
        '  rewrite   Clara lives in Lisbon.',
        'Settings: ranker learned, rerank false',
        '   1. 1.25  selected, read as number 2',
        '      lexical 2 · p1',
        '      own +1.50, length −0.25',
      ]),
    );
    expect(lines[1]).toContain('reranking 3 ms, packing 2 ms');
    expect(lines[1]).toContain('support 0.13 · nothing found is likely to answer it');
  });

  it('shows a trace of before these were noted without empty lines for them', async () => {
    const { lines } = await show({ ...older, candidates: [{ ...candidate, parts: {}, packed: null }] });
    expect(lines.filter((line) => /Question|Settings|support|reranking|read as/.test(line))).toEqual([]);
    expect(lines).toContain('   1. 1.25  selected');
  });

  it('prints the whole trace as JSON', async () => {
    const { out } = await show(newer, ['--json']);
    expect(linesOf(out)).toEqual([Trace.parse(newer)]);
  });
});
