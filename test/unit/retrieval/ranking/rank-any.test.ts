import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack } from '../../../../main/retrieval/ranking/pack.pure.ts';
import { rankCandidates } from '../../../../main/retrieval/ranking/rank.pure.ts';
import type { CandidateSignals } from '../../../../main/retrieval/ranking/signals.pure.ts';
import { RANKING } from '../../../../main/retrieval/ranking/weights.ts';
import { makeCandidate, makeQuestion } from './candidates.ts';

const TOKENS = 3;
const question = makeQuestion({ tokenWeights: new Float32Array(TOKENS).fill(1) });
const rank = (candidates: readonly CandidateSignals[], decay = true) =>
  rankCandidates(question, candidates, { model: RANKING, settings: { decay } }).ranked;

/** Below the similarity from which on a token counts as the same word, which has a weight of its own. */
const sims = fc
  .array(fc.double({ min: 0, max: 0.7, noNaN: true }), { minLength: TOKENS, maxLength: TOKENS })
  .map((values) => Float32Array.from(values));
const candidate = fc
  .record({
    own: fc.double({ min: 0, max: 20, noNaN: true }),
    window: fc.double({ min: 0, max: 20, noNaN: true }),
    session: fc.double({ min: 0, max: 20, noNaN: true }),
    cosine: fc.double({ min: -1, max: 1, noNaN: true }),
    decay: fc.double({ min: 0, max: 1, noNaN: true }),
    maxSim: sims,
  })
  .map(makeCandidate);
const candidates = fc.array(candidate, { minLength: 1, maxLength: 12 });

describe('retrieval/ranking of any candidates', () => {
  it('never puts what is better by every signal below the other', () => {
    const gain = fc.double({ min: 0, max: 5, noNaN: true });
    fc.assert(
      fc.property(candidates, gain, fc.nat(11), (others, more, at) => {
        const worse = others[at % others.length] ?? makeCandidate();
        const better = {
          ...worse,
          ...{ own: worse.own + more, window: worse.window + more, session: worse.session + more },
          ...{ cosine: Math.min(1, (worse.cosine ?? 0) + more), decay: Math.min(1, worse.decay + more) },
          maxSim: (worse.maxSim ?? new Float32Array(TOKENS)).map((sim) => Math.min(0.7, sim + more)),
        };
        const ranked = rank([better, ...others]);
        const placeOf = (index: number) => ranked.findIndex((each) => each.index === index);
        expect(placeOf(0)).toBeLessThan(placeOf(1 + (at % others.length)));
      }),
    );
  });

  it('gives the same order whichever signals are off: by what is left, and equals as they came', () => {
    fc.assert(
      fc.property(candidates, fc.subarray(['own', 'window', 'session'] as const), (all, off) => {
        const less = all.map((each) => ({
          ...each,
          ...Object.fromEntries(off.map((signal) => [signal, 0])),
          ...{ cosine: null, maxSim: null, decay: 1 },
        }));
        const ranked = rank(less);
        expect(ranked.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(all.map((_, index) => index));
        for (const [n, { index, score }] of ranked.entries()) {
          const last = ranked[n - 1];
          if (last) expect(score < last.score || (score === last.score && index > last.index)).toBe(true);
          const left = (['own', 'window', 'session'] as const).filter((signal) => !off.includes(signal));
          if (left.length === 0) expect([index, score]).toEqual([n, ranked[0]?.score]);
        }
      }),
    );
  });

  it('takes off half a point for disuse at most', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const [usual, without] = [true, false].map((decay) => new Map(rank(all, decay).map((r) => [r.index, r.score])));
        for (const index of all.keys()) {
          const taken = (without?.get(index) ?? 0) - (usual?.get(index) ?? 9);
          expect(taken).toBeGreaterThanOrEqual(-1e-9);
          expect(taken).toBeLessThanOrEqual(0.5 + 1e-9);
        }
      }),
    );
  });
});

describe('retrieval/ranking/pack of equal lengths', () => {
  it('takes the best by score, whichever way it packs', () => {
    const scores = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 20 });
    fc.assert(
      fc.property(scores, fc.nat(30), fc.constantFrom('per token', 'by score'), (all, room, mode) => {
        const items = all.map((score, n) => ({ id: String(n), score, tokens: 7 }));
        const { taken, deferred } = pack(items, room * 7, mode);
        expect(taken).toHaveLength(Math.min(room, items.length));
        const least = Math.min(...taken.map(({ score }) => score));
        for (const { score } of deferred) expect(score).toBeLessThanOrEqual(least);
      }),
    );
  });
});
