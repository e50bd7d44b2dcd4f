import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../../main/journal/events/index.ts';
import { type Conclusion, DAY_MS } from '../../../main/reflection/conclusion.pure.ts';
import { type Known, type Planning, planReflections } from '../../../main/reflection/plan-reflections.pure.ts';

const START = Date.UTC(2024, 0, 2);
const found = (over: Partial<Conclusion> = {}, turns = ['t1', 't2', 't3', 't4']): Conclusion => ({
  ...{ of: 'recurrence', subjectId: 'me', relation: 'does regularly', key: 'swimming', minimum: 4, confidence: 0.7 },
  object: { kind: 'literal', text: 'swimming, most weeks', value: 'swimming' },
  evidence: turns.map((turnId, n) => ({
    turnId,
    at: START + n * DAY_MS,
    quote: { text: 'went swimming', from: 3 },
    restsOn: null,
  })),
  ...over,
});
const planning = (over: Partial<Planning> = {}): Planning => ({
  ...{ spaceId: 'home', known: [], denials: [], isGood: () => true, ...over },
});
const kinds = (events: readonly JournalEvent[]) => events.map(({ kind }) => kind);

/** What the tables would tell of a plan that was carried out. */
function afterwards(events: readonly JournalEvent[], standing: 'admitted' | 'held' = 'held'): readonly Known[] {
  return events.flatMap((event): readonly Known[] => {
    if (event.kind !== 'reflection.made') return [];
    const { reflectionId, minimum, headId, evidence } = event.body;
    return [
      {
        ...{ id: reflectionId, minimum, headId, gone: null },
        object: { kind: 'literal', text: 'swimming, most weeks', value: 'swimming' },
        evidence: evidence.map((one, n) => ({ ...one, at: START + n * DAY_MS, standing })),
      },
    ];
  });
}

describe('reflection/plan-reflections', () => {
  it('makes one record that says what belongs together and one a turn of evidence', () => {
    const { events, made, held } = planReflections([found()], planning());
    expect(kinds(events)).toEqual(['reflection.made', ...Array.from({ length: 4 }, () => 'codex.claimed')]);
    expect({ made, held }).toEqual({ made: 1, held: 1 });
    const claims = events.flatMap((event) => (event.kind === 'codex.claimed' ? event.body.claims : []));
    expect(claims.map(({ assertedBy, source, heldFor, quote }) => [assertedBy, source, heldFor, quote?.text])).toEqual(
      Array.from({ length: 4 }, () => ['assistant', 'reflection', 'unsure', 'went swimming']),
    );
  });

  it('believes at once only what is sure', () => {
    const { events, held } = planReflections([found({ confidence: 0.92 })], planning());
    const claims = events.flatMap((event) => (event.kind === 'codex.claimed' ? event.body.claims : []));
    expect([held, ...claims.map(({ heldFor }) => heldFor)]).toEqual([0, null, null, null, null]);
  });

  it('gives the same ids for the same input, and nothing the second time', () => {
    const first = planReflections([found()], planning());
    expect(planReflections([found()], planning()).events).toEqual(first.events);
    expect(planReflections([found()], planning({ known: afterwards(first.events) })).events).toEqual([]);
  });

  it('never makes again what the user rejected, ended or denied', () => {
    const [known] = afterwards(planReflections([found()], planning()).events);
    const gone = known === undefined ? [] : [{ ...known, gone: 'user' as const }];
    const denial = { subjectId: 'me', relation: 'does regularly', objectId: null, value: 'swimming' };
    expect(planReflections([found()], planning({ known: gone })).events).toEqual([]);
    expect(planReflections([found()], planning({ denials: [denial] })).events).toEqual([]);
  });

  it('drops what has too little left, and makes it again where there is other evidence', () => {
    const known = afterwards(planReflections([found()], planning()).events).map((one) => ({
      ...one,
      evidence: one.evidence.map((piece, n) => ({ ...piece, restsOn: `f${n}` })),
    }));
    const isGood = (id: string) => id !== 'f0';
    expect(kinds(planReflections([], planning({ known, isGood })).events)).toEqual(['reflection.dropped']);
    const again = planReflections([found({}, ['t2', 't3', 't4', 't5'])], planning({ known, isGood }));
    expect(kinds(again.events).slice(0, 2)).toEqual(['reflection.dropped', 'reflection.made']);
  });

  it('takes away one lost piece where enough is left', () => {
    const turns = ['t1', 't2', 't3', 't4', 't5'];
    const known = afterwards(planReflections([found({}, turns)], planning()).events).map((one) => ({
      ...one,
      evidence: one.evidence.map((piece, n) => ({ ...piece, restsOn: `f${n}` })),
    }));
    const { events, dropped } = planReflections([found({}, turns)], planning({ known, isGood: (id) => id !== 'f0' }));
    expect([
      dropped,
      ...events.flatMap((event) => (event.kind === 'codex.claimed' ? event.body.withdrawn.length : [])),
    ]).toEqual([0, 1]);
  });

  it('adds a piece of evidence when the last is a month old, in the words of before', () => {
    const known = afterwards(planReflections([found()], planning()).events);
    const later = found({ object: { kind: 'literal', text: 'swimming, on Mondays', value: 'swimming' } });
    const evidence = [
      ...later.evidence,
      { turnId: 't9', at: START + 40 * DAY_MS, quote: { text: 'swam', from: 0 }, restsOn: null },
    ];
    const { events, added } = planReflections([{ ...later, evidence }], planning({ known }));
    const claims = events.flatMap((event) => (event.kind === 'codex.claimed' ? event.body.claims : []));
    expect([added, ...claims.map(({ object }) => object)]).toEqual([
      1,
      { kind: 'literal', text: 'swimming, most weeks', value: 'swimming' },
    ]);
    const soon = [
      ...later.evidence,
      { turnId: 't9', at: START + 10 * DAY_MS, quote: { text: 'swam', from: 0 }, restsOn: null },
    ];
    expect(planReflections([{ ...later, evidence: soon }], planning({ known })).events).toEqual([]);
  });

  it('says at most eight new things a week, the surest first', () => {
    const many = Array.from({ length: 12 }, (_, n) => found({ key: `k${n}`, confidence: 0.5 + n / 100 }));
    const { events, made } = planReflections(many, planning());
    const sure = events.flatMap((event) =>
      event.kind === 'codex.claimed' ? event.body.claims.map(({ confidence }) => confidence) : [],
    );
    expect([made, Math.min(...sure)]).toEqual([8, 0.54]);
  });
});
