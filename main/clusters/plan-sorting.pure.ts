import { createHash } from 'node:crypto';
import type { BodyOf } from '../journal/events/index.ts';
import { inherit } from './inherit.pure.ts';
import { centroidOf, findNearest, type Points, type Steps } from './points.pure.ts';
import { NEAR, sortTurns } from './sort-turns.pure.ts';

type Changed = BodyOf<'clusters.changed'>;

/** The turns of a topic as they are now. */
export type Members = {
  readonly clusterId: string;
  readonly core: readonly string[];
  readonly later: readonly string[];
};

/** A topic as a full pass leaves it. */
export type PlannedTopic = {
  readonly clusterId: string;
  readonly isNew: boolean;
  /** The nearest to the middle first. */
  readonly turnIds: readonly string[];
  /** Whether it needs another label: it is new, or most of its turns are. */
  readonly isChanged: boolean;
};

export type FullPlan = {
  readonly topics: readonly PlannedTopic[];
  readonly gone: readonly string[];
  readonly assigned: Changed['assigned'];
};

/** Grown by this share since the last full pass, everything is looked at again. */
const GROWTH = 1.2;

/** What a run has to do: everything anew, what is new only, or nothing. */
export function chooseSorting(
  pass: { readonly fullTurns: number | null; readonly isFullAsked: boolean } | null,
  turns: number,
  least: number,
): 'full' | 'place' | 'none' {
  const last = pass?.fullTurns ?? null;
  if (turns < least) return last === null || last === 0 ? 'none' : 'place';
  if (last === null || pass?.isFullAsked === true) return 'full';
  return turns >= Math.max(least, last * GROWTH) ? 'full' : 'place';
}

/**
 * New turns to the nearest topic, if they are near one. Where topics lie is said by their core turns alone, so that later
 * ones come out the same in whatever order and however many at a time they come.
 */
export function* planPlacing(points: Points, members: readonly Members[]): Steps<Changed['assigned']> {
  const rowOf = new Map(points.ids.map((id, row) => [id, row]));
  const taken = new Set(members.flatMap(({ core, later }) => [...core, ...later]));
  const centroids: Float32Array[] = [];
  const ids: string[] = [];
  for (const { clusterId, core } of members) {
    const centroid = centroidOf(points, rowsOf(core, rowOf));
    yield;
    if (centroid === null) continue;
    centroids.push(centroid);
    ids.push(clusterId);
  }
  const free = Int32Array.from(points.ids.flatMap((id, row) => (taken.has(id) ? [] : [row])));
  const { at, cosine } = yield* findNearest(points, centroids, free);
  const assigned = new Map<string, string[]>();
  for (let i = 0; i < free.length; i += 1) {
    const clusterId = ids[at[i] ?? -1];
    const id = points.ids[free[i] ?? -1];
    if (clusterId === undefined || id === undefined || (cosine[i] ?? 0) < NEAR) continue;
    assigned.set(clusterId, [...(assigned.get(clusterId) ?? []), id]);
  }
  return [...assigned].map(([clusterId, turnIds]) => ({ clusterId, turnIds }));
}

const rowsOf = (ids: readonly string[], rowOf: ReadonlyMap<string, number>): readonly number[] =>
  ids.flatMap((id) => rowOf.get(id) ?? []);

/** Everything anew, beginning where the topics are now; what they go on in keeps their ids. */
export function* planFull(points: Points, members: readonly Members[]): Steps<FullPlan> {
  const rowOf = new Map(points.ids.map((id, row) => [id, row]));
  const oldOf = new Map(
    members.flatMap(({ clusterId, core, later }) => [...core, ...later].map((id) => [id, clusterId] as const)),
  );
  const known: Float32Array[] = [];
  for (const { core, later } of members) {
    const centroid = centroidOf(points, rowsOf([...core, ...later], rowOf));
    if (centroid !== null) known.push(centroid);
    yield;
  }
  const { topicOf, centroids } = yield* sortTurns(points, known);
  const before = points.ids.map((id) => oldOf.get(id) ?? null);
  const { idOf, gone } = inherit(before, topicOf);
  const used = new Set(members.map(({ clusterId }) => clusterId));
  const topics: PlannedTopic[] = [];
  const rows = byTopic(topicOf, centroids.length);
  for (const [n, own] of rows.entries()) {
    const sorted = yield* nearestFirst(points, own, centroids[n]);
    const turnIds = sorted.map((row) => points.ids[row] ?? '');
    const inherited = idOf.get(n);
    const clusterId = inherited ?? newId(turnIds[0] ?? '', used);
    used.add(clusterId);
    const kept = turnIds.filter((id) => oldOf.get(id) === clusterId).length;
    topics.push({ clusterId, turnIds, isNew: inherited === undefined, isChanged: kept * 2 < turnIds.length });
  }
  const emptied = members.flatMap(({ clusterId }) =>
    topics.some((topic) => topic.clusterId === clusterId) ? [] : [clusterId],
  );
  return {
    topics,
    gone: [...new Set([...gone, ...emptied])].sort(),
    assigned: changesOf(topics, points, { topicOf, oldOf }),
  };
}

function byTopic(topicOf: Int32Array, count: number): readonly number[][] {
  const rows = Array.from({ length: count }, (): number[] => []);
  for (let row = 0; row < topicOf.length; row += 1) rows[topicOf[row] ?? -1]?.push(row);
  return rows;
}

function* nearestFirst(
  points: Points,
  rows: readonly number[],
  centroid: Float32Array | undefined,
): Steps<readonly number[]> {
  if (centroid === undefined) return rows;
  const { cosine } = yield* findNearest(points, [centroid], Int32Array.from(rows));
  const order = rows.map((row, n) => ({ row, cosine: cosine[n] ?? 0 }));
  yield;
  return order.sort((a, b) => b.cosine - a.cosine || a.row - b.row).map(({ row }) => row);
}

/** Named after the turn in its middle: the same turns make the same id, whenever they are sorted. */
function newId(turnId: string, used: ReadonlySet<string>): string {
  for (let n = 0; ; n += 1) {
    const id = createHash('sha256').update(`topic\n${turnId}\n${n}`).digest('hex').slice(0, 24);
    if (!used.has(id)) return id;
  }
}

type Moves = { readonly topicOf: Int32Array; readonly oldOf: ReadonlyMap<string, string> };

/** Only turns that are in another topic than before, or in none any more. */
function changesOf(topics: readonly PlannedTopic[], points: Points, { topicOf, oldOf }: Moves): Changed['assigned'] {
  const moved = topics.map(({ clusterId, turnIds }) => ({
    clusterId,
    turnIds: turnIds.filter((id) => oldOf.get(id) !== clusterId),
  }));
  const left = points.ids.filter((id, row) => topicOf[row] === -1 && oldOf.has(id));
  return [...moved, { clusterId: null, turnIds: left }].filter(({ turnIds }) => turnIds.length > 0);
}

type Change = Pick<Changed, 'spaceId' | 'by' | 'isFull' | 'made' | 'renamed' | 'gone' | 'assigned' | 'pass'>;

/** A change as records of at most so many turns: each is written in one go, and nothing else is done meanwhile. */
const TURNS_PER_RECORD = 500;

export function toBodies(change: Change): readonly Changed[] {
  const parts: { clusterId: string | null; turnIds: readonly string[] }[][] = [[]];
  let room = TURNS_PER_RECORD;
  for (const { clusterId, turnIds } of change.assigned) {
    for (let from = 0; from < turnIds.length; ) {
      if (room === 0) {
        parts.push([]);
        room = TURNS_PER_RECORD;
      }
      const part = turnIds.slice(from, from + room);
      parts.at(-1)?.push({ clusterId, turnIds: part });
      room -= part.length;
      from += part.length;
    }
  }
  return parts.map((assigned, n) => {
    const isLast = n === parts.length - 1;
    const { spaceId, by, isFull } = change;
    return {
      ...{ spaceId, by, isFull, assigned },
      made: n === 0 ? change.made : [],
      renamed: n === 0 ? change.renamed : [],
      gone: isLast ? change.gone : [],
      pass: isLast ? change.pass : null,
    };
  });
}
