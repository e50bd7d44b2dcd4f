import { type Seeded, seeded } from '../lib/seeded.pure.ts';
import { createBinomial } from './binomial.pure.ts';

/** One unit that is drawn as a whole: what it adds to the numerator and to the denominator. */
export type Units = { readonly sums: Float64Array; readonly weights: Float64Array };

/** Null ends: fewer than two units, of which nothing can be said. */
export type Ends = { readonly low: number | null; readonly high: number | null; readonly units: number };

/** Makes intervals; the same seed and data give the same ends, whatever else was asked before. */
export type Bootstrap = {
  readonly interval: (units: Units) => Ends;
  /** Every resampled value, in ascending order. */
  readonly values: (units: Units) => Float64Array;
};

export type BootstrapOptions = { readonly seed: string; readonly resamples: number; readonly level: number };

/** Draws that are kept to be used again: a few trajectories or probes are resampled for thousands of figures. */
const KEPT_DRAWS = 32_000_000;
const MOST_KEPT_UNITS = 1_600;
/** More units than this for each different value, and drawing how often each value comes is quicker than drawing units. */
const CROWDED = 8;

/** A percentile bootstrap of a ratio of sums: units are drawn with replacement, as many as there are. */
export function createBootstrap({ seed, resamples, level }: BootstrapOptions): Bootstrap {
  const kept = new Map<number, Uint16Array>();
  let room = KEPT_DRAWS;
  const drawsOf = (count: number): Uint16Array | null => {
    const draws = kept.get(count);
    if (draws !== undefined) return draws;
    if (count > MOST_KEPT_UNITS || count * resamples > room) return null;
    const made = new Uint16Array(count * resamples);
    const { int } = streamOf(seed, count);
    for (let index = 0; index < made.length; index += 1) made[index] = int(count);
    kept.set(count, made);
    room -= made.length;
    return made;
  };
  const values = (given: Units): Float64Array => {
    const units = dropEmpty(given);
    const count = units.sums.length;
    const values = count > MOST_KEPT_UNITS ? countValues(units) : null;
    if (values !== null) return resampleValues(values, { random: streamOf(seed, count), count, resamples }).sort();
    const draws = drawsOf(count);
    const rowOf =
      draws === null
        ? createRows(streamOf(seed, count), count)
        : (resample: number): Row => draws.subarray(resample * count, (resample + 1) * count);
    return resampleUnits(units, rowOf, resamples).sort();
  };
  const interval = (given: Units): Ends => {
    const units = countOf(given);
    if (units < 2) return { low: null, high: null, units };
    const sorted = values(given);
    return { low: quantile(sorted, (1 - level) / 2), high: quantile(sorted, (1 + level) / 2), units };
  };
  return { interval, values };
}

/** Draws depend on the seed and the number of units alone, so figures of the same units move together. */
const streamOf = (seed: string, count: number): Seeded => seeded(`${seed}\u0000bootstrap\u0000${count}`);

const countOf = ({ weights }: Units): number => weights.reduce((count, weight) => (weight > 0 ? count + 1 : count), 0);

/** Units that the figure does not apply to: they would only make resamples without a denominator. */
function dropEmpty(units: Units): Units {
  if (countOf(units) === units.weights.length) return units;
  return {
    sums: units.sums.filter((_, index) => (units.weights[index] ?? 0) > 0),
    weights: units.weights.filter((weight) => weight > 0),
  };
}

/** The units of one resample. */
type Row = Uint16Array | Uint32Array;

function createRows({ int }: Seeded, count: number): () => Row {
  const row = new Uint32Array(count);
  return () => {
    for (let index = 0; index < count; index += 1) row[index] = int(count);
    return row;
  };
}

function resampleUnits({ sums, weights }: Units, rowOf: (resample: number) => Row, resamples: number): Float64Array {
  const made = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    const row = rowOf(resample);
    let sum = 0;
    let weight = 0;
    for (let index = 0; index < row.length; index += 1) {
      const unit = row[index] as number;
      sum += sums[unit] as number;
      weight += weights[unit] as number;
    }
    made[resample] = sum / weight;
  }
  return made;
}

type Value = { readonly sum: number; readonly weight: number; count: number };

/** The different values and how often each is there; null where there are too many of them for that to help. */
function countValues({ sums, weights }: Units): readonly Value[] | null {
  const most = sums.length / CROWDED;
  const values = new Map<string, Value>();
  for (const [index, sum] of sums.entries()) {
    const weight = weights[index] as number;
    const key = `${sum}/${weight}`;
    const value = values.get(key);
    if (value !== undefined) value.count += 1;
    else if (values.size >= most) return null;
    else values.set(key, { sum, weight, count: 1 });
  }
  return [...values.values()];
}

type Drawing = { readonly random: Seeded; readonly count: number; readonly resamples: number };

/** The same distribution as drawing units: how often each value comes is multinomial, one binomial after another. */
function resampleValues(values: readonly Value[], { random, count, resamples }: Drawing): Float64Array {
  const made = new Float64Array(resamples);
  const binomial = createBinomial(random.next, count);
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0;
    let weight = 0;
    let draws = count;
    let others = count;
    for (const value of values) {
      const times = value.count === others ? draws : binomial(draws, value.count / others);
      sum += times * value.sum;
      weight += times * value.weight;
      draws -= times;
      others -= value.count;
    }
    made[resample] = sum / weight;
  }
  return made;
}

/** Of ascending values, between neighbours in proportion (Hyndman and Fan, type 7). */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}

/** Sums by group, in the order in which the groups first come: how observations become probes or trajectories. */
export function gather({ sums, weights }: Units, groups: readonly string[]): Units {
  const places = new Map<string, number>();
  for (const group of groups) if (!places.has(group)) places.set(group, places.size);
  const gathered = { sums: new Float64Array(places.size), weights: new Float64Array(places.size) };
  for (const [index, group] of groups.entries()) {
    const place = places.get(group) as number;
    gathered.sums[place] = (gathered.sums[place] as number) + (sums[index] as number);
    gathered.weights[place] = (gathered.weights[place] as number) + (weights[index] as number);
  }
  return gathered;
}
