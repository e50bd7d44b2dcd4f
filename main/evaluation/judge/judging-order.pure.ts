import type { Seeded } from '../lib/seeded.pure.ts';

/** The letters that stand for arms in everything that a judge or a person labelling sees. */
export type Anonymised = ReadonlyMap<string, string>;

/** Gives each arm a letter by chance: neither its place nor its letter tells what it is. */
export function anonymise(arms: readonly string[], chance: Seeded): Anonymised {
  const order = chance.fork('letters').shuffle(arms.toSorted());
  return new Map(order.map((arm, index) => [arm, letterOf(index)]));
}

/** A to Z, then AA, AB and so on. */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** Of everything that was asked, `limit` questions by chance; each with all arms, so that arms stay comparable. */
export function choose<T>(items: readonly T[], limit: number | null, chance: Seeded): readonly T[] {
  const order = chance.fork('order').shuffle(items);
  return limit === null ? order : order.slice(0, limit);
}

export type Pairing = { readonly first: string; readonly second: string };

/** Every two arms, which of them comes first left to chance. */
export function pairUp(arms: readonly string[], chance: Seeded): readonly Pairing[] {
  const order = chance.shuffle(arms.toSorted());
  return order.flatMap((first, index) => order.slice(index + 1).map((second) => ({ first, second })));
}
