import { createHash } from 'node:crypto';

/** Repeatable chance: the same seed gives the same sequence on every machine. */
export type Seeded = {
  /** In [0, 1). */
  readonly next: () => number;
  /** A whole number in [0, below). */
  readonly int: (below: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  /** In a new order (Fisher and Yates). */
  readonly shuffle: <T>(items: readonly T[]) => readonly T[];
  /** An independent sequence by a name: what is drawn from it does not move the others. */
  readonly fork: (name: string) => Seeded;
};

/** Mulberry32 over the SHA-256 of the seed. */
export function seeded(seed: string): Seeded {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    pick: (items) => {
      const item = items[int(items.length)];
      if (item === undefined) throw new RangeError('Nothing can be picked from an empty list.');
      return item;
    },
    shuffle: (items) => {
      const order = [...items];
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = int(last + 1);
        [order[last], order[other]] = [order[other] as (typeof order)[number], order[last] as (typeof order)[number]];
      }
      return order;
    },
    fork: (name) => seeded(`${seed}\u0000${name}`),
  };
}
