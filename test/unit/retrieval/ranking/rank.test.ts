import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASKS, HAS } from '../../../../main/retrieval/ranking/describe.pure.ts';
import { rankCandidates } from '../../../../main/retrieval/ranking/rank.pure.ts';
import type { CandidateSignals, QuestionSignals } from '../../../../main/retrieval/ranking/signals.pure.ts';
import { RANKING } from '../../../../main/retrieval/ranking/weights.ts';
import { makeCandidate, makeQuestion } from './candidates.ts';

const rank = (question: QuestionSignals, candidates: readonly CandidateSignals[], decay = true) =>
  rankCandidates(question, candidates, { model: RANKING, settings: { decay } });
const orderOf = (question: QuestionSignals, candidates: readonly CandidateSignals[]) =>
  rank(question, candidates).ranked.map(({ index }) => index);
const sims = (...values: readonly number[]) => Float32Array.from(values);

describe('retrieval/ranking/rank', () => {
  it('puts first what every leg finds closest', () => {
    const close = makeCandidate({ own: 9, window: 9, cosine: 0.8, maxSim: sims(0.9, 0.9) });
    const far = makeCandidate({ own: 1, window: 1, cosine: 0.1, maxSim: sims(0.2, 0.3) });

    expect(orderOf(makeQuestion({ tokenWeights: sims(2, 1) }), [far, close])).toEqual([1, 0]);
  });

  it('says of every score what made it', () => {
    const candidates = [makeCandidate({ own: 4, cosine: 0.5 }), makeCandidate({ own: 1, cosine: 0.6, decay: 0.2 })];

    for (const { score, parts } of rank(makeQuestion(), candidates).ranked) {
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
    }
  });

  it('ranks by words alone, by vectors alone, and by nothing in the order given', () => {
    const words = [makeCandidate({ own: 1 }), makeCandidate({ own: 3 }), makeCandidate({ own: 2 })];
    const vectors = [makeCandidate({ cosine: 0.1 }), makeCandidate({ cosine: 0.3 }), makeCandidate({ cosine: 0.2 })];
    const nothing = [makeCandidate(), makeCandidate(), makeCandidate()];

    expect([words, vectors, nothing].map((candidates) => orderOf(makeQuestion(), candidates))).toEqual([
      [1, 2, 0],
      [1, 2, 0],
      [0, 1, 2],
    ]);
  });

  it('puts the words of the person first, and those of the assistant where it is asked what it said', () => {
    const both = [makeCandidate({ role: 'assistant', own: 2 }), makeCandidate({ role: 'user', own: 2 })];
    const about = { isAboutAssistant: true, operation: 'preference', period: null } as const;
    const advice = makeQuestion({ reading: about, flags: ASKS.forAdvice });
    const said = makeQuestion({ reading: about, flags: ASKS.whatWasSaid });

    expect([makeQuestion(), advice, said].map((question) => orderOf(question, both)[0])).toEqual([1, 1, 0]);
  });

  it('puts first the turn with the kind of thing that is asked for', () => {
    const plain = makeCandidate({ own: 2 });
    const counted = makeCandidate({ own: 2, flags: HAS.number });

    expect(orderOf(makeQuestion({ flags: ASKS.forNumber }), [plain, counted])).toEqual([1, 0]);
  });

  it('puts first what was said in the time that is asked about', () => {
    const period = { from: '2024-05-01T00:00:00.000Z', to: '2024-06-01T00:00:00.000Z', words: 'in May' };
    const reading = { isAboutAssistant: false, operation: 'fact', period } as const;
    const candidates = ['2024-04-30T23:59:59Z', '2024-05-20T00:00:00Z', '2024-06-01T00:00:00Z'].map((at) =>
      makeCandidate({ own: 2, saidAtMs: Date.parse(at) }),
    );

    expect(orderOf(makeQuestion({ reading }), candidates)[0]).toBe(1);
  });

  it('lets disuse order equals and never bury what is clearly better', () => {
    const used = makeCandidate({ own: 2, cosine: 0.4 });
    const disused = makeCandidate({ own: 2, cosine: 0.4, decay: 0 });
    const better = makeCandidate({ own: 6, cosine: 0.9, decay: 0 });

    expect(orderOf(makeQuestion(), [disused, used, better])).toEqual([2, 1, 0]);
  });

  it('puts questions to Palimpsest and its own answers behind evidence', () => {
    const asked = makeCandidate({ own: 9, cosine: 0.9, isAsked: true, flags: HAS.question });
    const answer = makeCandidate({ own: 9, cosine: 0.9, role: 'assistant', isAnswer: true });
    const evidence = makeCandidate({ own: 7, cosine: 0.8 });
    const other = makeCandidate({ own: 0.1, cosine: 0.1 });

    expect(orderOf(makeQuestion(), [asked, answer, evidence, other])[0]).toBe(2);
  });

  it('gives more support to what is closer, and none without evidence', () => {
    const question = makeQuestion({ tokenWeights: sims(1) });
    const supportOf = (candidates: readonly CandidateSignals[]) => rank(question, candidates).support;
    const close = supportOf([makeCandidate({ coverage: 0.9, cosine: 0.7, maxSim: sims(0.9) })]);
    const far = supportOf([makeCandidate({ coverage: 0.1, cosine: 0.2, maxSim: sims(0.3) })]);

    expect({ isMore: close > far, isHigh: close > 0.5, isLow: far < 0.5, none: supportOf([]) }).toEqual({
      isMore: true,
      isHigh: true,
      isLow: true,
      none: 0,
    });
  });

  it('ranks each candidate once by a number, whatever is missing', () => {
    const given = fc.array(
      fc.record({
        own: fc.double({ min: 0, max: 30, noNaN: true }),
        cosine: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
        isCompared: fc.boolean(),
        saidAtMs: fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })),
      }),
      { maxLength: 30 },
    );
    void fc.assert(
      fc.property(given, (all) => {
        const candidates = all.map(({ isCompared, ...own }) =>
          makeCandidate({ ...own, maxSim: isCompared ? sims(0.5) : null }),
        );
        const { ranked, support } = rank(makeQuestion({ tokenWeights: sims(1) }), candidates);

        expect(ranked.map(({ index }) => index).sort((a, b) => a - b)).toEqual(candidates.map((_, index) => index));
        expect([...ranked.map(({ score }) => score), support].every(Number.isFinite)).toBe(true);
      }),
    );
  });
});
