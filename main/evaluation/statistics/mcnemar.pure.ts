import { logGamma } from './log-gamma.pure.ts';

/**
 * Exact two-sided McNemar: how likely a split at least as uneven is if gains and losses were equally likely.
 * Concordant pairs say nothing, so they are not asked for.
 */
export function mcnemarP(gained: number, lost: number): number {
  const pairs = gained + lost;
  const fewer = Math.min(gained, lost);
  if (gained === lost) return 1;
  const log = logGamma(pairs + 1) - logGamma(fewer + 1) - logGamma(pairs - fewer + 1) - pairs * Math.LN2;
  // The tail relative to its largest term, so that nothing is lost where the term itself is tiny.
  let tail = 1;
  let term = 1;
  for (let count = fewer; count > 0 && term > tail * Number.EPSILON; count -= 1) {
    term *= count / (pairs - count + 1);
    tail += term;
  }
  return Math.min(1, 2 * Math.exp(log + Math.log(tail)));
}
