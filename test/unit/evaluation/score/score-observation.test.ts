import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceAt } from '../../../../main/evaluation/format/trajectory.ts';
import { isEvidenceObservable, scoreEvidence } from '../../../../main/evaluation/score/score-evidence.pure.ts';
import {
  expectedOf,
  indexTrajectory,
  scoreObservation,
  scoreUnit,
} from '../../../../main/evaluation/score/score-observation.ts';
import { HISTORY, observe, supply } from './made-history.ts';

const index = indexTrajectory(HISTORY);
const trips = HISTORY.probes.find(({ id }) => id === 'trips');
if (trips === undefined) throw new Error('the made history has a probe about trips');
const reference = referenceAt(trips, 'k2', index.order);
if (reference === null) throw new Error('its reference holds at the second checkpoint');
const evidenceOf = (...supplied: Parameters<typeof observe>[0]) =>
  scoreEvidence({ reference, observation: observe(supplied), sources: index.access });

describe('evidence', () => {
  it('counts hits, turns and sessions at each cut', () => {
    const scored = evidenceOf(
      supply('t6'),
      supply('t3'),
      ...Array.from({ length: 9 }, () => supply('t1')),
      supply('t2'),
    );
    expect(scored).toMatchObject({
      hit: { at1: false, at5: true, at10: true, all: true },
      turnRecall: {
        at1: { hits: 0, of: 3 },
        at5: { hits: 1, of: 3 },
        at10: { hits: 1, of: 3 },
        all: { hits: 2, of: 3 },
      },
      // t6 is of the sitting of t5, and t1 of that of t2.
      sessionRecall: { at1: { hits: 1, of: 3 }, at5: { hits: 3, of: 3 }, all: { hits: 3, of: 3 } },
      ...{ firstRank: 2, reciprocalRank: 0.5, isComplete: false, tokens: 120 },
    });
  });

  it('reads what came with the conversation without a rank of its own', () => {
    const scored = evidenceOf(supply('t2', { kind: 'recent' }), supply('t6', { kind: 'recent' }), supply('t3'));
    expect(scored).toMatchObject({ firstRank: 1, turnRecall: { at1: { hits: 2, of: 3 } } });
  });

  it('keeps summaries and neighbours apart', () => {
    const scored = evidenceOf(supply('t2', { kind: 'summary', context: ['t3'] }), supply('t6', { context: ['t5'] }));
    expect(scored).toMatchObject({ hit: { all: false }, firstRank: null, coveredBySummary: { hits: 2, of: 3 } });
  });

  it('counts superseded fragments that nothing marks', () => {
    const home = HISTORY.probes[0];
    const now = home === undefined ? null : referenceAt(home, 'k2', index.order);
    if (now === null) throw new Error('the home is asked for at the second checkpoint');
    const observation = observe([supply('t1'), supply('t1', { status: 'superseded' }), supply('t4')]);
    const scored = scoreEvidence({ reference: now, observation, sources: index.access });
    expect(scored?.staleUnmarked).toEqual({ hits: 1, of: 2 });
  });

  it('is not scored where it cannot be seen, and is 0 where nothing was found', () => {
    const hidden = observe([supply('', { turns: [] })]);
    expect(isEvidenceObservable(hidden)).toBe(false);
    expect(scoreEvidence({ reference, observation: hidden, sources: index.access })).toBeNull();
    expect(evidenceOf()?.turnRecall.all).toEqual({ hits: 0, of: 3 });
  });

  it('agrees with a slow count of whatever is supplied', () => {
    const ids = HISTORY.turns.map(({ id }) => id);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ids), { maxLength: 14 }), (order) => {
        const scored = evidenceOf(...order.map((id) => supply(id)));
        for (const [cut, limit] of [
          ['at1', 1],
          ['at5', 5],
          ['at10', 10],
          ['all', 99],
        ] as const) {
          const read = order.slice(0, limit);
          const hits = reference.evidence.filter((id) => read.includes(id)).length;
          expect(scored?.turnRecall[cut]).toEqual({ hits, of: 3 });
          expect(scored?.hit[cut]).toBe(hits > 0);
        }
        const first = order.findIndex((id) => reference.evidence.includes(id));
        expect(scored?.firstRank).toBe(first < 0 ? null : first + 1);
      }),
    );
  });
});

describe('observations', () => {
  const place = { index, arm: 'full', checkpoint: 'k2', probe: 'home' };

  it('joins answer, evidence and age', () => {
    const scored = scoreObservation({ ...place, observation: observe([supply('t4')]) });
    expect(scored).toMatchObject({
      ...{ status: 'observed', score: 1, bounds: { lower: 1, upper: 1 }, kind: 'text', hasSuperseded: true },
      ...{ evidenceStatus: 'scored', age: { days: 31, turns: 1, checkpoints: 1 }, checkpointIndex: 1, recordsAdded: 0 },
      answer: { isCorrect: true },
    });
  });

  it('uses the reference of the checkpoint', () => {
    const old = observe([supply('t1')], { answer: 'You live in Oslo.' });
    expect(scoreObservation({ ...place, observation: old }).answer).toMatchObject({ isCorrect: false, isStale: true });
    expect(scoreObservation({ ...place, checkpoint: 'k1', observation: old }).answer?.isCorrect).toBe(true);
  });

  it('counts missing and failed ones as 0, between 0 and 1', () => {
    for (const observation of [null, { ...observe([]), status: 'failed' as const, code: 'x', message: 'y' }])
      expect(scoreObservation({ ...place, observation })).toMatchObject({
        ...{ score: 0, bounds: { lower: 0, upper: 1 }, answer: null, evidence: null, evidenceStatus: 'missing' },
        evidenceTurns: 1,
      });
  });

  it('scores the same words the same, whatever the arm calls its way to them', () => {
    const said = (['unknown', 'evidence', 'model', null] as const).map(
      (mode) => scoreObservation({ ...place, observation: observe([supply('t4')], { mode }) }).answer,
    );
    for (const one of said) expect(one).toEqual(said[0]);
    expect(said[0]?.isAbstaining).toBe(false);
  });

  it('leaves answers unscored where nobody answers', () => {
    const silent = observe([supply('t4')], { answer: null, mode: null, isAbstaining: null });
    expect(scoreObservation({ ...place, observation: silent })).toMatchObject({
      answer: null,
      score: null,
      bounds: null,
    });
  });

  it('scores each expected place of a unit once, whatever lines there are', () => {
    const lines = [
      observe([supply('t4')]),
      observe([], { arm: 'other' }),
      observe([], { checkpoint: 'k1', probe: 'pet' }),
    ];
    const scored = scoreUnit(index, 'full', lines);
    expect(scored.map(({ checkpoint, probe }) => ({ checkpoint, probe }))).toEqual(expectedOf(HISTORY));
    expect(scored.filter(({ status }) => status === 'missing')).toHaveLength(scored.length - 2);
    expect(scored.length).toBe(6);
  });

  it('takes an empty answer of a system that hides its legs for a miss only where others name turns', () => {
    const execution = { ...observe([]).execution, legs: null };
    const empty = observe([], { execution });
    expect(scoreUnit(index, 'full', [empty]).find(({ probe }) => probe === 'home')?.evidence).toBeNull();
    const [one] = scoreUnit(index, 'full', [empty, observe([supply('t2')], { execution, probe: 'trips' })]).filter(
      ({ probe, checkpoint }) => probe === 'home' && checkpoint === 'k2',
    );
    expect(one?.evidence?.turnRecall.all).toEqual({ hits: 0, of: 1 });
  });
});
