import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inherit } from '../../../main/clusters/inherit.pure.ts';
import {
  chooseSorting,
  type Members,
  planFull,
  planPlacing,
  toBodies,
} from '../../../main/clusters/plan-sorting.pure.ts';
import { NEAR, sortTurns } from '../../../main/clusters/sort-turns.pure.ts';
import { finish, type Planted, plant, toPoints } from './planted.ts';

/** Share of the sorted turns that are in a topic with those they were planted with. */
function purityOf(planted: readonly Planted[], topicOf: (id: string) => number | string | undefined): number {
  const counts = new Map<number | string, Map<number, number>>();
  for (const { id, topic } of planted) {
    const found = topicOf(id);
    if (found === undefined || found === -1 || topic < 0) continue;
    const own = counts.get(found) ?? new Map<number, number>();
    own.set(topic, (own.get(topic) ?? 0) + 1);
    counts.set(found, own);
  }
  const all = [...counts.values()].map((own) => [...own.values()]);
  const most = all.reduce((sum, own) => sum + Math.max(...own), 0);
  return (
    most /
    Math.max(
      1,
      all.flat().reduce((sum, count) => sum + count, 0),
    )
  );
}

const sortedBy = (planted: readonly Planted[], ids?: readonly string[]) => {
  const points = toPoints(planted, ids ? [...ids] : undefined);
  const { topicOf } = finish(sortTurns(points));
  return new Map(points.ids.map((id, row) => [id, topicOf[row] ?? -1]));
};

/** The same rule without any of the means: every vector as it is, every centroid compared in plain numbers. */
function naiveNearest(planted: readonly Planted[], members: ReadonlyMap<string, readonly string[]>) {
  const size = planted[0]?.vector.length ?? 0;
  const unit = (v: readonly number[]): readonly number[] => {
    const length = Math.hypot(...v) || 1;
    return v.map((value) => value / length);
  };
  const units = planted.map(({ id, vector }) => ({ id, at: unit([...vector]) }));
  const mean = Array.from(
    { length: size },
    (_, i) => units.reduce((sum, { at }) => sum + (at[i] ?? 0), 0) / units.length,
  );
  const centred = new Map(units.map(({ id, at }) => [id, unit(at.map((value, i) => value - (mean[i] ?? 0)))]));
  const middles = [...members].map(([clusterId, ids]) => {
    const own = ids.map((id) => centred.get(id) ?? []);
    return {
      clusterId,
      at: unit(Array.from({ length: size }, (_, i) => own.reduce((sum, v) => sum + (v[i] ?? 0), 0))),
    };
  });
  return (id: string) => {
    const at = centred.get(id) ?? [];
    const best = middles
      .map((middle) => ({ ...middle, cosine: middle.at.reduce((sum, value, i) => sum + value * (at[i] ?? 0), 0) }))
      .sort((a, b) => b.cosine - a.cosine)[0];
    return best ?? null;
  };
}

const toMembers = (topicOf: ReadonlyMap<string, number>): readonly Members[] => {
  const members = new Map<string, string[]>();
  for (const [id, topic] of topicOf)
    if (topic >= 0) members.set(`k${topic}`, [...(members.get(`k${topic}`) ?? []), id]);
  return [...members].sort().map(([clusterId, core]) => ({ clusterId, core, later: [] }));
};

describe('clusters/sort-turns', () => {
  it('finds planted topics and leaves most of what is in none out', () => {
    const found = [3, 8, 20].map((topics) => {
      const planted = plant({ topics, turns: topics * 40, seed: topics, noise: 0.1 });
      const topicOf = sortedBy(planted);
      const stray = planted.filter(({ topic }) => topic < 0);
      const out = stray.filter(({ id }) => topicOf.get(id) === -1).length;
      const sorted = planted.filter(({ id, topic }) => topic >= 0 && topicOf.get(id) !== -1).length;
      return {
        isPure: purityOf(planted, (id) => topicOf.get(id)) > 0.97,
        topics: new Set([...topicOf.values()].filter((topic) => topic >= 0)).size,
        isComplete: sorted > 0.95 * (planted.length - stray.length),
        areStraysOut: out > 0.5 * stray.length,
      };
    });
    const good = { isPure: true, isComplete: true, areStraysOut: true };
    expect(found).toEqual([
      { ...good, topics: 3 },
      { ...good, topics: 8 },
      { ...good, topics: 20 },
    ]);
  });

  it('gives the same topics whatever the order in which turns are given, and each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 2, max: 9 }), (seed, topics) => {
        const planted = plant({ topics, turns: 160, seed, noise: 0.2, dimension: 48 });
        const shuffled = [...planted].sort((a, b) => (a.vector[0] ?? 0) - (b.vector[0] ?? 0));
        const first = sortedBy(planted);
        expect(
          sortedBy(
            shuffled,
            shuffled.map(({ id }) => id),
          ),
        ).toEqual(first);
        expect(sortedBy(planted)).toEqual(first);
      }),
      { numRuns: 12 },
    );
  });

  it('makes no topics of a few turns or of turns without vectors, and one of turns that all say the same', () => {
    const few = plant({ topics: 2, turns: 20, seed: 1 });
    const same = plant({ topics: 1, turns: 60, seed: 1, spread: 0 });
    expect([...new Set(sortedBy(few).values())]).toEqual([-1]);
    expect(toPoints([], ['a', 'b']).ids).toEqual([]);
    expect([...new Set(sortedBy(same).values())]).toEqual([0]);
  });
});

describe('clusters/plan-sorting', () => {
  const planted = plant({ topics: 8, turns: 480, seed: 5, noise: 0.1 });
  const [first, later] = [planted.slice(0, 360), planted.slice(360)];

  it('puts new turns where a naive comparison of all of them does', () => {
    const members = toMembers(sortedBy(first));
    const points = toPoints(planted);
    const assigned = finish(planPlacing(points, members));
    const nearest = naiveNearest(planted, new Map(members.map(({ clusterId, core }) => [clusterId, core])));
    const found = new Map(assigned.flatMap(({ clusterId, turnIds }) => turnIds.map((id) => [id, clusterId] as const)));
    const free = new Set(planted.map(({ id }) => id));
    for (const { core } of members) for (const id of core) free.delete(id);
    const wrong = [...free].filter((id) => {
      const best = nearest(id);
      // What lies on the line may fall either way: one byte a dimension is not exact.
      if (best === null || Math.abs(best.cosine - NEAR) < 0.01) return false;
      return (best.cosine >= NEAR ? best.clusterId : undefined) !== found.get(id);
    });
    expect({ wrong, isAnyFound: found.size > later.length / 2 }).toEqual({ wrong: [], isAnyFound: true });
  });

  it('comes out the same however many new turns come at a time', () => {
    const members = toMembers(sortedBy(first));
    const points = toPoints(planted);
    const at = (assigned: ReturnType<typeof toBodies>[number]['assigned']) =>
      assigned.flatMap(({ clusterId, turnIds }) => turnIds.map((id) => `${id} ${clusterId}`)).sort();
    const once = finish(planPlacing(points, members));
    const half = once.map(({ clusterId, turnIds }) => ({ clusterId, turnIds: turnIds.slice(0, turnIds.length / 2) }));
    const between = members.map((one) => ({
      ...one,
      later: half.filter(({ clusterId }) => clusterId === one.clusterId).flatMap(({ turnIds }) => turnIds),
    }));
    expect([...at(half), ...at(finish(planPlacing(points, between)))].sort()).toEqual(at(once));
  });

  it('keeps the ids of topics, and nearly all turns in theirs, when a history grows by a half', () => {
    const before = finish(planFull(toPoints(first), []));
    const members = before.topics.map(({ clusterId, turnIds }) => ({ clusterId, core: turnIds, later: [] }));
    const after = finish(planFull(toPoints(planted), members));
    const oldOf = new Map(members.flatMap(({ clusterId, core }) => core.map((id) => [id, clusterId] as const)));
    const newOf = new Map(
      after.topics.flatMap(({ clusterId, turnIds }) => turnIds.map((id) => [id, clusterId] as const)),
    );
    const stayed = [...oldOf].filter(([id, clusterId]) => newOf.get(id) === clusterId).length;
    expect({
      ids: after.topics.map(({ clusterId }) => clusterId).sort(),
      gone: after.gone,
      isStable: stayed > 0.97 * oldOf.size,
      moved: after.assigned.flatMap(({ turnIds }) => turnIds).length < later.length + 0.05 * oldOf.size,
    }).toEqual({ ids: before.topics.map(({ clusterId }) => clusterId).sort(), gone: [], isStable: true, moved: true });
  });

  it('says nothing of turns that stay when nothing has come', () => {
    const before = finish(planFull(toPoints(planted), []));
    const members = before.topics.map(({ clusterId, turnIds }) => ({ clusterId, core: turnIds, later: [] }));
    const again = finish(planFull(toPoints(planted), members));
    expect({
      gone: again.gone,
      made: again.topics.filter(({ isNew }) => isNew),
      few: again.assigned.flatMap(({ turnIds }) => turnIds).length < 10,
    }).toEqual({
      ...{ gone: [], made: [], few: true },
    });
  });

  it('sorts all anew at first, after a fifth more turns and when asked, and otherwise only what is new', () => {
    const at = (fullTurns: number | null, isFullAsked = false) => ({ fullTurns, isFullAsked });
    expect([
      chooseSorting(null, 39, 40),
      chooseSorting(null, 40, 40),
      chooseSorting(at(100), 119, 40),
      chooseSorting(at(100), 120, 40),
      chooseSorting(at(100, true), 101, 40),
      chooseSorting(at(100), 20, 40),
    ]).toEqual(['none', 'full', 'place', 'full', 'full', 'place']);
  });

  it('cuts a long change into records that say everything once, and the pass in the last', () => {
    const assigned = [
      { clusterId: 'a', turnIds: Array.from({ length: 1_500 }, (_, n) => `a${n}`) },
      { clusterId: null, turnIds: Array.from({ length: 700 }, (_, n) => `n${n}`) },
    ];
    const pass = { at: '2026-01-01T00:00:00Z', fullTurns: 2_200 };
    const made = [{ clusterId: 'a', label: 'A' }];
    const bodies = toBodies({ spaceId: 's', by: 'x', isFull: true, made, renamed: [], gone: ['g'], assigned, pass });
    const size = (body: (typeof bodies)[number]) => body.assigned.reduce((sum, { turnIds }) => sum + turnIds.length, 0);
    expect(bodies.map((body) => [size(body), body.made.length, body.gone.length, body.pass])).toEqual([
      [500, 1, 0, null],
      [500, 0, 0, null],
      [500, 0, 0, null],
      [500, 0, 0, null],
      [200, 0, 1, pass],
    ]);
    expect(bodies.flatMap((body) => body.assigned.flatMap(({ turnIds }) => turnIds))).toEqual(
      assigned.flatMap(({ turnIds }) => turnIds),
    );
  });
});

describe('clusters/inherit', () => {
  it('lets each old topic go on in the one that shares most with it', () => {
    const old = ['a', 'a', 'a', 'a', 'b', 'b', 'c', null, null];
    const now = [0, 0, 0, 1, 1, 1, -1, 2, 2];
    const { idOf, gone } = inherit(old, now);
    expect({ idOf: [...idOf], gone }).toEqual({
      idOf: [
        [0, 'a'],
        [1, 'b'],
      ],
      gone: ['c'],
    });
  });
});
