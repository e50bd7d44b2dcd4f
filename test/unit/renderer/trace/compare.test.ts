import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceCandidate } from '../../../../main/contract/index.ts';
import { compareTraces, MOVES } from '../../../../renderer/features/trace/compare.pure.ts';
import { makeCandidate, makeLeg, makeTrace } from './make-trace.ts';

/** Candidates in their order; a star marks those that were not chosen. */
const ranked = (...names: readonly string[]): readonly TraceCandidate[] =>
  names.map((name, index) =>
    makeCandidate({
      id: name.replace('*', ''),
      rank: index + 1,
      fate: name.endsWith('*') ? 'below the line' : 'selected',
    }),
  );

describe('renderer/trace/compare', () => {
  it('tells what came in, fell out, moved, stayed and was chosen by neither', () => {
    const before = makeTrace({ candidates: ranked('gone', 'a', 'b', 'lost', 'stay', 'low*') });
    const after = makeTrace({ candidates: ranked('b', 'a', 'new', 'lost*', 'stay', 'low*') });
    const { fragments, counts } = compareTraces(before, after);
    expect(fragments.map(({ id, move, gained }) => [id, move, gained])).toEqual([
      ['new', 'came in', null],
      ['lost', 'fell out', 0],
      ['gone', 'fell out', null],
      ['b', 'up', 2],
      ['a', 'same', 0],
      ['stay', 'same', 0],
      ['low', 'in neither', 0],
    ]);
    expect(counts).toEqual({ 'came in': 1, 'fell out': 2, up: 1, down: 0, same: 2, 'in neither': 1 });
  });

  it('finds no difference between a trace and itself, and the opposite of a difference the other way', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
    const traces = fc
      .tuple(names, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
      .map(([ids, chosen]) =>
        makeTrace({ candidates: ranked(...ids.map((id, index) => (chosen[index] ? id : `${id}*`))) }),
      );
    fc.assert(
      fc.property(traces, traces, (one, other) => {
        const self = compareTraces(one, one).counts;
        expect(MOVES.filter((move) => self[move] > 0 && move !== 'same' && move !== 'in neither')).toEqual([]);
        const there = compareTraces(one, other).counts;
        const back = compareTraces(other, one).counts;
        expect([back['came in'], back['fell out'], back.up, back.down, back.same]).toEqual([
          there['fell out'],
          there['came in'],
          there.down,
          there.up,
          there.same,
        ]);
      }),
    );
  });

  it('tells of legs that only one of them has, and of those whose outcome is another', () => {
    const before = makeTrace({ legs: [makeLeg(), makeLeg({ leg: 'episodic' })] });
    const after = makeTrace({
      legs: [makeLeg({ ms: 99 }), makeLeg({ leg: 'episodic', outcome: 'disabled' }), makeLeg({ leg: 'graph' })],
    });
    const { legs } = compareTraces(before, after);
    expect(
      legs.map(({ leg, isChanged, before: was, after: is }) => [leg, isChanged, was?.outcome, is?.outcome]),
    ).toEqual([
      ['lexical', false, 'contributed', 'contributed'],
      ['episodic', true, 'contributed', 'disabled'],
      ['graph', true, undefined, 'contributed'],
    ]);
  });

  it('tells which settings differ, whether the question does, and how much was written in between', () => {
    const before = makeTrace({ settings: { ranker: 'learned', decay: true }, generation: 10 });
    const after = makeTrace({ settings: { ranker: 'ice', decay: true }, generation: 14, query: 'Who?' });
    expect(compareTraces(before, after)).toMatchObject({
      settings: [{ name: 'ranker', before: 'learned', after: 'ice' }],
      isSameQuery: false,
      generations: 4,
    });
  });
});
