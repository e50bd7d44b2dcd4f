import { describe, expect, it } from 'vitest';
import { readArgs } from '../../../../scripts/eval/args.mjs';
import { ABLATIONS, ARMS, listSizes, toRequest } from '../../../../scripts/eval/arms.mjs';
import { areaUnderCurve, drawHistories, ratioOf, resample, toInterval } from '../../../../scripts/eval/bootstrap.mjs';
import { medianOf, noteAnswer, nothingFound, scoreQuestion } from '../../../../scripts/eval/metrics.mjs';
import { toTable } from '../../../../scripts/eval/print.mjs';
import type { History, Question } from '../../../../scripts/eval/sets.mjs';
import { listSlices, summarise, summariseAbstention } from '../../../../scripts/eval/summarise.mjs';
import { checkGate, checkTargets } from '../../../../scripts/eval/targets.mjs';

const answer = (ids: readonly string[], more: object = {}) => ({
  results: ids.map((id) => ({ turns: [id], excerpt: null, tokens: 10 })),
  tokens: ids.length * 10,
  support: 0.5,
  abstain: false,
  ms: 7,
  trace: 't',
  ...more,
});
const found = (top: readonly string[], more: object = {}) => {
  const own = nothingFound();
  noteAnswer(own, { k: 10 }, answer(top, more));
  return own;
};
const question = (id: string, over: Partial<Question> = {}): Question => ({
  id,
  history: 'h1',
  category: 'fact',
  query: 'q',
  gold: ['a1'],
  isAnswerable: true,
  ...over,
});

describe('scripts/eval/bootstrap', () => {
  const terms = [
    { history: 'h1', part: 1, whole: 2 },
    { history: 'h2', part: 3, whole: 4 },
    { history: 'h1', part: 0, whole: 2 },
  ];

  it('resamples whole histories, the same in every run', () => {
    const draws = drawHistories(2, 200);
    const values = resample(terms, ['h1', 'h2'], draws);
    // Two histories can be drawn in three ways, and each gives one ratio of sums.
    expect(new Set(values)).toEqual(new Set([0.25, 0.5, 0.75]));
    expect(resample(terms, ['h1', 'h2'], drawHistories(2, 200))).toEqual(values);
    expect(toInterval(ratioOf(terms), values)).toEqual({ value: 0.5, low: 0.25, high: 0.75 });
  });

  it('has no figure where there is nothing to divide by', () => {
    expect(ratioOf([])).toBeNaN();
    expect(resample([], ['h1'], drawHistories(1, 2))).toEqual([Number.NaN, Number.NaN]);
  });

  it.each([
    [[2, 3], [0, 1], 1],
    [[0, 1], [2, 3], 0],
    [[1, 1], [1], 0.5],
    [[1, 3], [2], 0.5],
    [[1], [], Number.NaN],
  ])('ranks %j over %j in %d of pairs', (positives, negatives, area) => {
    expect(areaUnderCurve(positives, negatives)).toEqual(area);
  });
});

describe('scripts/eval/metrics', () => {
  it('scores the first ten, sessions, the deep ranking and what fitted a budget', () => {
    const own = found(['x', 'b1', 'x2', 'x3', 'x4', 'a1']);
    noteAnswer(own, { k: 100 }, answer(['x', 'b1', 'a1', 'c1']));
    const cut = { turns: ['c1'], excerpt: { from: 0, to: 5, wholeTokens: 90 }, tokens: 20 };
    const summary = { kind: 'summary', turns: ['b1', 'b2'], tokens: 12 };
    noteAnswer(own, { k: 1000, budget: 768 }, { results: [{ turns: ['a1'], tokens: 9 }, cut, summary], tokens: 41 });
    const wanted = { gold: ['a1', 'b1', 'c1'], sessions: ['a', 'z'] };
    expect(scoreQuestion(wanted, own, (id) => id.slice(0, 1))).toEqual({
      'hit@10': [1, 1],
      'R@5': [1, 3],
      'R@10': [2, 3],
      'session R@5': [1, 2],
      MRR: [0.5, 1],
      'closed@10': [0, 1],
      'tokens@10': [60, 1],
      'R@768t': [2, 3],
      'closed@768t': [0, 1],
      'cut@768t': [1, 3],
      // A summary names a turn, and its words are not there.
      'named@768t': [3, 3],
      'tokens@768t': [41, 1],
    });
  });

  it('counts at most ten turns, however many a fragment rests on', () => {
    const own = nothingFound();
    noteAnswer(own, { k: 10 }, answer([], { results: [{ turns: 'abcdefghijklm'.split(''), tokens: 3 }] }));
    expect(own.top).toEqual('abcdefghij'.split(''));
  });

  it('takes the ten of a plain order from its deep ranking, and leaves others as they were asked', () => {
    const plain = nothingFound();
    noteAnswer(plain, { k: 30 }, answer(['a', 'b']));
    const asked = found(['c']);
    noteAnswer(asked, { k: 100 }, answer(['a', 'b']));
    expect([plain.top, asked.top, asked.deep]).toEqual([['a', 'b'], ['c'], ['a', 'b']]);
  });

  it('finds a median among ranks that may be infinite', () => {
    expect([medianOf([3, 1, 2]), medianOf([1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])]).toEqual([
      2,
      Number.POSITIVE_INFINITY,
    ]);
  });
});

describe('scripts/eval/summarise', () => {
  const line = { conversation: 'c', space: 'h1', speaker: 's', text: 't' };
  const history: History = {
    name: 'h1',
    lines: [
      { ...line, id: 'a1', session: 'a', role: 'user' },
      { ...line, id: 'b1', session: 'b', role: 'assistant' },
    ],
    questions: [
      question('q1', { gold: ['a1', 'b1'] }),
      question('q2', { category: 'list' }),
      question('q3', { isAnswerable: false }),
      question('q4', { gold: [] }),
    ],
  };
  const { slices, sessionOf } = listSlices('beam', [history]);
  const runs = new Map([
    [
      'full',
      new Map([
        ['q1', found(['b1'])],
        ['q2', found(['a1'])],
      ]),
    ],
    [
      'bm25',
      new Map([
        ['q1', found(['x'])],
        ['q2', found(['a1'])],
      ]),
    ],
  ]);
  for (const arm of runs.values())
    for (const own of arm.values()) noteAnswer(own, { k: 1_000, budget: 768 }, answer(own.top));
  const summaries = summarise(runs, slices, { sessionOf, histories: ['h1'] });

  it('has a slice for all, one a category, and one for what an assistant said', () => {
    expect(slices.map(({ name, asked }) => [name, asked.map((each) => [each.question.id, each.gold])])).toEqual([
      [
        'all',
        [
          ['q1', ['a1', 'b1']],
          ['q2', ['a1']],
        ],
      ],
      ['fact', [['q1', ['a1', 'b1']]]],
      ['list', [['q2', ['a1']]]],
      ['assistant evidence', [['q1', ['b1']]]],
    ]);
  });

  it('gives micro recall over the gold of a slice, and paired differences from full', () => {
    const [all] = summaries;
    const by = (name: string) => all?.arms.find((arm) => arm.name === name);
    expect(by('full')?.figures['R@10']?.value).toBeCloseTo(2 / 3);
    expect(by('bm25')?.fromFull['R@10']?.value).toBeCloseTo(-1 / 3);
    expect(by('bm25')?.fromFull['hit@10']).toEqual({ value: -0.5, low: -0.5, high: -0.5 });
  });

  it('holds the gate at each budget, and figures against what was asked for', () => {
    expect(checkGate(summaries, [768, 2_048])).toMatchObject([{ arm: 'bm25', budget: 768, isMet: true }]);
    const swapped = new Map([
      ['full', runs.get('bm25') ?? new Map()],
      ['bm25', runs.get('full') ?? new Map()],
    ]);
    const worse = summarise(swapped, slices, { sessionOf, histories: ['h1'] });
    expect(checkGate(worse, [768])).toMatchObject([{ arm: 'bm25', isMet: false }]);
    const target = { slice: 'all', figure: 'R@10', floor: 60, goal: 70 };
    expect(checkTargets(summaries, [target])).toEqual([{ ...target, value: 66.7, isFloorMet: true, isGoalMet: false }]);
  });

  it('says how well support tells an answer from none', () => {
    const support = new Map([
      ['q1', found([], { support: 0.9 })],
      ['q2', found([], { support: 0.4 })],
      ['q3', found([], { support: 0.6, abstain: true })],
    ]);
    expect(summariseAbstention(history.questions, support, ['h1'])).toEqual({
      auc: { value: 0.5, low: 0.5, high: 0.5 },
      answerable: { n: 2, abstained: 0 },
      unanswerable: { n: 1, abstained: 1 },
    });
  });
});

describe('scripts/eval/arms', () => {
  const arm = (name: string) => [...ARMS, ...ABLATIONS].find((each) => each.name === name) ?? ARMS[0];

  it('asks a baseline for its own order at every size, and an ablation for two sizes', () => {
    const plan = { budgets: [768], isAblation: false };
    const [full, vector] = [arm('full'), arm('vector')];
    if (full === undefined || vector === undefined) throw new Error('an arm is missing');
    expect(listSizes(full, plan)).toEqual([{ k: 10 }, { k: 100 }, { k: 1_000, budget: 768 }]);
    expect(listSizes(vector, plan)).toEqual([{ k: 30 }, { k: 30, budget: 768 }]);
    expect(listSizes(full, { ...plan, isAblation: true })).toEqual([{ k: 10 }, { k: 1_000, budget: 2_048 }]);
  });

  it('switches one thing in an ablation, in its own space and as of its own time', () => {
    const off = arm('no rerank');
    if (off === undefined) throw new Error('an arm is missing');
    expect(toRequest(off, { k: 10 }, question('q', { asOf: '2023-05-30T23:59:59' }))).toEqual({
      query: 'q',
      space: 'h1',
      k: 10,
      asOf: '2023-05-30T23:59:59',
      settings: { rerank: false },
    });
  });
});

describe('scripts/eval/args', () => {
  it('has all arms and budgets unless told otherwise, and keeps a folder that was named', () => {
    expect(readArgs(['--set', 'lme', '--keep', '/kept'])).toMatchObject({
      set: 'lme',
      budgets: [768, 2_048, 7_000],
      arms: ARMS,
      ablations: [],
      data: '/kept',
      isKept: true,
    });
  });

  it.each([
    [['--set', 'other'], '--set takes locomo, lme, beam.'],
    [['--set', 'lme', '--arms', 'full,best'], 'There is no arm best'],
    [['--set', 'lme', '--limit', '0'], '--limit takes whole numbers.'],
    [['--set', 'lme', '--arms', 'bm25', '--ablate'], '--ablate compares with full'],
  ])('refuses %j', (argv, says) => {
    expect(() => readArgs(argv)).toThrow(says);
  });
});

describe('scripts/eval/print', () => {
  it('puts names to the left and figures to the right', () => {
    expect(
      toTable([
        ['a', 'long'],
        ['name', '1'],
      ]),
    ).toEqual(['a     long', 'name     1']);
  });
});
