import { centroidOf, dot, findNearest, type Nearest, type Points, type Steps } from './points.pure.ts';
import { seededRandom } from './random.pure.ts';

/** Fewer turns make no topics. */
export const TURNS_MIN = 40;
/** A topic of fewer turns is none. */
const MEMBERS_MIN = 5;
/** Topics looked for: so many times the root of the turns. */
const TOPICS_PER_ROOT = 0.7;
const TOPICS_MAX = 240;
/** Centroids are found on so many turns; all turns then go to them. */
const SAMPLE_MAX = 12_000;
const ROUNDS = 8;
const SEED = 20_260_101;
/** Cosines between points with their common mean taken off (see `Points`). Below the first a turn belongs to no topic. */
export const NEAR = 0.3;
const SAME_TOPIC = 0.75;
/** One topic with more than this share of all turns is looked at again: perhaps it is two. */
const SHARE_MAX = 0.15;

/** Topic of each turn, by the number of its centroid; -1 is none. */
export type Sorted = {
  readonly topicOf: Int32Array;
  readonly centroids: readonly Float32Array[];
};

/**
 * Spherical k-means: the same turns in any order, with the same `known` centroids, give the same topics. What was known
 * before is where the search begins, so that topics stay what they were while a history grows.
 */
export function* sortTurns(points: Points, known: readonly Float32Array[] = []): Steps<Sorted> {
  const size = points.ids.length;
  if (size < TURNS_MIN) return { topicOf: new Int32Array(size).fill(-1), centroids: [] };
  const wanted = Math.min(TOPICS_MAX, Math.max(2, Math.round(TOPICS_PER_ROOT * Math.sqrt(size))));
  // However many are known, there may be new ones.
  const count = Math.max(wanted, Math.ceil(known.length * 1.2));
  const sample = everyNth(size, SAMPLE_MAX);
  let centroids = yield* addSeeds(points, { sample, seeds: known, count });
  for (let round = 0; round < ROUNDS; round += 1) centroids = yield* moveOnce(points, { sample, centroids });
  centroids = yield* seekLeftOver(points, { sample, centroids });
  centroids = yield* splitLargest(points, { sample, centroids });
  centroids = mergeAlike(centroids);
  const all = everyNth(size, size);
  centroids = yield* moveOnce(points, { sample: all, centroids });
  return yield* withoutSmall(points, { sample: all, centroids: mergeAlike(centroids) });
}

type Found = { readonly sample: Int32Array; readonly centroids: readonly Float32Array[] };

/** `most` of `size` rows, evenly spread. */
function everyNth(size: number, most: number): Int32Array {
  const count = Math.min(size, most);
  return Int32Array.from({ length: count }, (_, n) => Math.floor((n * size) / count));
}

type Seeding = { readonly sample: Int32Array; readonly seeds: readonly Float32Array[]; readonly count: number };

/** More beginnings, each the likelier the farther it is from those there are (k-means++). */
function* addSeeds(points: Points, { sample, seeds, count }: Seeding): Steps<readonly Float32Array[]> {
  const random = seededRandom(SEED);
  const centroids = [...seeds];
  const near = (yield* findNearest(points, centroids, sample)).cosine;
  while (centroids.length < count) {
    const pull = Array.from(near, (cosine) => (cosine < -1 ? 1 : Math.max(0, 1 - cosine) ** 2));
    const total = pull.reduce((sum, value) => sum + value, 0);
    if (!(total > 1e-6)) break;
    const chosen = centroidOf(points, [sample[pick(pull, random() * total)] ?? 0]);
    if (chosen === null) break;
    centroids.push(chosen);
    const own = (yield* findNearest(points, [chosen], sample)).cosine;
    for (let i = 0; i < near.length; i += 1) near[i] = Math.max(near[i] ?? -2, own[i] ?? -2);
    yield;
  }
  return centroids;
}

function pick(pull: readonly number[], at: number): number {
  let left = at;
  for (const [n, value] of pull.entries()) {
    left -= value;
    if (left < 0) return n;
  }
  return pull.length - 1;
}

/** Rows by the number of their nearest centroid, those that are near none left out. */
function membersOf({ at, cosine }: Nearest, sample: Int32Array, count: number): readonly number[][] {
  const members = Array.from({ length: count }, (): number[] => []);
  for (let i = 0; i < sample.length; i += 1) {
    if ((cosine[i] ?? 0) >= NEAR) members[at[i] ?? 0]?.push(sample[i] ?? 0);
  }
  return members;
}

/** Each centroid to the middle of what is near it; one that is near nothing goes. */
function* moveOnce(points: Points, { sample, centroids }: Found): Steps<readonly Float32Array[]> {
  const nearest = yield* findNearest(points, centroids, sample);
  const moved: Float32Array[] = [];
  for (const members of membersOf(nearest, sample, centroids.length)) {
    const centroid = members.length === 0 ? null : centroidOf(points, members);
    if (centroid !== null) moved.push(centroid);
    yield;
  }
  return moved;
}

/** What is near nothing yet is looked through once more by itself: beginnings that fell on stray turns found no topic. */
function* seekLeftOver(points: Points, { sample, centroids }: Found): Steps<readonly Float32Array[]> {
  const { cosine } = yield* findNearest(points, centroids, sample);
  const left = sample.filter((_, i) => (cosine[i] ?? 0) < NEAR);
  if (left.length < MEMBERS_MIN * 2) return centroids;
  const count = centroids.length + Math.ceil(2 * TOPICS_PER_ROOT * Math.sqrt(left.length));
  let all = yield* addSeeds(points, { sample: left, seeds: centroids, count });
  for (let round = 0; round < ROUNDS / 2; round += 1) all = yield* moveOnce(points, { sample, centroids: all });
  return all;
}

/** Topics that took too much get a second beginning: the member that lies farthest from the middle. */
function* splitLargest(points: Points, { sample, centroids }: Found): Steps<readonly Float32Array[]> {
  const nearest = yield* findNearest(points, centroids, sample);
  const farthest = membersOf(nearest, sample, centroids.length).flatMap((members, n) => {
    if (members.length < Math.max(MEMBERS_MIN * 4, SHARE_MAX * sample.length)) return [];
    const cosineOf = new Map(members.map((row) => [row, 0]));
    for (const [i, row] of sample.entries()) if (nearest.at[i] === n) cosineOf.set(row, nearest.cosine[i] ?? 0);
    const far = members.reduce((best, row) => ((cosineOf.get(row) ?? 0) < (cosineOf.get(best) ?? 0) ? row : best));
    return centroidOf(points, [far]) ?? [];
  });
  if (farthest.length === 0) return centroids;
  let all: readonly Float32Array[] = [...centroids, ...farthest];
  for (let round = 0; round < 3; round += 1) all = yield* moveOnce(points, { sample, centroids: all });
  return all;
}

/** Of centroids that say the same the first stays, in the middle of both. */
function mergeAlike(centroids: readonly Float32Array[]): readonly Float32Array[] {
  const kept: Float32Array[] = [];
  for (const centroid of centroids) {
    if (!kept.some((other) => dot(other, centroid) > SAME_TOPIC)) kept.push(centroid);
  }
  return kept;
}

/** Topics that nobody would call one are taken away, and their turns go where they are nearest, if they are near anything. */
function* withoutSmall(points: Points, { sample, centroids }: Found): Steps<Sorted> {
  let kept = centroids;
  for (;;) {
    const nearest = yield* findNearest(points, kept, sample);
    const sizes = membersOf(nearest, sample, kept.length).map(({ length }) => length);
    const least = Math.min(...sizes);
    if (kept.length > 0 && least < MEMBERS_MIN) {
      // All that are too small but the largest of them at once would take whole neighbourhoods: half of them each time.
      const limit = [...sizes].filter((size) => size < MEMBERS_MIN).sort((a, b) => a - b);
      const cut = limit[Math.floor((limit.length - 1) / 2)] ?? least;
      kept = kept.filter((_, n) => (sizes[n] ?? 0) > cut);
      continue;
    }
    const topicOf = Int32Array.from(nearest.at, (at, i) => ((nearest.cosine[i] ?? 0) >= NEAR ? at : -1));
    return { topicOf, centroids: kept };
  }
}
