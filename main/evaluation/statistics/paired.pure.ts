import { type Bootstrap, type Ends, gather } from './bootstrap.pure.ts';
import { mcnemarP } from './mcnemar.pure.ts';

/** The same observation in two arms. A recall has its evidence turns as `weight`; a yes or no has 1. */
export type Pair = {
  readonly probe: string;
  readonly trajectory: string;
  /** Numerators: hits in this arm and in the other, 0 where it failed or is missing. */
  readonly own: number;
  readonly other: number;
  readonly weight: number;
  readonly isOwnMissing: boolean;
  readonly isOtherMissing: boolean;
};

export type Paired = {
  readonly pairs: number;
  readonly missing: number;
  readonly mean: number | null;
  readonly meanAgainst: number | null;
  readonly delta: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly net: number | null;
};

/** Means, difference with its bounds, and who wins how often (LSREP, ordinal net proportion). */
export function comparePairs(pairs: readonly Pair[]): Paired {
  const total = { weight: 0, own: 0, other: 0, ownMissing: 0, otherMissing: 0, missing: 0, wins: 0, losses: 0 };
  for (const { own, other, weight, isOwnMissing, isOtherMissing } of pairs) {
    total.weight += weight;
    total.own += own;
    total.other += other;
    if (isOwnMissing) total.ownMissing += weight;
    if (isOtherMissing) total.otherMissing += weight;
    if (isOwnMissing || isOtherMissing) total.missing += 1;
    if (own > other) total.wins += 1;
    if (own < other) total.losses += 1;
  }
  const share = (sum: number): number | null => (total.weight === 0 ? null : sum / total.weight);
  const { wins, losses } = total;
  return {
    pairs: pairs.length,
    missing: total.missing,
    mean: share(total.own),
    meanAgainst: share(total.other),
    delta: share(total.own - total.other),
    // A missing one counts as 0, so only the other arm's can make the difference smaller, and only its own larger.
    least: share(total.own - total.other - total.otherMissing),
    most: share(total.own - total.other + total.ownMissing),
    ...{ wins, losses, ties: pairs.length - wins - losses },
    net: pairs.length === 0 ? null : (wins - losses) / pairs.length,
  };
}

export type Levels = 'observations' | 'probes' | 'trajectories';

/** Intervals of the difference, by what is drawn as a whole. */
export function pairedInterval(pairs: readonly Pair[], bootstrap: Bootstrap, level: Levels): Ends {
  const sums = Float64Array.from(pairs, ({ own, other }) => own - other);
  const weights = Float64Array.from(pairs, ({ weight }) => weight);
  if (level === 'observations') return bootstrap.interval({ sums, weights });
  const groups = pairs.map(({ trajectory, probe }) =>
    level === 'probes' ? `${trajectory}\u0000${probe}` : trajectory,
  );
  return bootstrap.interval(gather({ sums, weights }, groups));
}

/** The table of a yes-or-no metric in two arms, and its exact McNemar. */
export function mcnemarOf(pairs: readonly Pair[]) {
  const count = (own: number, other: number): number =>
    pairs.filter((pair) => pair.own === own && pair.other === other).length;
  const gained = count(1, 0);
  const lost = count(0, 1);
  return { gained, lost, bothRight: count(1, 1), bothWrong: count(0, 0), p: mcnemarP(gained, lost) };
}
