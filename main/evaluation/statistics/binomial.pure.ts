import { logGamma } from './log-gamma.pure.ts';

/** How many of `count` tries succeed, each with chance `share`: exact, in a time that hardly grows with `count`. */
export type DrawBinomial = (count: number, share: number) => number;

/** Below this mean the chances are added up one by one; above, Hörmann's transformed rejection (BTRS) is quicker. */
const SMALL_MEAN = 10;

/** Draws of a binomial distribution with up to `most` tries. */
export function createBinomial(next: () => number, most: number): DrawBinomial {
  const logFactorials = Float64Array.from({ length: most + 1 }, (_, count) => logGamma(count + 1));
  const draw: DrawBinomial = (count, share) => {
    if (count === 0 || share <= 0) return 0;
    if (share >= 1) return count;
    if (share > 0.5) return count - draw(count, 1 - share);
    return count * share < SMALL_MEAN ? addUp(next, count, share) : reject({ next, logFactorials }, count, share);
  };
  return draw;
}

function addUp(next: () => number, count: number, share: number): number {
  const odds = share / (1 - share);
  let left = next();
  let chance = (1 - share) ** count;
  let successes = 0;
  while (left > chance && successes < count) {
    left -= chance;
    successes += 1;
    chance *= (odds * (count - successes + 1)) / successes;
  }
  return successes;
}

type Source = { readonly next: () => number; readonly logFactorials: Float64Array };

/** W. Hörmann, The generation of binomial random variates (1993), algorithm BTRS; its names in words. */
function reject({ next, logFactorials }: Source, count: number, share: number): number {
  const spread = Math.sqrt(count * share * (1 - share));
  const width = 1.15 + 2.53 * spread;
  const slope = -0.0873 + 0.0248 * width + 0.01 * share;
  const safe = 0.92 - 4.2 / width;
  const height = (2.83 + 5.1 / width) * spread;
  const logOdds = Math.log(share / (1 - share));
  const mode = Math.floor((count + 1) * share);
  const logAt = (successes: number): number =>
    successes * logOdds - (logFactorials[successes] as number) - (logFactorials[count - successes] as number);
  const logMode = logAt(mode);
  for (;;) {
    const across = next() - 0.5;
    const up = next();
    const edge = 0.5 - Math.abs(across);
    const successes = Math.floor(((2 * slope) / edge + width) * across + count * share + 0.5);
    if (edge >= 0.07 && up <= safe) return successes;
    if (successes < 0 || successes > count) continue;
    if (Math.log((up * height) / (slope / (edge * edge) + width)) <= logAt(successes) - logMode) return successes;
  }
}
