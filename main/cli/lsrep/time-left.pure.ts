import type { RunProgress } from '../../evaluation/run/run.ts';
import { timeOf } from '../text.pure.ts';

/** Before this share of the work nobody knows how long it takes. */
const KNOWN_FROM = 0.05;

/** What is left of a run, by the time that its observations took; nothing is said before some were made. */
export function leftOf(nowMs: () => number): (progress: RunProgress) => string {
  const startedMs = nowMs();
  return ({ unit, units, phase, done, total }) => {
    const within = phase === 'asking' && total > 0 ? done / total : 0;
    const share = (unit - 1 + within) / units;
    if (share < KNOWN_FROM) return '';
    return `, about ${timeOf(((nowMs() - startedMs) / share) * (1 - share))} left`;
  };
}
