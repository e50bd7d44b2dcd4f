import { buildPoints, type Points, type Steps } from '../../../main/clusters/points.pure.ts';
import { seededRandom } from '../../../main/clusters/random.pure.ts';

const DIMENSION = 96;

export type Planted = { readonly id: string; readonly topic: number; readonly vector: Float32Array };

/** Numbers that are normally distributed. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Turns around planted directions, all leaning the same way as sentence vectors do; topic -1 lies anywhere. */
export function plant(input: {
  readonly topics: number;
  readonly turns: number;
  readonly seed: number;
  readonly noise?: number;
  readonly spread?: number;
  readonly prefix?: string;
  readonly dimension?: number;
}): readonly Planted[] {
  const { topics, turns, noise = 0, spread = 0.8, prefix = 't', dimension = DIMENSION } = input;
  // Topics are the same for every seed, so that later turns of the same topics can be planted.
  const fixed = seededRandom(7);
  const lean = Array.from({ length: dimension }, () => normal(fixed));
  const middles = Array.from({ length: topics }, () => Array.from({ length: dimension }, () => normal(fixed)));
  const random = seededRandom(input.seed);
  return Array.from({ length: turns }, (_, n) => {
    const topic = random() < noise ? -1 : Math.floor(random() * topics);
    const middle = middles[topic] ?? Array.from({ length: dimension }, () => normal(random));
    const vector = Float32Array.from(middle, (value, i) => value + 1.5 * (lean[i] ?? 0) + spread * normal(random));
    return { id: `${prefix}${String(n).padStart(6, '0')}`, topic, vector };
  });
}

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function toPoints(planted: readonly Planted[], ids = planted.map(({ id }) => id)): Points {
  const vectors = new Map(planted.map(({ id, vector }) => [id, vector]));
  return finish(
    buildPoints(ids, planted[0]?.vector.length ?? DIMENSION, (id, out) => {
      const vector = vectors.get(id);
      if (vector) out.set(vector);
      return vector !== undefined;
    }),
  );
}
